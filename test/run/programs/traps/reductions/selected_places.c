// SPDX-License-Identifier: Apache-2.0
//
// Selections whose best value and companions are in memory, where they overlap
// each other, the data or the loop's own header, are used on the way, are not
// there at all, or cannot be reached by a plain pointer.
#include "../../digest.h"
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define N 3000
static int a[N], m[N], out[N], global_i;
static double d[N];
static unsigned char c[N];

static void fresh(int turn) {
  for (int i = 0; i < N; i++) {
    a[i] = turn ? (i * 7919) % 1009 - 500 : i % 7 - 3 + i / 1000;
    m[i] = a[i];
    d[i] = i % 300 == 7 ? NAN : a[i] * 0.37;
    c[i] = (unsigned char)(i * 31);
  }
}

static void find_max(const int *x, int n, int *max, int *pos) {
  for (int i = 0; i < n; i++)
    if (x[i] > *max) {
      *max = x[i];
      *pos = i;
    }
}
static void find_min_last(const int *x, int n, int *min, int *pos) {
  for (int i = 0; i < n; i++)
    if (*min >= x[i]) {
      *pos = i;
      *min = x[i];
    }
}
static void elements(int *x, int n, int j, int k, int from) {
  for (int i = from; i < n; i++)
    if (x[i] > x[j]) {
      x[j] = x[i];
      x[k] = i;
    }
}
static void until(const int *x, const int *n, int *max, int *pos) {
  for (int i = 0; i < *n; i++)
    if (x[i] > *max) {
      *max = x[i];
      *pos = i / 2;
    }
}
static void counted(const int *x, int n, int *max, int *pos) {
  for (global_i = 0; global_i < n; global_i++)
    if (x[global_i] > *max) {
      *max = x[global_i];
      *pos = global_i + 3;
    }
}
static void overlap(void) {
  int one = -9, two = -9;
  find_max(a, N, &one, &one);
  find_min_last(a, N, &two, &two);
  find_max(m, N, &m[1700], &m[3]);
  find_max(m, N, &m[0], &m[2999]);
  find_min_last(m, 2900, &m[2950], &m[1]);
  find_max(m + 5, 2900, &m[2950], &m[1]);
  elements(m, N, 3, 7, 0);
  elements(m, N, 3, 7, 10);
  elements(m, N, 2999, 7, 10);
  elements(m, 2000, 2500, 2500, 10);
  elements(m, 2000, 2500, 2501, 0);
  printf("%d %d\n", one, two);
  show("m", m, sizeof m);
  int n = 2500, max = -10000, at = 0;
  until(a, &n, &max, &n);
  printf("%d %d ", n, max);
  n = 2000, max = -3;
  until(a, &n, &n, &at);
  until(a, &n, &max, &at);
  printf("%d %d %d ", n, max, at);
  max = -10000;
  counted(a, N, &max, &global_i);
  printf("%d %d ", max, global_i);
  counted(a, N, &global_i, &at);
  printf("%d %d\n", global_i, at);
}

struct best {
  int value, at, before;
  const char *name;
  struct best *next;
};
static struct best g, chain[4];
static int seen(const struct best *s) { return s->at; }

static void on_the_way(struct best *s, const int *x, int n) {
  int sum = 0, records = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
    out[i] = s->value;
  }
  s->value = -10000;
  for (int i = 0; i < n; i++) {
    sum += s->at;
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
  }
  s->value = -10000;
  for (int i = 0; i < n; i++) {
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
    sum += seen(s);
  }
  s->value = -10000;
  for (int i = 0; i < n; i++)
    if (x[i] > s->value) {
      s->before = s->value;
      s->value = x[i];
      s->at = s->before + i;
    }
  sum += s->before + s->at;
  s->value = -10000;
  for (int i = 0; i < n; i++)
    if (x[i] > s->value) {
      s->value = x[i] + 1;
      s->at = i;
    }
  sum += s->at;
  s->value = -10000;
  for (int i = 0; i < n; i++)
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
      records++;
    }
  s->value = -10000;
  for (int i = 0; i < n; i++) {
    struct best copy = *s;
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
    out[i] += copy.at;
  }
  for (int i = 0; i < n; i++) {
    if (x[i] < s->value) {
      s->value = x[i];
      s->at = i;
    }
    if (i % 400 == 399)
      s->value += 50;
  }
  for (int i = 0; i < n; i++) {
    if (x[i] < s->value) {
      s->value = x[i];
      s->at = i;
    }
    if (x[i] > s->before) {
      s->before = x[i];
      s->at = -i;
    }
  }
  printf("%d %d %d %d %d\n", sum, records, s->value, s->at, s->before);
  show("out", out, sizeof out);
}

