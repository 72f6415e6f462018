// A region entered where its entry condition does not hold.
// RUN: %hocketcc --check-dependences --cores=2 -O2 %s -o %t && %t && %t overlap
// RUN: %hocketcc --check-dependences --cores=2 -O2 %s --stop-after=codegen --print-after=codegen > %t.i
// RUN: grep -q '^  if (hk_apart(' %t.i
// RUN: sed 's/^  if (hk_apart(/  if (1 || hk_apart(/' %t.i > %t.broken.i
// RUN: %cc -O2 -c @%runtime/hocket_check.compile %t.broken.i -o %t.o && %cc %t.o -o %t @%runtime/hocket_check.link %runtime/libhocket_check.a
// RUN: %t
// RUN: %status 66 %t overlap 2>&1 | %FileCheck %s
// CHECK: hocket: conflict in region 'lost-check.c:[[#]] shift': the schedule leaves two uses of 'memory' at byte [[#]] unordered
// CHECK: lost-check.c:[[#]]: {{written|read}} by task
// CHECK: lost-check.c:[[#]]: {{written|read}} by task
enum { N = 1000 };
static int memory[3 * N];

__attribute__((noinline)) static void shift(int *to, const int *from) {
  for (int i = 0; i < N; i++)
    to[i] = from[i] + 1;
}

int main(int count, char **arguments) {
  (void)arguments;
  shift(memory + (count > 1 ? N - 1 : 0), memory + N);
  return 0;
}
