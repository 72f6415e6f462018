// SPDX-License-Identifier: Apache-2.0
//
// What runs in a nest, and when, against the same nest run step by step.

#include "nestcheck/Runs.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

using namespace hocket;
using namespace hocket::nestcheck;
using polyhedral::test::AnalyzedC;

namespace {

/// A nest as a tree that can be written and run.
struct Piece {
  enum Kind { Statement, Loop, Guard } kind = Statement;
  int number = 0;         ///< of the statement, or the loop's iterator
  int low = 0, high = 0;  ///< Loop: i = low + from; i < high + to
  int from = -1, to = -1; ///< iterators that the bounds add; -1: none
  int step = 1;
  std::vector<Piece> inside;
};

class Random {
public:
  explicit Random(unsigned seed) : engine_(seed) {}

  int below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(engine_);
  }

  std::vector<Piece> pieces(std::vector<int> around, unsigned depth) {
    std::vector<Piece> result;
    for (int count = 1 + below(2); count > 0; --count)
      result.push_back(piece(around, depth));
    return result;
  }

  Piece piece(std::vector<int> around, unsigned depth) {
    Piece result;
    if (depth == 0 || below(4) == 0) {
      result.number = statements_++;
      return result;
    }
    auto any = [&] {
      return around.empty() || below(2)
                 ? -1
                 : around[std::size_t(below(int(around.size())))];
    };
    if (!around.empty() && below(4) == 0) {
      result.kind = Piece::Guard;
      result.number = around[std::size_t(below(int(around.size())))];
      result.low = below(5);
    } else {
      result.kind = Piece::Loop;
      result.number = loops_++;
      result.low = below(3) - 1;
      result.high = below(6);
      result.from = any();
      result.to = any();
      result.step = 1 + below(3) / 2;
      if (below(4) == 0) {
        std::swap(result.low, result.high);
        result.step = -result.step;
      }
      around.push_back(result.number);
    }
    result.inside = pieces(around, depth - 1);
    return result;
  }

private:
  std::mt19937 engine_;
  int statements_ = 0, loops_ = 0;
};

std::string nameOf(int iterator) { return "i" + std::to_string(iterator); }

std::string textOf(const std::vector<Piece> &pieces) {
  std::string text;
  for (const Piece &one : pieces) {
    std::string i = nameOf(one.number);
    auto bound = [&](int number, int iterator) {
      return std::to_string(number) +
             (iterator < 0 ? "" : " + " + nameOf(iterator));
    };
    if (one.kind == Piece::Statement)
      text += "at[" + std::to_string(one.number) + "] += 1;\n";
    else if (one.kind == Piece::Guard)
      text += "if (" + i + " != " + std::to_string(one.low) + ") {\n" +
              textOf(one.inside) + "}\n";
    else
      text += "for (int " + i + " = " + bound(one.low, one.from) + "; " + i +
              (one.step > 0 ? " < " : " > ") + bound(one.high, one.to) + "; " +
              i + " += " + std::to_string(one.step) + ") {\n" +
              textOf(one.inside) + "}\n";
  }
  return text;
}

using Point = std::pair<int, std::vector<int>>; ///< statement, iterators

void run(const std::vector<Piece> &pieces, std::map<int, int> &values,
         std::vector<int> &around, std::vector<Point> &trace) {
  auto value = [&](int iterator) {
    return iterator < 0 ? 0 : values[iterator];
  };
  for (const Piece &one : pieces) {
    if (one.kind == Piece::Statement) {
      std::vector<int> point;
      for (int iterator : around)
        point.push_back(values[iterator]);
      trace.emplace_back(one.number, point);
    } else if (one.kind == Piece::Guard) {
      if (values[one.number] != one.low)
        run(one.inside, values, around, trace);
    } else {
      const int end = one.high + value(one.to);
      around.push_back(one.number);
      for (int i = one.low + value(one.from); one.step > 0 ? i < end : i > end;
           i += one.step) {
        values[one.number] = i;
        run(one.inside, values, around, trace);
      }
      around.pop_back();
    }
  }
}