static void moving(const int *x, int n) {
  struct best *s = chain;
  for (int i = 0; i < n; i++) {
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
    if (i % 1000 == 500)
      s = s->next;
  }
  s = chain;
  for (int i = 0; i < n; i++)
    if (x[i] < s->value) {
      s->value = x[i];
      s = s->next;
    }
  for (int i = 0; i < n; i++)
    if (x[i] >= chain[i / 1000].value) {
      chain[i / 1000].value = x[i];
      chain[i / 1000].at = i;
    }
  int *p = m;
  for (int i = 0; i < n; i++) {
    if (x[i] > *p) {
      *p = x[i];
      p[1] = i;
    }
    p += i % 64 == 63;
  }
  struct best **q = &s;
  for (int i = 0; i < n; i++)
    if (x[i] > (*q)->value) {
      (*q)->value = x[i];
      (*q)->name = "moved";
      *q = (*q)->next;
    }
  for (int i = 0; i < 4; i++)
    printf("%d %d %s ", chain[i].value, chain[i].at, chain[i].name);
  show("m", m, sizeof m);
}

static int leaving(struct best *s, const int *x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
    if (x[i] == 400)
      break;
  }
  for (int i = 0; i < n; i++)
    if (x[i] < s->value) {
      s->value = x[i];
      s->at = i;
      if (i > 200)
        return i;
    }
  return -1;
}

/* A null pointer, or memory that is not there, is not touched. */
static void where_marked(struct best *s, const int *x, const int *mark, int n) {
  for (int i = 0; i < n; i++)
    if (mark[i] == 77)
      if (x[i] > s->value) {
        s->value = x[i];
        s->at = i;
      }
  for (int i = 0; i < n; i++)
    if (s && x[i] > s->value) {
      s->value = x[i];
      s->at = i;
    }
}
static void by_members(struct best **s, const int *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > s[0]->value) {
      s[0]->value = x[i];
      s[1]->at = i;
    }
}
static void not_there(void) {
  int max = 100000, none = 0;
  struct best high = {100000, 5, 0, "high", 0}, low = {-100000, 0, 0, "l", 0};
  struct best *both[2] = {&high, NULL};
  find_max(a, 0, NULL, NULL);
  find_max(NULL, 0, NULL, NULL);
  find_max(a, N, &max, NULL);
  until(a, &none, NULL, NULL);
  where_marked(NULL, a, out, 0);
  for (int i = 0; i < N; i++)
    out[i] = i & 15;
  where_marked(NULL, a, out, N);
  out[2100] = 77;
  where_marked(&low, a, out, N);
  by_members(both, a, N);
  both[1] = &low;
  by_members(both, a, N);
  high.value = -600;
  by_members(both, a, N);
  long page = sysconf(_SC_PAGESIZE);
  char *p = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p + page, (size_t)page, PROT_NONE))
    exit(1);
  int *end = (int *)(p + page);
  end[-1] = 100000;
  find_max(a, N, end - 1, end); /* nothing is selected */
  end[-1] = -100000;
  find_max(a, N, end - 1, end - 2);
  printf("%d %d %d %d %d %d\n", max, low.value, low.at, high.value, end[-1],
         end[-2]);
}

union either {
  int i;
  unsigned u;
  float f;
};
struct odd {
  int bits : 11;
  int place : 13;
  volatile int shown;
  int at;
  union either e;
  enum colour { red, green, blue } hue;
  _Bool any;
  long double wide;
  void (*call)(int);
};
struct __attribute__((packed)) tight {
  char tag;
  int value, at;
};
static _Thread_local struct best mine;
static void call_one(int i) { printf("<%d>", i); }
static void call_two(int i) { printf("[%d]", i); }

