// Loops of which only parts have to keep the order of the iterations: the rest
// overlaps. What carries something around the rest ties it in.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s | %FileCheck %s --check-prefix=CODE
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000, Size = 512 };
unsigned made[N], used[N], state;
unsigned char picture[Size];

static unsigned mix(unsigned seed, int rounds) {
  unsigned h = seed * 2654435761u + 1;
  for (int i = 0; i < rounds; i++)
    h = (h ^ (h >> 15)) * 2246822519u + (unsigned)i;
  return h;
}

static unsigned filtered(unsigned x) {
  static unsigned before;
  before = mix(before ^ x, 100);
  return before;
}

// CHECK: pipeline.c:[[#@LINE+9]]:3 output: pipeline [loop-pipeline]
// CHECK: stage free, line [[#@LINE+9]]
// CHECK-NEXT: stage in order, lines [[#@LINE+9]]-[[#@LINE+10]]
// CODE: static struct hk_flag [[PASSED:hk_output_[0-9]_loop[0-9]+_[0-9]+_passed]][1];
// CODE: for (hk_k = hk_c; hk_k < hk_count; hk_k = hk_next(&hk_o, hk_k)) {
// CODE: if (!hk_o.is_alone) hk_enter_stage(&[[PASSED]][0], (unsigned)(hk_o.before + hk_k)); hk_decide(&hk_o, hk_k); hk_o.entered = 1; total = hk_f->total; printf
// CODE: hk_f->total = total; {{.*}}hk_leave_stage(&[[PASSED]][0], (unsigned)(hk_o.before + hk_k) + 1);
static void output(void) {
  unsigned total = 0;
  for (int i = 0; i < N; i++) {
    unsigned r = mix(i, 300);
    printf("%u\n", r);
    total = total * 31 + r;
  }
  printf("%u\n", total);
}

// The picture is each core's own, the total is passed on.
// CHECK: pipeline.c:[[#@LINE+6]]:3 frames: pipeline [loop-pipeline]
// CHECK: private 'picture' lastprivate
// CHECK: stage free, lines [[#@LINE+5]]-[[#@LINE+6]]
// CHECK-NEXT: stage in order, lines [[#@LINE+6]]-[[#@LINE+7]]
static unsigned frames(void) {
  unsigned total = 0;
  for (int n = 0; n < N; n++) {
    for (int i = 0; i < Size; i++)
      picture[i] = (unsigned char)(i * n);
    for (int i = 0; i < Size; i++)
      total = total * 3 + picture[i];
  }
  return total;
}

// One iteration sees what the one before left in the picture: all in order.
// CHECK: pipeline.c:[[#@LINE+3]]:3 kept_picture: sequential
static unsigned kept_picture(void) {
  unsigned total = 0;
  for (int n = 0; n < N; n++) {
    for (int i = 0; i < Size / 2; i++)
      picture[2 * i + (total & 1)] = (unsigned char)(i * n);
    for (int i = 0; i < Size; i++)
      total = total * 3 + picture[i];
  }
  return total;
}

// Who only reads what earlier iterations' earlier stages have left, is free.
// CHECK: pipeline.c:[[#@LINE+5]]:3 forward: pipeline [loop-pipeline]
// CHECK: stage in order, lines [[#@LINE+5]]-[[#@LINE+6]]
// CHECK-NEXT: stage free, lines [[#@LINE+6]]-[[#@LINE+7]]
// CHECK-NEXT: stage in order, line [[#@LINE+7]]
static void forward(void) {
  for (int i = 1; i < N; i++) {
    state = state * 5 + 3;
    made[i] = state;
    unsigned r = mix(made[i - 1], 300);
    used[i] = r;
    printf("%u\n", r);
  }
}

// The next iteration writes what this one reads last.
// CHECK: pipeline.c:[[#@LINE+2]]:3 backward: sequential
static void backward(unsigned *p) {
  for (int i = 0; i < N; i++) {
    p[0] = (unsigned)i;
    unsigned r = mix(p[1], 300);
    printf("%u %u\n", r, p[i % 4]);
  }
}

