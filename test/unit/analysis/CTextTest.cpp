// SPDX-License-Identifier: Apache-2.0
//
// The analysis on C as the frontend reads it.
#include "analysis/ComputeEffects.h"
#include "analysis/Print.h"
#include "analysis/SeparateHeaps.h"

#include "frontend/ExtractProgram.h"

#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

using namespace hocket;
using namespace hocket::analysis;

namespace {

/// The effects of a whole program, as text.
std::string effectsOf(const std::string &text, bool hasForeignCode = false) {
  RemarkSink remarks;
  ir::Program program =
      extractProgram({{"test.c", text, {}}}, hasForeignCode, remarks);
  separateHeaps(program);
  std::string out;
  llvm::raw_string_ostream stream(out);
  print(program, computeEffects(program), stream);
  return out;
}

/// The lines of one statement.
std::string stmtOf(const std::string &effects, const std::string &stmt) {
  std::size_t at = effects.find("'" + stmt + "'");
  if (at == std::string::npos)
    return "no such statement in\n" + effects;
  std::size_t end = effects.find("\n  stmt", at);
  std::size_t function = effects.find("\nfunction", at);
  return effects.substr(at, std::min(end, function) - at);
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(CText, kernelOnArrays) {
  std::string e = effectsOf(R"(
    static double a[100], b[100], c[100];
    static void add(const double *x, double *y) {
      for (int i = 0; i < 100; i++) y[i] += x[i];
    }
    int main(void) { add(a, b); add(b, c); return 0; })");
  std::string first = stmtOf(e, "add(a, b)");
  EXPECT_TRUE(has(first, "R {a} : double by 'add'")) << first;
  EXPECT_TRUE(has(first, "W {b} : double by 'add'")) << first;
  EXPECT_FALSE(has(first, "c")) << first;
}

TEST(CText, structOfPointers) {
  std::string e = effectsOf(R"(
    void *malloc(unsigned long);
    struct m { double *in, *out; int n; };
    static void init(struct m *p, int n) {
      p->in = malloc(n); p->out = malloc(n); p->n = n;
    }
    int main(void) {
      struct m s;
      init(&s, 10);
      for (int i = 0; i < s.n; i++) s.out[i] = s.in[i];
      return 0;
    })");
  std::string copy = stmtOf(e, "s.out[i] = s.in[i]");
  std::size_t read = copy.find("R! {heap"), write = copy.find("W! {heap");
  ASSERT_NE(read, std::string::npos) << e;
  ASSERT_NE(write, std::string::npos) << e;
  EXPECT_NE(copy.substr(read + 3, 12), copy.substr(write + 3, 12)) << copy;
  EXPECT_FALSE(has(copy, "unknown"));
}

TEST(CText, outParametersAreMust) {
  std::string e = effectsOf(R"(
    static void split(double x, int *whole, double *rest) {
      *whole = (int)x;
      if (x > 0) *rest = x - *whole;
    }
    int main(void) { int w; double r; split(2.5, &w, &r); return w; })");
  std::string call = stmtOf(e, "split(2.5, &w, &r)");
  EXPECT_TRUE(has(call, "W! {main.w} size 4 at &w : int")) << call;
  EXPECT_TRUE(has(call, "W {main.r} size 8 at &r : double")) << call;
}

TEST(CText, formatsAreRead) {
  std::string e = effectsOf(R"(
    int printf(const char *, ...);
    static int n; static char name[8];
    int main(void) {
      printf("%d\n", n);
      printf("%s%n", name, &n);
      return 0;
    })");
  EXPECT_FALSE(has(stmtOf(e, "printf(\"%d\\n\", n)"), "W {n}")) << e;
  std::string second = stmtOf(e, "printf(\"%s%n\", name, &n)");
  EXPECT_TRUE(has(second, "R {name}")) << second;
  EXPECT_TRUE(has(second, "W {n}")) << second;
}

TEST(CText, bytewiseCopiesCarryPointers) {
  std::string e = effectsOf(R"(
    static double a[10];
    struct s { double *p; };
    static void copy(char *to, const char *from, int n) {
      for (int i = 0; i < n; i++) to[i] = from[i];
    }
    int main(void) {
      struct s x, y;
      x.p = a;
      copy((char *)&y, (char *)&x, sizeof x);
      *y.p = 1;
      return 0;
    })");
  std::string store = stmtOf(e, "*y.p = 1");
  EXPECT_TRUE(has(store, "{a}") || has(store, "unknown")) << store;
}

TEST(CText, functionTables) {
  std::string e = effectsOf(R"(
    static int x, y;
    static void f(void) { x = 1; }
    static void g(void) { y = 1; }
    static void h(void) { x = y = 2; }
    static void (*const table[])(void) = {f, g};
    int main(int argc, char **argv) { table[argc & 1](); h(); return 0; })");
  std::string call = stmtOf(e, "table[argc & 1]()");
  EXPECT_TRUE(has(call, "{x}")) << call;
  EXPECT_TRUE(has(call, "{y}")) << call;
  EXPECT_FALSE(has(call, "unknown")) << call;
}

TEST(CText, variadicArgumentsAreFound) {
  std::string e = effectsOf(R"(
    static int x;
    static void set(int n, ...) {
      __builtin_va_list ap;
      __builtin_va_start(ap, n);
      int *p = __builtin_va_arg(ap, int *);
      *p = n;
      __builtin_va_end(ap);
    }
    int main(void) { set(1, &x); return x; })");
  std::string store = stmtOf(e, "*p = n");
  EXPECT_TRUE(has(store, "x") || has(store, "unknown")) << store;
}

TEST(CText, openProgramsAreCareful) {
  std::string e = effectsOf(R"(
    int link(int *p);
    double shared[10];
    static double own[10];
    void f(double *p) { p[0] = own[1]; link((int *)p); })",
                            true);
  std::string store = stmtOf(e, "p[0] = own[1]");
  EXPECT_TRUE(has(store, "shared")) << store;
  EXPECT_TRUE(has(store, "R! {own}")) << store;
  EXPECT_TRUE(has(stmtOf(e, "link((int *)p)"), "unknown (link)")) << e;
}

} // namespace
