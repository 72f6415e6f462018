// tinyc: a calculator language with while/if, run over a batch of inputs.
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef long long i64;
typedef unsigned long long u64;

enum { T_NUM = 256, T_ID, T_WHILE, T_IF, T_ELSE, T_LE, T_GE, T_EQ, T_NE, T_EOF };
enum { N_NUM, N_VAR, N_BIN, N_NEG, N_SET, N_WHILE, N_IF, N_SEQ };

typedef struct Node Node;
struct Node { int kind, op; i64 num; Node *a, *b, *c; };

static const char *src;
static int tok, tokvar, nnames;
static i64 toknum;
static char names[64][16];

static void die(const char *msg) { fprintf(stderr, "tinyc: %s near '%.12s'\n", msg, src); exit(1); }

static int intern(const char *s, int n)
{
  for (int i = 0; i < nnames; i++)
    if ((int)strlen(names[i]) == n && !strncmp(names[i], s, n)) return i;
  if (nnames == 64 || n > 15) die("name table");
  memcpy(names[nnames], s, n);
  return nnames++;
}

static void next(void)
{
  while (isspace((unsigned char)*src)) src++;
  if (!*src) tok = T_EOF;
  else if (isdigit((unsigned char)*src)) {
    for (toknum = 0; isdigit((unsigned char)*src); src++) toknum = toknum * 10 + *src - '0';
    tok = T_NUM;
  } else if (isalpha((unsigned char)*src)) {
    const char *s = src;
    while (isalnum((unsigned char)*src)) src++;
    int n = src - s;
    if (n == 5 && !strncmp(s, "while", 5)) tok = T_WHILE;
    else if (n == 2 && !strncmp(s, "if", 2)) tok = T_IF;
    else if (n == 4 && !strncmp(s, "else", 4)) tok = T_ELSE;
    else tok = T_ID, tokvar = intern(s, n);
  } else if (src[1] == '=' && strchr("<>=!", *src)) {
    tok = *src == '<' ? T_LE : *src == '>' ? T_GE : *src == '=' ? T_EQ : T_NE;
    src += 2;
  } else tok = *src++;
}

static Node *mk(int kind, int op, Node *a, Node *b, Node *c)
{
  Node *n = calloc(1, sizeof *n);
  if (!n) die("memory");
  n->kind = kind; n->op = op; n->a = a; n->b = b; n->c = c;
  return n;
}
static void want(int t) { if (tok != t) die("syntax error"); next(); }
static Node *expr(int level);

static Node *unary(void)
{
  Node *n;
  if (tok == T_NUM) { n = mk(N_NUM, 0, 0, 0, 0); n->num = toknum; next(); }
  else if (tok == T_ID) { n = mk(N_VAR, tokvar, 0, 0, 0); next(); }
  else if (tok == '-') { next(); n = mk(N_NEG, 0, unary(), 0, 0); }
  else { want('('); n = expr(0); want(')'); }
  return n;
}

static int prec(int t)
{
  switch (t) {
  case '&': case '|': return 1;
  case T_EQ: case T_NE: return 2;
  case '<': case '>': case T_LE: case T_GE: return 3;
  case '+': case '-': return 4;
  case '*': case '/': case '%': return 5;
  }
  return 0;
}

static Node *expr(int level)
{
  Node *l = unary();
  for (int p; (p = prec(tok)) > level; ) {
    int op = tok;
    next();
    l = mk(N_BIN, op, l, expr(p), 0);
  }
  return l;
}

static Node *stmt(void)
{
  Node *n = 0, *c, *a;
  switch (tok) {
  case '{':
    for (next(); tok != '}'; ) n = mk(N_SEQ, 0, n, stmt(), 0);
    next();
    return n ? n : mk(N_SEQ, 0, 0, 0, 0);
  case T_WHILE:
    next(); want('('); c = expr(0); want(')');
    return mk(N_WHILE, 0, c, stmt(), 0);
  case T_IF:
    next(); want('('); c = expr(0); want(')');
    a = stmt();
    if (tok == T_ELSE) { next(); n = stmt(); }
    return mk(N_IF, 0, c, a, n);
  case T_ID: {
    int v = tokvar;
    next(); want('='); n = expr(0); want(';');
    return mk(N_SET, v, n, 0, 0); } }
  die("statement expected");
  return 0;
}

