// SPDX-License-Identifier: Apache-2.0
// Pipelines: loops whose iterations overlap but for stages in order; and loops
// that look so, but carry more than they show.
//
// args: 0
// args: 1
// args: 7
// args: 40
// args: 400
#include "../digest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { Size = 512 };

static unsigned mix(unsigned seed, int rounds) {
  unsigned h = seed * 2654435761u + 1;
  for (int i = 0; i < rounds; i++)
    h = (h ^ (h >> 15)) * 2246822519u + (unsigned)i;
  return h;
}

/* Output in order, and what it takes from the free stage. */
static void output(int n) {
  unsigned total = 0;
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 300);
    printf("%d: %u\n", i, r);
    total = total * 31 + r;
  }
  printf("total %u\n", total);
}

/* Backwards, in steps; the iterator and a private variable live on. */
static void last_values(int n) {
  int i;
  unsigned r = 17, sum = 0;
  static unsigned char buffer[Size];
  for (i = 3 * n; i > 0; i -= 3) {
    for (int k = 0; k < Size; k++)
      buffer[k] = (unsigned char)(k * i);
    r = mix(buffer[i % Size], 200);
    sum = sum * 7 + r;
  }
  printf("last %d %u %u\n", i, r, sum);
  show("buffer", buffer, sizeof buffer);
}

/* Counted otherwise; variables that move along start anew in each iteration. */
static void walking(int n) {
  static unsigned char input[16 * 401];
  const unsigned char *in = input;
  unsigned sum = 1, at = 3;
  int left = n;
  for (int i = 0; i < (int)sizeof input; i++)
    input[i] = (unsigned char)(i * 7 + i / 16);
  while (left-- > 0) {
    unsigned r = mix(in[0] + in[15] * at, 200);
    in += 16;
    at += 5;
    sum = sum * 3 + r + at;
  }
  printf("while %u %d %u %d\n", sum, left, at, (int)(in - input));
  for (const unsigned char *p = input, *q = input + 400; p < input + n; p++) {
    unsigned r = mix(*p + *q--, 100);
    sum = (sum ^ r) * 5;
  }
  printf("pointers %u\n", sum);
  int k = 0;
  do {
    unsigned r = mix((unsigned)k, 100);
    printf("%u ", r);
    k += 3;
  } while (k < n);
  printf("\ndo %d\n", k);
  for (k = n; k < 2 * n; k += 2) {
    unsigned r = mix((unsigned)k, 100);
    printf("%u ", r);
  }
  printf("\nfor %d\n", k);
}

/* Work buffers behind pointers; the stream's state is behind a pointer, too. */
typedef struct {
  long fill;
  int step;
  unsigned sum;
} Stream;

static void fill(unsigned char *p, int n) {
  for (int i = 0; i < Size; i++)
    p[i] = (unsigned char)(i * i + n * 7);
}

static void reverse(const unsigned char *p, unsigned char *q) {
  for (int i = 0; i < Size; i++)
    q[i] = p[Size - 1 - i] ^ p[i];
}

static void code(Stream *s, const unsigned char *p) {
  for (int i = 0; i < Size; i++)
    s->sum = s->sum * 31 + p[i] / (unsigned)s->step;
  s->fill += s->sum % 100 - 50;
  if (s->fill > 0 && s->step < 30)
    s->step++;
  else if (s->step > 1)
    s->step--;
}

static void frames(int n) {
  Stream s = {0, 8, 1};
  unsigned char *a = malloc(Size), *b = malloc(Size);
  if (!a || !b)
    exit(1);
  for (int i = 0; i < n; i++) {
    fill(a, i);
    reverse(a, b);
    code(&s, b);
  }
  printf("frames %ld %d %u\n", s.fill, s.step, s.sum);
  free(a);
  free(b);
}

/* A first stage in order, too: what it draws is the iteration's own. */
static void both_ends(int n) {
  unsigned seed = 1, sum = 0;
  for (int i = 0; i < n; i++) {
    seed = seed * 1103515245 + 12345;
    unsigned mine = seed >> 8;
    unsigned r = mix(mine, 100 + (int)(mine % 400));
    sum = (sum ^ r) * 16777619u;
  }
  printf("both ends %u %u\n", seed, sum);
}

/* The stage stands under a condition. */
static void sometimes(int n) {
  unsigned sum = 0;
  int count = 0;
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 200);
    if (r % 3 == 0) {
      printf("%u ", r);
      if (r % 2)
        sum += r / (unsigned)(count + 1);
    } else if (r % 5 == 0)
      count++;
  }
  printf("\nsometimes %u %d\n", sum, count);
}

