// SPDX-License-Identifier: Apache-2.0
//
// Deferred work of paper 003: what both of its methods do to a workload that
// wakes seldom, by sign and order; the paper's figures are of a chip whose
// voltages are not published.
#include "Machines.h"

#include "simulation/policies/Deferred.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::simulation;

namespace {

/// Two big cores and two LITTLE ones, half as fast and three times as frugal
/// for the same work (paper 003, section 2). An idle state worth a millisecond.
Machine bigLittle() {
  power::ChipPower chip = power::chipOf({2, 2});
  for (uint32_t core = 0; core < 4; ++core) {
    chip.cores[core].watts = {core < 2 ? 0.6 : 0.1, core < 2 ? 1.2 : 0.2};
    chip.cores[core].states = {
        {"off", 300e3, 700e3, 2e6, core < 2 ? 0.02 : 0.01}};
  }
  Machine machine = machineWith(chip);
  machine.capacity = {1, 1, 0.5, 0.5};
  return machine;
}

/// Wakes every 50 ms on a big core, as cyclictest does.
Result run(DeferredOptions::Mode mode) {
  Thread thread = worker("cyclic", 0);
  thread.steps = {{StepKind::Work, 0, 0, 200e3},
                  {StepKind::Sleep, 0, 0, 50e6},
                  {StepKind::Repeat, 0, 100, 0}};
  thread.allowed = {0};
  Workload workload = workloadOf({thread});
  Machine machine = bigLittle();
  Settings settings = quiet();
  settings.idle = "menu";
  settings.deferred.mode = mode;
  if (mode != DeferredOptions::Mode::None)
    settings.kernelThreads =
        addKernelThreads(settings.deferred, machine, workload);
  return simulate(machine, workload, settings);
}

using Mode = DeferredOptions::Mode;

/// How often the tick of core 0 ran.
double ticks(const Result &result) { return result.threads[1].workNs / 20e3; }

TEST(Deferred, ATickGoesOnUntilTheGracePeriodIsOver) {
  // The first tick after a burst begins the grace period, three more end it;
  // then there is silence until the next burst.
  EXPECT_NEAR(ticks(run(Mode::Reference)), 4 * 100, 4);
  EXPECT_EQ(run(Mode::None).threads.size(), 1u);
}

TEST(Deferred, EnforcedIdleTicksLessOften) {
  // Every 40 ms, but for those that find the core busy; and then there always
  // is something to wait for.
  Result enforced = run(Mode::EnforcedIdle);
  EXPECT_NEAR(ticks(enforced), enforced.endNs / 40e6, 6);
}

TEST(Deferred, BothMethodsSaveEnergy) {
  double none = run(Mode::None).joules;
  double reference = run(Mode::Reference).joules;
  double offload = run(Mode::Offload).joules;
  double enforced = run(Mode::EnforcedIdle).joules;
  EXPECT_GT(reference, none);
  EXPECT_LT(offload, reference);
  EXPECT_LT(enforced, reference);
}

TEST(Deferred, OffloadedWorkRunsOnSlowCores) {
  Result offload = run(Mode::Offload);
  Result reference = run(Mode::Reference);
  double slow = offload.cores[2].runningNs + offload.cores[3].runningNs;
  EXPECT_GT(slow, 0);
  EXPECT_EQ(reference.cores[2].runningNs + reference.cores[3].runningNs, 0);
  EXPECT_LT(offload.cores[0].runningNs, reference.cores[0].runningNs);
}

} // namespace
