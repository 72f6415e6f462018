// SPDX-License-Identifier: Apache-2.0
//
// Loops cut into chunks, as C text.

#include "codegen/bodies/WriteBody.h"
#include "codegen/loops/LoopHeader.h"
#include "frontend/ExtractProgram.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::codegen;

namespace {

/// The only loop of `void f(...) { <loop> }`.
struct OneLoop {
  ir::Program program;
  ir::NodeId loop_ = ir::NodeId::None;

  explicit OneLoop(const std::string &loop,
                   const std::string &parameters = "int n, double *a") {
    RemarkSink sink;
    program = extractProgram(
        {{"t.c", "void f(" + parameters + ") { " + loop + " }", {}}}, true,
        sink);
    EXPECT_TRUE(program.units.at(0).parsed) << program.units[0].problem;
    for (const ir::Node &node : program.nodes)
      if (const ir::Loop *data = node.as<ir::Loop>(); data && data->counted)
        loop_ = node.id;
  }

  std::string trips(const std::string &lower, const std::string &bound) const {
    auto asWritten = [](ir::ObjectId) { return std::string(); };
    ir::ObjectId by = program[loop_].as<ir::Loop>()->counted->stepBy;
    return tripCount(program, loop_,
                     {lower, bound, nameOf(program, by, asWritten)}, "hk_");
  }
  ChunkLoop chunks(unsigned count = 4, unsigned grain = 1) const {
    Cut cut;
    cut.chunks = count;
    cut.grain = grain;
    cut.wrap = [](std::string condition) { return condition; };
    return chunkLoop(
        program, loop_, [](ir::ObjectId) { return std::string(); }, "hk_", cut);
  }
};

template <typename Item> std::string text(const std::vector<Item> &items) {
  CWriter out;
  writeAll(items, out);
  return out.take();
}

} // namespace

TEST(TripCount, Directions) {
  EXPECT_EQ(OneLoop("for (int i = 0; i < n; i++) a[i] = 0;").trips("0", "n"),
            "hk_trips(0, n, 1)");
  EXPECT_EQ(OneLoop("for (int i = n; i > 3; i -= 2) a[i] = 0;").trips("n", "3"),
            "hk_trips(3, n, 2)");
}

/// The test says which way the loop goes.
TEST(TripCount, StepsByAVariable) {
  const char *parameters = "int n, int m, double *a";
  EXPECT_EQ(OneLoop("for (int i = 0; i < n; i += m) a[i] = 0;", parameters)
                .trips("0", "n"),
            "hk_trips_by(0, n, 1, m)");
  EXPECT_EQ(OneLoop("for (int i = n; i > 3; i -= 2 * m) a[i] = 0;", parameters)
                .trips("n", "3"),
            "hk_trips_by(3, n, 2, m)");
  EXPECT_EQ(OneLoop("for (int i = n; i > 3; i += m) a[i] = 0;", parameters)
                .trips("n", "3"),
            "hk_trips_by(3, n, -1, m)");
}

TEST(TripCount, InclusiveBoundsAreWidenedBeforeTheyMove) {
  EXPECT_EQ(OneLoop("for (int i = 0; i <= n; i++) a[i] = 0;").trips("0", "n"),
            "hk_trips(0, n + 1LL, 1)");
  EXPECT_EQ(OneLoop("for (int i = n; i >= 0; i--) a[i] = 0;").trips("n", "0"),
            "hk_trips(0 - 1LL, n, 1)");
}

TEST(TripCount, UnsignedComparisonsAreMadeInTheCommonType) {
  std::string narrow =
      OneLoop("for (int i = 0; i < u; i++) a[i] = 0;", "unsigned u, double *a")
          .trips("0", "u");
  EXPECT_EQ(narrow, "hk_trips((__typeof__((0) + (u)))(0), "
                    "(__typeof__((0) + (u)))(u), 1)");
  // 64 bits without a sign do not fit into the signed count: the distance does.
  std::string wide = OneLoop("for (unsigned long i = 3; i < u; i++) a[i] = 0;",
                             "unsigned long u, double *a")
                         .trips("3", "u");
  EXPECT_NE(wide.find(" < "), std::string::npos) << wide;
  EXPECT_NE(wide.find("hk_trips(0, (long long)("), std::string::npos) << wide;
  EXPECT_NE(wide.find(": 0LL"), std::string::npos) << wide;
}

TEST(ChunkLoop, UnitStep) {
  ChunkLoop loop =
      OneLoop("for (int i = 1; i < n; i++) a[i] = 0;").chunks(4, 64);
  EXPECT_EQ(text(loop.locals),
            "const int hk_start = 1;\n"
            "const long long hk_count = hk_trips(hk_start, n, 1);\n"
            "const long long hk_first = hk_chunk(hk_count, hk_c, 4, 64);\n"
            "const long long hk_last = hk_chunk(hk_count, hk_c + 1, 4, 64);\n"
            "const int hk_end = hk_start + hk_last;\n");
  EXPECT_EQ(headerText(loop.header),
            "for (int i = hk_start + hk_first; i < hk_end; i++)");
  EXPECT_EQ(text(loop.iteration), "");
  EXPECT_EQ(text(loop.end), "");
}

TEST(ChunkLoop, Downwards) {
  ChunkLoop loop = OneLoop("for (int i = n; i > 0; i--) a[i] = 0;").chunks();
  EXPECT_NE(text(loop.locals).find("const int hk_end = hk_start - hk_last;\n"),
            std::string::npos)
      << text(loop.locals);
  EXPECT_EQ(headerText(loop.header).find("i > hk_end; i--") ==
                std::string::npos,
            false)
      << headerText(loop.header);
}

TEST(ChunkLoop, OtherStepsCountIterations) {
  ChunkLoop loop = OneLoop("for (int i = 5; i < n; i += 3) a[i] = 0;").chunks();
  EXPECT_EQ(headerText(loop.header),
            "for (hk_k = hk_first; hk_k < hk_last; hk_k++)");
  EXPECT_EQ(text(loop.iteration), "int i = hk_start + hk_k * 3;\n");
  EXPECT_EQ(text(loop.locals).find("hk_end"), std::string::npos);
}

TEST(ChunkLoop, AnIteratorFromOutsideGetsItsValueAfterTheLoop) {
  ChunkLoop loop =
      OneLoop("int i; for (i = 5; i < n; i += 3) a[i] = 0; a[0] = i;").chunks();
  EXPECT_EQ(text(loop.iteration), "i = hk_start + hk_k * 3;\n");
  EXPECT_EQ(text(loop.end), "i = hk_start + hk_last * 3;\n");
}