/* Left out by 'continue', also from within. */
static void skipped(int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 200);
    if (r & 1)
      continue;
    sum = sum * 5 + r;
    if (r & 2)
      continue;
    printf("%u ", r);
  }
  printf("\nskipped %u\n", sum);
  int last = -1;
  for (int i = 0; i < n; i++) {
    if (i % 7 == 3)
      continue;
    int r = (int)(mix((unsigned)i, 200) % 5);
    switch (r) {
    case 1:
      continue;
    case 2:
      break;
    default:
      last = i;
    }
    printf("%d %d, ", i, last);
  }
  printf("\nlast %d\n", last);
}

/* What looks free has state of its own. */
static unsigned filtered(unsigned x) {
  static unsigned state = 3;
  state = mix(state ^ x, 100);
  return state;
}

static void hidden_state(int n) {
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 200);
    unsigned f = filtered(r);
    unsigned g = mix(f, 200);
    printf("%u ", g);
  }
  printf("\n");
}

/* State behind a pointer that may lead anywhere. */
static unsigned cells[4];
static unsigned *volatile where = cells;

static void state_behind_pointer(int n) {
  unsigned *p = where, *q = where + 1;
  for (int i = 0; i < n; i++) {
    p[i & 1] += mix((unsigned)i, 200);
    unsigned r = mix((unsigned)i + 9, 200);
    q[0] = q[0] * 3 + r;
    printf("%u ", p[1]);
  }
  printf("\n");
}

/* A later stage reads what the next iteration's first one writes; the free part
 * between them is part of one stage. */
static void anti(int n) {
  unsigned *p = where + 2, *q = where, out[512] = {0};
  for (int i = 0; i < n; i++) {
    p[0] = (unsigned)i * 3;
    unsigned r = mix((unsigned)i, 300);
    out[i] = r + q[i % 4];
    printf("%u ", r);
  }
  show("\nanti", out, sizeof out);
}

/* Only later iterations' later items need it: the reader may be free. */
static void forward(int n) {
  static unsigned made[512], used[512];
  unsigned state = 1;
  for (int i = 1; i < n; i++) {
    state = state * 5 + 3;
    made[i] = state;
    unsigned r = mix(made[i - 1], 300);
    used[i] = r;
    printf("%u ", r);
  }
  show("\nforward", used, sizeof used);
}

/* One sequence of random numbers, drawn from in two places. */
static void random_numbers(int n) {
  unsigned sum = 0;
  srand(5);
  for (int i = 0; i < n; i++) {
    unsigned a = (unsigned)rand();
    unsigned r = mix(a, 200);
    unsigned b = (unsigned)rand();
    unsigned t = mix(b, 200);
    sum = sum * 31 + (r ^ t);
  }
  printf("random %u\n", sum);
}

/* A pipeline in an iteration of another loop. */
static void nested(int n) {
  unsigned sum = 0;
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < n; i++) {
      unsigned r = mix((unsigned)(i * j), 200);
      sum = sum * 3 + r;
    }
    sum = mix(sum, 10);
    printf("nested %u\n", sum);
  }
}

/* Where the stage in order is in a loop of the body. */
static void deeper(int n) {
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 300);
    for (int k = 0; k < i % 4; k++) {
      printf("%u ", r + (unsigned)k);
      fprintf(stderr, "%d.%d\n", i, k);
    }
  }
  printf("\n");
}

/* errno after the loop is the last error. */
static void errors(int n) {
  unsigned sum = 0;
  errno = 0;
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 200);
    if (r % 4 == 1)
      sum += (unsigned)strtoul("99999999999999999999999", NULL, 10) & 1;
    sum = sum * 3 + r;
  }
  printf("errors %u %d\n", sum, errno == ERANGE);
}

/* The loop ends with the program. */
static void leaves(int n) {
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 200);
    printf("%u ", r);
    if (i == 30)
      exit(3);
  }
  printf("\n");
}

/* 'p' would promise for the whole loop what holds in each iteration. */
static void unaliased(int n) {
  unsigned *restrict p = malloc(4 * sizeof *p);
  if (!p)
    exit(1);
  p[0] = p[1] = 1;
  for (int i = 0; i < n; i++) {
    unsigned r = mix((unsigned)i, 200);
    p[0] = p[0] * 3 + r;
    p[1] += p[0];
  }
  printf("unaliased %u %u\n", p[0], p[1]);
  free(p);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 20;
  output(n);
  last_values(n);
  walking(n);
  frames(n);
  both_ends(n);
  sometimes(n);
  skipped(n);
  hidden_state(n);
  state_behind_pointer(n);
  anti(n);
  forward(n);
  random_numbers(n);
  nested(n);
  deeper(n);
  errors(n);
  unaliased(n);
  leaves(n);
  return 0;
}
