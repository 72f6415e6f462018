// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --no-call-tasks
// FLAGS: -lm -ffp-contract=off
// REGIONS: 6
//
// Results that a call may not want, pointers into what a parameter points to,
// and values from before a switch.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ITEMS = 500 };
struct result {
  double value, slope;
};
struct axis {
  double at, speed;
};
struct body {
  struct axis axes[2];
  double mass;
  int kind;
};
static struct result results[ITEMS], shared;
static struct body bodies[ITEMS];
static double in[ITEMS];

static double price(double v, struct result *wanted) {
  double sum = 0;
  for (int i = 1; i < 200; i++)
    sum += sqrt(v / i);
  if (wanted)
    wanted->slope = sum - v;
  return sum;
}

/* Each iteration has its own, or none. */
static void own(void) {
  for (int i = 0; i < ITEMS; i++)
    results[i].value = price(in[i], &results[i]) + price(in[i] + 1, NULL);
}

/* One for all: the last one counts. */
static void same(void) {
  for (int i = 0; i < ITEMS; i++)
    results[i].value +=
        price(in[i], i % 7 == 3 ? &shared : NULL) + price(in[i] + 1, NULL);
}

static double force(const struct body *b, double *other) {
  double f = 0;
  *other = b->mass;
  switch (b->kind) {
  case 0:
    f = sin(b->axes[0].at);
    break;
  case 1:
    *other = f = cos(b->axes[1].at);
    break;
  default:
    f = 2;
  }
  return f;
}

static void step(struct body *b) {
  double other;
  for (int t = 0; t < 60; t++) {
    double f = force(b, &other);
    for (int k = 0; k < 2; k++) {
      struct axis *a = &b->axes[k];
      a->speed += f * 0.01 + other * 0.001;
      a->at += a->speed;
    }
  }
}

static void move(void) {
  for (int i = 0; i < ITEMS; i++)
    step(&bodies[i]);
}

/* The pointer walks into the next body. */
static void push(struct body *b) {
  struct axis *a = &b->axes[0];
  for (int t = 0; t < 200; t++)
    b->mass += sqrt(t + b->mass) * 0.001;
  a = (struct axis *)(void *)((char *)a + sizeof *b);
  a->at += b->mass;
}

static void push_all(void) {
  for (int i = 0; i + 1 < ITEMS; i++)
    push(&bodies[i]);
}

/* What a case leaves is not what stood before the switch. */
static void across(int first) {
  for (int i = 0; i < ITEMS; i++) {
    int at = i;
    switch ((i + first) % 3) {
    case 0:
      at = (i * 7) % ITEMS;
      /* fall through */
    case 1:
      for (int k = 1; k < 200; k++)
        in[at] += sqrt(in[at] + k) * 0.001;
      break;
    default:
      in[i] += 1;
    }
  }
}

int main(int argc, char **argv) {
  double sum = 0;
  (void)argv;
  for (int i = 0; i < ITEMS; i++) {
    in[i] = i + 0.5;
    bodies[i].mass = 1 + i % 5;
    bodies[i].kind = i % 3;
  }
  own();
  same();
  move();
  push_all();
  across(argc);
  for (int i = 0; i < ITEMS; i++)
    sum = sum * 0.99 + results[i].value + results[i].slope + in[i] +
          bodies[i].axes[0].at + bodies[i].axes[1].speed + bodies[i].mass;
  printf("%.17g %.17g\n", sum, shared.slope);
  return 0;
}