static Node *parse(const char *text)
{
  Node *n = 0;
  for (src = text, next(); tok != T_EOF; ) n = mk(N_SEQ, 0, n, stmt(), 0);
  return n;
}

static i64 vars[64], fuel;
static jmp_buf on_error;
#pragma omp threadprivate(vars, fuel, on_error)
typedef struct { i64 out, pk, spent; int err; } Outcome;
enum { E_OK, E_DIV0, E_FUEL };

static i64 eval(const Node *n)
{
  i64 x, y;
  switch (n->kind) {
  case N_NUM: return n->num;
  case N_VAR: return vars[n->op];
  case N_NEG: return (i64)(0 - (u64)eval(n->a));
  }
  x = eval(n->a);
  y = eval(n->b);
  switch (n->op) {
  case '+': return (i64)((u64)x + (u64)y);
  case '-': return (i64)((u64)x - (u64)y);
  case '*': return (i64)((u64)x * (u64)y);
  case '/': case '%':
    if (y == 0) longjmp(on_error, E_DIV0);
    if (y == -1) return n->op == '/' ? (i64)(0 - (u64)x) : 0;
    return n->op == '/' ? x / y : x % y;
  case '<': return x < y;
  case '>': return x > y;
  case T_LE: return x <= y;
  case T_GE: return x >= y;
  case T_EQ: return x == y;
  case T_NE: return x != y;
  case '&': return x && y;
  case '|': return x || y;
  }
  return 0;
}

static void exec(const Node *n)
{
  if (!n) return;
  if (--fuel < 0) longjmp(on_error, E_FUEL);
  switch (n->kind) {
  case N_SET: vars[n->op] = eval(n->a); break;
  case N_SEQ: exec(n->a); exec(n->b); break;
  case N_IF: if (eval(n->a)) exec(n->b); else exec(n->c); break;
  case N_WHILE: while (eval(n->a)) exec(n->b); break;
  }
}

static const char *const programs[] = {
  "n = input; while (n != 1) { if (n % 2 == 0) n = n / 2; else n = 3 * n + 1; if (n > peak) peak = n; result = result + 1; }",
  "n = input + 1; d = 2; while (d * d <= n) { if (n % d == 0) { result = result * 100 + d; n = n / d; } else d = d + 1; } result = result * 1000 + n % 1000;",
  "debt = 1000 * (input % 977); rate = input % 13; pay = 9000 / (input % 251); while (debt > 0 & result < 200) { debt = debt + debt * rate / 1200 - pay; result = result + 1; } peak = debt;",
};

static int run(const Node *prog)
{
  switch (setjmp(on_error)) {
  case 0: exec(prog); return E_OK;
  case E_DIV0: return E_DIV0;
  }
  return E_FUEL;
}

int main(int argc, char **argv)
{
  int count = argc > 1 ? atoi(argv[1]) : 60000;
  long limit = argc > 2 ? atol(argv[2]) : 900;
  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  Outcome *oc = malloc((count > 0 ? count : 1) * sizeof *oc);
  if (!oc) die("memory");
  int in = intern("input", 5), out = intern("result", 6), pk = intern("peak", 4);
  for (int k = 0; k < 3; k++) {
    Node *prog = parse(programs[k]);
    u64 sum = 14695981039346656037ULL;
    long errors[3] = {0}, spent = 0;
    int best = 0;
    i64 top = -1;
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 1; i <= count; i++) {
      memset(vars, 0, sizeof vars);
      vars[in] = i;
      fuel = limit;
      int err = run(prog);
      oc[i - 1] = (Outcome){ vars[out], vars[pk], limit - fuel, err };
    }
    for (int i = 1; i <= count; i++) {
      const Outcome *o = &oc[i - 1];
      errors[o->err]++;
      spent += o->spent;
      if (o->err) continue;
      if (o->out > top) { top = o->out; best = i; }
      sum = (sum ^ (u64)o->out ^ (u64)o->pk << 20) * 1099511628211ULL;
    }
    printf("program %d: ok %ld div0 %ld fuel %ld, steps %ld, best input %d gives %lld, sum %016llx\n",
           k, errors[E_OK], errors[E_DIV0], errors[E_FUEL], spent, best, top, sum);
  }
  free(oc);
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
  return 0;
}
