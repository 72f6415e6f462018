// SPDX-License-Identifier: Apache-2.0
//
// The user's names look like those a code generator would choose.
#include "../digest.h"

#define N 50000
struct frame {
  int core, chunk;
};
struct hk_frame {
  int lo, hi;
};
typedef int hk_body;
enum { hk_task = 3, region = 4 };

static hk_body frame[N], core[N];
static struct frame hk_frames[N];
static int lo = 5, hi = 7, epoch = 11, program = 13, chunk = 17, chunks = 19,
           trips = 23, self = 29;

static int hk_region_1(int hk_lo, int hk_hi) { return hk_lo * hk_hi; }
static int hk_program(struct hk_frame *hk) { return hk->lo + hk->hi; }
static int body_1(int i) { return i ^ 1; }
static int task(int t0) { return t0 + hk_task; }

int main(void) {
  int i, n = N, step = 1, first, last = 0, t, hk_core = 31, p = 2;
  for (i = 0; i < n; i += step) {
    struct hk_frame hk_frame = {i, lo};
    frame[i] = hk_region_1(i, hi) + epoch;
    core[i] = hk_program(&hk_frame) * program + body_1(i) - hk_core;
    hk_frames[i].core = chunk * i;
    hk_frames[i].chunk = chunks + trips - self;
  }
  for (int lo = 0; lo < N; lo++) {
    int hi = lo + 1, frame_ = frame[lo];
    frame[lo] = frame_ + hi * region;
    last = hi;
  }
  for (t = 0; t < N; t++) {
    int core_ = core[t];
    first = core_ * p;
    core[t] = task(first);
  }
  printf("%d %d %d %d\n", lo, hi, last, i + t);
  show("frame", frame, sizeof frame);
  show("core", core, sizeof core);
  show("frames", hk_frames, sizeof hk_frames);
  return 0;
}
