// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 13
//
// Loops that no header counts: lists, records of a text, `while`, `do`, loops
// that something in their midst ends. Copies come to their iterations by what
// headers do; that may be wrong, as iterations insert, remove and turn around
// what is to come, or end the loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 150 };

struct node {
  struct node *next;
  unsigned key, found;
};

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

static void say(const char *name, unsigned x) { printf("%s %u\n", name, x); }

static struct node *list(unsigned n) {
  struct node *head = NULL;
  for (unsigned i = n; i-- > 0;) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){head, i * 2654435761u, 0};
    head = node;
  }
  return head;
}

static void drop(struct node *head) {
  unsigned sum = 0;
  while (head) {
    struct node *next = head->next;
    sum = sum * 31 + head->found;
    free(head);
    head = next;
  }
  say("list", sum);
}

/* The cursor is the header's own. */
static void in_a_header(struct node *head) {
  for (struct node *p = head, *last = NULL; p != last; p = p->next)
    p->found = work(p->key, 20 + (int)(p->key % 7));
}

/* It moves on at the end, by what stands before. */
static void at_the_end(struct node *head) {
  struct node *cur = head;
  int n = 0;
  while (cur != NULL) {
    struct node *next = cur->next;
    unsigned x = work(cur->key, 30);
    cur->found = x ^ (unsigned)n;
    n++;
    cur = next;
  }
  say("count", (unsigned)n);
}

/* The end of an iteration goes before the step: it changes where that leads. */
static void skips_ahead(struct node *head) {
  unsigned sum = 0;
  for (struct node *p = head; p != NULL; p = p->next) {
    unsigned x = work(p->key, 25);
    if (x % 16 == 3 && p->next) {
      struct node *gone = p->next;
      p->next = gone->next;
      gone->next = NULL;
      free(gone);
    }
    p->found = x;
    sum = sum * 33 + x;
  }
  say("skips", sum);
}

/* Iterations put in what the next ones come to. */
static void inserts(struct node *head) {
  unsigned sum = 0;
  struct node *p = head;
  while (p) {
    unsigned x = work(p->key, 15);
    p->found = x;
    if (x % 32 == 5) {
      struct node *more = malloc(sizeof *more);
      *more = (struct node){p->next, x, 0};
      p->next = more;
    }
    sum = sum * 33 + x;
    p = p->next;
  }
  say("inserts", sum);
}

/* All of the list is turned around. */
static struct node *turned(struct node *head) {
  struct node *done = NULL;
  while (head) {
    struct node *rest = head->next;
    head->found += work(head->key, 12);
    head->next = done;
    done = head;
    head = rest;
  }
  return done;
}

struct reader {
  const unsigned char *at, *end;
  unsigned records;
};

static int next(struct reader *r, unsigned *kind, unsigned *bytes) {
  if (r->end - r->at < 2)
    return 0;
  *kind = r->at[0];
  *bytes = r->at[1] % 8u;
  r->at += 2;
  if ((size_t)(r->end - r->at) < *bytes)
    return 0;
  r->at += *bytes;
  r->records++;
  return 1;
}

/* The condition reads on, and has read on when it is false. */
static void records(const unsigned char *text, unsigned size) {
  struct reader r = {text, text + size, 0};
  unsigned kind = 0, bytes = 0;
  long of_kind[256] = {0};
  while (next(&r, &kind, &bytes))
    of_kind[kind] += work(kind * 77 + bytes, 20) % 1000;
  unsigned sum = kind + bytes + r.records;
  for (int i = 0; i < 256; i++)
    sum = sum * 31 + (unsigned)of_kind[i];
  say("records", sum);
}

/* Who reads on is chosen at run time. */
static int next_short(struct reader *r, unsigned *kind, unsigned *bytes) {
  *bytes = 0;
  if (r->at == r->end)
    return 0;
  *kind = *r->at++;
  return (int)++r->records;
}

static int (*const readers[])(struct reader *, unsigned *,
                              unsigned *) = {next, next_short};

static void chosen(const unsigned char *text, unsigned size, unsigned which) {
  struct reader r = {text, text + size, 0};
  unsigned kind = 0, bytes = 0, sum = 0;
  while (readers[which % 2](&r, &kind, &bytes))
    sum += work(kind * 77 + bytes, 20) % 1000;
  say("chosen", sum + kind + bytes + r.records);
}

/* What an iteration finds ends the loop. */
static int first_of(const struct node *head, unsigned remainder) {
  int n = 0;
  for (;;) {
    if (!head)
      return -1;
    if (work(head->key, 40) % 101 == remainder)
      break;
    head = head->next;
    n++;
  }
  return n;
}

static unsigned returns(const char *text) {
  const char *p = text;
  while (*p) {
    unsigned x = work((unsigned char)*p, 30);
    if (x % 997 == 1)
      return x;
    p++;
  }
  return (unsigned)(p - text);
}

/* The step needs what the iteration has found at its beginning, or in its
 * midst, in a variable from around. */
