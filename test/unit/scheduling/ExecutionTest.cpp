// SPDX-License-Identifier: Apache-2.0
//
// The verifier against executions. A schedule is played as the emitted program
// would run it: cores go through their lists, repetition after repetition, and
// stop where a sync is not yet signalled. An edge is not ordered exactly if its
// target can run while its source is held back for ever; so holding back each
// source in turn tells what the verifier must say. Tasks of a gang may wait for
// each other or not: whether the execution can stop for ever is seen where they
// do, what can run too early is seen where they don't.
#include "Problems.h"
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"
#include "scheduling/search/ScheduleBest.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

constexpr unsigned repetitions = 3;

struct Event {
  TaskIndex task;
  unsigned repetition;
  bool operator==(const Event &) const = default;
};

class Execution {
public:
  /// \param gangsMeet no task of a gang ends before all have begun.
  Execution(const Problem &problem, const Schedule &schedule, bool gangsMeet)
      : problem_(problem), schedule_(schedule), gangsMeet_(gangsMeet),
        rounds_(problem.repeats ? repetitions : 1), next_(problem.cores),
        begun_(problem.tasks.size()), done_(problem.tasks.size()) {}

  /// Runs all that can run while `held` does not.
  void run(std::optional<Event> held) {
    bool moved = true;
    while (moved) {
      moved = false;
      for (CoreIndex core = 0; core < next_.size(); ++core)
        while (step(core, held))
          moved = true;
    }
  }
  bool isDone(const Event &event) const {
    return done_[event.task] > event.repetition;
  }
  /// All tasks have run all their repetitions.
  bool isComplete() const {
    for (unsigned count : done_)
      if (count != rounds_)
        return false;
    return true;
  }

private:
  bool step(CoreIndex core, const std::optional<Event> &held) {
    const std::vector<TaskIndex> &order = schedule_.order[core];
    if (order.empty() || next_[core] == order.size() * rounds_)
      return false;
    Event event{order[next_[core] % order.size()],
                unsigned(next_[core] / order.size())};
    if (held == event || isWaiting(event))
      return false;
    bool begins = begun_[event.task] == event.repetition;
    begun_[event.task] = event.repetition + 1;
    if (gangsMeet_ && !hasWholeGangBegun(event))
      return begins;
    ++done_[event.task];
    ++next_[core];
    return true;
  }
  bool hasWholeGangBegun(const Event &event) const {
    const std::optional<uint32_t> &gang = problem_.tasks[event.task].gang;
    for (size_t other = 0; gang && other < begun_.size(); ++other)
      if (problem_.tasks[other].gang == gang &&
          begun_[other] <= event.repetition)
        return false;
    return true;
  }
  bool isWaiting(const Event &event) const {
    for (const Sync &sync : schedule_.syncs)
      if (sync.to == event.task && event.repetition >= sync.distance &&
          !isDone({sync.from, event.repetition - sync.distance}))
        return true;
    return false;
  }

  const Problem &problem_;
  const Schedule &schedule_;
  bool gangsMeet_;
  unsigned rounds_;
  std::vector<size_t> next_;    ///< of each core, position over all repetitions
  std::vector<unsigned> begun_; ///< as `done_`: in or through them
  std::vector<unsigned> done_;  ///< of each task, repetitions that have run
};

/// Some execution breaks an edge or stops for ever.
bool canGoWrong(const Problem &problem, const Schedule &schedule) {
  Execution free(problem, schedule, true);
  free.run(std::nullopt);
  if (!free.isComplete())
    return true;
  for (const Edge &edge : problem.edges) {
    bool sameCore = schedule.placements[edge.from].core ==
                    schedule.placements[edge.to].core;
    if (edge.onlyOnSameCore && !sameCore)
      continue;
    Execution held(problem, schedule, false);
    held.run(Event{edge.from, 0});
    if (held.isDone({edge.to, edge.distance}))
      return true;
  }
  return false;
}

class Executions : public testing::TestWithParam<uint64_t> {};

TEST_P(Executions, TheVerifierSaysWhatCanGoWrong) {
  std::mt19937_64 random(GetParam());
  RandomShape shape{unsigned(4 + GetParam() % 12),
                    unsigned(6 + GetParam() % 30),
                    CoreIndex(2 + GetParam() % 3), GetParam() % 3 != 0,
                    unsigned(GetParam() % 4)};
  Problem problem = randomProblem(GetParam(), shape);
  Schedule good = scheduleBest(problem);
  EXPECT_FALSE(canGoWrong(problem, good));
  for (int i = 0; i < 40; ++i) {
    // Leave out some syncs, add others that nothing asks for.
    Schedule changed = good;
    std::erase_if(changed.syncs,
                  [&](const Sync &) { return random() % 4 == 0; });
    for (unsigned n = random() % 3; n-- > 0;) {
      Sync sync{TaskIndex(random() % shape.tasks),
                TaskIndex(random() % shape.tasks),
                uint8_t(shape.repeats ? random() % 2 : 0)};
      if (changed.placements[sync.from].core !=
              changed.placements[sync.to].core &&
          std::count(changed.syncs.begin(), changed.syncs.end(), sync) == 0)
        changed.syncs.push_back(sync);
    }
    EXPECT_EQ(!verify(problem, changed).empty(), canGoWrong(problem, changed))
        << "seed " << GetParam() << ", change " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Executions, testing::Range<uint64_t>(1, 41));

} // namespace
