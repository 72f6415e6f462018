/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections are chosen by dynamic programming over the bands of a group: the
 * fewest bits up to a band if its book is this one come from the band before
 * with the same book, or from the best of all books and a new section. */
#include "huffman.h"

#include "codebooks.h"

#include <limits.h>

enum { BOOKS = CODES, ESCAPE_BOOK = 11, ESCAPE = 16, UNUSABLE = INT_MAX / 4 };

/* What the spectral codebooks stand for: so many values at once, each from -low
 * to `largest`; of those without negative values, signs follow. */
struct book {
  int dimension, low, base, largest;
};

static const struct book books_of[BOOKS] = {
    {4, 0, 1, 0}, {4, 1, 3, 1},   {4, 1, 3, 1},   {4, 0, 3, 2},
    {4, 0, 3, 2}, {2, 4, 9, 4},   {2, 4, 9, 4},   {2, 0, 8, 7},
    {2, 0, 8, 7}, {2, 0, 13, 12}, {2, 0, 13, 12}, {2, 0, 17, LARGEST_VALUE}};

static uint32_t codeword[CODES][MOST_CODEWORDS];
static int length[CODES][MOST_CODEWORDS]; /* of the codewords */
static int cost[CODES][MOST_CODEWORDS];   /* the same with the signs */

static int signs_in(int book, int index) {
  const struct book *b = &books_of[book];
  int signs = 0;

  for (int i = 0; i < b->dimension && b->low == 0; i++, index /= b->base)
    signs += index % b->base != 0;
  return signs;
}

void huffman_init(void) {
  for (int c = 0; c < CODES; c++) {
    uint32_t word = 0;
    int next = 0;

    for (int bits = 1; bits <= LONGEST_CODEWORD; bits++, word *= 2)
      for (int n = 0; n < codes[c].count[bits]; n++) {
        int index = codes[c].order[next++];
        codeword[c][index] = word++;
        length[c][index] = bits;
        cost[c][index] = bits + (c == SCALE_CODE ? 0 : signs_in(c, index));
      }
  }
}

static int magnitude(int value) { return value < 0 ? -value : value; }

/* Bits of a value after ESCAPE: as many ones as it has more than five digits,
 * a zero, and the digits after the first. */
static int escape_digits(int value) {
  int digits = 4;

  while (value >> (digits + 1))
    digits++;
  return digits;
}

static int escape_bits(int value) {
  return value < ESCAPE ? 0 : 2 * escape_digits(value) - 3;
}

static int index_4(const int *v, const struct book *b) {
  if (b->low)
    return ((v[0] * 3 + v[1]) * 3 + v[2]) * 3 + v[3] + 40;
  return ((magnitude(v[0]) * 3 + magnitude(v[1])) * 3 + magnitude(v[2])) * 3 +
         magnitude(v[3]);
}

static int clip(int value) { return value < ESCAPE ? value : ESCAPE; }

static int index_2(const int *v, const struct book *b) {
  if (b->low)
    return v[0] * 9 + v[1] + 40;
  return clip(magnitude(v[0])) * b->base + clip(magnitude(v[1]));
}

static int bits_of_values(const int *values, int count, int book) {
  const struct book *b = &books_of[book];
  int bits = 0;

  if (b->dimension == 4)
    for (int i = 0; i < count; i += 4)
      bits += cost[book][index_4(values + i, b)];
  else
    for (int i = 0; i < count; i += 2)
      bits += cost[book][index_2(values + i, b)];
  if (book == ESCAPE_BOOK)
    for (int i = 0; i < count; i++)
      bits += escape_bits(magnitude(values[i]));
  return bits;
}

/* The bits of a band with each book. */
static void bits_of_band(const int *values, int count, int *bits) {
  int largest = 0;

  for (int i = 0; i < count; i++)
    if (magnitude(values[i]) > largest)
      largest = magnitude(values[i]);
  bits[0] = largest == 0 ? 0 : UNUSABLE;
  for (int book = 1; book < BOOKS; book++)
    bits[book] = largest <= books_of[book].largest
                     ? bits_of_values(values, count, book)
                     : UNUSABLE;
}

