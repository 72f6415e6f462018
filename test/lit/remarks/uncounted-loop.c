// Loops whose number of iterations is not known when they begin.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
struct node {
  struct node *next;
  int value;
};
static struct node list[100];

static void walk(struct node *head, int *a, int n) {
  // CHECK: uncounted-loop.c:[[#@LINE+1]]:3: remark: loop stays sequential: its trip count is not known on entry ({{.+}}) [-Rhocket-missed=uncounted-loop]
  for (struct node *p = head; p; p = p->next)
    p->value *= 2;
  // CHECK: uncounted-loop.c:[[#@LINE+1]]:3: remark: loop stays sequential: its trip count is not known on entry (its condition compares nothing that each iteration moves by a constant) [-Rhocket-missed=uncounted-loop]
  while (a[n])
    a[n--] = 0;
  // CHECK: uncounted-loop.c:[[#@LINE+1]]:3: remark: loop stays sequential: its trip count is not known on entry ({{.+}}) [-Rhocket-missed=uncounted-loop]
  for (int i = 0; i < n; i++)
    if (a[i])
      n--;
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
