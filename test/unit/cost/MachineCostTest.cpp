// SPDX-License-Identifier: Apache-2.0
//
// Relations between costs, not numbers: numbers belong to LLVM's models and
// change with its releases. Each test names the processor it is about: models
// differ, and some lack what a test is after (those of Sapphire Rapids have no
// divider, that of Zen 1 adds as fast in order as in vectors).
#include "cost/MachineCost.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

#include <gtest/gtest.h>

using namespace hocket::cost;

namespace {

const Target zen4{"x86_64-linux-gnu", "znver4"};
const Target skylake{"x86_64-linux-gnu", "skylake-avx512"};
const Target anyX86{"x86_64-linux-gnu", "x86-64"};
const Target a72{"aarch64-linux-gnu", "cortex-a72"};

/// A loop head that says how often it runs.
const std::string prelude =
    "#define LOOP(i, n, N) for (long i = 0; "
    "__builtin_expect_with_probability(i < n, 1, (N) / ((N) + 1.0)); i++)\n"
    "double exp(double); int puts(const char *);\n";

std::map<std::string, FunctionCost>
costs(const std::string &text, const std::vector<std::string> &functions,
      const std::vector<std::string> &flags = {"-O2"},
      const Target &target = zen4) {
  std::string error;
  auto result = estimateCycles(prelude + text, functions, flags, target, error);
  EXPECT_TRUE(result) << error;
  return result.value_or(std::map<std::string, FunctionCost>());
}

double cyclesOf(const std::string &text,
                const std::vector<std::string> &flags = {"-O2"},
                const Target &target = zen4) {
  auto all = costs(text, {"f"}, flags, target);
  EXPECT_EQ(all.count("f"), 1u);
  return all["f"].cycles;
}

std::string add(const std::string &trips) {
  return "void f(double *restrict a, double *restrict b, long n) { LOOP(i, "
         "n, " +
         trips + ") a[i] = a[i] + b[i]; }";
}

std::string sum(const std::string &type) {
  return type + " f(" + type + " *a, long n) { " + type +
         " s = 0; LOOP(i, n, 1e4) s += a[i]; return s; }";
}

void expectRatio(double a, double b, double ratio, double tolerance = 0.05) {
  EXPECT_NEAR(a / b, ratio, ratio * tolerance);
}

} // namespace

/// What every processor's costs have in common.
class OnEachProcessor : public testing::TestWithParam<Target> {};

INSTANTIATE_TEST_SUITE_P(
    MachineCost, OnEachProcessor,
    testing::Values(zen4, skylake, anyX86, a72,
                    Target{"x86_64-linux-gnu", "sapphirerapids"},
                    Target{"x86_64-linux-gnu", "znver1"},
                    Target{"aarch64-linux-gnu", "neoverse-v1"},
                    Target{"arm-linux-gnueabihf", "cortex-a15"}),
    [](const testing::TestParamInfo<Target> &info) {
      std::string name = info.param.cpu;
      std::erase(name, '-');
      return name;
    });

TEST_P(OnEachProcessor, TwiceTheTripsCostTwice) {
  for (const char *flag : {"-O1", "-O2", "-O3"})
    expectRatio(cyclesOf(add("2e4"), {flag}, GetParam()),
                cyclesOf(add("1e4"), {flag}, GetParam()), 2);
}

TEST_P(OnEachProcessor, LongLoopsKeepTheirTrips) {
  for (const char *flag : {"-O1", "-O2", "-O3"}) {
    auto cycles = [&](const char *trips) {
      return cyclesOf(add(trips), {flag}, GetParam());
    };
    expectRatio(cycles("1e6"), cycles("1e3"), 1000, 0.15);
    expectRatio(cycles("1e8"), cycles("1e6"), 100, 0.15);
  }
}

TEST_P(OnEachProcessor, DeepNestsDoNotSaturate) {
  auto nest = [](const std::string &trips) {
    std::string text = "void f(int *restrict a, long n) {";
    for (const char *name : {"i", "j", "k", "l"})
      text += std::string("LOOP(") + name + ", n, " + trips + ")";
    return text + " a[i ^ j] += a[k] ^ l; }";
  };
  expectRatio(cyclesOf(nest("2e6"), {"-O1"}, GetParam()),
              cyclesOf(nest("1e6"), {"-O1"}, GetParam()), 16, 0.2);
}

