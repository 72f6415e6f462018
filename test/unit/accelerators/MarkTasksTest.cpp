// SPDX-License-Identifier: Apache-2.0
#include "accelerators/MarkTasks.h"

#include "accelerators/Pragmas.h"
#include "frontend/ExtractProgram.h"

#include "gtest/gtest.h"

namespace hocket::accelerators {
namespace {

soc::SocSpec chip() {
  soc::SocSpec soc;
  soc.name = "chip";
  soc::Accelerator unit;
  unit.name = "fft";
  unit.frequencyHz = 200000000;
  unit.runs = {"transform"};
  soc.accelerators.push_back(unit);
  return soc;
}

struct Marked {
  MarkedTasks result;
  std::string text; ///< of the one unit; empty if it stays

  explicit Marked(const std::string &source, const LeftOut &without = {}) {
    RemarkSink sink;
    ir::Program program = extractProgram({{"test.c", source, {}}}, false, sink);
    result = markTasks(program, chip(), without);
    if (result.texts.empty())
      return;
    text = result.texts.at(0);
    ir::Program again = extractProgram({{"test.c", text, {}}}, false, sink);
    EXPECT_TRUE(again.units.at(0).parsed) << again.units[0].problem << text;
    for (uint32_t number : result.marked) {
      bool isFound = false;
      for (const ir::Node &node : again.nodes)
        if (auto mark = ir::acceleratorMark(again, node.id))
          isFound |= mark->number == number && mark->work.size() == 1;
      EXPECT_TRUE(isFound) << number << text;
    }
  }

