// Casts of pointers and values: addresses stay byte arithmetic, the type of the
// access is the one that the cast names, and a narrowed value is narrowed.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s

double table[4];

// CHECK-LABEL: function casts(raw, i)
void casts(void *raw, long i) {
  // CHECK: `((int *)raw)[i] = (int)table[i & 3]`
  // CHECK: R double &table + (8 * (i & 3)) (8)
  // CHECK: W int raw + (4 * i) (4) := ?({{.*}})
  ((int *)raw)[i] = (int)table[i & 3];
  // CHECK: `*(unsigned char *)((char *)raw + 8 * i) = (unsigned char)i`
  // CHECK: W unsigned char raw + (8 * i) (1) := u8(i)
  *(unsigned char *)((char *)raw + 8 * i) = (unsigned char)i;
}
