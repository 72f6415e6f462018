// SPDX-License-Identifier: Apache-2.0
// A server's logs, one a day, of lines of fixed width: requests by status and
// by hour, bytes sent, the slowest request, and those with a word in their
// path.
//
// SMALL: 500 2
//
// The lines are independent; counts and sums are integers, the slowest request
// is a selection of the first greatest.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  Width = 80,
  Path = 20,
  PathLength = 40,
  Status = 62,
  Bytes = 66,
  Millis = 74
};

typedef struct {
  long status[6], hour[24], bytes, slowest, slow_line, matches;
} Summary;

static void put(char *at, int digits, unsigned v) {
  for (int i = digits - 1; i >= 0; i--) {
    at[i] = (char)('0' + v % 10);
    v /= 10;
  }
}

static void write_line(char *line, int number) {
  static const char *const pages[] = {"/index.html", "/images/photo.jpg",
                                      "/admin/login", "/api/v1/items/search",
                                      "/feed"};
  unsigned h = (unsigned)number * 2654435761u;
  memset(line, ' ', Width);
  line[Width - 1] = '\n';
  put(line, 2, h >> 27 > 23 ? 12 : h >> 27);
  line[2] = ':';
  put(line + 3, 2, h % 60);
  const char *page = pages[(h >> 8) % 5];
  memcpy(line + Path, page, strlen(page));
  put(line + Path + 24, 6, h % 999983);
  put(line + Status, 3,
      (h >> 5) % 50 == 0    ? 404
      : (h >> 5) % 333 == 1 ? 500
                            : 200);
  put(line + Bytes, 6, h % 65536 + 300);
  put(line + Millis, 5, (h >> 10) % 3000);
}

static long number(const char *at, int digits) {
  long v = 0;
  for (int i = 0; i < digits; i++)
    v = v * 10 + (at[i] - '0');
  return v;
}

static int contains(const char *text, int n, const char *word) {
  int length = (int)strlen(word);
  for (int i = 0; i + length <= n; i++)
    if (memcmp(text + i, word, length) == 0)
      return 1;
  return 0;
}

static Summary summarize(const char *log, long lines) {
  Summary s = {{0}, {0}, 0, -1, -1, 0};
#pragma omp parallel
  {
    Summary mine = {{0}, {0}, 0, -1, -1, 0};
#pragma omp for schedule(static) nowait
    for (long i = 0; i < lines; i++) {
      const char *line = log + i * Width;
      mine.status[number(line + Status, 3) / 100]++;
      mine.hour[number(line, 2)]++;
      mine.bytes += number(line + Bytes, 6);
      long millis = number(line + Millis, 5);
      if (millis > mine.slowest) {
        mine.slowest = millis;
        mine.slow_line = i;
      }
      if (contains(line + Path, PathLength, "admin"))
        mine.matches++;
    }
#pragma omp critical
    {
      for (int k = 0; k < 6; k++)
        s.status[k] += mine.status[k];
      for (int k = 0; k < 24; k++)
        s.hour[k] += mine.hour[k];
      s.bytes += mine.bytes;
      s.matches += mine.matches;
      if (mine.slowest > s.slowest ||
          (mine.slowest == s.slowest && mine.slow_line < s.slow_line)) {
        s.slowest = mine.slowest;
        s.slow_line = mine.slow_line;
      }
    }
  }
  return s;
}

int main(int argc, char **argv) {
  long lines = argc > 2 ? atol(argv[1]) : 1000000;
  int days = argc > 2 ? atoi(argv[2]) : 16;
  char *log = malloc((size_t)lines * Width);
  if (!log)
    return 1;
  for (int day = 0; day < days; day++) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < lines; i++)
      write_line(log + i * Width, (int)(day * lines + i));
    Summary s = summarize(log, lines);
    printf("%ld ok, %ld not found, %ld failed, %ld bytes, %ld matches, ",
           s.status[2], s.status[4], s.status[5], s.bytes, s.matches);
    printf("slowest %ld ms in line %ld; at noon %ld\n", s.slowest, s.slow_line,
           s.hour[12]);
  }
  free(log);
  return 0;
}
