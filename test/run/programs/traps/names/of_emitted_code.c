// SPDX-License-Identifier: Apache-2.0
//
// Names of the user that emitted code might want for itself: of chunks, bounds,
// frames, copies, tests and of C's own macros.
#include "../../digest.h"
#define min(a, b) ((a) < (b) ? (a) : (b))
#define lo 3
#define chunk chunk_of_the_user
#define frame(x) ((x) + 1u)
#define core core_number
#define n_chunks (7)
enum { first = 5, last = 9, begin = 0, end = 1000, task = 2 };
typedef struct copy {
  unsigned part, total;
} copy;
static unsigned a[1200], b[1200];
static unsigned hocket, hocket_frame, hk, frame_, args[4], region;
static unsigned partial(unsigned chunk) { return chunk * 3u; }
static void body(int from, int to, unsigned *p) {
  unsigned core = 0, epoch = 1, best = 0;
  int place = -1;
  for (int i = from; i < to; i++) {
    unsigned chunk = p[i] + lo;
    p[i] = frame(chunk) + partial(chunk);
  }
  for (int i = from; i < to; i++)
    core += p[i];
  for (int i = from; i < to; i++)
    if (p[i] > best) {
      best = p[i];
      place = i;
    }
  printf("%u %u %u %d\n", core, epoch, best, place);
}
static void labels(int n, int step) {
  copy copy = {0, 0};
  for (int i = begin; i < min(n, end); i++) {
    copy.part = a[i];
    b[i] = copy.part + task;
    copy.total += copy.part;
  }
  for (int begin = 0; begin < n; begin += n_chunks) {
    int end = begin + first;
    a[begin] = b[begin] + (unsigned)(end + step);
  }
  for (int hocket = 0; hocket < n; hocket++)
    a[hocket] += hk + region;
  printf("%u %u\n", copy.part, copy.total);
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 7u;
  body(0, 1000, a);
  body(1, 2, a);
  labels(1000, 3);
  for (int i = 0; i < 1000; i++) {
    hocket += a[i];
    hocket_frame ^= a[i];
    args[1] += b[i];
    frame_ |= a[i];
  }
  printf("%u %u %u %u\n", hocket, hocket_frame, args[1], frame_);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
