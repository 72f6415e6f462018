// Places that an inner loop moves along by data: how far they get follows from
// the conditions they move under, or from how fast another variable moves.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
enum { Rows = 100, Row = 200 };
static unsigned char text[Rows][Row], room[Rows * 2 * Row];
static int size[Rows];

// Of a run of at least 1, two bytes.
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
// Three bytes for at least 3, one for 1.
static int matches(const unsigned char *in, int n, unsigned char *out,
                   int shortest) {
  int i = 0, k = 0;
  while (i < n) {
    int length = 0;
    while (i + length < n && length < 255 && in[length] == in[i + length])
      length++;
    if (length >= shortest) {
      out[k++] = 255;
      out[k++] = (unsigned char)length;
      out[k++] = 0;
      i += length;
      continue;
    }
    out[k++] = in[i++];
  }
  return k;
}
// Four for three, and four for what is left.
static unsigned long groups(const unsigned char *in, unsigned long n,
                            unsigned char *out) {
  unsigned long k = 0;
  for (unsigned long i = 0; i < n; i += 3) {
    for (int c = 0; c < 4; c++)
      out[k + c] = in[i + c % 3] >> c;
    k += 4;
  }
  return k;
}
// Pointers that walk.
static int doubled(const unsigned char *in, const unsigned char *end,
                   unsigned char *out) {
  unsigned char *p = out;
  while (in < end) {
    if (*in == 7)
      *p++ = 7;
    *p++ = *in++;
  }
  return (int)(p - out);
}

int main(int argc, char **argv) {
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++) {
    unsigned state = b;
    int at = 0;
    while (at < Row) {
      state = state * 1664525u + 1013904223u;
      for (unsigned i = 0; i < state >> 29 && at < Row; i++)
        text[b][at++] = (unsigned char)(state >> i);
      if (state & 4096 && at < Row)
        text[b][at++] = ' ';
    }
  }
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++)
    size[b] = runs(text[b], Row, room + b * 2 * Row);
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++)
    size[b] = runs(text[b], Row, room + b * (2 * Row - 1));

  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++)
    size[b] = matches(text[b], Row, room + b * (Row + 2), 3);
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++)
    size[b] = matches(text[b], Row, room + b * Row, 2);
  // Without a shortest one, out grows while in stays where it is.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++)
    size[b] = matches(text[b], Row, room + b * 2 * Row, argc);

  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++)
    size[b] = (int)groups(text[b], Row, room + b * (4 * (Row / 3) + 4));
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[carried-dependence]
  for (int b = 0; b < Rows; b++)
    size[b] = (int)groups(text[b], Row, room + b * (4 * (Row / 3)));

  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++)
    size[b] = doubled(text[b], text[b] + Row, room + b * 2 * Row);
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++)
    size[b] = doubled(text[b], text[b] + Row, room + b * (2 * Row - 1));

  long sum = 0;
  for (int b = 0; b < Rows; b++)
    sum += size[b];
  printf("%ld %d %d\n", sum, room[argc], text[argc][0]);
  return 0;
}
