// Puzzles: queens by bits, a sudoku by backtracking, the game of life, primes by sieve, perfect numbers, knapsack.
// ARGS: 7 40 2000
// BENCH: 12 500 6000000
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../digest.h"

#define CAPACITY 2000
#define THINGS 100

static long place(unsigned all, unsigned columns, unsigned left, unsigned right) {
  long count = 0;
  unsigned free;
  if (columns == all)
    return 1;
  for (free = all & ~(columns | left | right); free; free &= free - 1) {
    unsigned bit = free & -free;
    count += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}

static long queens(int n) {
  unsigned all = (1u << n) - 1;
  long first[32] = {0}, total = 0;
  for (int c = 0; c < n; c++) {
    unsigned bit = 1u << c;
    first[c] = place(all, bit, bit << 1, bit >> 1);
  }
  for (int c = 0; c < n; c++)
    total += first[c];
  return total;
}

typedef struct {
  int cell[81];
  long tries;
} Sudoku;

static int allowed(const Sudoku *s, int at, int v) {
  int row = at / 9, column = at % 9, corner = row / 3 * 27 + column / 3 * 3;
  for (int i = 0; i < 9; i++)
    if (s->cell[9 * row + i] == v || s->cell[9 * i + column] == v || s->cell[corner + i / 3 * 9 + i % 3] == v)
      return 0;
  return 1;
}

static int solve(Sudoku *s, int at) {
  while (at < 81 && s->cell[at])
    at++;
  if (at == 81)
    return 1;
  for (int v = 1; v <= 9; v++) {
    s->tries++;
    if (allowed(s, at, v)) {
      s->cell[at] = v;
      if (solve(s, at + 1))
        return 1;
      s->cell[at] = 0;
    }
  }
  return 0;
}

static void readSudoku(Sudoku *s, const char *text) {
  s->tries = 0;
  for (int i = 0; i < 81; i++)
    s->cell[i] = text[i] == '.' ? 0 : text[i] - '0';
}

static void lifeStep(const unsigned char *now, unsigned char *next, int n) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      int around = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy)
            around += now[(y + dy + n) % n * n + (x + dx + n) % n];
      next[y * n + x] = around == 3 || (around == 2 && now[y * n + x]);
    }
}

static int life(int n, int steps, unsigned char *board) {
  unsigned char *other = malloc((size_t)n * n), *now = board, *next = other;
  unsigned state = 3;
  for (int i = 0; i < n * n; i++) {
    state = state * 1103515245 + 12345;
    now[i] = state >> 30 & 1;
  }
  for (int t = 0; t < steps; t++) {
    lifeStep(now, next, n);
    unsigned char *swap = now;
    now = next;
    next = swap;
  }
  int alive = 0;
  for (int i = 0; i < n * n; i++)
    alive += now[i];
  if (now != board)
    memcpy(board, now, (size_t)n * n);
  free(other);
  return alive;
}

static int sieve(unsigned char *isComposite, int limit, int *largest) {
  int count = 0;
  memset(isComposite, 0, limit + 1);
  for (int p = 2; (long)p * p <= limit; p++)
    if (!isComposite[p])
      for (int m = p * p; m <= limit; m += p)
        isComposite[m] = 1;
  for (int i = 2; i <= limit; i++)
    if (!isComposite[i]) {
      count++;
      *largest = i;
    }
  return count;
}

static long divisors(int n) {
  long sum = 1;
  for (int d = 2; (long)d * d <= n; d++)
    if (n % d == 0) {
      sum += d;
      if (d != n / d)
        sum += n / d;
    }
  return sum;
}

static int perfect(int limit, int *list) {
  int count = 0;
  for (int n = 2; n < limit; n++)
    if (divisors(n) == n && count < 8)
      list[count++] = n;
  return count;
}

static int knapsack(const int *weight, const int *value, int things, int *best) {
  for (int c = 0; c <= CAPACITY; c++)
    best[c] = 0;
  for (int t = 0; t < things; t++)
    for (int c = CAPACITY; c >= weight[t]; c--) {
      int with = best[c - weight[t]] + value[t];
      if (with > best[c])
        best[c] = with;
    }
  return best[CAPACITY];
}

static long collatz(int limit, int *start) {
  long longest = 0;
  for (int n = 1; n < limit; n++) {
    long length = 1;
    unsigned long long v = n;
    while (v != 1) {
      v = v & 1 ? 3 * v + 1 : v / 2;
      length++;
    }
    if (length > longest) {
      longest = length;
      *start = n;
    }
  }
  return longest;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8, side = argc > 2 ? atoi(argv[2]) : 64, limit = argc > 3 ? atoi(argv[3]) : 20000;
  printf("queens %ld\n", queens(n));

  Sudoku s;
  readSudoku(&s, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
  int solved = solve(&s, 0);
  printf("sudoku %d after %ld\n", solved, s.tries);
  show("cells", s.cell, sizeof s.cell);

  unsigned char *board = malloc((size_t)side * side);
  printf("alive %d\n", life(side, 30, board));
  show("board", board, (size_t)side * side);

  unsigned char *composite = malloc(limit + 1);
  int largest = 0, count = sieve(composite, limit, &largest);
  printf("primes %d, largest %d\n", count, largest);

  int list[8] = {0}, found = perfect(limit / 100 + 500, list);
  for (int i = 0; i < found; i++)
    printf("perfect %d\n", list[i]);

  int weight[THINGS], value[THINGS], best[CAPACITY + 1];
  for (int t = 0; t < THINGS; t++) {
    weight[t] = 5 + t * 37 % 90;
    value[t] = 10 + t * 53 % 170;
  }
  printf("knapsack %d\n", knapsack(weight, value, THINGS, best));

  int start = 0;
  long longest = collatz(limit / 10, &start);
  printf("collatz %ld from %d\n", longest, start);
  free(composite);
  free(board);
  return 0;
}
