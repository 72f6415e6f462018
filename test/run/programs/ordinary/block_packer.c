// Packs a file block by block: LZ77 with hash chains, then Huffman codes with canonical lengths; unpacks and compares.
// ARGS: 40000
// BENCH: 12000000
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE 65536
#define MIN_MATCH 4
#define MAX_MATCH 255
#define HASH_BITS 14

typedef unsigned char byte;

struct bits {
  byte *out;
  size_t used;
  unsigned hold;
  int count;
};

struct code {
  unsigned short bits;
  byte length;
};

struct block {
  byte *packed;
  size_t packedSize, size;
  byte lengths[256];
  size_t lzSize;
};

static unsigned hashOf(const byte *p) {
  unsigned v = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
  return v * 2654435761u >> (32 - HASH_BITS);
}

static size_t matchLength(const byte *a, const byte *b, const byte *end) {
  size_t n = 0;
  while (b + n < end && n < MAX_MATCH && a[n] == b[n])
    n++;
  return n;
}

/* Literals in runs: 0 n bytes; matches: length distanceLow distanceHigh. */
static size_t squeeze(const byte *in, size_t size, byte *out) {
  int *head = malloc(sizeof *head << HASH_BITS);
  int *chain = malloc(BLOCK_SIZE * sizeof *chain);
  size_t used = 0, at = 0, literals = 0;
  for (int i = 0; i < 1 << HASH_BITS; i++)
    head[i] = -1;
  while (at <= size) {
    size_t best = 0, distance = 0;
    if (at + MIN_MATCH <= size) {
      unsigned h = hashOf(in + at);
      int candidate = head[h], tries = 16;
      while (candidate >= 0 && tries-- > 0) {
        size_t n = matchLength(in + candidate, in + at, in + size);
        if (n > best) {
          best = n;
          distance = at - candidate;
        }
        candidate = chain[candidate];
      }
      chain[at] = head[h];
      head[h] = (int)at;
    }
    if (best < MIN_MATCH && at < size && literals < 255) {
      literals++;
      at++;
      continue;
    }
    if (literals > 0) {
      out[used++] = 0;
      out[used++] = (byte)literals;
      memcpy(out + used, in + at - literals, literals);
      used += literals;
      literals = 0;
    }
    if (at == size)
      break;
    if (best >= MIN_MATCH) {
      out[used++] = (byte)best;
      out[used++] = (byte)(distance & 255);
      out[used++] = (byte)(distance >> 8);
      at += best;
    }
  }
  free(head);
  free(chain);
  return used;
}

static size_t unsqueeze(const byte *in, size_t size, byte *out) {
  size_t used = 0;
  const byte *end = in + size;
  while (in < end) {
    unsigned n = *in++;
    if (n == 0) {
      n = *in++;
      while (n--)
        out[used++] = *in++;
    } else {
      size_t distance = in[0] | in[1] << 8;
      in += 2;
      for (unsigned i = 0; i < n; i++, used++)
        out[used] = out[used - distance];
    }
  }
  return used;
}

/* Code lengths by repeatedly joining the two rarest trees. */
static void findLengths(const unsigned *frequency, byte *lengths) {
  unsigned weight[512];
  int parent[512], alive[512], count = 0, nodes = 256;
  for (int i = 0; i < 256; i++) {
    weight[i] = frequency[i];
    parent[i] = -1;
    lengths[i] = 0;
    if (frequency[i])
      alive[count++] = i;
  }
  if (count == 1)
    lengths[alive[0]] = 1;
  while (count > 1) {
    int a = 0, b = 1;
    if (weight[alive[b]] < weight[alive[a]])
      a = 1, b = 0;
    for (int i = 2; i < count; i++) {
      if (weight[alive[i]] < weight[alive[a]])
        b = a, a = i;
      else if (weight[alive[i]] < weight[alive[b]])
        b = i;
    }
    weight[nodes] = weight[alive[a]] + weight[alive[b]];
    parent[nodes] = -1;
    parent[alive[a]] = parent[alive[b]] = nodes;
    alive[a] = nodes++;
    alive[b] = alive[--count];
  }
  for (int i = 0; i < 256; i++)
    if (frequency[i] && lengths[i] == 0)
      for (int p = parent[i]; p >= 0; p = parent[p])
        lengths[i]++;
}

