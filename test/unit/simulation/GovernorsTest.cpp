// SPDX-License-Identifier: Apache-2.0
//
// Governors under a load that comes and goes, as in figure 6 of paper 001.
#include "Machines.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::simulation;

namespace {

/// One core with points of 100, 200, ... 1000 MHz; watts are the points'.
Machine steps() {
  power::ChipPower chip = power::chipOf({1});
  chip.domains[0].hertz.clear();
  chip.cores[0].watts.clear();
  for (unsigned i = 1; i <= 10; ++i) {
    chip.domains[0].hertz.push_back(i * 100e6);
    chip.cores[0].watts.push_back(i);
  }
  return machineWith(chip);
}

/// Nothing for 100 ms, then work without end until 300 ms, then nothing.
Workload step() {
  Thread thread = worker("load", 1e12);
  thread.start = 100e6;
  thread.quota = std::nullopt;
  Thread end = worker("end", 0);
  end.steps = {{StepKind::Sleep, 0, 0, 600e6}};
  Workload workload = workloadOf({end});
  workload.processes.push_back({"load", false, false});
  thread.process = 1;
  // A millisecond of work takes ten of them at the lowest clock.
  thread.steps = {{StepKind::Work, 0, 0, 0.1e6}, {StepKind::Repeat, 0, 0, 0}};
  workload.threads.push_back(thread);
  return workload;
}

Settings governedBy(const std::string &name) {
  Settings settings = quiet();
  settings.governor = name;
  settings.idle = "lightest";
  return settings;
}

/// The clock at a time, in hundreds of MHz.
double clockAt(const Workload &workload, Settings settings, double ns) {
  settings.endNs = ns;
  settings.keepsRecords = true;
  Result result = simulate(steps(), workload, settings);
  return double(result.trace.cores[0].clocks.back().kHz) / 1e5;
}

TEST(Governors, OndemandGoesStraightToTheTop) {
  Settings settings = governedBy("ondemand");
  EXPECT_EQ(clockAt(step(), settings, 5e6), 10);
  EXPECT_EQ(clockAt(step(), settings, 99e6), 1);
  // It samples every 10 ms.
  EXPECT_EQ(clockAt(step(), settings, 109e6), 1);
  EXPECT_EQ(clockAt(step(), settings, 111e6), 10);
}

TEST(Governors, OndemandIsProportionalBelowTheThreshold) {
  // 4 ms of work in each 10 ms at the highest clock.
  Workload workload = step();
  workload.threads[1].start = 0;
  workload.threads[1].quota = Quota{4e6, 10e6};
  Settings settings = governedBy("ondemand");
  settings.governorOptions.upThreshold = 0.99;
  // 40 % at 1000 MHz: 100 + 0.4 * 900 = 460, so 500 MHz. There it is 80 %:
  // 820 MHz; at 900 MHz 44 %: 500 MHz again.
  EXPECT_EQ(clockAt(workload, settings, 15e6), 5);
  EXPECT_EQ(clockAt(workload, settings, 25e6), 9);
  EXPECT_EQ(clockAt(workload, settings, 35e6), 5);
}

TEST(Governors, ConservativeClimbsAndFallsInSteps) {
  Settings settings = governedBy("conservative");
  settings.governorOptions.stepPart = 0.1;
  // From the top down by 100 MHz every 10 ms, nine times.
  EXPECT_EQ(clockAt(step(), settings, 45e6), 6);
  EXPECT_EQ(clockAt(step(), settings, 99e6), 1);
  EXPECT_EQ(clockAt(step(), settings, 115e6), 2);
  EXPECT_EQ(clockAt(step(), settings, 155e6), 6);
  EXPECT_EQ(clockAt(step(), settings, 195e6), 10);
}

TEST(Governors, SchedutilFollowsUtilization) {
  // All the time busy at 100 MHz: of the utilization 0.1 is there at once in
  // the limit; so it climbs by a quarter each time.
  Settings settings = governedBy("schedutil");
  double early = clockAt(step(), settings, 115e6);
  double later = clockAt(step(), settings, 200e6);
  EXPECT_EQ(clockAt(step(), settings, 99e6), 1);
  EXPECT_LT(early, later);
  EXPECT_LT(early, 10);
  // A steady half of the core: 1.25 * 500 = 625, so 700 MHz.
  Workload half = step();
  half.threads[1].start = 0;
  half.threads[1].quota = Quota{5e6, 10e6};
  EXPECT_NEAR(clockAt(half, settings, 591e6), 7, 1);
}

TEST(Governors, InteractiveKeepsItsClockFor80Ms) {
  Settings settings = governedBy("interactive");
  Workload workload = step();
  workload.threads[1].steps = {{StepKind::Work, 0, 0, 20e6}};
  // Busy from 100 ms on; it samples every 20 ms.
  EXPECT_EQ(clockAt(workload, settings, 99e6), 1);
  EXPECT_EQ(clockAt(workload, settings, 125e6), 10);
  // At 140 ms it is still needed; then for 80 ms not.
  EXPECT_EQ(clockAt(workload, settings, 215e6), 10);
  EXPECT_EQ(clockAt(workload, settings, 265e6), 1);
}

TEST(Governors, FixedOnesStay) {
  EXPECT_EQ(clockAt(step(), governedBy("performance"), 200e6), 10);
  EXPECT_EQ(clockAt(step(), governedBy("powersave"), 200e6), 1);
  EXPECT_EQ(clockAt(step(), governedBy("auto-idle"), 200e6), 10);
}

/// Of a load of 20 ms of work that comes at 100 ms: when it is done.
double doneAt(const std::string &governor) {
  Workload workload = step();
  workload.threads[1].steps = {{StepKind::Work, 0, 0, 20e6}};
  return simulate(steps(), workload, governedBy(governor)).threads[1].ended;
}

// Figure 6: auto-idle at once, ondemand fast, conservative slow.
TEST(Governors, RespondInTheOrderOfThePaper) {
  EXPECT_NEAR(doneAt("auto-idle"), 120e6, 1);
  EXPECT_LT(doneAt("auto-idle"), doneAt("ondemand"));
  EXPECT_LT(doneAt("ondemand"), doneAt("conservative"));
  EXPECT_LT(doneAt("conservative"), doneAt("powersave"));
}

} // namespace
