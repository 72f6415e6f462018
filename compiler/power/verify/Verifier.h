// SPDX-License-Identifier: Apache-2.0
//
// The independent check of a power plan: from problem, schedule and chip alone,
// not from how the plan came about. Shares no code with what chooses points.
#pragma once

#include "power/Plan.h"

namespace hocket::power {

/// Proves that the plan keeps the schedule's cores and orders; that each
/// domain's changes follow each other, from one point to the next, and take
/// their time; that each task runs at the points which its domain has then,
/// without a break but for changes, until exactly its work is done, and tasks
/// of a gang at the highest; that dependences and transfers hold; that the
/// deadline does (for `time`, the schedule's makespan); that each core's gaps
/// are what tasks and its own changes leave, and their idle states fit; and
/// that the energies are right. The schedule itself is for
/// scheduling::verify().
/// \returns what is wrong, one line each; empty if the plan is right.
std::vector<std::string> verify(const scheduling::Problem &problem,
                                const scheduling::Schedule &schedule,
                                const ChipPower &chip,
                                const Objective &objective, const Plan &plan);

} // namespace hocket::power
