// SPDX-License-Identifier: Apache-2.0
//
/* Loops that end with the first iteration that finds something: in every
 * spelling, with the match in every place. */
#include "../digest.h"

#define N 40000
static int a[N], marks[N];
static double d[N];
static unsigned char bytes[N];
static struct item {
  int key, value;
} items[N];
static int rows[60][700];
/* Keeps the calls out of regions. */
static volatile int entered;
static int flag, where, trace[8], count;
static const char *name = "none";

static void clear(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = i;
    d[i] = i * 0.25;
    bytes[i] = (unsigned char)(i * 7);
    items[i].key = i ^ 3;
    items[i].value = i * 3;
    marks[i] = 0;
  }
}

/* Nothing changes if there is no match; the iterator lives on. */
static void plain(int n, int key) {
  entered++;
  int pos = -7, i;
  for (i = 0; i < n; i++)
    if (a[i] == key) {
      pos = i;
      break;
    }
  printf("plain %d %d\n", pos, i);
}

static void loops(int n, int key) {
  entered++;
  int i = 0, j = n, k = -1, *p, steps = 0;
  while (i < n && a[i] != key)
    i++;
  for (; j > 0; j--)
    if (a[j - 1] <= key)
      break;
  do {
    k++;
    steps += 3;
    if (items[k].key == key)
      break;
  } while (k + 1 < n);
  printf("loops %d %d %d %d\n", i, j, k, steps);
  for (i = 2, p = a + 2; i < n; i += 5, p++)
    if (bytes[i] == (key & 255) && a[i] > key / 2 && *p >= 0)
      break;
  printf("%d %d\n", i, (int)(p - a));
}

/* What comes before and behind the test; what is done on leaving. */
static void temporaries(int n, double limit) {
  entered++;
  double value = -1, square = -2, last = -3;
  int i, found = 0;
  for (i = 0; i < n; i++) {
    double twice = d[i] * 2;
    value = twice + a[i] / 3;
    square = value * value;
    if (square > limit) {
      found = i;
      flag++;
      trace[found & 7] += found;
      name = "found";
      break;
    }
    last = value - 1;
  }
  printf("temporaries %d %d %.17g %.17g %.17g %d %s\n", i, found, value, square,
         last, flag, name);
  show("trace", trace, sizeof trace);
}

static int half(int x) { return x / 2; }
static int matches(const struct item *it, int key) {
  return it->key == key || half(it->value) == -key;
}

/* Two ways out, an iteration that is skipped, a called function. */
static void ways(int n, int key) {
  entered++;
  int i, way = 0;
  for (i = 0; i < n; i++) {
    if (a[i] % 3 == 1)
      continue;
    if (matches(&items[i], key)) {
      way = 1;
      break;
    } else if (a[i] > key + 5000) {
      way = 2;
      where = i;
      break;
    }
  }
  printf("ways %d %d %d\n", i, way, where);
}

/* Inside a loop that goes on; a search in each of its iterations. */
static void repeated(int n) {
  entered++;
  int t, i, sum = 0;
  for (t = 0; t < 5; t++) {
    for (i = 0; i < n; i++)
      if (a[i] >= t * 4001) {
        a[i] += 3;
        break;
      }
    sum = sum * 31 + i;
    for (i = 0; i < n; i++)
      marks[i] += a[i] & t;
  }
  printf("repeated %d\n", sum);
  show("a", a, sizeof a);
  show("marks", marks, sizeof marks);
}

/* Looks at what loops beside it write. */
static void between(int key) {
  entered++;
  int i, t;
  for (t = 0; t < 3; t++) {
    for (i = 0; i < N; i++)
      a[i] = i * 3 + t;
    for (i = 0; i < N; i++)
      if (a[i] == key || a[i] == key + 1)
        break;
    marks[t] = i;
    for (i = 0; i < N; i++)
      a[i] = marks[t] - i;
    for (i = 0; i < N; i++)
      if (a[i] == key % 7)
        break;
    marks[t + 3] = i;
  }
  show("between", marks, 24);
  show("a", a, sizeof a);
}

/* A row of a matrix without zeros. */
static void row(int key) {
  entered++;
  int r, c, at = -1;
  for (r = 0; r < 60; r++) {
    int sum = 0;
    for (c = 0; c < 700; c++)
      sum += rows[r][c];
    if (sum == key) {
      at = r;
      break;
    }
  }
  printf("row %d %d\n", r, at);
}

/* Searches that return. */
static int *find(int n, int key) {
  entered++;
  int i;
  printf("f ");
  for (i = 0; i < n; i++)
    if (a[i] == key)
      return &a[i];
  return 0;
}
static int side(int x) {
  count += x;
  printf("side %d ", x);
  return x + 1;
}
static long ret2(int n, int key) {
  entered++;
  long t = 0, u = 7;
  int k = n;
  printf("g ");
  while (k > 0) {
    k--;
    t = a[k] * 3L;
    if (t == key) {
      count++;
      return side(k) + t;
    }
    if (a[k] == key / 2)
      break;
    u = t + 1;
  }
  return k * 100 + t + u;
}
static void nested(int n, int key) {
  entered++;
  int r, i;
  for (r = 0; r < 3; r++) {
    printf("r%d ", r);
    for (i = 0; i < n; i++)
      if (a[i] == key + r * 1000 && r == 2) {
        printf("at %d ", i);
        return;
      }
  }
  printf("none ");
}
static int two(int n, int key) {
  entered++;
  int i;
  printf("two ");
  for (i = 0; i < n && a[i] < N - 100; i++)
    if (a[i] == key)
      return i;
  if (n > 3)
    for (i = 0; i < n; i++) {
      int v = a[i] * 5, w;
      for (w = 0; w < 3; w++)
        if (v + w == key)
          return -i - w;
    }
  return -1000000 - i;
}
int main(void) {
  static const int lengths[] = {0,    1,    2,    3,    63,    64, 65,
                                1023, 1024, 1025, 4096, 12345, N};
  unsigned l;
  int i, k;
  for (l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
    int n = lengths[l], keys[] = {0, 1, n / 5, n / 3, n / 2, n - 2, n - 1, n};
    clear();
    for (k = 0; k < 8; k++) {
      if (n != N)
        plain(n, keys[k]);
      else
        plain(N, keys[k]);
      if (n > 0)
        loops(n, keys[k]);
      temporaries(n, keys[k] * (double)keys[k]);
      ways(n, keys[k]);
      if (n > 3) {
        int *p = find(n, keys[k]);
        printf("%d ", p ? (int)(p - a) : -1);
        printf("%ld ", ret2(n, keys[k]));
        nested(n, keys[k]);
        printf("%d %d\n", two(n, keys[k]), count);
      }
    }
    repeated(n);
  }
  for (i = 0; i < 60; i++)
    rows[i][i * 3] = i;
  for (k = -1; k < 61; k += 9)
    row(k);
  for (k = -1; k < 4 * N; k += N / 2 + 1)
    between(k);
  for (k = -1; k < 4 * N; k += N / 2 + 1)
    between(k);
  return 0;
}
