// Archives, objects and shared libraries among the C files keep their places.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %hocketcc -DPART -c %s -o part.o && ar rc libpart.a part.o
// RUN: %hocketcc -DPART -shared -fPIC %s -o libshared.so
// RUN: %hocketcc -O2 %s -L. -lpart -lm -o with-l && ./with-l | %FileCheck %s
// RUN: %hocketcc -O2 %s libpart.a -o with-a && ./with-a | %FileCheck %s
// RUN: %hocketcc -O2 part.o %s -o with-o && ./with-o | %FileCheck %s
// RUN: %hocketcc -O2 %s -L. -lshared -Wl,-rpath,%t -o with-so && ./with-so | %FileCheck %s
// RUN: %hocketcc -O2 %s -Wl,--start-group libpart.a -Wl,--end-group -static -o static && ./static | %FileCheck %s
// RUN: %hocketcc -O2 -no-pie %s libpart.a -o no-pie && ./no-pie | %FileCheck %s
// CHECK: 42 1000
#include <stdio.h>
#ifdef PART
int part(int *data, int n) {
  for (int i = 0; i < n; i++)
    data[i]++;
  return 42;
}
#else
int part(int *data, int n);
int data[1000];
int main(void) {
  for (int i = 0; i < 1000; i++)
    data[i] = i;
  int answer = part(data, 1000);
  printf("%d %d\n", answer, data[999]);
  return 0;
}
#endif
