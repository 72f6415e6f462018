// Memory without a declared type takes the type of each store: then types keep
// loads from being later than stores of another type, but not from being
// earlier, nor two stores apart. A test on entry decides.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+2]]:3 tested: doall {{.*}} if 'k' and 'f' do not overlap
void tested(const int *k, float *f, int n) {
  for (int i = 0; i < n; i++)
    f[i] = k[i + 1];
}
// The number of elements is no float that the loop stores: still one value.
struct list {
  int n;
  float *data;
};
// CHECK: [[#@LINE+2]]:3 counted: doall {{.*}} if 'l->data' and 'l' do not overlap
void counted(struct list *l) {
  for (int i = 0; i < l->n; i++)
    l->data[i] = i;
}
