// SPDX-License-Identifier: Apache-2.0
//
// Dependences of nests against enumeration, and which loops may be sunk.

#include "transformation/ReorderNests.h"
#include "transformation/order/ChooseOrder.h"
#include "transformation/order/Dependences.h"
#include "transformation/order/Jamming.h"
#include "transformation/order/OrderCost.h"
#include "transformation/order/Sinking.h"
#include "transformation/order/Tables.h"
#include "transformation/order/Times.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

#include <functional>

using namespace hocket;
using namespace hocket::transformation;

namespace {

std::string function(const std::string &body) {
  return "int a[64][64], b[64][64]; double x[64][64], s[64];\n"
         "void f(int n, int m) {\n" +
         body + "\n}\n";
}

/// A nest with all that is known of it.
struct Built {
  explicit Built(const std::string &body)
      : c(function(body), {}, true), index(c.program, c.effects, true),
        found(findNest(index, c.loop(0), {})) {
    if (!found.nest)
      throw std::runtime_error("no nest: " + found.why);
    model = std::make_unique<NestModel>(index, context, *found.nest, true);
  }

  polyhedral::test::AnalyzedC c;
  polyhedral::ProgramIndex index;
  FoundNest found;
  IslContext context;
  std::unique_ptr<NestModel> model;
};

/// Pairs of runs that keep their order, of a nest with one unit.
long pairsOf(const std::string &body) {
  Built built(body);
  EXPECT_TRUE(built.model->isExact());
  std::optional<isl::map> all;
  for (const Dependence &d : findDependences(*built.model).all)
    all = all ? all->unite(d.pairs) : d.pairs;
  if (!all)
    return 0;
  isl::val count = isl_ext::managed(built.context.get(),
                                    isl_set_count_val(all->wrap().get()));
  return isl_val_get_num_si(count.get());
}

using Indices = std::array<int, 2>;
struct Places {
  Indices write, read;
};

/// The same by trying all pairs: `a[write] = a[read]` for i and j.
long enumerate(const std::vector<Indices> &runs,
               const std::function<Places(int, int)> &places) {
  long pairs = 0;
  for (std::size_t p = 0; p < runs.size(); ++p)
    for (std::size_t q = p + 1; q < runs.size(); ++q) {
      Places first = places(runs[p][0], runs[p][1]);
      Places second = places(runs[q][0], runs[q][1]);
      pairs += first.write == second.write || first.write == second.read ||
               first.read == second.write;
    }
  return pairs;
}

std::vector<Indices> square(int from, int to) {
  std::vector<Indices> runs;
  for (int i = from; i < to; ++i)
    for (int j = from; j < to; ++j)
      runs.push_back({i, j});
  return runs;
}

TEST(NestDependences, AreThoseOfEnumeration) {
  EXPECT_EQ(pairsOf("for (int i = 1; i < 7; i++)\n"
                    "  for (int j = 1; j < 7; j++)\n"
                    "    a[i][j] = a[i - 1][j + 1];"),
            enumerate(square(1, 7), [](int i, int j) {
              return Places{{i, j}, {i - 1, j + 1}};
            }));
  EXPECT_EQ(pairsOf("for (int i = 0; i < 8; i++)\n"
                    "  for (int j = 0; j < 8; j++)\n"
                    "    a[i][j] = a[j][i];"),
            enumerate(square(0, 8),
                      [](int i, int j) { return Places{{i, j}, {j, i}}; }));
  EXPECT_EQ(pairsOf("for (int i = 0; i < 8; i++)\n"
                    "  for (int j = 0; j < 8; j++)\n"
                    "    a[i][0] = a[2 * j][0];"),
            enumerate(square(0, 8),
                      [](int i, int j) { return Places{{i, 0}, {2 * j, 0}}; }));
}

TEST(NestDependences, FollowTriangles) {
  std::vector<Indices> runs;
  for (int i = 8; i >= 0; i -= 2)
    for (int j = i; j < 9; ++j)
      runs.push_back({i, j});
  EXPECT_EQ(
      pairsOf("for (int i = 8; i >= 0; i -= 2)\n"
              "  for (int j = i; j < 9; j++)\n"
              "    a[i][j] = a[j][i + 1];"),
      enumerate(runs, [](int i, int j) { return Places{{i, j}, {j, i + 1}}; }));
}

/// "sunk" if the first loop may be, as a whole, else what keeps it.
std::string sinkingOf(const std::string &body) {
  Built built(body);
  if (!built.model->isExact())
    return "not exact";
  Dependences dependences = findDependences(*built.model);
  const Nest &nest = *built.found.nest;
  for (const Reordered &one : sinkings(nest, {nest.order, {}, {}}))
    if (one.sunk.back().loop == nest.root &&
        one.order.kind == Order::Kind::Pieces) {
      const Dependence *broken = brokenBy(*built.model, dependences, one.order);
      return broken ? broken->second + " after " + broken->first : "sunk";
    }
  return "no candidate";
}

TEST(Sinking, IsLegalWhereOrderIsKept) {
  EXPECT_EQ(sinkingOf("for (int j = 0; j < m; j++) {\n"
                      "  s[j] = 0;\n"
                      "  for (int i = 0; i < n; i++) s[j] += x[i][j];\n"
                      "}"),
            "sunk");
  EXPECT_EQ(sinkingOf("for (int j = 1; j < 63; j++)\n"
                      "  for (int i = 1; i < 63; i++)\n"
                      "    x[i][j] = x[i - 1][j - 1];"),
            "sunk");
  EXPECT_EQ(sinkingOf("for (int j = 1; j < 63; j++)\n"
                      "  for (int i = 1; i < 63; i++)\n"
                      "    x[i][j] = x[i + 1][j - 1];"),
            "x[i + 1][j - 1] after x[i][j]");
}

TEST(Sinking, TakesScalarsOfAnIterationAlong) {
  EXPECT_EQ(sinkingOf("for (int j = 0; j < m; j++) {\n"
                      "  double t = 0;\n"
                      "  for (int i = 0; i < n; i++) t += x[i][j];\n"
                      "  s[j] = t;\n"
                      "}"),
            "sunk");
  // One sum over all: it is no iteration's own.
  EXPECT_NE(sinkingOf("double t = 0;\n"
                      "for (int j = 0; j < m; j++) {\n"
                      "  for (int i = 0; i < n; i++) t += x[i][j];\n"
                      "  s[j] = t;\n"
                      "}"),
            "sunk");
}

TEST(Nest, IsNotExactWhereBoundsAreLoaded) {
  EXPECT_EQ(sinkingOf("for (int i = 0; i < 63; i++)\n"
                      "  for (int k = a[0][i]; k < a[0][i + 1]; k++)\n"
                      "    s[i] += x[k][0];"),
            "not exact");
}

/// Remarks by id, in order.
std::string remarksOf(const std::string &body, const ReorderOptions &options) {
  polyhedral::test::AnalyzedC c(function(body), {}, true);
  Reorderings result = reorderNests(c.program, c.effects, options);
  std::string ids;
  for (const Remark &remark : result.remarks)
    ids += (ids.empty() ? "" : " ") + std::string(info(remark.id).name);
  EXPECT_EQ(result.texts.empty(),
            ids.find("interchanged") == std::string::npos &&
                ids.find("jammed") == std::string::npos);
  return ids;
}

const char *const columns = "for (int j = 0; j < m; j++)\n"
                            "  for (int i = 0; i < n; i++) s[j] += x[i][j];";

TEST(ReorderNests, GainsByLines) {
  ReorderOptions options;
  options.islBudget = 1000000;
  EXPECT_EQ(remarksOf(columns, options), "loop-interchanged loop-jammed");
  EXPECT_EQ(remarksOf("for (int i = 0; i < n; i++)\n"
                      "  for (int j = 0; j < m; j++) s[j] += x[i][j];",
                      options),
            "");
  // Few iterations inside: their lines stay in the cache.
  EXPECT_EQ(remarksOf("for (int j = 0; j < m; j++)\n"
                      "  for (int i = 0; i < 5; i++) s[j] += x[i][j];",
                      options),
            "");
}

TEST(ReorderNests, KeepsBitsAndBudgets) {
  ReorderOptions options;
  options.islBudget = 1000000;
  options.bits.fusing = Fusing::ByOrder;
  EXPECT_EQ(remarksOf(columns, options), "nest-kept");
  options.bits.fusing = Fusing::ByText;
  EXPECT_EQ(remarksOf(columns, options), "loop-interchanged loop-jammed");
  const std::string known = "for (int j = 0; j < n; j++)\n"
                            "  for (int i = 0; i < n; i++) x[i][j] += 0.1 * i;";
  EXPECT_EQ(remarksOf(known, options), "nest-kept");
  options.bits.fusing = Fusing::None;
  EXPECT_EQ(remarksOf(known, options), "loop-interchanged");
  options.islBudget = 10;
  EXPECT_EQ(remarksOf(columns, options).find("interchanged"),
            std::string::npos);
}

/// The loops that are jammed in the first jamming that is legal: "i k".
std::string jammed(const std::string &body, bool isAlways = false) {
  Built built(body);
  const Nest &nest = *built.found.nest;
  Dependences dependences = findDependences(*built.model);
  std::vector<Traffic> traffic = trafficOf(*built.model, {});
  for (const Reordered &one :
       jammings(*built.model, traffic, {}, {nest.order, {}, {}}, isAlways)) {
    if (brokenBy(*built.model, dependences, one.order))
      continue;
    std::string names;
    for (const Sunk &sunk : one.sunk) {
      const ir::Loop *loop = built.c.program[sunk.loop].as<ir::Loop>();
      names += (names.empty() ? "" : " ") +
               built.c.program[loop->counted->iterator].name;
    }
    return names;
  }
  return "";
}

TEST(Jamming, SharesLoadsAndStores) {
  EXPECT_EQ(jammed("for (int i = 0; i < n; i++)\n"
                   "  for (int k = 0; k < n; k++)\n"
                   "    for (int j = 0; j < m; j++)\n"
                   "      x[i][j] += s[k] * a[k][j];"),
            "i k");
  // Nothing is the same in two of its iterations.
  EXPECT_EQ(jammed("for (int i = 0; i < n; i++)\n"
                   "  for (int j = 0; j < m; j++)\n"
                   "    x[i][j] = a[i][j] + b[i][j];"),
            "");
}

TEST(Jamming, RunsChainsSideBySide) {
  EXPECT_EQ(jammed("for (int i = 0; i < n; i++)\n"
                   "  for (int j = 0; j < m; j++) s[i] += x[i][j];"),
            "i");
  // One chain through all rows.
  EXPECT_EQ(jammed("double t = 0;\n"
                   "for (int i = 0; i < n; i++)\n"
                   "  for (int j = 0; j < m; j++) t += x[i][j];\n"
                   "s[0] = t;"),
            "");
}

TEST(Jamming, KeepsDependences) {
  EXPECT_EQ(jammed("for (int i = 1; i < n; i++)\n"
                   "  for (int j = 0; j < 63; j++)\n"
                   "    a[i][j] = a[i - 1][j + 1];",
                   true),
            "");
  EXPECT_EQ(jammed("for (int i = 0; i < n; i++)\n"
                   "  for (int j = 1; j < 63; j++)\n"
                   "    a[i + 1][j] = a[i][j - 1];",
                   true),
            "i");
}

/// Places of all units with their times say each run once, and those of a jam
/// only where all of it runs.
TEST(Jamming, DividesRuns) {
  Built built("for (int i = 0; i < 10; i++)\n"
              "  for (int k = i; k < 11; k++)\n"
              "    for (int j = 0; j <= i; j++)\n"
              "      x[i][j] += s[k] * a[k][j];");
  const Nest &nest = *built.found.nest;
  std::vector<Traffic> traffic = trafficOf(*built.model, {});
  std::vector<Reordered> all =
      jammings(*built.model, traffic, {}, {nest.order, {}, {}}, true);
  ASSERT_FALSE(all.empty());
  auto count = [&](const isl::set &set) {
    isl::val number =
        isl_ext::managed(built.context.get(), isl_set_count_val(set.get()));
    return isl_val_get_num_si(number.get());
  };
  for (const Reordered &one : all) {
    long runs = 0;
    for (const Placement &place : placementsOf(*built.model, one.order)) {
      EXPECT_TRUE(place.times.is_single_valued());
      EXPECT_TRUE(place.times.is_injective());
      runs += count(place.times.domain());
    }
    EXPECT_EQ(runs, count(built.model->runs(0)));
  }
}

} // namespace

