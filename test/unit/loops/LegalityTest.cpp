// SPDX-License-Identifier: Apache-2.0
//
// The rules by which a loop is classified, each asked by itself: what a
// variable is to the loop, which pairs of accesses are disjoint.

#include "AnalyzedC.h"
#include "dataflow/ProgramIndex.h"
#include "loops/accesses/AccessPairs.h"
#include "loops/accesses/ClassifyAccesses.h"
#include "loops/legality/Effects.h"
#include "loops/legality/Inductions.h"
#include "loops/legality/Scalars.h"
#include "loops/legality/Uses.h"

#include <gtest/gtest.h>

#include <memory>

using namespace hocket;
using namespace hocket::polyhedral;
using test::AnalyzedC;

namespace {

/// The first loop of a function with these declarations, with its context.
class OneLoop {
public:
  explicit OneLoop(const std::string &body, LoopOptions options = {})
      : options_(options),
        c_("double a[1000], b[1000]; int idx[1000]; int printf(const char *, "
           "...);\n"
           "long f(int n, int m, double *p) { long s = 0; int i, j = 0, k = 7; "
           "double t = 0;\n" +
               body + "\nreturn s + i + j + (long)t; }\n",
           options, /*hasForeignCode=*/true),
        index_(c_.program, c_.effects) {
    model_ = std::make_unique<LoopModel>(index_, isl_, c_.loop(0), options_);
    counted_.emplace(contextOf(index_, options_, c_.loop(0), *model_));
  }

  const LoopContext &context() const {
    return std::get<LoopContext>(*counted_);
  }
  bool isCounted() const { return !refusalOf(*counted_); }
  ir::ObjectId named(const std::string &name) const {
    for (const ir::Object &object : c_.program.objects)
      if (object.name == name)
        return object.id;
    return ir::ObjectId::None;
  }
  ScalarRole role(const std::string &name) const {
    return classifyScalar(context(), named(name));
  }

private:
  LoopOptions options_;
  AnalyzedC c_;
  ProgramIndex index_;
  IslContext isl_;
  std::unique_ptr<LoopModel> model_;
  std::optional<Result<LoopContext>> counted_;
};

/// The remark against the loop's accesses, or "free".
std::string accessesOf(const std::string &body) {
  OneLoop loop(body);
  ScalarEvidence scalars;
  if (addScalars(loop.context(), scalars))
    return "scalars";
  AccessOutcome outcome = classifyAccesses(loop.context(), scalars);
  if (outcome.refused)
    return std::string(info(outcome.refused->id).name);
  return outcome.found.checks.empty() && outcome.found.conditions.empty()
             ? "free"
             : "free if tested";
}

} // namespace

TEST(Legality, ContextOfLoopsThatCount) {
  EXPECT_TRUE(OneLoop("for (i = 0; i < n; i++) a[i] = 1;").isCounted());
  EXPECT_FALSE(OneLoop("for (i = 0; a[i] > 0; i++) a[i] = 1;").isCounted());
}

TEST(Legality, Inductions) {
  OneLoop loop("for (i = 0; i < n; i++) { a[i] = j; j += 3; }");
  std::optional<InductionObject> found =
      findInduction(loop.context(), loop.named("j"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 3);
  EXPECT_TRUE(found->isLastprivate);
  EXPECT_FALSE(found->isSetByInit);
  OneLoop other("for (i = 0; i < n; i++) { a[i] = j; j += idx[i]; }");
  EXPECT_FALSE(findInduction(other.context(), other.named("j")));
}

TEST(Legality, PrivateScalars) {
  OneLoop always("for (i = 0; i < n; i++) { t = b[i]; a[i] = t; }");
  ScalarRole role = always.role("t");
  const PrivateObject *copy = std::get_if<PrivateObject>(&role);
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->isLastprivate);
  EXPECT_FALSE(copy->isConditional);
  OneLoop often("for (i = 0; i < n; i++) if (b[i] > 0) { t = b[i]; a[i] = t; "
                "}");
  role = often.role("t");
  copy = std::get_if<PrivateObject>(&role);
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->isConditional);
}

TEST(Legality, ReductionsAndTotals) {
  OneLoop sum("for (i = 0; i < n; i++) s += idx[i];");
  EXPECT_TRUE(std::holds_alternative<ReductionObject>(sum.role("s")));
  OneLoop running("for (i = 0; i < n; i++) { s += idx[i]; a[i] = s; }");
  EXPECT_TRUE(std::holds_alternative<RunningTotal>(running.role("s")));
}

