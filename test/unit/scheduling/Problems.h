// SPDX-License-Identifier: Apache-2.0
//
// Problems for the tests: small ones by hand, large ones from a seed.
#pragma once

#include "scheduling/Problem.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace hocket::scheduling {

inline std::string taskName(size_t index) {
  return std::string(1, 't').append(std::to_string(index));
}

/// `cores` equal cores of one cluster, moving a byte takes a nanosecond.
inline Problem equalCores(CoreIndex cores, std::vector<double> costs,
                          std::vector<Edge> edges, bool repeats = false) {
  Problem problem;
  problem.cores = cores;
  problem.cluster.assign(cores, 0);
  problem.nsPerByte = problem.nsPerByteAcross = 1;
  problem.repeats = repeats;
  for (double cost : costs)
    problem.tasks.push_back({taskName(problem.tasks.size()),
                             std::vector<double>(cores, cost),
                             {},
                             {},
                             {}});
  problem.edges = std::move(edges);
  return problem;
}

struct RandomShape {
  unsigned tasks = 30, edges = 60;
  CoreIndex cores = 4;
  bool repeats = false;
  unsigned gangs = 0; ///< each of one task on every core
};

/// Turns tasks that follow each other, one for each core, into gangs.
inline void addGangs(Problem &problem, unsigned gangs,
                     std::mt19937_64 &random) {
  for (uint32_t gang = 0; gang < gangs; ++gang) {
    if (problem.tasks.size() < problem.cores)
      return;
    size_t first = random() % (problem.tasks.size() - problem.cores + 1);
    auto begin = problem.tasks.begin() + ptrdiff_t(first);
    auto end = begin + problem.cores;
    if (std::any_of(begin, end, [](const Task &t) { return t.gang; }))
      continue;
    for (auto task = begin; task != end; ++task) {
      task->gang = gang;
      task->pinned = CoreIndex(task - begin);
    }
  }
}

/// The same problem for the same seed, on every machine.
inline Problem randomProblem(uint64_t seed, const RandomShape &shape) {
  std::mt19937_64 random(seed);
  auto below = [&](uint64_t n) { return random() % n; };
  Problem problem;
  problem.cores = shape.cores;
  problem.repeats = shape.repeats;
  problem.syncNs = double(below(100));
  problem.syncAcrossNs = problem.syncNs + double(below(200));
  problem.nsPerByte = double(below(10)) / 10;
  problem.nsPerByteAcross = problem.nsPerByte * 2;
  for (CoreIndex core = 0; core < shape.cores; ++core)
    problem.cluster.push_back(core * 2 / shape.cores);
  for (unsigned i = 0; i < shape.tasks; ++i) {
    Task task{taskName(i), {}, {}, {}, {}};
    double cost = below(8) == 0 ? 0 : double(below(1000));
    for (CoreIndex core = 0; core < shape.cores; ++core)
      task.cost.push_back(cost * double(1 + problem.cluster[core]));
    if (below(10) == 0)
      task.pinned = CoreIndex(below(shape.cores));
    if (below(3) == 0)
      task.preferred = CoreIndex(below(shape.cores));
    problem.tasks.push_back(std::move(task));
  }
  addGangs(problem, shape.gangs, random);
  for (unsigned i = 0; i < shape.edges && shape.tasks > 1; ++i) {
    Edge edge{TaskIndex(below(shape.tasks)), TaskIndex(below(shape.tasks)),
              below(500), 0, below(6) == 0};
    if (shape.repeats && below(4) == 0)
      edge.distance = 1;
    else if (edge.from == edge.to)
      continue;
    else if (edge.from > edge.to)
      std::swap(edge.from, edge.to);
    const std::optional<uint32_t> &gang = problem.tasks[edge.from].gang;
    if (edge.distance == 0 && gang && gang == problem.tasks[edge.to].gang)
      continue;
    problem.edges.push_back(edge);
  }
  // The two clusters are farther from each other than others would be, or
  // nearer.
  if (seed % 3 == 0)
    problem.links.push_back({1, 0, problem.syncNs + double(seed % 7) * 50,
                             problem.nsPerByte * double(seed % 4)});
  return problem;
}

} // namespace hocket::scheduling