long countOf(const isl::set &set) {
  return isl_val_get_num_si(
      isl_ext::managed(set.ctx(), isl_set_count_val(set.get())).get());
}

void expectSame(unsigned seed) {
  Random random(seed);
  Piece root;
  root.kind = Piece::Loop;
  root.number = 99;
  root.high = 4;
  root.inside = random.pieces({99}, 3);
  const std::string text =
      "int at[64];\nvoid f(void) {\n" + textOf({root}) + "}\n";
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  std::vector<Point> trace;
  std::map<int, int> values;
  std::vector<int> around;
  run({root}, values, around, trace);

  AnalyzedC c(text, {}, true);
  polyhedral::ProgramIndex index(c.program, c.effects, true);
  IslContext context;
  polyhedral::AffineModel model(index, context, {c.loop(0), true, {}, true});
  Runs runs = runsIn(model, c.loop(0));
  ASSERT_EQ(runs.why, "");
  std::map<int, std::size_t> byNumber;
  for (std::size_t k = 0; k < runs.all.size(); ++k) {
    std::string words(c.program.text(c.program[runs.all[k].node].text));
    byNumber[std::stoi(words.substr(words.find('[') + 1))] = k;
  }
  // All times, in their order, are those of the trace.
  std::map<std::vector<int>, Point> byTime;
  std::size_t length = 0;
  for (const Run &one : runs.all)
    length = std::max(length, one.path.size());
  long count = 0;
  for (const auto &[number, k] : byNumber)
    count += countOf(domainOf(model, runs.all[k], "S"));
  EXPECT_EQ(count, long(trace.size()));
  std::vector<int> last;
  for (const Point &point : trace) {
    ASSERT_TRUE(byNumber.count(point.first));
    const Run &one = runs.all[byNumber[point.first]];
    std::string text = "{ S[";
    for (std::size_t k = 0; k < point.second.size(); ++k)
      text += (k ? "," : "") + std::to_string(point.second[k]);
    isl::set single(context.get(), text + "] }");
    EXPECT_FALSE(single.intersect(domainOf(model, one, "S")).is_empty());
    isl::set time = single.apply(timesOf(model, one, "S", length));
    std::vector<int> now;
    for (std::size_t k = 0; k < length; ++k)
      now.push_back(int(isl_val_get_num_si(
          isl_ext::managed(context.get(),
                           isl_set_dim_max_val(time.copy(), int(k)))
              .get())));
    EXPECT_TRUE(last.empty() || last < now);
    last = now;
  }
}

TEST(Runs, AreThoseOfEnumeration) {
  for (unsigned seed = 1; seed <= 60; ++seed)
    expectSame(seed);
}

TEST(Runs, KeepSubtreesThatNobodyCanTell) {
  AnalyzedC c("int a[64], b[64];\nvoid f(int n) {\n"
              "for (int i = 0; i < n; i++) {\n"
              "  if (b[i] > 0) a[i] = 1;\n"
              "  for (int k = 0; k < b[i]; k++) a[k] += i;\n"
              "  if (i > 3) a[i]++; else b[i] = 2;\n"
              "} }\n",
              {}, true);
  polyhedral::ProgramIndex index(c.program, c.effects, true);
  IslContext context;
  polyhedral::AffineModel model(index, context, {c.loop(0), true, {}, true});
  Runs runs = runsIn(model, c.loop(0));
  EXPECT_EQ(runs.why, "");
  ASSERT_EQ(runs.all.size(), 4u);
  EXPECT_TRUE(c.program[runs.all[0].node].as<ir::Branch>());
  EXPECT_TRUE(c.program[runs.all[1].node].as<ir::Loop>());
  EXPECT_TRUE(c.program[runs.all[2].node].as<ir::Leaf>());
}

} // namespace
