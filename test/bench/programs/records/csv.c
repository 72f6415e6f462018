// SPDX-License-Identifier: Apache-2.0
// A table of numbers as text, parsed line by line, with a summary of each
// column.
//
// SMALL: 300
//
// Finding the lines is sequential and fast; the lines are parsed independently;
// columns are summed in fixed point.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Columns = 6 };

typedef struct {
  int valid;
  long cell[Columns];
} Row;

static size_t write_table(char *text, int rows) {
  size_t n = 0;
  for (int r = 0; r < rows; r++) {
    unsigned h = (unsigned)r * 2654435761u;
    for (int c = 0; c < Columns; c++) {
      h = h * 1664525u + 1013904223u;
      int whole = (int)(h >> 20) - 2048, part = (int)(h >> 8 & 1023) % 1000;
      if (whole < 0) {
        text[n++] = '-';
        whole = -whole;
      }
      char digits[12];
      int k = 0;
      do
        digits[k++] = (char)('0' + whole % 10);
      while ((whole /= 10) > 0);
      while (k > 0)
        text[n++] = digits[--k];
      text[n++] = '.';
      text[n++] = (char)('0' + part / 100);
      text[n++] = (char)('0' + part / 10 % 10);
      text[n++] = (char)('0' + part % 10);
      text[n++] = c + 1 < Columns ? (r % 5000 == 17 ? ';' : ',') : '\n';
    }
  }
  text[n] = '\0';
  return n;
}

static int find_lines(const char *text, const char **line, int room) {
  int n = 0;
  while (*text && n < room) {
    line[n++] = text;
    const char *end = strchr(text, '\n');
    if (!end)
      break;
    text = end + 1;
  }
  return n;
}

/// The number in thousandths; moves *at behind it.
static long number(const char **at) {
  const char *p = *at;
  int negative = *p == '-';
  long v = 0, unit = 1000;
  if (negative)
    p++;
  while (*p >= '0' && *p <= '9')
    v = v * 10 + (*p++ - '0');
  v *= 1000;
  if (*p == '.')
    for (p++; *p >= '0' && *p <= '9'; p++)
      v += (*p - '0') * (unit /= 10);
  *at = p;
  return negative ? -v : v;
}

static Row parse(const char *line) {
  Row row = {1, {0}};
  for (int c = 0; c < Columns; c++) {
    row.cell[c] = number(&line);
    if (*line != (c + 1 < Columns ? ',' : '\n')) {
      row.valid = 0;
      break;
    }
    line++;
  }
  return row;
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 2500000;
  char *text = malloc((size_t)rows * Columns * 10 + 1);
  const char **line = malloc(rows * sizeof *line);
  Row *row = malloc(rows * sizeof *row);
  if (!text || !line || !row)
    return 1;
  size_t size = write_table(text, rows);
  int lines = find_lines(text, line, rows);
  long sum[Columns] = {0}, least[Columns] = {0};
  int bad = 0;
  for (int i = 0; i < lines; i++)
    row[i] = parse(line[i]);
  for (int i = 0; i < lines; i++) {
    if (!row[i].valid) {
      bad++;
      continue;
    }
    for (int c = 0; c < Columns; c++) {
      sum[c] += row[i].cell[c];
      if (row[i].cell[c] < least[c])
        least[c] = row[i].cell[c];
    }
  }
  printf("%zu bytes, %d lines, %d bad\n", size, lines, bad);
  for (int c = 0; c < Columns; c++)
    printf("%ld from %ld\n", sum[c], least[c]);
  free(text);
  free(line);
  free(row);
  return 0;
}