namespace {

/// What tiles gain is found out with so few operations of isl.
bool asksLittle(const std::string &body) {
  Built built(body);
  EXPECT_TRUE(built.model->isExact());
  OrderChooser chooser(*built.model, {});
  chooser.sunk();
  return withIslBudget(built.context, 100,
                       [&] {
                         chooser.tiled();
                         return true;
                       })
      .has_value();
}

} // namespace

// Nothing comes back to what an iteration touches: no dependence is asked for.
/// What may be copied, by the loop that walks along the copies: "j: x[j][k]".
std::string tables(const std::string &body) {
  Built built(body);
  const ir::Program &program = built.c.program;
  std::string result;
  for (const Nest &nest : withTables(*built.model)) {
    const ir::Loop *loop =
        program[nest.tables.front().loops.back()].as<ir::Loop>();
    result += (result.empty() ? "" : "; ") +
              program[loop->counted->iterator].name + ":";
    for (const Table &table : nest.tables)
      for (const Table::Read &read : table.reads)
        result += " " + std::string(program.text(read.text));
    NestModel model(built.index, built.context, nest, true);
    if (!findDependences(model).mayHaveTables)
      result += " (written)";
  }
  return result;
}

std::string sums(const std::string &bounds, const std::string &term) {
  return "for (int i = 0; i < n; i++)\n"
         "  for (int j = 0; j < m; j++) {\n"
         "    double t = 0;\n"
         "    for (int k = 0; k < " +
         bounds + "; k++)\n      t += " + term +
         ";\n"
         "    a[i][j] = t;\n  }";
}