static int makeCodes(const byte *lengths, struct code *codes) {
  unsigned next = 0;
  for (int length = 1; length <= 15; length++) {
    for (int i = 0; i < 256; i++)
      if (lengths[i] == length) {
        codes[i].bits = (unsigned short)next++;
        codes[i].length = (byte)length;
      }
    next <<= 1;
  }
  for (int i = 0; i < 256; i++)
    if (lengths[i] > 15)
      return 0;
  return 1;
}

static void putBits(struct bits *b, unsigned value, int count) {
  b->hold = b->hold << count | value;
  b->count += count;
  while (b->count >= 8) {
    b->count -= 8;
    b->out[b->used++] = (byte)(b->hold >> b->count);
  }
}

static void packBlock(const byte *in, size_t size, struct block *block) {
  byte *lz = malloc(2 * BLOCK_SIZE);
  unsigned frequency[256] = {0};
  struct code codes[256];
  block->size = size;
  block->lzSize = squeeze(in, size, lz);
  for (size_t i = 0; i < block->lzSize; i++)
    frequency[lz[i]]++;
  findLengths(frequency, block->lengths);
  memset(codes, 0, sizeof codes);
  if (!makeCodes(block->lengths, codes))
    for (int i = 0; i < 256; i++) {
      block->lengths[i] = 8;
      codes[i].bits = (unsigned short)i;
      codes[i].length = 8;
    }
  struct bits b = {malloc(4 * BLOCK_SIZE), 0, 0, 0};
  for (size_t i = 0; i < block->lzSize; i++)
    putBits(&b, codes[lz[i]].bits, codes[lz[i]].length);
  putBits(&b, 0, 7);
  block->packed = b.out;
  block->packedSize = b.used;
  free(lz);
}

static int unpackBlock(const struct block *block, byte *out) {
  struct code codes[256];
  byte *lz = malloc(2 * BLOCK_SIZE);
  static short symbol[1 << 15];
  memset(codes, 0, sizeof codes);
  makeCodes(block->lengths, codes);
  for (int i = 0; i < 256; i++) {
    if (!codes[i].length)
      continue;
    int shift = 15 - codes[i].length;
    for (int k = 0; k < 1 << shift; k++)
      symbol[(codes[i].bits << shift) + k] = (short)i;
  }
  unsigned hold = 0;
  int count = 0;
  size_t at = 0;
  for (size_t n = 0; n < block->lzSize; n++) {
    while (count < 15) {
      hold = hold << 8 | (at < block->packedSize ? block->packed[at] : 0);
      at++;
      count += 8;
    }
    int s = symbol[hold >> (count - 15) & 0x7fff];
    count -= codes[s].length;
    lz[n] = (byte)s;
  }
  int ok = unsqueeze(lz, block->lzSize, out) == block->size;
  free(lz);
  return ok;
}

static void makeText(byte *text, size_t size) {
  static const char *words[] = {"the ", "quick ", "river ", "stone ", "and ", "over ", "light ", "under ",
                                "seven ", "a ", "house ", "of ", "green ", "walks ", "\n", "while "};
  unsigned state = 99;
  size_t at = 0;
  while (at < size) {
    state = state * 1103515245 + 12345;
    const char *w = words[state >> 20 & 15];
    if ((state >> 10 & 63) == 0)
      text[at++] = (byte)(state >> 16);
    while (*w && at < size)
      text[at++] = (byte)*w++;
  }
}

int main(int argc, char **argv) {
  size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 300000;
  size_t count = (size + BLOCK_SIZE - 1) / BLOCK_SIZE;
  byte *text = malloc(size + 1), *back = malloc(size + 1);
  struct block *blocks = calloc(count, sizeof *blocks);
  makeText(text, size);
  for (size_t i = 0; i < count; i++) {
    size_t from = i * BLOCK_SIZE;
    size_t length = size - from < BLOCK_SIZE ? size - from : BLOCK_SIZE;
    packBlock(text + from, length, &blocks[i]);
  }
  size_t total = 0;
  unsigned check = 1;
  for (size_t i = 0; i < count; i++) {
    total += blocks[i].packedSize;
    for (size_t k = 0; k < blocks[i].packedSize; k++)
      check = check * 33 ^ blocks[i].packed[k];
  }
  int good = 1;
  for (size_t i = 0; i < count; i++)
    good &= unpackBlock(&blocks[i], back + i * BLOCK_SIZE);
  good &= memcmp(text, back, size) == 0;
  printf("%zu -> %zu check %08x %s\n", size, total, check, good ? "same" : "DIFFERENT");
  for (size_t i = 0; i < count; i++)
    free(blocks[i].packed);
  free(blocks);
  free(text);
  free(back);
  return !good;
}