TEST_P(OnEachProcessor, ConstantTripsAreKnownWithoutHints) {
  auto loop = [](const std::string &trips) {
    return "void f(double *a) { for (int i = 0; i < " + trips +
           "; i++) a[i] = a[i] * 2; }";
  };
  expectRatio(cyclesOf(loop("20000"), {"-O2"}, GetParam()),
              cyclesOf(loop("5000"), {"-O2"}, GetParam()), 4);
}

TEST(MachineCost, DivisionCostsMoreThanAddition) {
  std::string divide = add("1e4");
  divide.replace(divide.find("] + b"), 5, "] / b");
  for (const Target &target : {zen4, skylake, anyX86, a72})
    EXPECT_GT(cyclesOf(divide, {"-O2"}, target),
              1.5 * cyclesOf(add("1e4"), {"-O2"}, target))
        << target.cpu;
}

TEST(MachineCost, SumWaitsForItself) {
  // A floating-point sum cannot be reordered: each addition waits for the last.
  EXPECT_GT(cyclesOf(sum("double"), {"-O3"}), 1.9e4);
  EXPECT_GT(cyclesOf(sum("double"), {"-O3"}),
            1.5 * cyclesOf(sum("double"), {"-O3", "-ffast-math"}));
  EXPECT_GT(cyclesOf(sum("double"), {"-O3"}),
            3 * cyclesOf(sum("int"), {"-O3"}));
}

TEST(MachineCost, PointerChaseWaitsForEachLoad) {
  std::string chase = "void *f(void **p, long n) { LOOP(i, n, 1e4) p = (void "
                      "**)*p; return p; }";
  EXPECT_GT(cyclesOf(chase), 2.9e4);
}

TEST(MachineCost, WaitThroughSeveralBlocks) {
  std::string text =
      "double f(double *a, long n) { double s = 1; LOOP(i, n, "
      "1e4) { s *= a[i]; if (a[i] > 3) puts(\"x\"); } return s; }";
  EXPECT_GT(cyclesOf(text, {"-O2"}), 2.9e4);
}

TEST(MachineCost, VectorsAreFaster) {
  EXPECT_LT(cyclesOf(add("1e5"), {"-O3"}),
            0.8 * cyclesOf(add("1e5"), {"-O3", "-fno-vectorize"}));
}

TEST(MachineCost, BiggerCoresAreFaster) {
  auto on = [](const char *triple, const char *cpu) {
    return cyclesOf(add("1e4"), {"-O2"}, {triple, cpu});
  };
  EXPECT_GT(on("arm-linux-gnueabihf", "cortex-a7"),
            on("arm-linux-gnueabihf", "cortex-a15"));
  EXPECT_GT(on("aarch64-linux-gnu", "cortex-a53"),
            on("aarch64-linux-gnu", "cortex-a72"));
}

TEST(MachineCost, SteppedAddressesDoNotWaitForTheData) {
  // vstmia r0!, {d16}: the next round's address is there before the sum is.
  EXPECT_LT(
      cyclesOf(add("1e4"), {"-O2"}, {"arm-linux-gnueabihf", "cortex-a15"}),
      6e4);
}

TEST(MachineCost, NativeIsTheHost) {
  Target host{"", llvm::sys::getHostCPUName().str()};
  double cycles = cyclesOf(add("1e4"), {"-O2"}, host);
  EXPECT_DOUBLE_EQ(cyclesOf(add("1e4"), {"-O2"}, {"", "native"}), cycles);
  EXPECT_DOUBLE_EQ(cyclesOf(add("1e4"), {"-O2"}, {}), cycles);
}

TEST(MachineCost, UnknownCpuGetsTheGenericModel) {
  Target unknown{"x86_64-linux-gnu", "no-such-cpu"};
  EXPECT_DOUBLE_EQ(
      cyclesOf(add("1e4"), {"-O2"}, unknown),
      cyclesOf(add("1e4"), {"-O2"}, {"x86_64-linux-gnu", "generic"}));
  for (const char *triple : {"arm-linux-gnueabihf", "aarch64-linux-gnu",
                             "riscv64-linux-gnu", "i686-linux-gnu"})
    EXPECT_GT(cyclesOf(add("1e4"), {"-O2"}, {triple, ""}), 5e3) << triple;
}

TEST(MachineCost, CallsAreCounted) {
  auto all = costs("void g(int);"
                   "void f(double *a, long n) { g(1); "
                   "LOOP(i, n, 1e3) a[i] = exp(a[i]); g(2); }",
                   {"f"});
  EXPECT_DOUBLE_EQ(all["f"].calls["g"], 2);
  EXPECT_NEAR(all["f"].calls["exp"], 1000, 5);
}

