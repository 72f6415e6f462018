// SPDX-License-Identifier: Apache-2.0
//
// Blocks that are encoded each into a room of its own: how far an encoder gets
// is not known, only that it stays in there. And encoders that do not: what
// they leave depends on the order of the blocks.
//
// REGIONS: 6
#include "../digest.h"

#include <string.h>

enum { Blocks = 60, Block = 300 };

static unsigned char text[Blocks * Block];
static unsigned char room[4 * (Blocks + 2) * Block];
static int size[Blocks];

static void write_text(int blocks) {
  for (int b = 0; b < blocks; b++) {
    unsigned char *out = text + b * Block;
    unsigned state = 31u * (unsigned)b + 5;
    int at = 0;
    while (at < Block) {
      state = state * 1664525u + 1013904223u;
      int length = 1 + (int)(state >> 28);
      for (int i = 0; i < length && at < Block; i++)
        out[at++] = (unsigned char)("ab cd\\ef \n"[(state >> 16) % 10]);
      if (at < Block)
        out[at++] = state & 4096 ? ' ' : '.';
    }
  }
}

static int runs(const unsigned char *in, int n, unsigned char *out) {
  int k = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && run < 255 && in[i + run] == in[i])
      run++;
    out[k++] = (unsigned char)run;
    out[k++] = in[i];
    i += run;
  }
  return k;
}

static int matches(const unsigned char *in, int n, unsigned char *out,
                   int shortest) {
  int last[256], i = 0, k = 0;
  for (int c = 0; c < 256; c++)
    last[c] = -1;
  while (i < n) {
    int length = 0, candidate = last[in[i]];
    last[in[i]] = i;
    if (candidate >= 0)
      while (i + length < n && length < 255 &&
             in[candidate + length] == in[i + length])
        length++;
    if (length >= shortest) {
      out[k++] = 255;
      out[k++] = (unsigned char)length;
      out[k++] = (unsigned char)(i - candidate);
      i += length;
      continue;
    }
    out[k++] = in[i++];
  }
  return k;
}

static int groups(const unsigned char *in, unsigned n, unsigned char *out) {
  unsigned k = 0, i = 0;
  while (i + 2 < n) {
    unsigned v = in[i++];
    v = v << 8 | in[i++];
    v = v << 8 | in[i++];
    for (int c = 0; c < 4; c++)
      out[k++] = (unsigned char)(v >> (18 - 6 * c) & 63);
  }
  if (i < n) {
    out[k++] = in[i] & 63;
    out[k++] = in[i] >> 6;
    out[k++] = i + 1 < n ? '+' : '=';
    out[k++] = '=';
  }
  return (int)k;
}

static int escaped(const unsigned char *in, const unsigned char *end,
                   unsigned char *out) {
  unsigned char *p = out;
  while (in < end) {
    if (*in == '\\' || *in == '\n')
      *p++ = '\\';
    *p++ = *in++;
  }
  return (int)(p - out);
}

/* Backspaces, but not over the start. */
static int edited(const unsigned char *in, unsigned char *out, int most) {
  int k = 0, i = 0;
  for (;;) {
    if (k >= most || i >= Block)
      break;
    switch (in[i++]) {
    case ' ':
      continue;
    case '.':
      if (k > 0)
        k--;
      break;
    case 'a':
      out[k++] = 'A';
      // fall through
    case 'b':
      if (k < most)
        out[k++] = 'B';
      break;
    default:
      out[k++] = in[i - 1];
    }
  }
  return k;
}

static int number(unsigned v, unsigned char *out) {
  unsigned char digits[12];
  int n = 0, k = 0;
  do
    digits[n++] = (unsigned char)('0' + v % 10);
  while ((v /= 10) > 0 && n < 12);
  while (n > 0)
    out[k++] = digits[--n];
  return k;
}

static void in_rooms(int blocks) {
  for (int b = 0; b < blocks; b++)
    size[b] = runs(text + b * Block, Block, room + b * 2 * Block);
  show("runs", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += matches(text + b * Block, Block, room + b * (Block + 2), 3);
  show("matches", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += groups(text + b * Block, Block, room + b * (4 * Block / 3 + 4));
  show("groups", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += escaped(text + b * Block, text + b * Block + Block,
                       room + b * 2 * Block);
  show("escaped", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += edited(text + b * Block, room + b * (Block + 1), Block);
  show("edited", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += number(text[b] * 123457u, room + b * 12);
  show("number", room, sizeof room);
  show("size", size, sizeof size);
}

/* Into the next block's room, whose content is the later block's. */
static void beyond(int blocks) {
  for (int b = 0; b < blocks; b++)
    size[b] = runs(text + b * Block, Block, room + b * 20);
  show("runs", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += matches(text + b * Block, Block, room + b * Block, 2);
  show("matches", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += groups(text + b * Block, Block - 1, room + b * (4 * Block / 3 - 3));
  show("groups", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += escaped(text + b * Block, text + b * Block + Block,
                       room + b * (Block + 9));
  show("escaped", room, sizeof room);
  for (int b = 0; b < blocks; b++)
    size[b] += edited(text + b * Block, room + b * 19, 20);
  show("edited", room, sizeof room);
  show("size", size, sizeof size);
}

static void back(int blocks) {
  for (int b = 1; b < blocks; b++) {
    unsigned char *out = room + b * Block;
    int k = 0;
    for (int i = 0; i < Block && k < Block; i++)
      if (text[b * Block + i] == '.' && k > -Block)
        out[--k] = '.';
      else if (i % 4 == b % 4)
        out[k++] = (unsigned char)(b + i);
    size[b] = k;
  }
  show("back", room, sizeof room);
}

static void round_again(int blocks, int rows) {
  for (int b = 0; b < blocks; b++) {
    unsigned char k = 0;
    for (int i = 0; i < Block; i++)
      if (text[b * Block + i] > 'a') {
        room[b * rows + k] = (unsigned char)(b + i);
        k += 2;
      }
  }
  show("round", room, sizeof room);
  for (int b = 0; b < blocks; b++) {
    unsigned k = text[b];
    for (int i = 0; i < 4 && k < 200; i++) {
      room[b * 100 + k] = (unsigned char)b;
      k -= 37;
    }
  }
  show("under", room, sizeof room);
}

static void moving(int blocks) {
  for (int b = 0; b < blocks; b++) {
    int k = 0, n = Block / 2;
    while (k < n) {
      room[b * (Block / 2) + k] = (unsigned char)(b + k);
      k++;
      if (text[b * Block + k] == '.' && n < 2 * Block)
        n++;
    }
    size[b] = k;
  }
  show("moving", room, sizeof room);
  for (int b = 0; b < blocks; b++) {
    int k = 0;
    for (int i = 0; i < Block && k < 2 * Block;) {
      room[b * Block + k++] = (unsigned char)(b + i);
      if (text[b * Block + i] != '.' || k % 3 == 0)
        i++;
    }
    size[b] += k;
  }
  show("held", room, sizeof room);
  show("size", size, sizeof size);
}

int main(void) {
  static const int blocks[] = {0, 1, 2, 7, Blocks};
  for (volatile int i = 0; i < 5; i++) { /* no region of its own */
    memset(room, 0, sizeof room);
    memset(size, 0, sizeof size);
    write_text(blocks[i]);
    show("text", text, sizeof text);
    in_rooms(blocks[i]);
    beyond(blocks[i]);
    back(blocks[i]);
    round_again(blocks[i], 100);
    round_again(blocks[i], 256);
    moving(blocks[i]);
  }
  return 0;
}
