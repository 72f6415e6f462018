// SPDX-License-Identifier: Apache-2.0
//
// Cycles that were counted before.
#include "driver/cache/KeptCosts.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <filesystem>

namespace hocket::driver {
namespace {

namespace files = std::filesystem;

const char *const text =
    "double sin(double);\n"
    "static double part(double x) { return sin(x) / 3; }\n"
    "double whole(double *a, int n) {\n"
    "  double s = 0;\n"
    "  for (int i = 0; i < n; i++) s += part(a[i]) + sin(a[i]);\n"
    "  return s; }\n";

class KeptCostsTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("hocket-costs", path));
    directory = path.str().str();
    estimate = keptCycles(Store(directory, 1 << 20));
  }
  void TearDown() override { files::remove_all(directory); }

  long numKept() const {
    files::recursive_directory_iterator all(directory);
    return std::count_if(begin(all), end(all), [](const auto &entry) {
      return entry.is_regular_file();
    });
  }

  std::string directory, error;
  cost::CycleEstimator estimate;
};

TEST_F(KeptCostsTest, AreWhatIsComputed) {
  const std::vector<std::string> functions = {"whole"}, flags = {"-O2"};
  auto computed = cost::estimateCycles(text, functions, flags, {}, error);
  auto first = estimate(text, functions, flags, {}, error);
  EXPECT_EQ(numKept(), 1);
  auto again = estimate(text, functions, flags, {}, error);
  EXPECT_EQ(numKept(), 1);
  ASSERT_TRUE(computed && first && again);
  ASSERT_EQ(again->size(), computed->size());
  for (const auto &[name, cost] : *computed) {
    EXPECT_EQ(first->at(name).cycles, cost.cycles) << name;
    EXPECT_EQ(again->at(name).cycles, cost.cycles) << name;
    EXPECT_EQ(again->at(name).calls, cost.calls) << name;
  }
}

TEST_F(KeptCostsTest, AreFoundWithoutCompiling) {
  estimate(text, {"whole"}, {"-O2"}, {}, error);
  for (const auto &entry : files::recursive_directory_iterator(directory))
    if (entry.is_regular_file())
      Store(directory, 1 << 20).keep(entry.path().filename(), "1\n0");
  EXPECT_TRUE(estimate(text, {"whole"}, {"-O2"}, {}, error)->empty());
}

TEST_F(KeptCostsTest, DifferByAllThatIsAskedFor) {
  const std::string other = std::string(text) + "int more;\n";
  estimate(text, {"whole"}, {"-O2"}, {}, error);
  estimate(other, {"whole"}, {"-O2"}, {}, error);
  estimate(text, {"whole", "part"}, {"-O2"}, {}, error);
  estimate(text, {"whole"}, {"-O3"}, {}, error);
  estimate(text, {"whole"}, {"-O2"}, {"", "haswell"}, error);
  EXPECT_EQ(numKept(), 5);
}

TEST_F(KeptCostsTest, OfWhatDoesNotCompileNothingIsKept) {
  EXPECT_FALSE(estimate("int f( {", {"f"}, {"-O2"}, {}, error).has_value());
  EXPECT_NE(error, "");
  EXPECT_EQ(numKept(), 0);
}

} // namespace
} // namespace hocket::driver