TEST(MachineCost, ClearingAndCopyingAreLoopsNotCalls) {
  for (const char *right : {"0", "b[i]"}) {
    auto all = costs("void f(double *restrict a, double *restrict b, long n) "
                     "{ LOOP(i, n, 1e6) a[i] = " +
                         std::string(right) + "; }",
                     {"f"}, {"-O3"});
    EXPECT_GT(all["f"].cycles, 1e5);
    EXPECT_TRUE(all["f"].calls.empty());
  }
}

TEST(MachineCost, VectorMathCountsAsItsScalar) {
  auto all = costs("void f(double *restrict a, double *restrict b, long n) {"
                   "LOOP(i, n, 1e3) a[i] = exp(b[i]); }",
                   {"f"}, {"-O3", "-ffast-math", "-mavx2"},
                   {"x86_64-linux-gnu", "znver4"});
  EXPECT_EQ(all["f"].calls.size(), 1u);
  EXPECT_GT(all["f"].calls["exp"], 200);
}

TEST(MachineCost, CallsThroughPointersHaveNoName) {
  auto all = costs("void f(void (*g)(void)) { g(); g(); }", {"f"});
  EXPECT_DOUBLE_EQ(all["f"].calls[""], 2);
}

TEST(MachineCost, StaticFunctionsNobodyCallsAreFound) {
  auto all = costs("static int f(int x) { return x * 3; }"
                   "static int other(int x) { return x * 4; }",
                   {"f", "absent"});
  EXPECT_EQ(all.size(), 1u);
  EXPECT_EQ(all.count("f"), 1u);
}

TEST(MachineCost, CalleesThatStayFunctionsAreCostedToo) {
  auto all = costs("__attribute__((noinline)) static double g(double x) "
                   "{ return exp(x) / 3; }"
                   "double f(double x) { return g(x) * 2; }",
                   {"f"});
  EXPECT_DOUBLE_EQ(all["f"].calls["g"], 1);
  ASSERT_EQ(all.count("g"), 1u);
  EXPECT_DOUBLE_EQ(all["g"].calls["exp"], 1);
}

TEST(MachineCost, FlagsOnlyGccKnowsAreIgnored) {
  EXPECT_DOUBLE_EQ(cyclesOf(add("1e4"), {"-O2", "-fno-tree-loop-im",
                                         "--param=ggc-min-expand=10", "-Werror",
                                         "-Wall", "-g", "-c", "-o", "x.o"}),
                   cyclesOf(add("1e4"), {"-O2"}));
}

TEST(MachineCost, FlagsOfAnotherMachineAreIgnored) {
  EXPECT_GT(cyclesOf(add("1e4"), {"-O3", "-march=native", "-mavx2"},
                     {"aarch64-linux-gnu", "cortex-a72"}),
            5e3);
}

TEST(MachineCost, EveryLevelWorks) {
  std::map<std::string, double> cycles;
  for (const char *level :
       {"-O0", "-Og", "-O", "-O1", "-O2", "-Os", "-Oz", "-O3", "-Ofast"})
    EXPECT_GT(cycles[level] = cyclesOf(add("1e4"), {level}), 1e3) << level;
}

TEST(MachineCost, ErrorsOfTheBackEndAreErrors) {
  // More operands in registers than there are registers.
  std::string text = "void f(int *p) { __asm__ volatile(\"\" ::";
  for (int i = 0; i < 20; ++i)
    text += (i ? ", \"r\"(p[" : " \"r\"(p[") + std::to_string(i) + "])";
  std::string error;
  EXPECT_FALSE(estimateCycles(text + "); }", {"f"}, {"-O2"},
                              {"x86_64-linux-gnu", ""}, error));
  EXPECT_NE(error.find("regist"), std::string::npos) << error;
}

TEST_P(OnEachProcessor, CyclesWithTwoEntriesRunTheirRounds) {
  std::map<std::string, double> calls =
      costs("void a(void), b(void), c(void);"
            "void f(long n, long x) {"
            "  LOOP(i, n, 1000) {"
            "    long j = 0; c(); if (x & 1) goto middle;"
            "    again: a();"
            "    middle: b();"
            "    if (__builtin_expect_with_probability(++j < x, 1, 0.99))"
            "      goto again; } }",
            {"f"}, {"-O2"}, GetParam())["f"]
          .calls;
  expectRatio(calls["c"], 1000, 1);
  expectRatio(calls["b"], 100 * 1000, 1);
  expectRatio(calls["a"], 99.5 * 1000, 1);
}