TEST(Tables, AreOfWhatIsReadAcross) {
  EXPECT_EQ(tables(sums("n", "x[j][k]")), "j: x[j][k]");
  EXPECT_EQ(tables(sums("n", "x[k][j]")), "k: x[k][j]");
  // Nothing is read again, or it walks along memory.
  EXPECT_EQ(tables(sums("n", "x[i][j] * s[k]")), "i: x[i][j]");
  EXPECT_EQ(tables("for (int i = 0; i < n; i++)\n"
                   "  for (int j = 0; j < m; j++)\n"
                   "    a[i][j] += b[j][i];"),
            "");
}

TEST(Tables, HaveOnlyWhatIsRead) {
  EXPECT_EQ(tables(sums("j", "x[j][k]")), "");
  EXPECT_EQ(tables(sums("i", "x[j][k]")), "j: x[j][k]");
  EXPECT_EQ(tables(sums("n", "(b[0][j] ? x[j][k] : 1)")), "");
  // The other half of the numbers is not read.
  EXPECT_EQ(tables(sums("n", "x[2 * j][k]")), "j: x[2 * j][k]");
}

TEST(Tables, AreNotOfWhatIsWritten) {
  EXPECT_EQ(tables(sums("n", "x[j][k] + a[j][k]")),
            "j: x[j][k] a[j][k] (written)");
  // Not even where nothing of it is read in another iteration.
  EXPECT_EQ(tables("for (int i = 0; i < n; i++)\n"
                   "  for (int j = 0; j < m; j++)\n"
                   "    for (int k = 0; k < n; k++) {\n"
                   "      x[k][j] = k;\n"
                   "      a[i][j] += x[k][j];\n"
                   "    }")
                    .find("(written)") != std::string::npos,
            true);
}

TEST(Orders, TilesThatGainNothingCostNothing) {
  EXPECT_TRUE(asksLittle("for (int i = 1; i < 63; i++)\n"
                         "  for (int j = 1; j < 63; j++)\n"
                         "    x[i][j] = x[i - 1][j] + x[i - 1][j - 1];"));
  // Rows beside each other gain here, and have to be proved.
  EXPECT_FALSE(asksLittle("for (int i = 1; i < 63; i++)\n"
                          "  for (int j = 1; j < 63; j++)\n"
                          "    x[i][j] = x[i - 1][j] + x[i][j - 1];"));
}

TEST(Orders, TilesThatMayGainAreAskedFor) {
  EXPECT_FALSE(asksLittle("for (int t = 0; t < 500; t++)\n"
                          "  for (int i = 1; i < n; i++)\n"
                          "    for (int j = 1; j < m; j++)\n"
                          "      x[i][j] = x[i - 1][j] + x[i][j - 1];"));
}
