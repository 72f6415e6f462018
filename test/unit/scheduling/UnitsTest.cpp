// SPDX-License-Identifier: Apache-2.0
//
// Tasks that units run beside the cores: who gets them, what waits for them,
// and that the verifier takes no start for an end.
#include "Problems.h"
#include "scheduling/Graph.h"
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"
#include "scheduling/search/ScheduleBest.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <random>

namespace hocket::scheduling {
namespace {

/// One unit, which it takes 1 ns to start a task on; a wait takes 2.
Problem withUnit(Problem problem, std::vector<std::optional<double>> onUnit) {
  problem.syncNs = problem.syncAcrossNs = 2;
  problem.units.push_back({"fft", 0, std::nullopt, 1});
  for (size_t t = 0; t < onUnit.size(); ++t)
    if (onUnit[t])
      problem.tasks[t].onUnits.push_back({0, *onUnit[t]});
  return problem;
}

std::string wrongIn(const Problem &problem, const Schedule &schedule) {
  return llvm::join(verify(problem, schedule), "\n");
}

TEST(Units, RunBesideTheCores) {
  Problem problem = withUnit(equalCores(1, {100, 40}, {}), {30, std::nullopt});
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(schedule.algorithm, "heft");
  EXPECT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_EQ(schedule.placements[0].end, 31);
  EXPECT_EQ(schedule.placements[1].start, 1); // the core goes on
  EXPECT_EQ(schedule.makespan, 41);
  EXPECT_TRUE(schedule.syncs.empty());
}

TEST(Units, AreWaitedForOnTheCoreThatStartsThem) {
  Problem problem =
      withUnit(equalCores(1, {100, 5, 10}, {{0, 2, 0, 0}, {1, 2, 0, 0}}),
               {30, std::nullopt, std::nullopt});
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_EQ(schedule.placements[2].start, 33);
  ASSERT_EQ(schedule.syncs.size(), 1u);
  EXPECT_EQ(schedule.syncs[0], (Sync{0, 2, 0}));
  schedule.syncs.clear();
  EXPECT_NE(wrongIn(problem, schedule)
                .find("nothing orders task 2 (t2) after "
                      "task 0 (t0)"),
            std::string::npos);
}

TEST(Units, AreWorthWaitingFor) {
  Problem problem = withUnit(equalCores(1, {100, 95}, {}), {60, 10});
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_EQ(schedule.placements[1].unit, 0u);
  EXPECT_EQ(schedule.makespan, 74);
}

TEST(Units, GoToTheTaskThatEndsSoonestThere) {
  // Behind the other one it would end later than on the core.
  Problem problem = withUnit(equalCores(1, {100, 50}, {}), {60, 10});
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_FALSE(schedule.placements[1].unit);
  EXPECT_EQ(schedule.makespan, 61);
}

TEST(Units, StayIdleWhereCoresAreDoneSooner) {
  Problem problem = withUnit(equalCores(2, {50, 50}, {}), {60, 60});
  Schedule schedule = scheduleBest(problem);
  EXPECT_FALSE(schedule.placements[0].unit);
  EXPECT_FALSE(schedule.placements[1].unit);
}

TEST(Units, TakeTurns) {
  Problem problem = withUnit(equalCores(2, {100, 100}, {}), {10, 10});
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_EQ(schedule.placements[1].unit, 0u);
  EXPECT_EQ(schedule.syncs.size(), 1u);
  Schedule broken = schedule;
  broken.syncs.clear();
  EXPECT_NE(wrongIn(problem, broken).find("may be on unit 0 at the same time"),
            std::string::npos)
      << wrongIn(problem, broken);
}

TEST(Units, AreStartedByTheirCluster) {
  Problem problem = withUnit(equalCores(2, {100, 1}, {}), {10, std::nullopt});
  problem.cluster = {0, 1};
  problem.units[0].cluster = 1;
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_EQ(schedule.placements[0].core, 1u);
  problem.units[0].cluster = 0;
  EXPECT_NE(wrongIn(problem, schedule).find("is of another cluster"),
            std::string::npos);
}

TEST(Units, RunNothingElse) {
  Problem problem = withUnit(equalCores(1, {100, 5}, {}), {30, std::nullopt});
  Schedule schedule = scheduleBest(problem);
  schedule.placements[1].unit = 0;
  EXPECT_NE(wrongIn(problem, schedule).find("which cannot run it"),
            std::string::npos);
}

TEST(Units, AreDoneBeforeTheNextRepetition) {
  Problem problem = withUnit(equalCores(2, {100, 40}, {{0, 1, 0, 1}}, true),
                             {30, std::nullopt});
  Schedule schedule = scheduleBest(problem);
  ASSERT_EQ(schedule.placements[0].unit, 0u);
  EXPECT_EQ(wrongIn(problem, schedule), "");
  // The core that has started it has waited by then; others have not.
  EXPECT_EQ(schedule.syncs.empty(),
            schedule.placements[0].core == schedule.placements[1].core);
  EXPECT_GE(schedule.period, 31);
}

TEST(Units, AsJson) {
  Problem problem =
      withUnit(equalCores(2, {100, 40}, {{0, 1, 8, 0}}), {30, std::nullopt});
  problem.units[0].cluster = 0;
  Schedule schedule = scheduleBest(problem);
  const std::string text = toJson(problem, &schedule);
  Problem read;
  std::optional<Schedule> readSchedule;
  std::string error;
  ASSERT_TRUE(fromJson(text, read, readSchedule, error)) << error;
  EXPECT_EQ(toJson(read, &*readSchedule), text);
  EXPECT_EQ(readSchedule->placements[0].unit, 0u);
}

TEST(Units, NeedCostsInOrder) {
  Problem problem = withUnit(equalCores(1, {1}, {}), {1});
  problem.tasks[0].onUnits.push_back({0, 1});
  EXPECT_FALSE(check(problem).empty());
  problem.tasks[0].onUnits = {{1, 1}};
  EXPECT_FALSE(check(problem).empty());
}

/// Whatever is scheduled passes the verifier, and without any of its waits does
/// not.
TEST(Units, InRandomProblems) {
  std::mt19937_64 random(7);
  unsigned used = 0, waits = 0, better = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    RandomShape shape;
    shape.tasks = 4 + seed % 20;
    shape.edges = shape.tasks * 3 / 2;
    shape.cores = 1 + seed % 4;
    shape.repeats = seed % 3 == 0;
    Problem problem = randomProblem(seed, shape);
    for (uint32_t u = 0; u < 1 + seed % 2; ++u)
      problem.units.push_back({"u", u, std::nullopt, double(random() % 5)});
    for (Task &task : problem.tasks)
      if (random() % 3 == 0)
        for (uint32_t u = 0; u < problem.units.size(); ++u)
          task.onUnits.push_back({u, double(random() % 40)});
    Schedule schedule = scheduleBest(problem);
    ASSERT_EQ(wrongIn(problem, schedule), "") << "seed " << seed;
    better += schedule.algorithm == "units";
    for (const Placement &at : schedule.placements)
      used += at.unit.has_value();
    for (size_t s = 0; s < schedule.syncs.size(); ++s) {
      Schedule broken = schedule;
      broken.syncs.erase(broken.syncs.begin() + ptrdiff_t(s));
      EXPECT_NE(wrongIn(problem, broken), "")
          << "seed " << seed << " without " << schedule.syncs[s].from << " -> "
          << schedule.syncs[s].to << " distance "
          << unsigned(schedule.syncs[s].distance);
      ++waits;
    }
  }
  EXPECT_GT(better, 20u); // than HEFT alone
  EXPECT_GT(used, 200u);
  EXPECT_GT(waits, 200u);
}

} // namespace
} // namespace hocket::scheduling