/// The head of a loop with several vectors for it is copied to where the
/// scalar one is entered: then it is no natural loop.
TEST(MachineCost, LoopsAfterVectorsRunTheirRounds) {
  auto rows = [](const std::string &trips) {
    return cyclesOf("void f(int n, int m, int k, int d[n][n], int v[n][n]) {"
                    "  LOOP(i, m, " +
                        trips +
                        ") { int first = d[i][k];"
                        "    if (first >= 1000000) continue;"
                        "    LOOP(j, n, 1800)"
                        "      if (first + d[k][j] < d[i][j]) {"
                        "        d[i][j] = first + d[k][j]; v[i][j] = k; } } }",
                    {"-O3"}, Target{"x86_64-linux-gnu", "znver3"});
  };
  expectRatio(rows("900"), rows("9"), 100, 0.2);
}

TEST(MachineCost, OddControlFlow) {
  auto all = costs(
      "int f(int n, int *a) { int s = 0; if (n & 1) goto inside;"
      "while (n > 0) { s += a[n]; inside: n -= 2; } return s; }"
      "int g(int n) { static void *to[] = {&&x, &&y}; x: if (n-- < 0) return n;"
      "goto *to[n & 1]; y: n -= 3; goto *to[n & 1]; }"
      "int h(int n) { switch (n) { case 1: return 5; case 2: return puts(\"\");"
      "case 3: return 9; case 4: return n * 3; case 5: for (;;) puts(\"x\"); }"
      "return 0; }"
      "int v(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = puts(\"\");"
      "return a[n / 2]; }"
      "_Complex double c(_Complex double x) { return x * x / 3; }"
      "__int128 w(__int128 x, __int128 y) { return x / y; }",
      {"f", "g", "h", "v", "c", "w"});
  EXPECT_EQ(all.size(), 6u);
  for (const auto &[name, cost] : all) {
    EXPECT_GT(cost.cycles, 0.5) << name;
    EXPECT_LT(cost.cycles, 1e6) << name;
  }
  EXPECT_GT(all["h"].calls["puts"], 100); // the endless loop is a long one
}

TEST(MachineCost, GccHeadersParse) {
  std::string text = "extern _Float32 sinf32(_Float32); extern _Float64x "
                     "sinf64x(_Float64x); extern _Float128 sinf128(_Float128);"
                     "double f(double x) { return x; }";
  EXPECT_GT(cyclesOf(text), 0);
  EXPECT_GT(cyclesOf(text, {"-O2"}, {"arm-linux-gnueabihf", "cortex-a7"}), 0);
  EXPECT_GT(cyclesOf(text, {"-O2"}, {"aarch64-linux-gnu", "cortex-a72"}), 0);
}

TEST(MachineCost, GccAttributesAndFortifiedHeadersParse) {
  std::string text =
      "# 1 \"/usr/include/stdio.h\" 1 3 4\n"
      "extern void release(void *);\n"
      "extern void *get(unsigned long) __attribute__ ((__malloc__))"
      " __attribute__ ((__malloc__ (release, 1)));\n"
      "extern int printf(const char *, ...);\n"
      "extern int printf(const char *, ...) __asm__(\"printf\");\n"
      "extern inline __attribute__((__gnu_inline__, __always_inline__))\n"
      "int printf(const char *format, ...)\n"
      "{ return __printf_chk(1, format, __builtin_va_arg_pack()); }\n"
      "# 9 \"user.c\" 2\n"
      "static inline int twice(int x) { return 2 * x; }\n"
      "void f(int x) { printf(\"%d %d\\n\", x, twice(x)); }\n";
  auto all = costs(text, {"f", "printf"});
  EXPECT_DOUBLE_EQ(all["f"].calls["printf"], 1);
}

TEST(MachineCost, BrokenUnitsSayWhy) {
  std::string error;
  EXPECT_FALSE(
      estimateCycles("# 7 \"user.c\"\nint f( {", {"f"}, {}, zen4, error));
  EXPECT_NE(error.find("user.c:7:"), std::string::npos) << error;
}

TEST(MachineCost, UnknownTargetsSayWhy) {
  std::string error;
  EXPECT_FALSE(
      estimateCycles("int f;", {}, {}, {"nochip-none-none", ""}, error));
  EXPECT_FALSE(error.empty());
}

TEST(MachineCost, SameInputGivesSameCosts) {
  EXPECT_EQ(cyclesOf(add("1e4"), {"-O3"}), cyclesOf(add("1e4"), {"-O3"}));
}
