// SPDX-License-Identifier: Apache-2.0
//
// Machines and workloads for the tests, with round figures.
#pragma once

#include "power/Chips.h"
#include "simulation/Simulate.h"
#include "simulation/model/PlannedThreads.h"

namespace hocket::simulation {

/// All cores of a chip of the tests, equally fast, in one cluster.
inline Machine machineWith(const power::ChipPower &chip) {
  Machine machine = equalCores(uint32_t(chip.cores.size()));
  machine.chip = chip;
  machine.hasEnergy = true;
  return machine;
}

/// A thread that works so long.
inline Thread worker(const std::string &name, double ns) {
  Thread thread;
  thread.name = name;
  thread.steps = {{StepKind::Work, 0, 0, ns}};
  return thread;
}

/// Threads of one measured process.
inline Workload workloadOf(std::vector<Thread> threads) {
  Workload workload;
  workload.processes.push_back({"all", false, true});
  workload.threads = std::move(threads);
  return workload;
}

/// Nothing happens but what threads do.
inline Settings quiet() {
  Settings settings;
  settings.idle = "awake";
  settings.balanceNs = 0;
  return settings;
}

} // namespace hocket::simulation
