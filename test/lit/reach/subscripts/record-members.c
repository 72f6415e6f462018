// Loops over records: that no two members of different records meet is a
// division, and few operations of isl are left for what is not.
// RUN: %hocketcc -O2 -rdynamic --isl-budget=20000 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

struct panel {
  double x1, y1, x2, y2, xc, yc, dx, dy, length, nx, ny, used;
};

// CHECK: [[#@LINE+2]]:3 fill: doall
void fill(struct panel *restrict p, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++) {
    struct panel *q = p + i;
    q->x1 = x[i];
    q->y1 = y[i];
    q->x2 = x[i + 1];
    q->y2 = y[i + 1];
    q->xc = 0.5 * (q->x1 + q->x2);
    q->yc = 0.5 * (q->y1 + q->y2);
    q->dx = q->x2 - q->x1;
    q->dy = q->y2 - q->y1;
    q->length = q->dx * q->dx + q->dy * q->dy;
    q->nx = q->dy / q->length;
    q->ny = -q->dx / q->length;
    q->used = q->nx + q->ny;
  }
}

// Down, every third.
// CHECK: [[#@LINE+2]]:3 down: doall
void down(struct panel *restrict p, int n) {
  for (int i = n; i > 0; i -= 3) {
    p[i].x1 = p[i].y1;
    p[i].xc = p[i - 1].yc + p[i - 2].yc;
  }
}

// The second is the third one of the iteration after.
// CHECK: [[#@LINE+2]]:3 next: sequential
void next(struct panel *restrict p, int n) {
  for (int i = n; i > 0; i -= 3)
    p[i].x1 = p[i - 3].x1;
}

// Steps of 12 bytes into items of 16.
struct item {
  int key, value[3];
};
// CHECK: [[#@LINE+2]]:3 bytes: sequential
void bytes(char *restrict p, int n) {
  for (int i = 0; i < n; i++)
    *(struct item *)(p + 12L * i) = (struct item){i, {0}};
}

// Somebody looks at what the loops leave.
int see(const struct item *p, int n) { return p[n].key + p[n].value[0]; }

static struct item items[9];

int main(void) {
  bytes((char *)items, 9);
  return see(items, 1);
}
