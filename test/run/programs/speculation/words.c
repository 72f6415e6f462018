// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 2
//
// Blocks in expressions: those that <ctype.h> has, in functions that are cloned
// and in a loop's own header, and the program's own, whose values are assigned,
// added and compared. Literals, which are no such blocks, keep a loop from it.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST(A, B)                                                            \
  __extension__({                                                              \
    __auto_type a_ = (A);                                                      \
    __auto_type b_ = (B);                                                      \
    int least_;                                                                \
    if (a_ < b_) {                                                             \
      least_ = a_;                                                             \
    } else {                                                                   \
      while (b_ < -5) {                                                        \
        b_++;                                                                  \
      }                                                                        \
      least_ = b_;                                                             \
    }                                                                          \
    least_;                                                                    \
  })

enum { N = 150, BYTES = 48 };

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

static unsigned lowered(char *to, const char *s) {
  unsigned n = 0, digits = 0;
  for (; *s; s++) {
    digits += isdigit((unsigned char)*s) != 0;
    to[n++] = (char)tolower((unsigned char)*s);
  }
  to[n] = 0;
  return n * 100 + digits;
}

static char words[N][BYTES], low[N][BYTES];
static int counts[64], least[N];

static void lower(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = lowered(low[i], words[i]) + work((unsigned)i, 30);
    counts[x % 64]++;
    counts[x % 7] += LEAST((int)(x % 50), i);
    least[i] = LEAST(least[(i * 7) % n], (int)(x % 91));
  }
}

static unsigned letters(const char *text) {
  unsigned sum = 0;
  const char *p = text;
  while (tolower((unsigned char)*p) != 'z') {
    sum += work((unsigned char)*p, 40) % 100;
    p++;
  }
  return sum;
}

struct link {
  const struct link *next;
  unsigned of;
};

/* A literal behind nothing but a parenthesis and `&`. */
static unsigned linked(unsigned x) {
  unsigned all = x;
  for (const struct link *p = &(struct link){NULL, x}; p; p = p->next)
    all ^= work(p->of, 10);
  return all;
}

struct pair {
  int of[2];
};

static int sum(const struct pair *p) { return p->of[0] * 3 + p->of[1]; }

static unsigned literals(int n) {
  unsigned all = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 40);
    least[i] = (struct pair){{(int)(x % 9), i}}.of[x & 1];
    all += (unsigned)LEAST(i, (int)(x % 77)) + linked(x);
    all ^= (unsigned)sum(&(struct pair){{i, least[i]}});
  }
  return all;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  for (int i = 0; i < n; i++)
    snprintf(words[i], BYTES, "%x-%dAbC%X", i * 77, i, i * 9091);
  lower(n);
  unsigned all = literals(n);
  for (int i = 0; i < n; i++)
    all = all * 31 + (unsigned)low[i][i % 9] + (unsigned)least[i];
  for (int i = 0; i < 64; i++)
    all = all * 31 + (unsigned)counts[i];
  char *text = malloc((size_t)n + 2);
  for (int i = 0; i < n; i++)
    text[i] = words[i][i % 5];
  text[n] = 'Z';
  text[n + 1] = 0;
  printf("%u %u %s\n", all, letters(text), low[n - 1]);
  free(text);
  return 0;
}
