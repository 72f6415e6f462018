// SPDX-License-Identifier: Apache-2.0
#include "scheduling/Copies.h"

#include "scheduling/Handover.h"

#include <algorithm>
#include <map>

namespace hocket::scheduling {

namespace {

class Copier {
public:
  Copier(const Problem &problem, const Schedule &schedule,
         const std::vector<CopyEngine> &engines)
      : problem_(problem), schedule_(schedule), result_(problem),
        copiesOf_(problem.tasks.size()) {
    for (const CopyEngine &engine : engines)
      addUnits(engine);
  }

  std::optional<Problem> run() {
    for (const Edge &edge : problem_.edges)
      if (engineFor(edge))
        copiesOf_[edge.from].push_back(&edge);
    if (std::all_of(copiesOf_.begin(), copiesOf_.end(),
                    [](const auto &copies) { return copies.empty(); }))
      return std::nullopt;
    result_.tasks.clear();
    result_.edges.clear();
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      addTask(task);
    for (const Edge &edge : problem_.edges)
      if (auto copy = copyOf_.find(&edge); copy != copyOf_.end())
        result_.edges.push_back({copy->second, place_[edge.to], 0, 0, false});
      else
        result_.edges.push_back({place_[edge.from], place_[edge.to], edge.bytes,
                                 edge.distance, edge.onlyOnSameCore});
    return std::move(result_);
  }

private:
  struct Engine {
    CopyEngine of;
    UnitIndex first = 0;
  };

  void addUnits(const CopyEngine &engine) {
    engines_.push_back({engine, UnitIndex(result_.units.size())});
    for (uint32_t which = 0; which < engine.channels; ++which)
      result_.units.push_back(
          {engine.name, which, engine.cluster, engine.startNs});
  }

  CoreIndex coreOf(TaskIndex task) const {
    return schedule_.placements[task].core;
  }

  /// What the data of an edge take beside the wait.
  double dataNs(const Edge &edge) const {
    return double(edge.bytes) *
           betweenCores(problem_, coreOf(edge.from), coreOf(edge.to)).nsPerByte;
  }

  /// The engine of the core that has the data, if it is the faster one. What a
  /// unit leaves is moved as its cost says.
  const Engine *engineFor(const Edge &edge) const {
    const CoreIndex from = coreOf(edge.from), to = coreOf(edge.to);
    if (edge.bytes == 0 || edge.onlyOnSameCore || edge.distance != 0 ||
        from == to || schedule_.placements[edge.from].unit ||
        problem_.tasks[edge.from].gang)
      return nullptr;
    for (const Engine &engine : engines_)
      if (engine.of.cluster == problem_.cluster[from] &&
          engine.of.startNs + problem_.syncNs +
                  double(edge.bytes) * engine.of.nsPerByte <
              dataNs(edge))
        return &engine;
    return nullptr;
  }

  void addTask(TaskIndex task) {
    place_.push_back(TaskIndex(result_.tasks.size()));
    result_.tasks.push_back(problem_.tasks[task]);
    result_.tasks.back().pinned = coreOf(task);
    for (const Edge *edge : copiesOf_[task]) {
      const Engine &engine = *engineFor(*edge);
      copyOf_[edge] = TaskIndex(result_.tasks.size());
      result_.edges.push_back(
          {place_[task], TaskIndex(result_.tasks.size()), 0, 0, false});
      Task &copy = result_.tasks.emplace_back();
      copy.name = "copy for " + nameOf(edge->to);
      copy.cost.assign(problem_.cores, dataNs(*edge));
      copy.memory = copy.cost.front();
      copy.pinned = coreOf(task);
      for (uint32_t channel = 0; channel < engine.of.channels; ++channel)
        copy.onUnits.push_back({engine.first + channel,
                                double(edge->bytes) * engine.of.nsPerByte});
    }
  }

  std::string nameOf(TaskIndex task) const {
    const std::string &name = problem_.tasks[task].name;
    return name.empty() ? "task " + std::to_string(task) : name;
  }

  const Problem &problem_;
  const Schedule &schedule_;
  Problem result_;
  std::vector<Engine> engines_;
  std::vector<std::vector<const Edge *>> copiesOf_; ///< by source
  std::vector<TaskIndex> place_;                    ///< of tasks in the result
  std::map<const Edge *, TaskIndex> copyOf_;
};

} // namespace

std::optional<Problem> withCopies(const Problem &problem,
                                  const Schedule &schedule,
                                  const std::vector<CopyEngine> &engines) {
  if (engines.empty() || problem.repeats)
    return std::nullopt;
  return Copier(problem, schedule, engines).run();
}

} // namespace hocket::scheduling
