// Automatic variables whose address stands in automatic scalars alone, and in
// which; not those that memory, an integer or code outside leads to.
// RUN: %hocketcc --stop-after=analysis --print-after=analysis %s | %FileCheck %s
// CHECK-NOT: held by scalars
// CHECK: held by scalars: main.free{{$}}
// CHECK-NEXT: held by scalars: main.named p q
// CHECK-NEXT: held by scalars: main.passed{{$}}
// CHECK-NEXT: held by scalars: main.asked{{$}}
// CHECK-NEXT: held by scalars: main.link{{$}}
// CHECK-NOT: held by scalars
#include <stdint.h>
#include <stdio.h>

struct S {
  int a;
  struct S *next;
};
static struct S *known;
static void look(struct S *s) { s->a++; }
static void keep(struct S *s) { known = s; }

int main(void) {
  struct S free = {1, 0}, named = {2, 0}, passed = {3, 0}, kept = {4, 0},
           linked = {5, 0}, counted = {6, 0};
  int asked = 0;
  struct S link = {7, &linked};
  struct S *p = &named, *q = p;
  uintptr_t number = (uintptr_t)&counted;
  look(&passed);
  keep(&kept);
  scanf("%d", &asked);
  printf("%d %d %d %d %d %d\n", free.a, q->a, passed.a, known->a,
         link.next->a + asked, ((struct S *)number)->a);
  return 0;
}