  std::string why() const {
    return result.remarks.empty() ? "" : result.remarks.at(0).message();
  }
};

std::string mainWith(const std::string &body) {
  return "int f(int *, int *);\nint x[8], y[8];\nint main(void) {\n  int n = "
         "4, i;\n" +
         body + "  return n;\n}\n";
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(MarkTasks, ACall) {
  Marked marked(mainWith("#pragma hocket accelerator(fft, 1000, in(x), "
                         "out(y[1:n]))\n  f(x, y);\n"));
  ASSERT_EQ(marked.result.marked.size(), 1u) << marked.why();
  const ir::AcceleratorTask &task = marked.result.tasks[0];
  EXPECT_EQ(task.accelerator, "fft");
  EXPECT_EQ(task.cycles, 1000);
  EXPECT_EQ(task.name, "f");
  EXPECT_EQ(task.location.line, 5u);
  EXPECT_EQ(task.function, "main");
  EXPECT_TRUE(has(marked.text, "(void)__hocket_task(0, 1, 1); "
                               "(void)__hocket_given(&(x), 0, sizeof(x)); \n"
                               "  f(x, y);"))
      << marked.text;
  EXPECT_TRUE(has(marked.text,
                  " (void)__hocket_taken(&(y)[1], 0, (unsigned long)(n) * "
                  "sizeof((y)[0])); }\n"))
      << marked.text;
  EXPECT_FALSE(has(marked.text, "#pragma"));
  EXPECT_TRUE(marked.result.remarks.empty());
}

TEST(MarkTasks, StatementsOfAllKinds) {
  Marked marked(
      mainWith("  if (n)\n#pragma hocket accelerator(fft, 10, in(x), out(x))\n"
               "    for (i = 0; i < 8; i++) x[i]++;\n  else\n"
               "#pragma hocket accelerator (fft,10,out(y),runs(transform))\n"
               "    y[0] = 1;\n"
               "#pragma hocket accelerator(fft, 2.5e3, in(x), out(y))\n"
               "  {\n    y[1] = x[1];\n    y[2] = x[2];\n  }\n"
               "#pragma hocket accelerator(fft, 10, in(x), out(y))\n"
               "  if (x[0])\n    y[1] = x[1];\n  else\n    y[2] = 3;\n"
               "#pragma hocket accelerator(fft, 10, in(x), out(y))\n"
               "  do y[n] = x[n]; while (x[n]++ < 3);\n"));
  EXPECT_EQ(marked.result.marked.size(), 5u) << marked.why();
  EXPECT_EQ(marked.result.tasks[1].name, "transform");
  EXPECT_EQ(marked.result.tasks[2].cycles, 2500);
  // What is in both is given and taken.
  EXPECT_TRUE(has(marked.text, "__hocket_given(&(x), 0,"));
  EXPECT_TRUE(has(marked.text, "__hocket_taken(&(x), 0,"));
}

TEST(MarkTasks, LeavesOut) {
  const std::string source =
      mainWith("#pragma hocket accelerator(fft, 10, in(x), out(y))\n"
               "  f(x, y);\n"
               "#pragma hocket accelerator(fft, 10, in(x), out(y))\n"
               "  f(y, x);\n");
  Marked some(source, {{0, notUsed({}, "not worth it", "")}});
  EXPECT_EQ(some.result.marked, std::vector<uint32_t>{1});
  EXPECT_FALSE(has(some.text, "#pragma hocket"));
  EXPECT_TRUE(has(some.why(), "not worth it"));
  Marked none(source, {{0, notUsed({}, "a", "")}, {1, notUsed({}, "b", "")}});
  EXPECT_FALSE(has(none.text, "hocket"));
  EXPECT_TRUE(has(none.text, "\n\n  f(x, y);\n\n  f(y, x);\n"));
  EXPECT_EQ(none.result.remarks.size(), 2u);
}

TEST(MarkTasks, WhatTheChipHas) {
  EXPECT_TRUE(has(Marked(mainWith("#pragma hocket accelerator(gpu, 10, in(x), "
                                  "out(y))\n  f(x, y);\n"))
                      .why(),
                  "'chip' has no accelerator of that name"));
  EXPECT_TRUE(has(Marked(mainWith("#pragma hocket accelerator(fft, 10, in(x), "
                                  "out(y), runs(blur))\n  f(x, y);\n"))
                      .why(),
                  "it runs no 'blur'"));
}

TEST(MarkTasks, WhatIsWrong) {
  auto why = [](const std::string &clauses,
                const std::string &statement = "f(x, y);") {
    return Marked(mainWith("#pragma hocket accelerator" + clauses + "\n  " +
                           statement + "\n"))
        .why();
  };
  EXPECT_TRUE(has(why("(fft, 10, in(z))"), "there is no variable 'z'"));
  EXPECT_TRUE(has(why("(fft, in(x))"), "how many cycles"));
  EXPECT_TRUE(has(why("(fft, 0, in(x))"), "how many cycles"));
  EXPECT_TRUE(has(why("(, 10, in(x))"), "no accelerator is named"));
  EXPECT_TRUE(has(why("(fft, 10, in(x)"), "none of in"));
  EXPECT_TRUE(has(why("(fft, 10, in(x[0:f(x, y)]))"), "no section"));
  EXPECT_TRUE(has(why("(fft, 10, in(x[0:n=3]))"), "no section"));
  EXPECT_TRUE(has(why("(fft, 10, in(x[n--:3]))"), "no section"));
  EXPECT_TRUE(has(why("(fft, 10, in(x+1))"), "no variable"));
  EXPECT_TRUE(has(why("(fft, 10, copy(x))"), "none of in"));
  EXPECT_TRUE(has(why("(fft, 10, in(x))",
                      "if (n) {\n#pragma hocket accelerator(fft, 1)\n}"),
                  "no statement follows"));
  EXPECT_TRUE(
      has(why("(fft, 10, in(x))", "int k = f(x, y);"), "no statement follows"));
}

TEST(MarkTasks, OtherPragmasAreOthers) {
  EXPECT_TRUE(findPragmas("#pragma hocket accelerators(fft, 1)\n"
                          "#pragma hocket deadline(33ms)\n"
                          "#pragma accelerator(fft, 1)\n"
                          "# pragma hockey accelerator(fft, 1)\n")
                  .empty());
  EXPECT_EQ(findPragmas("  #  pragma   hocket accelerator  ( fft , 1 )\n")
                .at(0)
                .problem,
            "");
}

} // namespace
} // namespace hocket::accelerators