// A function's own state, or the library's, has its order.
// CHECK: pipeline.c:[[#@LINE+5]]:3 hidden: pipeline [loop-pipeline]
// CHECK: stage in order, line [[#@LINE+5]]
// CHECK-NEXT: stage free, line [[#@LINE+5]]
// CHECK-NEXT: stage in order, lines [[#@LINE+5]]-[[#@LINE+7]]
static void hidden(void) {
  for (int i = 0; i < N; i++) {
    unsigned f = filtered((unsigned)i);
    unsigned r = mix(f, 300);
    unsigned a = (unsigned)rand();
    unsigned m = mix(a, 300);
    printf("%u\n", m + r + (unsigned)rand());
  }
}

// Stages that are left out are passed nevertheless; a loop that ends early is
// none.
// CHECK: pipeline.c:[[#@LINE+7]]:3 skipped: pipeline [loop-pipeline]
// CHECK: stage free, lines [[#@LINE+7]]-[[#@LINE+9]]
// CHECK-NEXT: stage in order, line [[#@LINE+9]]
// CHECK: pipeline.c:[[#@LINE+10]]:3 skipped: sequential
// CODE: if (hk_o.left <= 0) {
// CODE-NEXT: if (hk_o.entered <= 0) {
static void skipped(void) {
  for (int i = 0; i < N; i++) {
    unsigned r = mix((unsigned)i, 300);
    if (r & 1)
      continue;
    printf("%u\n", r);
  }
  for (int i = 0; i < N; i++) {
    unsigned r = mix((unsigned)i, 300);
    if (r == 1)
      break;
    printf("%u\n", r);
  }
}

// A variable that moves along has its value from the number of the iteration.
// CHECK: pipeline.c:[[#@LINE+6]]:3 walking: pipeline [loop-pipeline]
// CHECK: induction 'in' += 4
// CHECK: stage free, lines [[#@LINE+5]]-[[#@LINE+6]]
// CODE: in = hk_in_in;
static void walking(const unsigned *in, int n) {
  unsigned total = 0;
  while (n-- > 0) {
    unsigned r = mix(*in, 300);
    in++;
    total = total * 3 + r;
  }
  printf("%u\n", total);
}

// Earlier iterations' results are complete when the stage in order looks at
// them.
// CHECK: pipeline.c:[[#@LINE+5]]:3 looks_back: pipeline [loop-pipeline]
// CHECK: stage free, lines [[#@LINE+5]]-[[#@LINE+6]]
// CHECK-NEXT: stage in order, line [[#@LINE+6]]
static void looks_back(void) {
  unsigned total = 0;
  for (int i = 0; i < N; i++) {
    unsigned r = mix((unsigned)i, 300);
    made[i] = r;
    total = total * 3 + made[i / 2] + (r & 1);
  }
  printf("%u\n", total);
}

// A part that is parallel, and does next to nothing.
// CHECK: pipeline.c:[[#@LINE+3]]:3 numbered: pipeline [loop-pipeline]
static void numbered(void) {
  unsigned total = 0;
  for (int i = 0; i < N; i++) {
    unsigned r = mix((unsigned)i, 300);
    used[i] = (unsigned)i;
    total = total * 3 + r;
  }
  printf("%u\n", total);
}

// CHECK: pipeline.c:[[#@LINE+2]]:3 leaves: sequential
static void leaves(void) {
  for (int i = 0; i < N; i++) {
    unsigned r = mix((unsigned)i, 300);
    if (r == 1)
      exit(1);
    printf("%u\n", r);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  output();
  printf("%u %u\n", frames(), kept_picture());
  forward();
  backward(made + argc);
  hidden();
  skipped();
  walking(made, argc * 100);
  looks_back();
  numbered();
  leaves();
  return (int)used[argc];
}
