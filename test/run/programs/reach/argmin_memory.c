// SPDX-License-Identifier: Apache-2.0
//
// The best so far and its companions are places in memory: behind pointers, in
// members of structs, in elements of arrays, or only some of them are.
#include "../digest.h"

#define N 20000
static int a[N], b[120][300];
static double d[N];
static short narrow[N];
static const char *names[4] = {"north", "east", "south", "west"};

struct best {
  double value;
  int at;
  short tag;
  const char *name;
};

struct rows {
  double hi[8];
  int where[8];
  struct best one;
};

static struct rows table;

static void find_max(const int *x, int n, int *max, int *pos) {
  for (int i = 0; i < n; i++)
    if (x[i] > *max) {
      *max = x[i];
      *pos = i;
    }
}

static void find_last(const int *x, int n, int *max, int *pos, char *parity) {
  for (int i = n - 1; i >= 0; i--)
    if (*max <= x[i]) {
      *pos = i;
      *max = x[i];
      *parity = (char)(i & 1);
    }
}

static void nearest(struct best *s, const double *x, int n, double to) {
  for (int i = 0; i < n; i++) {
    double way = (x[i] - to) * (x[i] - to);
    if (way < s->value) {
      s->value = way;
      s->at = i;
      s->tag = (short)(i * 3);
      s->name = names[i & 3];
    }
  }
}

/* Only some elements are looked at. */
static void marked(struct best *s, const double *x, const int *mark, int n) {
  for (int i = 0; i < n; i++)
    if (mark[i] % 3 == 1)
      if (x[i] > s->value) {
        s->value = x[i];
        s->at = i;
      }
}

static void of_row(struct rows *r, const double *x, int n, int k) {
  for (int i = 0; i < n; i++)
    if (x[i] >= r->hi[k]) {
      r->hi[k] = x[i];
      r->where[k] = i;
    }
}

/* The members are pointers themselves. */
struct views {
  double *hi;
  int *where;
};
static void behind(struct views *v, const double *x, int n, int k) {
  for (int i = 0; i < n; i++)
    if (x[i] > v->hi[k]) {
      v->hi[k] = x[i];
      v->where[k] = i;
    }
}

/* The address of a companion is read by chunks that select. */
static int far_at[2], *places[2] = {far_at, far_at + 1};
static void far_away(const int *x, int n, int which) {
  static int far_best = 3;
  for (int i = 0; i < n; i++)
    if (x[i] >= far_best) {
      far_best = x[i];
      places[which][0] = i;
    }
  printf("%d %d %d\n", far_best, far_at[0], far_at[1]);
}

/* One of the two is a variable; the last branch has no companion. */
static int mixed(const int *x, int n, int *at) {
  int best = -1, low = 1 << 30, which = -1, lows[3] = {0, 1 << 30, 0};
  double equal[2] = {1e300, -1e300};
  for (int i = 0; i < n; i++)
    if (x[i] > best) {
      best = x[i];
      *at = i;
    }
  for (int i = 0; i < n; i++)
    if (x[i] < lows[1]) {
      lows[1] = x[i];
      which = i;
    }
  for (int i = 0; i < n; i++)
    if (d[i] >= equal[1])
      equal[1] = d[i];
  for (int i = 1; i < n; i++)
    if (x[i] < x[low & 0]) {
      low = i;
      lows[2] = i;
    }
  printf("%d %d %g %d %d\n", lows[1], which, equal[1], low, lows[2]);
  return best;
}

/* Two selections in one loop, and two branches that make one. */
static struct best several(const double *x, int n, struct rows *r) {
  struct best high = {-1, -1, 0, "none"};
  for (int i = 0; i < n; i++) {
    if (x[i] > high.value) {
      high.value = x[i];
      high.at = i;
      high.name = names[i & 3];
    }
    if (x[i] < r->one.value) {
      r->one.value = x[i];
      r->one.at = i;
    }
  }
  for (int i = 0; i + 1 < n; i += 2) {
    if (x[i] < table.hi[7]) {
      table.hi[7] = x[i];
      table.where[7] = i;
    }
    if (x[i + 1] < table.hi[7]) {
      table.where[7] = i + 1;
      table.hi[7] = x[i + 1];
    }
  }
  return high;
}

