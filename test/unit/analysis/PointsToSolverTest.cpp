// SPDX-License-Identifier: Apache-2.0
//
// The solver against the plainest way to the least solution, on random
// constraints with many circles of copies.
#include "analysis/pointsto/PointsToSolver.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>

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
  PointsToSolver solver(
      std::vector<ObjectShape>(c.numVariables, ObjectShape::OneNode), 8,
      1'000'000);
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
  PointsToSolver solver({ObjectShape::Places, ObjectShape::Places}, 8, 1000);
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
  EXPECT_TRUE(solver.set(p).contains(solver.locate(0, 0, 0)));
  EXPECT_TRUE(solver.set(p).contains(solver.locate(0, 0, 8)));
  EXPECT_FALSE(solver.set(p).contains(solver.locate(1, 0, 0)));
  EXPECT_TRUE(solver.set(r).contains(solver.locate(1, 0, 0)));
  EXPECT_TRUE(solver.set(r).contains(solver.locate(0, 0, 8)));
}

/// p = &a; q = p + 8; p = q: what a walk reaches, and no more.
TEST(PointsToSolver, ACircleThatMovesIsClosedAtOnce) {
  PointsToSolver solver({ObjectShape::Places}, 8, 100'000);
  Node p = solver.newNode(), q = solver.newNode(), behind = solver.newNode();
  solver.addLocation(p, solver.locate(0, 4, 0));
  solver.addCopy(p, q, 24);
  solver.addCopy(q, p);
  solver.addCopy(q, behind, 16);
  ASSERT_TRUE(solver.solve());
  EXPECT_TRUE(solver.set(p).contains(solver.locate(0, 4, 24)));
  EXPECT_FALSE(solver.set(p).contains(solver.anywhere(0)));
  EXPECT_TRUE(solver.set(behind).contains(solver.locate(0, 20, 24)));
  EXPECT_LE(solver.set(p).count(), 8u);
}

/// To a member and back again: that moves nothing.
TEST(PointsToSolver, ACircleThatComesBackKeepsItsOffsets) {
  PointsToSolver solver({ObjectShape::Places}, 8, 100'000);
  Node record = solver.newNode(), member = solver.newNode();
  solver.addLocation(record, solver.locate(0, 0, 0));
  solver.addCopy(record, member, 16);
  solver.addCopy(member, record, -16);
  ASSERT_TRUE(solver.solve());
  EXPECT_EQ(solver.set(record).count(), 1u);
  EXPECT_EQ(solver.set(member).count(), 1u);
}

/// h->step beside h->state[i]: what is stored to the one is not in the other.
TEST(PointsToSolver, AnArrayThatIsNamedEndsBeforeItsNeighbours) {
  PointsToSolver solver({ObjectShape::Places, ObjectShape::OneNode,
                         ObjectShape::OneNode, ObjectShape::OneNode},
                        8, 100'000);
  Node record = solver.newNode(), row = solver.newNode(),
       behind = solver.newNode();
  std::vector<Node> values, loaded;
  for (uint32_t i = 0; i < 3; ++i) {
    values.push_back(solver.newNode());
    loaded.push_back(solver.newNode());
    solver.addLocation(values[i], solver.locate(i + 1, 0, 0));
  }
  solver.addLocation(record, solver.locate(0, 0, 0));
  solver.addBoundedCopy(record, row, 8, 8, 24);
  solver.addCopy(record, behind, 40);
  solver.addStore(record, values[0]);
  solver.addStore(row, values[1]);
  solver.addStore(behind, values[2]);
  solver.addLoad(record, loaded[0]);
  solver.addLoad(row, loaded[1]);
  solver.addLoad(behind, loaded[2]);
  ASSERT_TRUE(solver.solve());
  for (uint32_t i = 0; i < 3; ++i)
    EXPECT_EQ(solver.set(loaded[i]), solver.set(values[i]));
  EXPECT_EQ(solver.set(row).count(), 1u);
}

/// p = &p->row[i]: each turn may be a row further.
TEST(PointsToSolver, ACircleThroughAnArrayIsClosedAtOnce) {
  PointsToSolver solver({ObjectShape::Places}, 8, 100'000);
  Node p = solver.newNode(), q = solver.newNode();
  solver.addLocation(p, solver.locate(0, 4, 0));
  solver.addBoundedCopy(p, q, 8, 16, 64);
  solver.addCopy(q, p);
  ASSERT_TRUE(solver.solve());
  EXPECT_TRUE(solver.set(p).contains(solver.locate(0, 4, 8)));
  EXPECT_FALSE(solver.set(p).contains(solver.anywhere(0)));
  EXPECT_LE(solver.set(p).count(), 16u);
}

TEST(PointsToSolver, WhatHoldsNothingGivesNothing) {
  PointsToSolver solver({ObjectShape::Nothing, ObjectShape::StartAndRest}, 8,
                        100'000);
  Node text = solver.newNode(), table = solver.newNode(),
       loaded = solver.newNode(), inside = solver.newNode();
  solver.addLocation(text, solver.locate(0, 3, 0));
  solver.addLocation(table, solver.locate(1, 0, 0));
  solver.addCopy(table, inside, 40);
  solver.addStore(text, table);
  solver.addLoad(text, loaded);
  ASSERT_TRUE(solver.solve());
  EXPECT_TRUE(solver.set(loaded).empty());
  EXPECT_EQ(solver[*solver.set(table).begin()].stride, 0u);
  EXPECT_TRUE(solver.set(inside).contains(solver.anywhere(1)));
  EXPECT_EQ(solver.set(inside).count(), 1u);
}

/// Programs of pointers, run in random order: each pointer's value is in its
/// set. Memory is words of 8 bytes.
class RandomRuns {
public:
  struct Place {
    uint32_t object;
    int64_t offset;
    auto operator<=>(const Place &) const = default;
  };
  static constexpr int64_t size = 320;

  RandomRuns(unsigned seed, uint32_t numObjects, uint32_t numPointers)
      : random_(seed), numObjects_(numObjects), values_(numPointers) {
    for (uint32_t i = 0; i < numPointers; ++i)
      pointers_.push_back(solver_.newNode());
  }

  void addStatements(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      add(pick(values_.size()), pick(values_.size()));
  }
  bool solve() { return solver_.solve(); }
  void run(unsigned steps) {
    while (steps-- != 0)
      statements_[pick(statements_.size())]();
  }
  /// Empty: each value is in its set.
  std::string missing() {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i] && !covers(solver_.set(pointers_[i]), *values_[i]))
        return "pointer " + std::to_string(i) + " at " +
               std::to_string(values_[i]->object) + "+" +
               std::to_string(values_[i]->offset);
    return "";
  }

private:
  uint32_t pick(std::size_t count) { return uint32_t(random_() % count); }
  static bool isInside(const std::optional<Place> &place) {
    return place && place->offset >= 0 && place->offset + 8 <= size;
  }
  bool covers(const LocationSet &set, const Place &place) {
    for (PointsToSolver::LocationId id : set) {
      const Location &l = solver_[id];
      bool isWithin = !l.isBounded() ||
                      (place.offset >= l.offset && place.offset <= l.last());
      if (l.object == place.object && isWithin &&
          (l.stride == 0 ? l.offset == place.offset
                         : (place.offset - l.offset) % int64_t(l.stride) == 0))
        return true;
    }
    return false;
  }

  void add(uint32_t p, uint32_t q) {
    switch (pick(9)) {
    case 0: {
      Place place{pick(numObjects_), 8 * int64_t(pick(size / 8))};
      solver_.addLocation(pointers_[p],
                          solver_.locate(place.object, place.offset, 0));
      statements_.push_back([=, this] { values_[p] = place; });
      break;
    }
    case 1:
    case 2: {
      int64_t delta = 8 * (int64_t(pick(7)) - 3);
      solver_.addCopy(pointers_[q], pointers_[p], delta);
      statements_.push_back([=, this] {
        if (isInside(values_[q]))
          values_[p] = Place{values_[q]->object, values_[q]->offset + delta};
      });
      break;
    }
    case 3:
      solver_.addStore(pointers_[p], pointers_[q]);
      statements_.push_back([=, this] {
        if (isInside(values_[p]))
          memory_[*values_[p]] = values_[q];
      });
      break;
    case 4:
      solver_.addLoad(pointers_[q], pointers_[p]);
      statements_.push_back([=, this] {
        if (isInside(values_[q]))
          values_[p] = memory_[*values_[q]];
      });
      break;
    case 5: // by a number that nobody knows
      solver_.addCopy(pointers_[q], pointers_[p], 0, 1);
      statements_.push_back([=, this] {
        if (values_[q])
          values_[p] = Place{values_[q]->object, 8 * int64_t(pick(size / 8))};
      });
      break;
    case 6:
    case 7:
      addSubscript(p, q, 8 * (int64_t(pick(5)) - 1), 8 * int64_t(1 + pick(2)),
                   int64_t(pick(5)));
      break;
    default:
      addCopyOfMemory(p, q, 8 * int64_t(1 + pick(8)), pick(3) == 0);
    }
  }

  /// p = &q->row[i], where the row has `last` + 1 elements.
  void addSubscript(uint32_t p, uint32_t q, int64_t delta, int64_t stride,
                    int64_t last) {
    solver_.addBoundedCopy(pointers_[q], pointers_[p], delta, uint64_t(stride),
                           uint64_t(last * stride));
    statements_.push_back([=, this] {
      if (isInside(values_[q]))
        values_[p] = Place{values_[q]->object,
                           values_[q]->offset + delta +
                               stride * int64_t(pick(std::size_t(last + 1)))};
    });
  }

  void addCopyOfMemory(uint32_t to, uint32_t from, int64_t bytes,
                       bool isUnknown) {
    solver_.addRegionCopy(pointers_[to], pointers_[from],
                          isUnknown ? 0 : uint64_t(bytes));
    statements_.push_back([=, this] {
      for (int64_t at = 0; at < bytes; at += 8) {
        std::optional<Place> target = values_[to], source = values_[from];
        if (!target || !source)
          return;
        target->offset += at;
        source->offset += at;
        if (!isInside(target) || !isInside(source))
          return;
        std::optional<Place> value = memory_[*source];
        memory_[*target] = value;
      }
    });
  }

  std::mt19937 random_;
  uint32_t numObjects_;
  PointsToSolver solver_{
      std::vector<ObjectShape>(numObjects_, ObjectShape::Places), 8,
      100'000'000};
  std::vector<Node> pointers_;
  std::vector<std::function<void()>> statements_;
  std::vector<std::optional<Place>> values_;
  std::map<Place, std::optional<Place>> memory_;
};

TEST(PointsToSolver, CoversWhatRandomRunsDo) {
  for (unsigned seed = 0; seed < 120; ++seed) {
    // Few objects, whose places stay apart; and many, which are folded.
    RandomRuns runs(seed, seed % 4 == 3 ? 100 : 1 + seed % 7,
                    seed % 4 == 3 ? 150 : 12);
    runs.addStatements(seed % 4 == 3 ? 500 : 10 + seed % 30);
    ASSERT_TRUE(runs.solve());
    for (int i = 0; i < 200; ++i) {
      runs.run(20);
      ASSERT_EQ(runs.missing(), "") << "seed " << seed;
    }
  }
}

TEST(PointsToSolver, AKnotOfThousandsTakesFewSteps) {
  constexpr uint32_t count = 1000;
  PointsToSolver solver(std::vector<ObjectShape>(count, ObjectShape::OneNode),
                        8, 4 * count);
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
  PointsToSolver solver(std::vector<ObjectShape>(count, ObjectShape::Places), 8,
                        budget);
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
