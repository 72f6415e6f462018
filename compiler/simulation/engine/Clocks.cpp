// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Clocks.h"

#include "simulation/engine/Energy.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

/// Cores of other domains with its supply draw something else, but go on.
void decideAnew(State &state, uint32_t domain) {
  meterDomain(state, domain);
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    if (state.machine->chip.cores[core].domain == domain)
      mark(state, core);
}

void begin(State &state, uint32_t domain, uint32_t point, uint32_t core) {
  DomainState &at = state.domains[domain];
  const power::DomainPower &power = state.machine->chip.domains[domain];
  settleDomain(state, domain);
  ++at.changes;
  at.to = point;
  if (core != none)
    state.cores[core].joules[uint32_t(Use::Changing)] += power.changeJoules;
  else
    at.joules += power.changeJoules;
  at.isChanging = true;
  if (power.changeNs > 0) {
    decideAnew(state, domain);
    state.events.add(state.now + power.changeNs, EventKind::ClockDone, domain);
  } else {
    clockDone(state, domain);
  }
}

} // namespace

void requestPoint(State &state, uint32_t domain, uint32_t point,
                  uint32_t core) {
  DomainState &at = state.domains[domain];
  if (at.isChanging)
    at.wanted = point;
  else if (at.point != point)
    begin(state, domain, point, core);
}

bool hasPoint(const State &state, uint32_t domain, uint32_t point) {
  const DomainState &at = state.domains[domain];
  if (!at.isChanging)
    return at.point == point;
  return (at.wanted != none ? at.wanted : at.to) == point;
}

void clockDone(State &state, uint32_t domain) {
  DomainState &at = state.domains[domain];
  settleDomain(state, domain);
  at.ns[at.point] += state.now - at.since;
  at.since = state.now;
  at.point = at.to;
  at.isChanging = false;
  if (state.records.isOn)
    state.records.clocks[domain].push_back(
        {std::llround(state.now),
         uint64_t(state.machine->chip.domains[domain].hertz[at.point] / 1e3)});
  decideAnew(state, domain);
  uint32_t next = at.wanted;
  at.wanted = none;
  if (next != none)
    requestPoint(state, domain, next);
}

uint32_t pointFor(const power::DomainPower &domain, double hertz) {
  // A millionth less is rounding.
  for (uint32_t point = 0; point < domain.hertz.size(); ++point)
    if (domain.hertz[point] >= hertz * (1 - 1e-6))
      return point;
  return domain.highest();
}

} // namespace hocket::simulation
