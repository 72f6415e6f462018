// SPDX-License-Identifier: Apache-2.0
//
// Core toggling and affinities of paper 002, section 3.2: eight threads without
// synchronization (as Blackscholes) on four big and four LITTLE cores.
#include "Machines.h"

#include "simulation/policies/Affinity.h"

#include <gtest/gtest.h>

using namespace hocket::simulation;

namespace {

constexpr double work = 10e9, ratio = 2.71; ///< of the cores' speeds, on XU4

Machine bigLittle() {
  Machine machine = equalCores(8);
  machine.clusters = {{"big", false, {0, 1, 2, 3}},
                      {"LITTLE", false, {4, 5, 6, 7}}};
  machine.cluster = {0, 0, 0, 0, 1, 1, 1, 1};
  for (uint32_t core = 4; core < 8; ++core)
    machine.capacity[core] = 1 / ratio;
  return machine;
}

Workload eight(bool isSynchronized) {
  std::vector<Thread> threads(8, worker("worker", work));
  if (isSynchronized)
    for (Thread &thread : threads)
      thread.steps = {{StepKind::Work, 0, 0, work / 10000},
                      {StepKind::Barrier, 0, 0, 0},
                      {StepKind::Repeat, 0, 10000, 0}};
  Workload workload = workloadOf(threads);
  workload.barriers = isSynchronized;
  return workload;
}

double timeOf(AffinityOptions::Scheme scheme, Settings settings,
              bool isSynchronized = false) {
  Machine machine = bigLittle();
  Workload workload = eight(isSynchronized);
  settings.affinity.scheme = scheme;
  setAffinity(settings.affinity, machine, workload);
  return simulate(machine, workload, settings).makespan;
}

using Scheme = AffinityOptions::Scheme;

TEST(Affinity, OneCoreEndsWithTheSlowOnes) {
  EXPECT_NEAR(timeOf(Scheme::OneCore, quiet()), work * ratio, 1);
}

TEST(Affinity, TwoCoresAreNoBetterForBusyThreads) {
  // The scheduler does not move a thread that keeps its core busy; once the
  // fast core of its pair is free, though, what waits there would move.
  EXPECT_NEAR(timeOf(Scheme::Pair, quiet()), work * ratio, 1);
}

TEST(Affinity, TogglingEndsAllAtOnce) {
  // Both threads of a pair advance at the mean of the two speeds.
  double expected = 2 * work / (1 + 1 / ratio);
  double toggled = timeOf(Scheme::Toggle, quiet());
  EXPECT_NEAR(toggled, expected, 250e6);
  EXPECT_GE(toggled, expected);
}

// A scheduler that has idle fast cores take what runs on slow ones: 1 + 1/(2r)
// - 1/(2r^2) is 11.7 % for the ratio of XU4; the paper has up to 14 %.
TEST(Affinity, TogglingGainsOverPulling) {
  Settings settings = quiet();
  settings.fair.pullsRunning = true;
  double baseline = timeOf(Scheme::Free, settings);
  EXPECT_NEAR(baseline, work * (2 - 1 / ratio), 1);
  double gain = baseline / timeOf(Scheme::Toggle, quiet());
  EXPECT_GE(gain, 1.09);
  EXPECT_LE(gain, 1.12);
}

TEST(Affinity, ThereIsAGoodRate) {
  Settings settings = quiet();
  auto with = [&](double periodNs, double migrationNs) {
    Machine machine = bigLittle();
    machine.migrationNs = migrationNs;
    Settings own = settings;
    own.affinity.scheme = Scheme::Toggle;
    own.affinity.periodNs = periodNs;
    return simulate(machine, eight(false), own).makespan;
  };
  // Too seldom: it ends within a period. Too often: moves cost their time.
  EXPECT_GT(with(12e9, 60e3), 1.05 * with(250e6, 60e3));
  EXPECT_GT(with(100e3, 60e3), 1.05 * with(250e6, 60e3));
}

TEST(Affinity, SynchronizedThreadsEndTogetherAnyway) {
  // As Vips: all wait for the slowest, whatever the scheme.
  EXPECT_NEAR(timeOf(Scheme::OneCore, quiet(), true), work * ratio, 1e6);
}

} // namespace