static void lines(const char *text, unsigned size) {
  const char *p, *end = text + size, *rest;
  unsigned sum = 0, n = 0, far;
  for (p = text; p < end; p = rest + 1) {
    rest = memchr(p, 'a', (size_t)(end - p));
    if (!rest)
      rest = end;
    sum += work((unsigned)(rest - p), 20) % 100;
    n++;
  }
  for (p = text; p < end; p += far) {
    unsigned x = work((unsigned char)*p, 20);
    far = x % 7 == 2 ? 5 : 1;
    sum = sum * 31 + x;
  }
  say("lines", sum + n);
}

static void last_is_asked(const unsigned *of, int n) {
  unsigned x, sum = 0;
  int i = 0;
  do {
    x = work(of[i], 16);
    sum = sum * 31 + x;
  } while (++i < n && x % 50 != 3);
  say("asked", sum + x);
}

/* The first iteration is not asked for. */
static void once_at_least(int n) {
  unsigned sum = 0;
  int left = n;
  do {
    unsigned x = work((unsigned)left, 20);
    if (x % 9 == 4)
      continue;
    sum += x;
  } while (--left > 0);
  say("do", sum + (unsigned)left);
}

/* What its condition needs changes in the midst. */
static void until_enough(unsigned enough) {
  unsigned sum = 0, i = 0;
  while (sum < enough) {
    unsigned x = work(i, 10);
    sum += x % 64;
    i++;
  }
  say("enough", sum + i);
}

/* A queue that grows behind. */
static void queue(void) {
  static unsigned of[4 * N];
  unsigned head = 0, tail = 1, sum = 0;
  of[0] = 1;
  while (head < tail && tail < 4 * N - 2) {
    unsigned x = work(of[head++], 8);
    of[tail++] = x;
    if (x & 1)
      of[tail++] = x >> 3;
    sum = sum * 31 + x;
  }
  say("queue", sum + head + tail);
}

/* Two cursors, of which one moves now and then; merging. */
static void merge(const unsigned *a, const unsigned *b, unsigned *to, int n) {
  int i = 0, k = 0, at = 0;
  while (i < n && k < n) {
    unsigned x = a[i], y = b[k];
    unsigned w = 0;
    for (int m = 0; m < 10; m++)
      for (int l = 0; l < 3; l++)
        w = w * 31 + x + y;
    if (x < y) {
      to[at++] = x ^ (w & 1);
      i++;
    } else {
      to[at++] = y ^ (w & 1);
      k++;
    }
  }
  say("merge", (at ? to[at / 2] : 0) + (unsigned)(i + k));
}

/* Elements are dropped from the array that the loop goes through. */
static void last_comes_here(unsigned *of, int n) {
  int i = 0;
  while (i < n) {
    unsigned x = work(of[i], 12);
    if (x % 8 == 0) {
      of[i] = of[--n];
      continue;
    }
    of[i] = x;
    i++;
  }
  unsigned sum = (unsigned)n;
  for (i = 0; i < n; i++)
    sum = sum * 31 + of[i];
  say("kept", sum);
}

/* The header's condition calls, and its count goes by steps of the body. */
static int is_open(const unsigned *of, int i) { return of[i] != 0; }

static void strides(const unsigned *of, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n && is_open(of, i); i++) {
    unsigned x = work(of[i], 20);
    sum ^= x;
    if (x % 16 == 1)
      i++;
  }
  say("strides", sum);
}

/* Values that the loop leaves: the last that the condition has given. */
static void leaves(const unsigned *of, int n) {
  int i = 0;
  unsigned c, last = 0;
  while ((c = of[i++]) != 0 && i < n) {
    last = work(c, 20);
    if (last % 64 == 9)
      break;
  }
  say("leaves", c + last + (unsigned)i);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  struct node *a = list((unsigned)n);
  in_a_header(a);
  at_the_end(a);
  skips_ahead(a);
  inserts(a);
  a = turned(a);
  say("first", (unsigned)first_of(a, 7));
  say("none", (unsigned)first_of(a, 200));
  drop(a);
  unsigned char *text = malloc((size_t)n * 8 + 1);
  for (int i = 0; i < n * 8; i++)
    text[i] = (unsigned char)(work((unsigned)i, 3) | 1);
  text[n * 8] = 0;
  records(text, (unsigned)n * 8);
  chosen(text, (unsigned)n, 1);
  chosen(text, (unsigned)n * 8, 2);
  say("returns", returns((const char *)text));
  lines((const char *)text, (unsigned)n * 8);
  once_at_least(n);
  once_at_least(1);
  until_enough((unsigned)n * 32);
  queue();
  unsigned *x = malloc((size_t)n * sizeof *x),
           *y = malloc((size_t)n * sizeof *y),
           *z = malloc((size_t)n * 2 * sizeof *z);
  for (int i = 0; i < n; i++) {
    x[i] = (unsigned)i * 7 + 1;
    y[i] = (unsigned)i * 5 + 2;
  }
  merge(x, y, z, n);
  strides(x, n);
  leaves(x, n);
  last_is_asked(x, n);
  last_comes_here(y, n);
  free(text);
  free(x);
  free(y);
  free(z);
  return 0;
}
