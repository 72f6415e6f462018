// Loops whose number of iterations is not known when they begin.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
struct node {
  struct node *next;
  int value;
};
static struct node list[100];

static void walk(struct node *head, int *a, int n) {
  // CHECK: uncounted-loop.c:[[#@LINE+2]]:3: remark: loop stays sequential: its trip count is not known on entry (its variable 'p' is not an integer) [-Rhocket-missed=uncounted-loop]
  // CHECK-NEXT: uncounted-loop.c:[[#@LINE+1]]:31: note: goes on while 'p'
  for (struct node *p = head; p; p = p->next)
    p->value *= 2;
  // CHECK: uncounted-loop.c:[[#@LINE+1]]:3: remark: loop stays sequential: its trip count is not known on entry (its condition compares nothing that each iteration moves by a constant) [-Rhocket-missed=uncounted-loop]
  while (a[n])
    a[n--] = 0;
  // CHECK: uncounted-loop.c:[[#@LINE+2]]:3: remark: loop stays sequential: its trip count is not known on entry (it changes its bound 'n') [-Rhocket-missed=uncounted-loop]
  // CHECK-NEXT: uncounted-loop.c:[[#@LINE+1]]:19: note: goes on while 'i < n'
  for (int i = 0; i < n; i++)
    if (a[i])
      n--;
  // CHECK: uncounted-loop.c:[[#@LINE+3]]:3: remark: loop stays sequential: its trip count is not known on entry (what its condition reads may change) [-Rhocket-missed=uncounted-loop]
  // CHECK-NEXT: uncounted-loop.c:[[#@LINE+2]]:19: note: goes on while 'i < head->value'
  // CHECK-NEXT: uncounted-loop.c:[[#@LINE+3]]:7: note: may change what 'i < head->value' reads
  for (int i = 0; i < head->value; i++)
    if (a[i])
      head->value -= 2;
  // CHECK: uncounted-loop.c:[[#@LINE+2]]:3: remark: loop stays sequential: its trip count is not known on entry (its initial value is computed from 'n' itself) [-Rhocket-missed=uncounted-loop]
  // CHECK-NEXT: uncounted-loop.c:[[#@LINE+1]]:19: note: goes on while 'n < 90'
  for (n = n + 1; n < 90; n++)
    a[n] = n;
  // CHECK-NOT: =uncounted-loop]
  for (int i = n - 1; i >= 0; i -= 2)
    a[i] = i;
}

int main(int argc, char **argv) {
  static int a[100];
  (void)argv;
  for (int i = 0; i < 99; i++)
    list[i].next = &list[i + 1];
  walk(list, a, 60 + argc);
  return a[0];
}
