// SPDX-License-Identifier: Apache-2.0
//
// Threads that share cores, by hand.
#include "Machines.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::simulation;

namespace {

Machine cores(unsigned count) {
  return machineWith(power::chipOf(std::vector<unsigned>(count, 1)));
}

TEST(Fair, TwoEqualThreadsShareACore) {
  Settings settings = quiet();
  Result result = simulate(
      cores(1), workloadOf({worker("a", 60e6), worker("b", 60e6)}), settings);
  // Turns of 3 ms: half of the latency of 6 ms. The first one ends one turn
  // before the second.
  EXPECT_NEAR(result.threads[0].ended, 117e6, 1);
  EXPECT_NEAR(result.threads[1].ended, 120e6, 1);
  EXPECT_NEAR(result.joules, 120e6 * 4e-9, 1e-9); // 4 W all the time
}

TEST(Fair, NiceValuesDivideTheTime) {
  // Five steps of nice are 1.25^5 = 3.05 times the time.
  Thread nice = worker("nice", 1e9);
  nice.nice = 5;
  Settings settings = quiet();
  settings.endNs = 400e6;
  Result result =
      simulate(cores(1), workloadOf({worker("a", 1e9), nice}), settings);
  double ratio = result.threads[0].cpuNs / result.threads[1].cpuNs;
  EXPECT_NEAR(ratio, 3.05, 0.1);
  settings.fair.isFluid = true;
  result = simulate(cores(1), workloadOf({worker("a", 1e9), nice}), settings);
  EXPECT_NEAR(result.threads[0].cpuNs / result.threads[1].cpuNs, 3.0517578125,
              1e-9);
}

TEST(Fair, ASleeperPreemptsWhoHasHadMore) {
  Thread sleeper = worker("sleeper", 1e6);
  sleeper.steps = {{StepKind::Sleep, 0, 0, 50e6}, {StepKind::Work, 0, 0, 1e6}};
  Settings settings = quiet();
  settings.fair.latencyNs = 60e6;
  Result result = simulate(
      cores(1), workloadOf({worker("a", 1e9), worker("b", 1e9), sleeper}),
      settings);
  // Turns of 20 ms: it sleeps from 40 ms to 90 ms. Then turns are of 30 ms, and
  // b's would end at 100 ms.
  EXPECT_NEAR(result.threads[2].ended, 91e6, 1);
}

TEST(Fair, NewThreadsGoWhereFewestAre) {
  Settings settings = quiet();
  Result result = simulate(
      cores(3),
      workloadOf({worker("a", 10e6), worker("b", 10e6), worker("c", 10e6)}),
      settings);
  for (const ThreadResult &thread : result.threads)
    EXPECT_NEAR(thread.ended, 10e6, 1);
}

TEST(Fair, AnIdleCoreTakesAWaitingThread) {
  // a and b on core 0, pinned; c can be taken by core 1 once d is done there.
  Thread a = worker("a", 20e6), b = worker("b", 20e6), d = worker("d", 5e6);
  a.allowed = {0};
  d.allowed = {1};
  Settings settings = quiet();
  settings.fair.pulls = false;
  Machine machine = cores(2);
  machine.migrationNs = 1000;
  EXPECT_NEAR(
      simulate(machine, workloadOf({a, d, b}), settings).threads[2].ended, 40e6,
      4e6);
  settings.fair.pulls = true;
  Result result = simulate(machine, workloadOf({a, d, b}), settings);
  EXPECT_LE(result.threads[2].ended, 26e6);
  EXPECT_GE(result.threads[2].moves, 1u);
}

TEST(Fair, BalancingEvensOut) {
  // Three short threads keep core 1 busy when four long ones come, which so
  // share core 0 until there is balancing.
  std::vector<Thread> threads(3, worker("short", 1e6));
  for (Thread &thread : threads)
    thread.allowed = {1};
  for (unsigned i = 0; i < 3; ++i)
    threads.push_back(worker("long", 100e6));
  Settings settings = quiet();
  settings.fair.pulls = false;
  double alone = simulate(cores(2), workloadOf(threads), settings).endNs;
  settings.balanceNs = 4e6;
  double balanced = simulate(cores(2), workloadOf(threads), settings).endNs;
  EXPECT_NEAR(alone, 300e6, 1);
  EXPECT_LE(balanced, 210e6);
}

TEST(Fair, MovesCostTheirTime) {
  Thread a = worker("a", 10e6), d = worker("d", 1e6), b = worker("b", 10e6);
  a.allowed = {0};
  d.allowed = {1};
  Machine machine = cores(2);
  Settings settings = quiet();
  double free = simulate(machine, workloadOf({a, d, b}), settings).endNs;
  machine.migrationNs = 500e3;
  EXPECT_NEAR(simulate(machine, workloadOf({a, d, b}), settings).endNs,
              free + 500e3, 1);
}

// --- paper 000's case: threads that wait for each other, beside others

/// Two threads that hand work to each other, spinning, a hundred times.
std::vector<Thread> pingPong() {
  std::vector<Thread> threads(2);
  for (uint32_t i = 0; i < 2; ++i) {
    threads[i].name = "half " + std::to_string(i);
    threads[i].steps = {{StepKind::Work, 0, 0, 100e3},
                        {StepKind::Barrier, 0, 0, 0},
                        {StepKind::Repeat, 0, 100, 0}};
    threads[i].spinNs = forever;
    threads[i].allowed = {i};
  }
  return threads;
}

Workload besideOthers() {
  Workload workload = workloadOf(pingPong());
  workload.barriers = 1;
  workload.processes.push_back({"others", false, false});
  for (unsigned i = 0; i < 2; ++i) {
    Thread other = worker("other", 1e6);
    other.steps.push_back({StepKind::Repeat, 0, 0, 0});
    other.process = 1;
    workload.threads.push_back(other);
  }
  return workload;
}

TEST(Reserved, KeepsOthersAway) {
  Settings settings = quiet();
  Workload workload = besideOthers();
  // Pinned, they get half of the time, and spin for much of that in vain.
  Result shared = simulate(cores(3), workload, settings);
  settings.reserved = {0, 1};
  Result reserved = simulate(cores(3), workload, settings);
  EXPECT_NEAR(reserved.makespan, 10e6, 1);
  EXPECT_GE(shared.makespan, 14e6);
  EXPECT_EQ(reserved.threads[2].moves + reserved.threads[3].moves, 0u);
}

// --- steps

TEST(Steps, WaitsSpinOrSleep) {
  Thread first = worker("first", 10e6), second = worker("second", 1e6);
  first.steps.push_back({StepKind::Signal, 0, 0, 0});
  second.steps.insert(second.steps.begin(), {StepKind::Await, 0, 0, 500});
  Workload workload = workloadOf({first, second});
  workload.flags = 1;
  workload.threads[1].spinNs = forever;
  Settings settings = quiet();
  settings.idle = "lightest";
  Result result = simulate(cores(2), workload, settings);
  EXPECT_NEAR(result.threads[1].ended, 11e6 + 500, 1e-3);
  // Awake at 4 W for 10 ms and 500 ns, then 1 ms of work.
  EXPECT_NEAR(result.cores[1].waiting, (10e6 + 500) * 4e-9, 1e-12);
  workload.threads[1].spinNs = 2e6;
  result = simulate(cores(2), workload, settings);
  EXPECT_NEAR(result.cores[1].waiting, 2e6 * 4e-9, 1e-12);
  EXPECT_NEAR(result.cores[1].asleep[0], (8e6 + 500) * 0.1e-9, 1e-12);
  EXPECT_NEAR(result.threads[1].ended, 11e6 + 500, 1e-3);
}

TEST(Steps, QuotaIsLostIfNotUsed) {
  // 2 ms of work in each 10 ms; it sleeps through the second period.
  Thread thread = worker("a", 3e6);
  thread.quota = Quota{2e6, 10e6};
  thread.steps = {{StepKind::Work, 0, 0, 1e6},
                  {StepKind::Sleep, 0, 0, 19e6},
                  {StepKind::Work, 0, 0, 5e6}};
  Result result = simulate(cores(1), workloadOf({thread}), quiet());
  // From 20 ms: 2, 2 and 1 ms of work in three periods.
  EXPECT_NEAR(result.threads[0].ended, 41e6, 1);
}

TEST(Steps, ThreadsThatWaitForEverAreNamed) {
  Thread thread = worker("lonely", 1e6);
  thread.steps.push_back({StepKind::Await, 0, 0, 0});
  Workload workload = workloadOf({thread});
  workload.flags = 1;
  EXPECT_EQ(simulate(cores(1), workload, quiet()).wrong,
            "'lonely' wait for what never comes");
}

TEST(Idle, StatesByPolicy) {
  // Works 1 ms, sleeps 10 ms, works 1 ms: a gap that the deep state (100 + 200
  // ns, for gaps of 1000 ns, for nothing) fits in.
  Thread thread = worker("a", 1e6);
  thread.steps = {{StepKind::Work, 0, 0, 1e6},
                  {StepKind::Sleep, 0, 0, 10e6},
                  {StepKind::Work, 0, 0, 1e6}};
  auto run = [&](const char *idle) {
    Settings settings = quiet();
    settings.idle = idle;
    return simulate(cores(1), workloadOf({thread}), settings);
  };
  EXPECT_NEAR(run("awake").joules, 12e6 * 4e-9, 1e-12);
  EXPECT_NEAR(run("lightest").joules, (2e6 * 4 + 10e6 * 0.1) * 1e-9, 1e-12);
  // Falling asleep and waking are awake, and it wakes only when called.
  Result deep = run("deepest");
  EXPECT_NEAR(deep.joules, (2e6 + 300) * 4e-9, 1e-12);
  EXPECT_NEAR(deep.endNs, 12e6 + 200, 1e-3);
  EXPECT_EQ(run("menu").joules, deep.joules);
}

} // namespace
