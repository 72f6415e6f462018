/* SPDX-License-Identifier: Apache-2.0
 *
 * What a child has done is taken over if it was right, and only then: a loop
 * instrumented by hand, tried from its first iterations on. What its body does
 * in a child alone, a count, tells that children ran.
 */
#include "check.h"
#include "hocket/abi.h"
#include "hocket/abi_spec.h"

#include <limits.h>
#include <string.h>

enum { COUNT = 64 };

/* What the iterations do. */
enum kind {
  OWN,
  CARRIED,
  SHARED_WORK,
  BYTES,
  UPDATES,
  LOOKED_AT,
  CRASHES,
  ENDS
};
struct frame {
  enum kind kind;
  long out[COUNT], carried, work[8], children;
  double sum;
  unsigned char bytes[COUNT];
};
static struct frame f;

static long value(long i) { return i * i % 37 + 3; }

/* In the program; `last`: the iteration that is none any more. */
static int step(struct frame *at, long long i) {
  switch (at->kind) {
  case CARRIED:
    at->carried = at->carried * 31 % 1000003 + value(i); /* never twice */
    at->out[i] = at->carried;
    break;
  case SHARED_WORK:
    for (int k = 0; k < 8; k++)
      at->work[k] = value(i + k);
    for (int k = 1; k < 8; k++)
      at->out[i] += at->work[k] * at->work[k - 1];
    break;
  case BYTES:
    at->bytes[i] = (unsigned char)value(i);
    break;
  case UPDATES:
    at->sum += 1.0 / (double)value(i);
    break;
  case LOOKED_AT:
    at->sum += 1.0 / (double)value(i);
    if (i % 8 == 7)
      at->out[i] = (long)(at->sum * 1000);
    break;
  default:
    at->out[i] = value(i);
  }
  return at->kind != ENDS || i < 40;
}

static void add(void *target, const void *by) {
  *(double *)target += *(const double *)by;
}

/* The same with marks. */
static void update(struct frame *at, long i) {
  double by = 1.0 / (double)value(i);
  static struct hk_spec_site site;
  if (hk_spec_defer(&site, &at->sum, sizeof at->sum, add, &by, sizeof by))
    return;
  hk_spec_update(&at->sum, sizeof at->sum);
  at->sum += by;
}
static long *out(struct frame *at, long long i) {
  hk_spec_update(&at->out[i], sizeof at->out[i]);
  return &at->out[i];
}
static void step_of_child(struct frame *at, long long i) {
  switch (at->kind) {
  case CARRIED:
    hk_spec_update(&at->carried, sizeof at->carried);
    at->carried = at->carried * 31 % 1000003 + value(i); /* never twice */
    *out(at, i) = at->carried;
    break;
  case SHARED_WORK:
    for (int k = 0; k < 8; k++) {
      hk_spec_write(&at->work[k], sizeof at->work[k]);
      at->work[k] = value(i + k);
    }
    for (int k = 1; k < 8; k++) {
      hk_spec_read(&at->work[k], 8), hk_spec_read(&at->work[k - 1], 8);
      *out(at, i) += at->work[k] * at->work[k - 1];
    }
    break;
  case BYTES:
    hk_spec_write(&at->bytes[i], 1);
    at->bytes[i] = (unsigned char)value(i);
    break;
  case UPDATES:
    update(at, i);
    break;
  case LOOKED_AT:
    update(at, i);
    if (i % 8 == 7) {
      hk_spec_read(&at->sum, sizeof at->sum);
      *out(at, i) = (long)(at->sum * 1000);
    }
    break;
  case CRASHES:
    *out(at, *(volatile int *)0) = 1;
    break;
  default:
    *out(at, i) = value(i);
  }
  hk_spec_update(&at->children, sizeof at->children);
  at->children++; /* updated in children alone, so never changed by the parent
                   */
}

static void body(void *frame, long long from) {
  struct frame *at = frame;
  for (long long i = from; i < COUNT && (at->kind != ENDS || i <= 40);) {
    step_of_child(at, i);
    if (!hk_spec_next(++i))
      return;
  }
}

static struct hk_spec_loop loops[ENDS + 1];

/* Runs the loop, and the same without children. */
static void run(enum kind kind) {
  static struct frame expected;
  memset(&f, 0, sizeof f);
  f.kind = kind;
  expected = f;
  long long i = 0, at = 0;
  while (i < COUNT && step(&expected, i))
    i++;
  struct hk_spec_loop *loop = &loops[kind];
  *loop = (struct hk_spec_loop){.name = "commits", .body = body, .always = 1};
  for (int over = 0; !over;) {
    long long end = hk_spec_begin(loop, at, COUNT, &f);
    for (;; at++) {
      over = at == COUNT || (kind == ENDS && at == 41);
      if (over || at == end)
        break;
      step(&f, at);
    }
    if (end != LLONG_MAX)
      at = hk_spec_end(loop, at, over);
  }
  CHECK(at == (kind == ENDS ? 41 : COUNT));
  CHECK(memcmp(f.out, expected.out, sizeof f.out) == 0);
  CHECK(memcmp(&f.sum, &expected.sum, sizeof f.sum) == 0);
  CHECK(f.carried == expected.carried);
  CHECK(memcmp(f.bytes, expected.bytes, sizeof f.bytes) == 0);
  CHECK(memcmp(f.work, expected.work, sizeof f.work) == 0);
}

int main(void) {
  setenv("HOCKET_CORES", "2", 1);
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
    return 77;
  run(OWN);
  if (f.children == 0)
    return 77; /* not possible here */
  run(SHARED_WORK);
  CHECK(f.children > 0);
  run(BYTES);
  CHECK(f.children > 0);
  run(UPDATES);
  CHECK(f.children > 0);
  run(CARRIED);
  CHECK(f.children == 0);
  run(CRASHES);
  CHECK(f.children == 0);
  run(LOOKED_AT);
  run(ENDS);
  return 0;
}