/* A section's length is told in pieces, the greatest of which says that another
 * follows. */
static int piece_bits(const struct layout *layout) {
  return layout->windows > 1 ? 3 : 5;
}

static int best_of(const int *bits) {
  int best = 0;

  for (int book = 1; book < BOOKS; book++)
    if (bits[book] < bits[best])
      best = book;
  return best;
}

/* The books of the bands of one group, and their bits but for the lengths of
 * sections that are longer than one piece can tell. */
static int choose_in_group(const int *values, const int *offset, int bands,
                           int header, int *books) {
  int total[BOOKS] = {0}, from[MOST_BANDS][BOOKS];

  for (int band = 0; band < bands; band++) {
    int best = best_of(total), start = total[best] + header, bits[BOOKS];

    bits_of_band(values + offset[band], offset[band + 1] - offset[band], bits);
    for (int book = 0; book < BOOKS; book++) {
      int stay = band > 0 && total[book] <= start;
      from[band][book] = stay ? book : best;
      total[book] = (stay ? total[book] : start) + bits[book];
      if (total[book] > UNUSABLE)
        total[book] = UNUSABLE;
    }
  }
  int book = best_of(total), sum = total[book];
  for (int band = bands - 1; band >= 0; band--) {
    books[band] = book;
    book = from[band][book];
  }
  return sum;
}

/* Bands from `first` to the end of their section. */
static int section_length(const int *books, int first, int end) {
  int band = first + 1;

  while (band < end && books[band] == books[first])
    band++;
  return band - first;
}

int choose_books(const int *values, const struct layout *layout, int *books) {
  int piece = piece_bits(layout), most = (1 << piece) - 1, sum = 0;

  for (int g = 0; g < layout->groups; g++) {
    int first = g * layout->group_bands, end = first + layout->group_bands;

    sum += choose_in_group(values, layout->offset + first, layout->group_bands,
                           4 + piece, books + first);
    for (int band = first; band < end;) {
      int run = section_length(books, band, end);
      sum += run / most * piece;
      band += run;
    }
  }
  return sum;
}

int scale_bits(int difference) {
  return length[SCALE_CODE][difference + LARGEST_STEP];
}

void put_sections(struct bits *bits, const struct layout *layout,
                  const int *books) {
  int piece = piece_bits(layout), most = (1 << piece) - 1;

  for (int first = 0; first < layout->bands; first += layout->group_bands) {
    int end = first + layout->group_bands;

    for (int band = first; band < end;) {
      int run = section_length(books, band, end), left = run;
      put_bits(bits, (uint32_t)books[band], 4);
      for (; left >= most; left -= most)
        put_bits(bits, (uint32_t)most, piece);
      put_bits(bits, (uint32_t)left, piece);
      band += run;
    }
  }
}

void put_scale(struct bits *bits, int difference) {
  int index = difference + LARGEST_STEP;
  put_bits(bits, codeword[SCALE_CODE][index], length[SCALE_CODE][index]);
}

static void put_escape(struct bits *bits, int value) {
  int digits = escape_digits(value);

  put_bits(bits, (1u << (digits - 3)) - 2, digits - 3);
  put_bits(bits, (uint32_t)value & ((1u << digits) - 1), digits);
}

void put_values(struct bits *bits, const int *values, int count, int book) {
  const struct book *b = &books_of[book];

  if (book == 0)
    return;
  for (int i = 0; i < count; i += b->dimension) {
    const int *v = values + i;
    int index = b->dimension == 4 ? index_4(v, b) : index_2(v, b);

    put_bits(bits, codeword[book][index], length[book][index]);
    for (int k = 0; k < b->dimension && b->low == 0; k++)
      if (v[k] != 0)
        put_bits(bits, v[k] < 0, 1);
    for (int k = 0; k < b->dimension && book == ESCAPE_BOOK; k++)
      if (magnitude(v[k]) >= ESCAPE)
        put_escape(bits, magnitude(v[k]));
  }
}