static void forms(struct odd *o, struct tight *t, union either *u) {
  for (int i = 0; i < N; i++)
    if (a[i] > o->bits) {
      o->bits = a[i];
      o->at = i;
    }
  printf("%d %d ", o->bits, o->at);
  o->wide = -1e9L;
  for (int i = 0; i < N; i++)
    if (d[i] * 2.0L > o->wide) {
      o->wide = d[i] * 2.0L;
      o->place = i;
    }
  printf("%Lg %d ", o->wide, o->place);
  for (int i = 0; i < N; i++)
    if (a[i] > o->shown) {
      o->shown = a[i];
      o->at = i;
    }
  for (int i = 0; i < N; i++)
    if (a[i] > o->e.i) {
      o->e.i = a[i];
      o->at = i;
    }
  printf("%d %d %d ", o->shown, o->e.i, o->at);
  for (int i = 0; i < N; i++)
    if (a[i] > u[0].i) {
      u[0].i = a[i];
      u[1].u = (unsigned)i;
    }
  for (int i = 0; i < N; i++)
    if (a[i] < u[2].i) {
      u[2].i = a[i];
      u[2].u = 4000000000u - (unsigned)i;
    }
  printf("%d %u %d ", u[0].i, u[1].u, u[2].i);
  for (int i = 0; i < N; i++)
    if (a[i] > t->value) {
      t->value = a[i];
      t->at = i;
    }
  int low = 1000;
  for (int i = 0; i < N; i++)
    if (a[i] < low) {
      low = a[i];
      o->hue = (enum colour)(i % 3);
      o->any = i & 2;
      o->call = i & 1 ? call_one : call_two;
      o->wide = i;
    }
  for (int i = 0; i < N; i++)
    if (a[i] > mine.value) {
      mine.value = a[i];
      mine.at = i;
    }
  o->call(t->at);
  printf("%d %d %d %Lg %d %d\n", t->value, o->hue, o->any, o->wide, mine.value,
         mine.at);
}

static void values(double *best, int *pos, unsigned char *low, short *at) {
  for (int i = 0; i < N; i++)
    if (d[i] >= *best) {
      *best = d[i];
      *pos = i;
    }
  for (int i = 0; i < N; i++)
    if (c[i] < *low) {
      *low = c[i];
      *at = (short)(i * 50);
    }
  for (int i = 0; i < N; i++)
    if (a[i] > *low) {
      *low = (unsigned char)a[i];
      *at = (short)i;
    }
  printf("%g %d %d %d\n", *best, *pos, *low, *at);
}

static void local_types(int n) {
  struct mine {
    int value;
    struct mine *from;
  } s = {-1000, NULL}, all[2] = {{1, NULL}, {2, NULL}};
  for (int i = 0; i < n; i++)
    if (a[i] > s.value) {
      s.value = a[i];
      s.from = &all[i & 1];
    }
  int *const best = &s.value;
  for (int i = 0; i < n; i++) {
    struct best *to = &g;
    if (a[i] < *best) {
      *best = a[i];
      to->at = i;
    }
  }
  printf("%d %d %d\n", s.value, s.from ? s.from->value : 0, g.at);
}

int main(void) {
  for (volatile int turn = 0; turn < 2; turn++) { /* no region of its own */
    fresh(turn);
    overlap();
    fresh(turn);
    for (int i = 0; i < 4; i++)
      chain[i] = (struct best){-10 * i, i, 0, "start", &chain[(i + 1) & 3]};
    g = chain[0];
    on_the_way(&g, a, N);
    on_the_way(&g, a, 1);
    moving(a, N);
    g.value = 0;
    printf("%d ", leaving(&g, a, N));
    printf("%d %d\n", g.value, g.at);
    not_there();
    struct odd o = {-20, 0, -7, 0, {0}, red, 0, 0, call_two};
    struct tight t = {0, -7, 0};
    union either u[3] = {{-5}, {0}, {1 << 20}};
    double best = NAN, other = -1e9;
    int pos = -1;
    unsigned char low = 200;
    short at = 0;
    mine.value = 0;
    forms(&o, &t, u);
    values(&best, &pos, &low, &at);
    low = 100;
    values(&other, &pos, &low, &at);
    local_types(N);
    local_types(3);
  }
  return 0;
}
