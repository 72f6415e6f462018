// Arrays in structures in arrays, behind a pointer; and a union, whose members
// are one memory.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct cell {
  double v[3];
};
struct row {
  int id;
  struct cell cells[4];
};
// CHECK: [[#@LINE+2]]:3 members: doall
void members(struct row *s, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 3; k++)
        s[i].cells[j].v[k] = s[i].cells[j].v[0] + s[i].id;
}
// CHECK: [[#@LINE+2]]:3 next: sequential  [carried-dependence]
void next(struct row *s, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      s[i].cells[j].v[0] = s[i + 1].cells[j].v[0];
}
union word {
  int i;
  float f;
  short s[2];
};
// CHECK: [[#@LINE+2]]:3 parts: sequential
void parts(union word *w, int n) {
  for (int i = 0; i < n; i++)
    w[i].s[1] = (short)w[i + 1].i;
}
