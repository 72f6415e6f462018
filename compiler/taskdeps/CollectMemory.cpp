// SPDX-License-Identifier: Apache-2.0
#include "taskdeps/CollectMemory.h"

#include "taskdeps/LineSharing.h"
#include "taskdeps/TaskAccesses.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ObjectId;
using ir::ObjectKind;

namespace {

/// Copies of chunks are a line of so many bytes apart (hk_copy_size).
constexpr unsigned longestLine = 64;

class Collector {
public:
  Collector(const ProgramIndex &index, const std::vector<LoopVerdict> &verdicts,
            const MemoryRequest &request, RegionMemory &memory)
      : program_(index.program()), verdicts_(verdicts), request_(request),
        memory_(memory) {}

  void collect(const TaskTable &table) {
    if (request_.lineBytes > longestLine)
      refuse("its lines are longer than " + std::to_string(longestLine) +
                 " bytes",
             table.tasks.front());
    for (const TaskFacts &facts : table.tasks) {
      memory_.tasks.emplace_back();
      lookAt(facts);
      for (const TaskAccess &access : facts.accesses)
        add(access, facts);
      if (hasCopies(facts)) {
        memory_.tasks.back().reads.hasOther = true;
        memory_.tasks.back().writes.hasOther = true;
      }
    }
  }

private:
  void refuse(const std::string &why, const TaskFacts &facts) {
    if (!memory_.obstacle.empty())
      return;
    memory_.obstacle = why;
    memory_.obstacleAt = facts.task->node;
  }

  void lookAt(const TaskFacts &facts) {
    const MacroTask &task = *facts.task;
    if (facts.isBarrier)
      refuse("something in it may do anything, or must keep its place", facts);
    const LoopVerdict *verdict =
        task.verdict() == none ? nullptr : &verdicts_[task.verdict()];
    if (!verdict)
      return;
    if (verdict->writesErrno)
      refuse("a loop sets errno, which is a thread's own", facts);
    if (verdict->traits().looksAhead)
      refuse("the chunks of a search tell each other how far they are", facts);
    if (const Chunks *chunks = task.as<Chunks>()) {
      if (chunks->mode == ChunkMode::Pipeline)
        refuse("the iterations of a pipeline pass data inside", facts);
      else if (chunks->mode == ChunkMode::SelfScheduled)
        refuse("the cores take blocks of a loop's iterations in turn", facts);
      else if (chunks->mode == ChunkMode::Doacross)
        refuse("the chunks of a loop pass data in order", facts);
      else if (chunks->mode == ChunkMode::Tested)
        refuse("whether a loop may be cut is known only when it is reached",
               facts);
      if (chunks->isFirstPass || chunks->secondPassOf != none)
        refuse("the passes of a running sum pass data", facts);
    }
  }

  /// In memory that no access names: of private data, of partial results.
  bool hasCopies(const TaskFacts &facts) const {
    if (facts.task->verdict() == none)
      return false;
    const LoopVerdict &verdict = verdicts_[facts.task->verdict()];
    auto isElsewhere = [](const PrivateObject &one) {
      return one.isOnHeap() || one.isCopiedIn() || one.isPointee;
    };
    return std::any_of(verdict.privates.begin(), verdict.privates.end(),
                       isElsewhere) ||
           std::any_of(verdict.reductions().begin(), verdict.reductions().end(),
                       [](const ReductionObject &one) {
                         return one.isArray() || one.isOnHeap();
                       });
  }

  /// Of what belongs to the C library, whose data nobody writes back.
  std::string useOf(ObjectId hidden) const {
    if (hidden == program_.hidden.io)
      return "something in it is input or output";
    if (hidden == program_.hidden.allocator)
      return "something in it allocates memory, or gives it back";
    return "something in it uses data of the C library";
  }

  void add(const TaskAccess &access, const TaskFacts &facts) {
    TaskMemory &task = memory_.tasks.back();
    MemorySet &set = access.isWrite() ? task.writes : task.reads;
    set.hasOther |= access.item->objects.unknown;
    for (ObjectId id : access.item->objects.ids) {
      const ir::Object &object = program_[id];
      if (request_.uncached.count(id) || object.kind == ObjectKind::Function ||
          object.kind == ObjectKind::String)
        continue;
      if (object.kind == ObjectKind::Hidden && id != program_.hidden.external)
        refuse(useOf(id), facts);
      else if (object.isThreadLocal)
        refuse("'" + object.name + "' is a thread's own", facts);
      else if (object.size != 0 && request_.named.count(id))
        set.add(id);
      else
        set.hasOther = true;
    }
  }

  const ir::Program &program_;
  const std::vector<LoopVerdict> &verdicts_;
  const MemoryRequest &request_;
  RegionMemory &memory_;
};

} // namespace

RegionMemory collectMemory(const ProgramIndex &index,
                           const std::vector<LoopVerdict> &verdicts,
                           const RegionShape &region,
                           const std::vector<TaskDependence> &dependences,
                           const MemoryRequest &request) {
  RegionMemory memory;
  memory.lineBytes = request.lineBytes;
  IslContext context;
  AffineModel model(index, context,
                    {region.root, /*ownInit=*/true,
                     childrenWithTasks(index.program(), region),
                     request.strictAliasing});
  TaskTable table;
  auto build = [&] {
    table = collectTasks(model, verdicts, region);
    return true;
  };
  const bool isPrecise =
      withIslBudget(context, request.islBudget, build).has_value();
  if (!isPrecise)
    withIslBudget(context, 0, build);
  Collector(index, verdicts, request, memory).collect(table);
  if (!memory.obstacle.empty())
    return memory;
  LineSharing sharing(model, verdicts, table, dependences, request, memory);
  if (!isPrecise || !withIslBudget(context, request.islBudget, [&] {
        sharing.find();
        return true;
      }))
    sharing.assumeAll();
  return memory;
}

} // namespace hocket::polyhedral