TEST(Legality, ACarriedScalarIsRefused) {
  OneLoop loop("for (i = 0; i < n; i++) { t = t / 2 + b[i]; a[i] = t; }");
  ScalarRole role = loop.role("t");
  const Remark *remark = std::get_if<Remark>(&role);
  ASSERT_TRUE(remark);
  EXPECT_EQ(remark->id, RemarkId::ScalarCarried);
  OneLoop sum("for (i = 0; i < n; i++) t += b[i];");
  role = sum.role("t");
  remark = std::get_if<Remark>(&role);
  ASSERT_TRUE(remark);
  EXPECT_EQ(remark->id, RemarkId::FloatReduction);
  LoopOptions fast;
  fast.mayReassociate = true;
  OneLoop fastSum("for (i = 0; i < n; i++) t += b[i];", fast);
  EXPECT_TRUE(std::holds_alternative<ReductionObject>(fastSum.role("t")));
}

TEST(Legality, WhatPointersReachIsMemory) {
  OneLoop loop("int *q = &j; for (i = 0; i < n; i++) { *q = i; j += idx[i]; }");
  EXPECT_TRUE(isTouchedOtherwise(loop.context(), loop.named("j")));
  EXPECT_TRUE(std::holds_alternative<SharedMemory>(loop.role("j")));
  OneLoop start("for (i = k; i < n; i++) { k = idx[i]; }");
  EXPECT_TRUE(isStartOf(start.context(), start.named("k")));
}

TEST(Legality, OrderOfOutputIsVisible) {
  OneLoop loop("for (i = 0; i < n; i++) printf(\"%d\", i);");
  Result<EffectEvidence> effects = classifyEffects(loop.context());
  ASSERT_TRUE(refusalOf(effects));
  EXPECT_EQ(refusalOf(effects)->id, RemarkId::OrderedCall);
  OneLoop quiet("for (i = 0; i < n; i++) a[i] = i;");
  EXPECT_FALSE(refusalOf(classifyEffects(quiet.context())));
}

TEST(Legality, DisjointPairs) {
  EXPECT_EQ(accessesOf("for (i = 0; i < n; i++) a[i] = b[i];"), "free");
  EXPECT_EQ(accessesOf("for (i = 0; i < 100; i++) a[i] = a[i + 100];"), "free");
  EXPECT_EQ(accessesOf("for (i = 1; i < n; i++) a[i] = a[i - 1];"),
            "carried-dependence");
  EXPECT_EQ(accessesOf("for (i = 0; i < n; i++) p[i] = a[i];"),
            "free if tested");
  EXPECT_EQ(accessesOf("for (i = 0; i < n; i++) a[(i * i) % 7] = 1 + b[i];"),
            "non-affine-access");
}

TEST(Legality, EachDirectionOfAPairIsAskedByItself) {
  OneLoop loop("for (i = 1; i < n; i++) a[i] = a[i - 1];");
  ScalarEvidence scalars;
  ASSERT_FALSE(addScalars(loop.context(), scalars));
  AccessAnalysis analysis(loop.context(), scalars, {});
  const MemoryAccess *write = nullptr, *read = nullptr;
  for (const MemoryAccess &access : analysis.accesses)
    if (textOf(loop.context().program, *access.item).starts_with("a["))
      (access.isWrite() ? write : read) = &access;
  ASSERT_TRUE(write && read);
  EXPECT_TRUE(refuseCarried(analysis, *write, *read));
  EXPECT_FALSE(refuseCarried(analysis, *read, *write));
  EXPECT_FALSE(refuseCarried(analysis, *write, *write));
}

TEST(Legality, ALookLeavesNothingBehind) {
  // The first look at the pairs finds against the loop, the second has a copy
  // of the table.
  OneLoop loop("for (i = 0; i < n; i++) idx[i % 16] += m;");
  ScalarEvidence scalars;
  ASSERT_FALSE(addScalars(loop.context(), scalars));
  AccessOutcome once = classifyAccesses(loop.context(), scalars);
  AccessOutcome again = classifyAccesses(loop.context(), scalars);
  EXPECT_FALSE(once.refused);
  EXPECT_EQ(once.found.reductions.size(), 1u);
  EXPECT_EQ(again.found.reductions.size(), once.found.reductions.size());
  EXPECT_EQ(again.found.own, once.found.own);
}

TEST(Legality, EqualChecksAreMadeOnceForAllExtents) {
  auto condition = [](int64_t limit, unsigned extent) {
    EntryCondition one;
    one.test = atMost(variable(ir::ObjectId{1}), constant(limit));
    one.extent = {variable(ir::ObjectId{extent})};
    return one;
  };
  std::vector<EntryCondition> all;
  require(all, condition(7, 2));
  require(all, condition(7, 3));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(variablesOf(all[0].trees()),
            (std::vector{ir::ObjectId{1}, ir::ObjectId{2}, ir::ObjectId{3}}));
  require(all, condition(8, 2));
  EXPECT_EQ(all.size(), 2u);
}
