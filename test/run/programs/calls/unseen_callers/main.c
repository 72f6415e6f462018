// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
//
// Functions that run though no function that runs names them: each lets a
// pointer point into the array that a loop reads.
int printf(const char *, ...);

#define N 20000
#define WAYS 6

int a[WAYS][N], b[WAYS][N];
int *p[WAYS] = {a[0], a[1], a[2], a[3], a[4], a[5]};

/* By an array that the start of the program runs, filled in a function that
   never runs. */
static void in_array(void) { p[0] = b[0]; }
void not_called(void) {
  static void (*const entry)(void)
      __attribute__((section(".init_array"), used)) = in_array;
}

/* The same, by assembly. */
void in_assembly(void) { p[1] = b[1]; }
void not_called_either(void) {
#if defined(__x86_64__)
  __asm__ volatile(".pushsection .init_array,\"aw\"\n"
                   ".quad in_assembly\n"
                   ".popsection");
#endif
}

/* By an operand of assembly. */
static void by_operand(void) { p[5] = b[5]; }
void not_called_neither(void) {
#if defined(__x86_64__)
  __asm__ volatile(".pushsection .init_array,\"aw\"\n"
                   ".quad %c0\n"
                   ".popsection"
                   :
                   : "i"(by_operand));
#endif
}

/* By the name of a variable. */
extern char hidden[];

/* By the compiler, in place of printf. */

/* By a table in a section of its own. */
struct entry {
  void (*run)(void);
};
static void in_table(void) { p[4] = b[4]; }
void not_called_at_all(void) {
  static const struct entry mine
      __attribute__((used, section("entries"), aligned(8))) = {in_table};
}
extern const struct entry __start_entries[], __stop_entries[];

int main(void) {
  ((void (*)(void))hidden)();
  printf("begin\n");
  for (const struct entry *e = __start_entries; e != __stop_entries; e++)
    e->run();
  for (int i = 0; i < N - 1; i++)
    p[0][i + 1] = b[0][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[1][i + 1] = b[1][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[2][i + 1] = b[2][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[3][i + 1] = b[3][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[4][i + 1] = b[4][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[5][i + 1] = b[5][i] + 1;
  for (int k = 0; k < WAYS; k++)
    printf("%d %d %d\n", k, a[k][N - 1], b[k][N - 1]);
  return 0;
}
