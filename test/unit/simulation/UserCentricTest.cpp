// SPDX-License-Identifier: Apache-2.0
//
// Paper 004 (Hsiu et al., "User-centric scheduling and governing on mobile
// devices with big.LITTLE processors").
#include "Machines.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::simulation;

namespace {

// --- figure 2, to the letter: T is a millisecond, and a core of the big
// cluster at its highest level does a mega cycle in it

constexpr double period = 1e6;

/// Two dual-core clusters of which one runs; 0.6 and 0.7, 0.75 and 1 mega
/// cycles in T. Cores 0 and 1 are the big ones.
Machine figureMachine() {
  Machine machine = equalCores(4);
  machine.clusters = {{"big", true, {0, 1}}, {"LITTLE", true, {2, 3}}};
  machine.cluster = {0, 0, 1, 1};
  machine.capacity = {1, 1, 0.7, 0.7};
  machine.chip.domains = {{"big", {0.75e9, 1e9}, 0, 0},
                          {"LITTLE", {0.6e9, 0.7e9}, 0, 0}};
  for (uint32_t core = 0; core < 4; ++core) {
    machine.chip.cores[core].domain = core / 2;
    // Only their order matters: a cubic function of the clock, as in the paper.
    for (uint32_t point = 0; point < 2; ++point) {
      double hertz = machine.chip.domains[core / 2].hertz[point] * 1e-9;
      machine.chip.cores[core].watts.resize(2);
      machine.chip.cores[core].watts[point] =
          (core < 2 ? 2 : 0.7) * hertz * hertz * hertz;
    }
  }
  machine.hasEnergy = true;
  return machine;
}

/// An app's thread: 6.6 mega cycles, at most 0.6 in each T; parts of 0.1
/// between which synchronized threads wait for each other.
Thread appThread(const std::string &name, uint32_t process, double start,
                 bool isSynchronized) {
  Thread thread;
  thread.name = name;
  thread.process = process;
  thread.start = start;
  thread.quota = Quota{0.6 * period, period};
  thread.steps = {{StepKind::Work, 0, 0, 0.1 * period}};
  if (isSynchronized)
    thread.steps.push_back({StepKind::Barrier, 0, 0, 0});
  thread.steps.push_back({StepKind::Repeat, 0, 66, 0});
  return thread;
}

Workload figureWorkload() {
  Workload workload;
  workload.processes = {{"video", false, true}, {"social", false, true}};
  workload.barriers = 1;
  workload.threads = {appThread("V1", 0, period, true),
                      appThread("V2", 0, period, true),
                      appThread("S", 1, 2 * period, false)};
  using Kind = UserEvent::Kind;
  workload.events = {{period, Kind::Foreground, 0},
                     {2 * period, Kind::Foreground, 1},
                     {10 * period, Kind::Foreground, 0}};
  return workload;
}

Settings figureSettings(Settings::System system) {
  Settings settings = quiet();
  settings.fair.isFluid = true;
  settings.fair.pulls = settings.fair.wakesElsewhere = false;
  settings.system = system;
  settings.userCentric.periodNs = settings.conventional.periodNs = period;
  settings.userCentric.estimate = settings.conventional.estimate =
      Estimate::Declared;
  settings.userCentric.mediumShare = 6;
  settings.userCentric.threshold = 1;
  settings.userCentric.scalesByHalf = false;
  settings.userCentric.queryPeriods = 0;
  settings.userCentric.slowCores = settings.userCentric.fastCores = {0.7};
  settings.conventional.up = {1, 1};
  settings.conventional.down = {0.9, 0.85};
  return settings;
}

/// Mega cycles of each thread in each T, of V1, V2 and S.
std::vector<std::array<double, 3>> cyclesByPeriod(Settings settings) {
  Machine machine = figureMachine();
  Workload workload = figureWorkload();
  std::vector<std::array<double, 3>> cycles;
  std::array<double, 3> before{};
  for (unsigned end = 2; end <= 19; ++end) {
    settings.endNs = end * period;
    Result result = simulate(machine, workload, settings);
    std::array<double, 3> now{};
    for (size_t i = 0; i < 3; ++i)
      now[i] = result.threads[i].workNs / period;
    cycles.push_back(
        {now[0] - before[0], now[1] - before[1], now[2] - before[2]});
    before = now;
  }
  return cycles;
}

void expectCycles(const std::vector<std::array<double, 3>> &cycles,
                  unsigned from, unsigned to,
                  const std::array<double, 3> &expected) {
  for (unsigned t = from; t < to; ++t)
    for (size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(cycles[t - 1][i], expected[i], 1e-9)
          << "thread " << i << " from " << t << "T";
}

TEST(Figure2, FairSchedulingAndGoverning) {
  Settings settings = figureSettings(Settings::System::Conventional);
  Result result = simulate(figureMachine(), figureWorkload(), settings);
  ASSERT_EQ(result.wrong, "");
  EXPECT_NEAR(result.threads[0].ended, 14 * period, 1e-3);
  EXPECT_NEAR(result.threads[1].ended, 14 * period, 1e-3);
  EXPECT_NEAR(result.threads[2].ended, 15 * period, 1e-3);
  auto cycles = cyclesByPeriod(settings);
  expectCycles(cycles, 1, 2, {0.6, 0.6, 0});
  expectCycles(cycles, 2, 14, {0.5, 0.5, 0.5});
  expectCycles(cycles, 14, 15, {0, 0, 0.6});
  // The big cluster from 2T to 14T, at its highest level.
  EXPECT_NEAR(result.cores[0].runningNs, 12 * period, 1);
  EXPECT_NEAR(result.cores[1].runningNs, 6 * period, 1); // half of each T
}

TEST(Figure2, UserCentricSchedulingAndGoverning) {
  Settings settings = figureSettings(Settings::System::UserCentric);
  Result result = simulate(figureMachine(), figureWorkload(), settings);
  ASSERT_EQ(result.wrong, "");
  EXPECT_NEAR(result.threads[0].ended, 16 * period, 1e-3);
  EXPECT_NEAR(result.threads[1].ended, 16 * period, 1e-3);
  EXPECT_NEAR(result.threads[2].ended, 18 * period, 1e-3);
  auto cycles = cyclesByPeriod(settings);
  expectCycles(cycles, 1, 2, {0.6, 0.6, 0});
  expectCycles(cycles, 2, 10, {0.3, 0.3, 0.6});
  expectCycles(cycles, 10, 16, {0.6, 0.6, 0.1});
  expectCycles(cycles, 16, 18, {0, 0, 0.6});
  // The big cluster never runs; V1 moves to core 2 and back.
  EXPECT_EQ(result.cores[0].runningNs + result.cores[1].runningNs, 0);
  EXPECT_EQ(result.threads[0].moves, 2u);
  // Core 2 of the LITTLE cluster is on from T to 16T.
  EXPECT_NEAR(result.endNs - result.cores[3].offNs, 15 * period, 1);
  EXPECT_NEAR(result.cores[2].offNs, 0, 1);
  // 0.7 from 10T to 16T, else 0.6.
  EXPECT_NEAR(result.domains[1].ns[1], 6 * period, 1);
}

TEST(Figure2, UserCentricTakesLessEnergy) {
  auto joules = [](Settings::System system) {
    return simulate(figureMachine(), figureWorkload(), figureSettings(system))
        .joules;
  };
  EXPECT_LT(joules(Settings::System::UserCentric),
            joules(Settings::System::Conventional));
}

// --- sensitivity states, figure 3

struct Apps {
  Workload workload;
  Apps() {
    workload.processes = {
        {"home", false, false}, {"app", false, false}, {"system", true, false}};
  }
};

UserEvent at(double time, UserEvent::Kind kind, uint32_t process = none) {
  return {time, kind, process};
}

TEST(Sensitivity, FollowsForegroundAndTouch) {
  using Kind = UserEvent::Kind;
  Apps apps;
  Sensitivities states(apps.workload, 500);
  EXPECT_EQ(states.of(1, 0), Sensitivity::Low);
  EXPECT_EQ(states.of(2, 0), Sensitivity::Medium); // the system, always
  states.handle(at(0, Kind::Foreground, 0));
  states.handle(at(100, Kind::Foreground, 1));
  EXPECT_EQ(states.of(0, 100), Sensitivity::Low);
  EXPECT_EQ(states.of(1, 100), Sensitivity::Medium);
  states.handle(at(200, Kind::Touch));
  EXPECT_EQ(states.of(1, 699), Sensitivity::High);
  EXPECT_EQ(states.of(2, 699), Sensitivity::Medium);
  EXPECT_EQ(states.of(0, 699), Sensitivity::Low);
  EXPECT_EQ(states.of(1, 700), Sensitivity::Medium);
  // A touch counts anew.
  states.handle(at(650, Kind::Touch));
  EXPECT_EQ(states.of(1, 1149), Sensitivity::High);
}

TEST(Sensitivity, DisplayForcesAppsIntoTheBackground) {
  using Kind = UserEvent::Kind;
  Apps apps;
  Sensitivities states(apps.workload, 500);
  states.handle(at(0, Kind::Foreground, 1));
  states.handle(at(10, Kind::DisplayOff));
  EXPECT_EQ(states.of(1, 20), Sensitivity::Low);
  EXPECT_EQ(states.of(2, 20), Sensitivity::Medium);
  states.handle(at(30, Kind::DisplayOn));
  EXPECT_EQ(states.of(1, 40), Sensitivity::Medium);
}

TEST(Sensitivity, ThePreviousAppComesBack) {
  using Kind = UserEvent::Kind;
  Apps apps;
  Sensitivities states(apps.workload, 500);
  states.handle(at(0, Kind::Foreground, 0));
  states.handle(at(10, Kind::Foreground, 1));
  states.ended(1);
  EXPECT_EQ(states.foreground(), 0u);
  EXPECT_EQ(states.of(0, 20), Sensitivity::Medium);
}

// --- figures of section 3.2

TEST(UserCentric, LowThreadsGetTheirLeast) {
  // Nice values of -10 and 10: 1.25^20 = 86.7 times the time.
  double share = std::pow(1.25, 20);
  EXPECT_NEAR(share, 86.7, 0.05);
  // C_l = C_m * N_l / (N_l + 1.25^k * N_m)
  EXPECT_NEAR(leastForLow(100, 2, 1, share), 100 * 2 / (2 + share), 1e-12);
  EXPECT_EQ(leastForLow(0, 3, 0, share), 0);
}

/// A chip with the levels of the paper's Galaxy S4: 250 to 600 MHz in steps of
/// 50, 800 to 1600 in steps of 100.
Machine galaxy() {
  Machine machine = equalCores(8);
  machine.clusters = {{"big", true, {0, 1, 2, 3}},
                      {"LITTLE", true, {4, 5, 6, 7}}};
  machine.cluster = {0, 0, 0, 0, 1, 1, 1, 1};
  machine.capacity = {1, 1, 1, 1, 0.375, 0.375, 0.375, 0.375};
  machine.chip.domains = {{"big", {}, 0, 0}, {"LITTLE", {}, 0, 0}};
  for (unsigned i = 0; i < 9; ++i)
    machine.chip.domains[0].hertz.push_back((800 + 100 * i) * 1e6);
  for (unsigned i = 0; i < 8; ++i)
    machine.chip.domains[1].hertz.push_back((250 + 50 * i) * 1e6);
  for (uint32_t core = 0; core < 8; ++core) {
    machine.chip.cores[core].domain = core / 4;
    machine.chip.cores[core].watts.assign(core < 4 ? 9 : 8, 1);
  }
  machine.migrationNs = 60e3;
  machine.switchNs = 1.6e6;
  return machine;
}

/// Mega cycles at 1600 MHz, as nanoseconds of the fastest core.
double megaCycles(double amount) { return amount / 1.6e3 * 1e9; }

Settings galaxySettings() {
  Settings settings = quiet();
  settings.system = Settings::System::UserCentric;
  settings.fair.pulls = false;
  settings.userCentric.slowCores = {450.0 / 1600, 450.0 / 1600, 500.0 / 1600};
  settings.userCentric.fastCores = {900.0 / 1600, 1000.0 / 1600, 1300.0 / 1600};
  settings.userCentric.scalesByHalf = false;
  return settings;
}

/// So many threads of the app in the foreground that each need that many mega
/// cycles in 200 ms.
Workload steadyApp(unsigned threads, double mega) {
  Workload workload;
  workload.processes = {{"app", false, false}};
  workload.events = {{0, UserEvent::Kind::Foreground, 0}};
  for (unsigned i = 0; i < threads; ++i) {
    Thread thread = worker("app", forever);
    thread.steps = {{StepKind::Work, 0, 0, 1e9}, {StepKind::Repeat, 0, 0, 0}};
    thread.quota = Quota{megaCycles(mega), 200e6};
    workload.threads.push_back(thread);
  }
  return workload;
}

/// Cores of the cluster that are on from 4 s to 5 s, on average: the governor
/// has had time to find what is needed.
double coresOn(unsigned threads, double mega, uint32_t first) {
  auto offNs = [&](double end) {
    Settings settings = galaxySettings();
    settings.userCentric.queryPeriods = 1;
    settings.endNs = end;
    Workload workload = steadyApp(threads, mega);
    double sum = 0;
    Result result = simulate(galaxy(), workload, settings);
    for (uint32_t core = first; core < first + 4; ++core)
      sum += result.cores[core].offNs;
    return sum;
  };
  return 4 - (offNs(5e9) - offNs(4e9)) / 1e9;
}

TEST(UserCentric, CoresGoOnByTheirThresholds) {
  // 90, 180 and 300 mega cycles in 200 ms are what one, two and three cores of
  // the LITTLE cluster do at 450, 450 and 500 MHz; threads that can be spread
  // evenly.
  EXPECT_NEAR(coresOn(4, 22, 4), 1, 1e-6);
  EXPECT_NEAR(coresOn(4, 23, 4), 2, 1e-6);
  EXPECT_NEAR(coresOn(4, 44, 4), 2, 1e-6);
  EXPECT_NEAR(coresOn(4, 46, 4), 3, 1e-6);
  EXPECT_NEAR(coresOn(6, 49, 4), 3, 1e-6);
  EXPECT_NEAR(coresOn(6, 51, 4), 4, 1e-6);
  // No more than there are threads.
  EXPECT_NEAR(coresOn(2, 80, 4), 2, 1e-6);
}

TEST(UserCentric, TouchBringsTheHighestLevelFor500Ms) {
  Settings settings = galaxySettings();
  settings.userCentric.queryPeriods = 0;
  Workload workload = steadyApp(1, 20);
  workload.events.push_back({1.01e9, UserEvent::Kind::Touch, none});
  auto atTop = [&](double end) {
    settings.endNs = end;
    Result result = simulate(galaxy(), workload, settings);
    return result.endNs - result.cores[0].offNs;
  };
  EXPECT_NEAR(atTop(1.01e9), 0, 1);
  EXPECT_NEAR(atTop(1.4e9), 0.39e9, 1);
  // Then the big cluster would be too much in three periods in a row.
  EXPECT_NEAR(atTop(3e9), 2.0e9 - 1.01e9, 1);
}

TEST(UserCentric, NewForegroundAppsAreNoticedEveryFifthPeriod) {
  // 60 mega cycles in 200 ms, of which the lowest level does 50: threads of low
  // sensitivity get no more.
  Settings settings = galaxySettings();
  Workload workload = steadyApp(1, 60);
  auto megaBy = [&](double end) {
    settings.endNs = end;
    return simulate(galaxy(), workload, settings).threads[0].workNs /
           megaCycles(1);
  };
  EXPECT_NEAR(megaBy(1e9), 5 * 50, 1e-6);
  EXPECT_NEAR(megaBy(2e9) - megaBy(1.8e9), 60, 1e-6);
}

TEST(UserCentric, ThreadsWhoseCoresAreOffRunElsewhere) {
  Thread thread = worker("app", 1e6);
  thread.allowed = {3}; // of the big cluster, which is off
  Settings settings = galaxySettings();
  settings.endNs = 1e9;
  EXPECT_TRUE(
      simulate(galaxy(), workloadOf({thread}), settings).threads[0].hasEnded);
}

// --- CFS+OD, and both side by side

/// From 1 s on one thread that asks for all it can get, for two seconds.
Workload burst() {
  Thread thread = worker("burst", 0);
  thread.steps = {{StepKind::Sleep, 0, 0, 1e9},
                  {StepKind::Work, 0, 0, megaCycles(320)},
                  {StepKind::Sleep, 0, 0, 10e9}};
  Workload workload = workloadOf({thread});
  workload.processes[0].isMeasured = false;
  return workload;
}

TEST(Conventional, ClimbsToTheTopAndFallsStepByStep) {
  Settings settings = quiet();
  settings.fair.pulls = false;
  settings.system = Settings::System::Conventional;
  auto bigNs = [&](double end) {
    settings.endNs = end;
    Result result = simulate(galaxy(), burst(), settings);
    return result.endNs - result.cores[0].offNs;
  };
  // It samples every 100 ms: at 1.1 s it goes to 600 MHz, at 1.2 s to the big
  // cluster, which has 320 mega cycles less 25 and 60 done after 147 ms.
  EXPECT_NEAR(bigNs(1.199e9), 0, 1);
  EXPECT_NEAR(bigNs(1.3e9), 100e6, 1e6);
  // From 1.4 s on it is not busy: eight steps down to 800 MHz, one more to the
  // LITTLE cluster.
  EXPECT_NEAR(bigNs(9e9), 1.0e9, 0.11e9);
}

/// A cubic function of the clock; a big core draws twice as much for a clock.
Machine galaxyWithPower() {
  Machine machine = galaxy();
  for (uint32_t core = 0; core < 8; ++core)
    for (size_t point = 0; point < machine.chip.cores[core].watts.size();
         ++point) {
      double hertz = machine.chip.domains[core / 4].hertz[point] * 1e-9;
      machine.chip.cores[core].watts[point] =
          (core < 4 ? 0.5 : 0.25) * hertz * hertz * hertz;
    }
  for (power::CorePower &core : machine.chip.cores)
    core.states = {{"WFI", 0, 1e3, 1e3, 0.001}};
  machine.hasEnergy = true;
  return machine;
}

/// A file manager that is touched every two seconds, and works 100 ms at 1600
/// MHz for it; and, if asked for, a ZIP in the background.
Workload managerAndZip(bool hasZip) {
  Workload workload;
  workload.processes = {{"manager", false, false}, {"zip", false, false}};
  Thread manager = worker("manager", 0);
  manager.steps = {{StepKind::Sleep, 0, 0, 1.9e9},
                   {StepKind::Work, 0, 0, 100e6},
                   {StepKind::Repeat, 0, 10, 0}};
  Thread zip = worker("zip", 5e9);
  zip.process = 1;
  workload.threads = {manager};
  if (hasZip)
    workload.threads.push_back(zip);
  workload.events = {{0, UserEvent::Kind::Foreground, 0}};
  return workload;
}

/// With a touch at each time at which the manager wakes under that system.
Result side(Settings::System system, bool hasZip) {
  Settings settings = galaxySettings();
  settings.idle = "lightest";
  settings.system = system;
  settings.userCentric.scalesByHalf = true;
  settings.userCentric.queryPeriods = 5;
  settings.endNs = 40e9;
  Workload workload = managerAndZip(hasZip);
  for (unsigned i = 1; i <= 10; ++i)
    workload.events.push_back(
        {i * 2.0e9 - 0.1e9, UserEvent::Kind::Touch, none});
  workload.threads[0].steps[0] = {StepKind::Await, 0, 0, 0};
  workload.flags = 1;
  Thread user = worker("user", 0); // has the manager work as the touch comes
  user.steps = {{StepKind::Sleep, 0, 0, 1.9e9},
                {StepKind::Signal, 0, 0, 0},
                {StepKind::Sleep, 0, 0, 0.1e9},
                {StepKind::Repeat, 0, 10, 0}};
  user.process = 0;
  workload.threads.push_back(user);
  return simulate(galaxyWithPower(), workload, settings);
}

/// When the manager was done with its tenth file, after the touch at 19.9 s.
double lastResponse(const Result &result) {
  return result.threads[0].ended - 19.9e9;
}

// Sections 4.3 and 4.4, by sign: what the user looks at is sooner done; what is
// in the background takes longer, and less energy. (Without anything there,
// this app takes more: each touch keeps the highest level for half a second.)
TEST(UserCentric, ServesTheUserAndHoldsBackTheBackground) {
  using System = Settings::System;
  Result ours = side(System::UserCentric, false);
  Result theirs = side(System::Conventional, false);
  EXPECT_NEAR(lastResponse(ours), 100e6, 5e6);
  EXPECT_LT(lastResponse(ours), 0.75 * lastResponse(theirs));
  Result oursWithZip = side(System::UserCentric, true);
  Result theirsWithZip = side(System::Conventional, true);
  EXPECT_LT(oursWithZip.joules, 0.9 * theirsWithZip.joules);
  EXPECT_LE(lastResponse(oursWithZip), lastResponse(theirsWithZip));
  EXPECT_GT(oursWithZip.threads[1].ended, 1.5 * theirsWithZip.threads[1].ended);
}

} // namespace