static void nest(int rows, int *best, int *r, int *c) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 300; j++)
      if (b[i][j] < *best) {
        *best = b[i][j];
        *r = i;
        *c = j;
      }
}

static void of_narrow(const short *x, int n, short *max, unsigned char *pos) {
  for (int i = 0; i < n; i++)
    if (x[i] > *max) {
      *max = x[i];
      *pos = (unsigned char)i;
    }
}

/* The pair starts anew in each row: the rows are independent. */
static void each_row(int rows, int *at) {
  struct best s;
  for (int i = 0; i < rows; i++) {
    s.value = 1e9;
    s.at = -1;
    for (int j = 0; j < 300; j++)
      if (b[i][j] * 0.5 < s.value) {
        s.value = b[i][j] * 0.5;
        s.at = j;
      }
    at[i] = s.at;
  }
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 5, 63, 299, 4001, N};
  volatile double zero = 0.0;
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 48271LL + 11) % 997);
    d[i] = i % 50 == 3 ? zero / zero : i % 7 == 2 ? -0.0 : (double)(a[i] % 90);
    narrow[i] = (short)(a[i] * 60 - 30000);
  }
  for (int i = 0; i < 120; i++)
    for (int j = 0; j < 300; j++)
      b[i][j] = (i * 7919 + j * 104729) % 1013;
  for (volatile int k = 0; k < 8; k++) { /* no region of its own */
    int n = sizes[k];
    int max = -1, pos = -1, last = -5, at = -7, r = -1, c = -1, ats[120] = {0};
    int least = 1 << 30;
    char parity = 'x';
    short most = -32768;
    unsigned char place = 77;
    struct best s = {1e300, -1, 7, "nobody"}, t = {-1, -2, 3, "no one"};
    for (int j = 0; j < 8; j++)
      table.hi[j] = j == 7 ? 1e9 : 3.0 * j, table.where[j] = -j;
    table.one = s;
    if (n == 0) { /* nothing to read */
      find_max(a, n, 0, 0);
      nearest(0, d, n, 1.5);
      of_row(0, d, n, 3);
      nest(n, 0, 0, 0);
    }
    find_max(a, n, &max, &pos);
    find_max(a, n, &max, &at); /* as good as the best: nothing is selected */
    printf("%d %d %d\n", max, pos, at);
    find_last(a, n, &last, &at, &parity);
    printf("%d %d %d\n", last, at, parity);
    nearest(&s, d, n, 41.7);
    marked(&t, d, a, n);
    printf("%g %d %d %s %g %d\n", s.value, s.at, s.tag, s.name, t.value, t.at);
    of_row(&table, d, n, 5);
    of_row(&table, d, n, k & 7);
    struct views views = {table.hi, table.where}, none = {table.hi, NULL};
    behind(&views, d, n, 6);
    behind(&views, d, n, (k + 2) & 7);
    table.hi[4] = 1e10;
    behind(&none, d, n, 4);
    far_away(a, n, k & 1);
    max = mixed(a, n, &at);
    printf("%d %d\n", max, at);
    t = several(d, n, &table);
    printf("%g %d %d %s\n", t.value, t.at, t.tag, t.name);
    show("table", table.hi, sizeof table.hi);
    show("where", table.where, sizeof table.where);
    printf("%g %d %s\n", table.one.value, table.one.at, table.one.name);
    nest(n < 120 ? n : 120, &least, &r, &c);
    of_narrow(narrow, n, &most, &place);
    printf("%d %d %d %d %d\n", least, r, c, most, place);
    each_row(n < 120 ? n : 120, ats);
    show("rows", ats, sizeof ats);
  }
  return 0;
}
