// SPDX-License-Identifier: Apache-2.0
//
// The solver against the plainest way to the least solution, on random
// constraints with many circles of copies.
#include "analysis/pointsto/PointsToSolver.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace hocket::analysis {
namespace {

using Node = PointsToSolver::Node;

/// Variables that point to variables: each is an object and the one node that
/// it has.
struct Constraints {
  using Pair = std::pair<uint32_t, uint32_t>;
  uint32_t numVariables = 0;
  std::vector<Pair> addresses; ///< first = &second
  std::vector<Pair> copies;    ///< first = second
  std::vector<Pair> loads;     ///< first = *second
  std::vector<Pair> stores;    ///< *first = second
};

using Solution = std::vector<std::set<uint32_t>>;

Constraints randomConstraints(uint32_t seed) {
  std::mt19937 random(seed);
  Constraints c;
  c.numVariables = 5 + random() % 40;
  auto some = [&](uint32_t count) {
    std::vector<Constraints::Pair> pairs;
    for (uint32_t i = 0; i < count; ++i)
      pairs.emplace_back(random() % c.numVariables, random() % c.numVariables);
    return pairs;
  };
  c.addresses = some(1 + random() % c.numVariables);
  c.copies = some(random() % (2 * c.numVariables));
  c.loads = some(random() % c.numVariables);
  c.stores = some(random() % c.numVariables);
  return c;
}

Solution solvePlainly(const Constraints &c) {
  Solution sets(c.numVariables);
  bool changed = true;
  auto add = [&](uint32_t to, std::set<uint32_t> from) {
    std::size_t before = sets[to].size();
    sets[to].merge(from);
    changed |= sets[to].size() != before;
  };
  while (changed) {
    changed = false;
    for (auto [to, object] : c.addresses)
      add(to, {object});
    for (auto [to, from] : c.copies)
      add(to, sets[from]);
    for (auto [to, pointer] : c.loads)
      for (uint32_t object : std::set(sets[pointer]))
        add(to, sets[object]);
    for (auto [pointer, from] : c.stores)
      for (uint32_t object : std::set(sets[pointer]))
        add(object, sets[from]);
  }
  return sets;
}

struct Solved {
  Solution sets;
  Solution seen; ///< by handlers
};

Solved solve(const Constraints &c) {
  PointsToSolver solver(std::vector<char>(c.numVariables, 1), 8, 1'000'000);
  std::vector<Node> nodes;
  Solved result;
  result.seen.resize(c.numVariables);
  for (uint32_t v = 0; v < c.numVariables; ++v)
    nodes.push_back(solver.loaded(solver.locate(v, 0, 0)));
  auto objectsOf = [&](const LocationSet &set) {
    std::set<uint32_t> objects;
    for (PointsToSolver::LocationId location : set)
      objects.insert(solver[location].object);
    return objects;
  };
  for (uint32_t v = 0; v < c.numVariables; ++v)
    solver.onLocation(nodes[v], [&, v](PointsToSolver::LocationId location) {
      result.seen[v].insert(solver[location].object);
    });
  for (auto [to, object] : c.addresses)
    solver.addLocation(nodes[to], solver.locate(object, 0, 0));
  for (auto [to, from] : c.copies)
    solver.addCopy(nodes[from], nodes[to]);
  for (auto [to, pointer] : c.loads)
    solver.addLoad(nodes[pointer], nodes[to]);
  for (auto [pointer, from] : c.stores)
    solver.addStore(nodes[pointer], nodes[from]);
  EXPECT_TRUE(solver.solve());
  for (Node node : nodes)
    result.sets.push_back(objectsOf(solver.set(node)));
  return result;
}

TEST(PointsToSolver, FindsTheLeastSolution) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    Constraints c = randomConstraints(seed);
    Solution expected = solvePlainly(c);
    Solved solved = solve(c);
    ASSERT_EQ(solved.sets, expected) << "seed " << seed;
    ASSERT_EQ(solved.seen, expected) << "handlers, seed " << seed;
  }
}

TEST(PointsToSolver, OffsetsInACircleStayApartFromOthers) {
  // p = &a; q = p; p = q + 8; r = q: circles with a step in them.
  PointsToSolver solver({0, 0}, 8, 1000);
  Node p = solver.newNode(), q = solver.newNode(), r = solver.newNode(),
       other = solver.newNode();
  solver.addLocation(p, solver.locate(0, 0, 0));
  solver.addCopy(p, q);
  solver.addCopy(q, p);
  solver.addCopy(q, p, 0, 8);
  solver.addCopy(q, r);
  solver.addLocation(other, solver.locate(1, 0, 0));
  solver.addCopy(other, r);
  ASSERT_TRUE(solver.solve());
  EXPECT_EQ(solver.set(p), solver.set(q));
  EXPECT_TRUE(solver.set(p).test(solver.locate(0, 0, 0)));
  EXPECT_TRUE(solver.set(p).test(solver.locate(0, 0, 8)));
  EXPECT_FALSE(solver.set(p).test(solver.locate(1, 0, 0)));
  EXPECT_TRUE(solver.set(r).test(solver.locate(1, 0, 0)));
  EXPECT_TRUE(solver.set(r).test(solver.locate(0, 0, 8)));
}

TEST(PointsToSolver, AKnotOfThousandsTakesFewSteps) {
  constexpr uint32_t count = 1000;
  PointsToSolver solver(std::vector<char>(count, 1), 8, 4 * count);
  std::vector<Node> nodes;
  for (uint32_t i = 0; i < count; ++i) {
    nodes.push_back(solver.newNode());
    solver.addLocation(nodes.back(), solver.locate(i, 0, 0));
  }
  for (uint32_t i = 0; i < count; ++i)
    for (uint32_t step : {1, 7, 31})
      solver.addCopy(nodes[i], nodes[(i + step) % count]);
  EXPECT_TRUE(solver.solve());
  EXPECT_EQ(solver.set(nodes[5]).count(), count);
}

/// Adding constraints is work, too: what many objects hold is copied to many.
TEST(PointsToSolver, GivesUpWhileConstraintsAreAdded) {
  constexpr uint32_t count = 60;
  constexpr unsigned budget = 20'000;
  unsigned handled = 0;
  PointsToSolver solver(std::vector<char>(count, 0), 8, budget);
  Node all = solver.newNode();
  for (uint32_t i = 0; i < count; ++i) {
    solver.addLocation(all, solver.locate(i, 0, 0));
    for (int64_t offset = 0; offset < 400; offset += 8)
      solver.addLocation(solver.stored(solver.locate(i, offset, 0)),
                         solver.locate(i, offset, 0));
  }
  solver.addRegionCopy(all, all, 0);
  for (uint32_t i = 0; i < 100 * budget; ++i) {
    Node node = solver.newNode();
    solver.addCopy(all, node);
    solver.onLocation(node, [&](PointsToSolver::LocationId) { ++handled; });
  }
  EXPECT_FALSE(solver.solve());
  EXPECT_LE(handled, budget);
}

} // namespace
} // namespace hocket::analysis
