// The profile of another program, though it has functions with such names.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 -DOTHER --profile-generate=%t/p %s -o %t/x
// RUN: %t/x
// RUN: %hocketcc -O2 --profile-use=%t/p %s -o %t/x 2>&1 | %FileCheck %s
// RUN: %t/x
// CHECK: {{^}}hocketcc: warning: the profile '{{.*}}/p' is not used: it fits no function of the program [-Whocket=profile-foreign]
// CHECK-NOT: warning
// RUN: %hocketcc -O2 -DOTHER --profile-use=%t/p %s -o %t/x 2>&1 | count 0
int a[100];

int main(void) {
#ifdef OTHER
  for (int i = 99; i >= 0; i--)
    a[i] = i;
#else
  for (int i = 0; i < 100; i++)
    a[i] = 2 * i;
#endif
  return a[1] == 100;
}
