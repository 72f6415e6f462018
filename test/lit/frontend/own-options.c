// Functions with options of their own are not read: what is emitted for their
// tasks stands at the end of the file, without them. That a file is optimized
// more throughout, or for one processor, does not matter.
// RUN: %hocketcc -O2 --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --stop-after=frontend --print-after=frontend -DAT_THE_END %s -o %t | %FileCheck --check-prefix=END %s
// RUN: %hocketcc -O2 --stop-after=frontend --print-after=frontend -DTHROUGHOUT %s -o %t | %FileCheck --check-prefix=ALL %s
#ifdef THROUGHOUT
#pragma GCC optimize("O3", "unroll-loops")
#pragma GCC target("avx2,fma")
#pragma STDC FP_CONTRACT OFF
char text[] = "\
#pragma GCC optimize(\"wrapv\") {";
#endif
int a[1000];

// CHECK: {{^}}function plain(n){{$}}
// CHECK: function by_attribute(n) not analysed: a function with options of its own, by an attribute
// CHECK: function declared_so(n) not analysed: a function with options of its own, by an attribute
// CHECK: function between(n) not analysed: a function with options of its own, by a pragma
// CHECK: function in_a_block(n) not analysed: a function with options of its own, by a pragma
// CHECK: {{^}}function behind(n){{$}}
// END: function plain(n) not analysed: a function with other options than the end of its file, by a pragma
// ALL: {{^}}function plain(n){{$}}
// ALL: function by_attribute(n) not analysed
void plain(int n) {
  for (int i = 0; i < n; i++)
    a[i]++;
}
__attribute__((noinline, optimize("wrapv"))) void by_attribute(int n) {
  for (int i = 0; i < n; i++)
    a[i]++;
}
void declared_so(int n) __attribute__((__target__("avx2")));
void declared_so(int n) {
  for (int i = 0; i < n; i++)
    a[i]++;
}
#pragma GCC push_options
#pragma GCC optimize("fast-math")
void between(int n) {
  for (int i = 0; i < n; i++)
    a[i]++;
}
#pragma GCC pop_options
void in_a_block(int n) {
#pragma STDC FP_CONTRACT OFF
  for (int i = 0; i < n; i++)
    a[i]++;
}
struct optimize {
  int target;
} optimize;
void behind(int n) {
  for (int i = 0; i < n; i++)
    a[i] += optimize.target;
}
#ifdef AT_THE_END
_Pragma("GCC optimize(\"wrapv\")")
#endif
