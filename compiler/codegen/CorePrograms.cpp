// SPDX-License-Identifier: Apache-2.0
#include "codegen/CorePrograms.h"

#include "codegen/CacheText.h"
#include "codegen/GroupCounters.h"
#include "codegen/PointsText.h"
#include "codegen/bodies/Offload.h"
#include "codegen/text/CWriter.h"
#include "codegen/text/Text.h"
#include "ir/Text.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"
#include "taskgraph/conditions/Conditions.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace hocket::codegen {

using namespace ir;
using scheduling::Sync;
using scheduling::TaskIndex;
using taskgraph::Chunks;
using taskgraph::Item;
using taskgraph::ItemKind;
using taskgraph::LevelIndex;
using taskgraph::none;
using taskgraph::Replicated;
using taskgraph::TaskId;

namespace {

/// One flag for each task that another core waits for.
using Flags = std::map<std::pair<LevelIndex, TaskIndex>, unsigned>;

/// Else it waits for what its own core has started.
bool crosses(const taskgraph::LevelPlan &plan, const Sync &sync) {
  const std::vector<scheduling::Placement> &at = plan.schedule.placements;
  return at[sync.from].core != at[sync.to].core;
}

Flags numberFlags(const taskgraph::RegionPlan &plan) {
  Flags flags;
  for (LevelIndex level = 0; level < plan.levels.size(); ++level)
    for (const Sync &sync : plan.levels[level].schedule.syncs)
      if (crosses(plan.levels[level], sync))
        flags.try_emplace({level, sync.from}, 0);
  unsigned next = 0;
  for (auto &[task, number] : flags)
    number = next++;
  return flags;
}

/// By level: the number that its first task has in the region.
std::vector<unsigned> firstTasks(const taskgraph::RegionPlan &plan) {
  std::vector<unsigned> first;
  unsigned next = 0;
  for (const taskgraph::LevelPlan &level : plan.levels) {
    first.push_back(next);
    next += unsigned(level.tasks.size());
  }
  return first;
}

/// What traces call the tasks, and the one that signals each flag.
std::string emitNames(const RegionContext &c, const taskgraph::RegionPlan &plan,
                      const Flags &flags) {
  std::vector<unsigned> first = firstTasks(plan);
  std::string text = "static const char *const " + c.name + "_tasks[] = {";
  unsigned count = 0;
  for (const taskgraph::LevelPlan &level : plan.levels)
    for (const scheduling::Task &task : level.problem.tasks)
      text += (count++ ? ",\n  " : "\n  ") + quoted(task.name);
  text += "};\n";
  if (!flags.empty())
    text += "static const unsigned " + c.name + "_signallers[] = {";
  const char *separator = "";
  for (const auto &[task, number] : flags) { // in the order of numbers
    text += separator + std::to_string(first[task.first] + task.second);
    separator = ", ";
  }
  text += flags.empty() ? "" : "};\n";
  text += "static const struct " + c.naming.prefix + "names " + c.name +
          "_names = {" + c.name + "_tasks, " + std::to_string(count) + ", " +
          std::to_string(flags.size()) + ", ";
  return text + (flags.empty()
                     ? "0, 0};\n\n"
                     : c.name + "_flags, " + c.name + "_signallers};\n\n");
}

/// The task is the condition of the loop whose body the level is.
bool isLoopCondition(const taskgraph::Region &region, LevelIndex level,
                     TaskId task) {
  const taskgraph::Level &l = region.levels[level];
  return l.repeats &&
         region.levels[l.parent].items[l.parentItem].condition == task;
}

/// ... and of a for or while loop, whose header emits it.
bool isTopCondition(const RegionContext &c, LevelIndex level, TaskId task) {
  if (task == none || !isLoopCondition(c.region, level, task))
    return false;
  const taskgraph::Level &l = c.region.levels[level];
  const Item &owner = c.region.levels[l.parent].items[l.parentItem];
  return c.program[owner.node].as<Loop>()->form != LoopForm::Do;
}

/// Some task waits for one of the iteration before.
bool hasCarriedWait(const taskgraph::LevelPlan &plan) {
  return std::any_of(plan.schedule.syncs.begin(), plan.schedule.syncs.end(),
                     [](const Sync &sync) { return sync.distance != 0; });
}

/// The variable that holds what the condition was.
std::string conditionName(const RegionContext &c, TaskId task) {
  return c.naming.prefix + "if" + std::to_string(task);
}

/// How a replicated statement reaches a variable.
Filler replicatedFiller(const RegionContext &c) {
  const std::string frame = c.naming.prefix + "f";
  return [&c, frame](ObjectId object) -> std::string {
    const Member *m = c.frame.find(object);
    if (!m)
      return "";
    switch (m->storage) {
    case Storage::Elsewhere:
    case Storage::Copied:
      return "";
    case Storage::Replicated:
      return m->name;
    case Storage::Value:
    case Storage::Inside:
      return frame + "->" + m->name;
    case Storage::Pointer:
      if (isOpaqueInFrame(c.program[object]))
        return "(*(" + c.program[object].pointerType.declare("") + ")" + frame +
               "->" + m->name + ")";
      return "(*" + frame + "->" + m->name + ")";
    }
    return "";
  };
}

/// A statement that each core of the level runs.
std::string replicatedText(const RegionContext &c, StmtId id) {
  const Stmt &s = c.program[id];
  const Filler filler = replicatedFiller(c);
  if (s.kind == StmtKind::Declaration)
    return filler(s.declares) + " = " + fill(c.program, s.initText, filler);
  return fill(c.program, s.text, filler);
}

/// Branches around the place that is emitted now, in their innermost loop, by
/// condition and side; the outermost first.
using Decisions = std::vector<std::pair<TaskId, bool>>;

/// Each task is emitted under exactly those branches that decide whether it
/// runs: where the text says so, not the tree that the text is made of.
/// Throws std::logic_error if not.
void checkDecisions(const RegionContext &c,
                    const std::map<TaskId, Decisions> &expected, TaskId task,
                    const Decisions &around) {
  auto it = expected.find(task); // a part of a loop's control has none
  if (it != expected.end() && it->second != around)
    throw std::logic_error(
        taskgraph::taskName(c.program, c.region.tasks[task]) +
        " is emitted under other conditions than its own");
}

class CoreEmitter {
public:
  /// \param decisions as taskgraph::decisionsOf() has them; outlives this
  CoreEmitter(const RegionContext &c, const taskgraph::RegionPlan &plan,
              const power::PricedPart *points, const Flags &flags,
              const std::map<TaskId, Decisions> &decisions, unsigned core)
      : c_(c), program_(c.program), plan_(plan), points_(points), flags_(flags),
        decisions_(decisions), first_(firstTasks(plan)), groups_(c, plan),
        core_(core) {}

  std::string emit() {
    out_.line("static void " + c_.name + "_core" + std::to_string(core_) +
              "(struct " + p() + "core *" + p() + "core, void *" + p() +
              "frame)");
    out_.line("{");
    out_.indent();
    out_.line("struct " + c_.name + "_frame *" + p() + "f = " + p() + "frame;");
    out_.line("unsigned " + p() + "n = " + p() + "core->epoch;");
    out_.line("const unsigned " + p() + "n0 = ++" + p() + "n;");
    declare();
    if (c_.caches)
      invalidate(c_, c_.caches->cores[core_].invalidateFirst, out_);
    emitLevel(0);
    wish(0, plan_.levels[0].orderOn(core_).size());
    if (c_.caches)
      writeBack(c_, c_.caches->cores[core_].writeBackLast, out_);
    groups_.end(core_, number(0), out_);
    leave();
    out_.close();
    out_.line("");
    return out_.take();
  }

private:
  const std::string &p() const { return c_.naming.prefix; }
  std::string frame() const { return p() + "f"; }

  /// Replicated scalars, each core's own.
  void declare() {
    for (const Member &m : c_.frame.members) {
      if (m.storage != Storage::Replicated)
        continue;
      // The program is one block around all of the user's blocks; `restrict`
      // would promise for all of them together what it promised for each.
      out_.line(withoutRestrict(program_[m.object]).declare(m.name) +
                (m.copyIn ? " = " + frame() + "->" + m.name : "") + ";");
      out_.line("(void)" + m.name + ";");
    }
    groups_.begin(core_, out_);
  }

  bool isIn(LevelIndex level, uint32_t core) const {
    return std::binary_search(plan_.levels[level].cores.begin(),
                              plan_.levels[level].cores.end(), core);
  }

  /// Core 0 leaves what the region does, but for scalars that it has no value
  /// of.
  void leave() {
    for (const Member &m : c_.frame.members) {
      auto other = plan_.leavers.find(m.object);
      if (m.storage == Storage::Replicated && m.copyOut &&
          core_ == (other == plan_.leavers.end() ? 0 : other->second))
        out_.line(frame() + "->" + outMember(c_, m) + " = " + m.name + ";");
    }
    if (core_ == 0)
      out_.line(p() + "core->epoch = " + p() + "n;");
  }

  std::string number(LevelIndex level) const {
    return p() + "n" + std::to_string(level);
  }
  std::string previous(LevelIndex level) const {
    return p() + "p" + std::to_string(level);
  }
  std::string again(LevelIndex level) const {
    return p() + "again" + std::to_string(level);
  }
  std::string flag(LevelIndex level, TaskIndex task) const {
    return "&" + c_.name + "_flags[" +
           std::to_string(flags_.at({level, task})) + "]";
  }

  /// \param isBefore the level's number has not been advanced yet (a loop's
  /// condition at its top): then it is still the previous one.
  void waits(LevelIndex level, TaskIndex task, bool isBefore = false) {
    for (const Sync &sync : plan_.levels[level].schedule.syncs) {
      if (sync.to != task)
        continue;
      const bool isCarried = sync.distance != 0;
      const std::string which =
          isCarried && !isBefore ? previous(level) : number(level);
      for (const std::string &wait : waitTexts(level, sync, which)) {
        if (isCarried)
          out_.line("if (" + again(level) + ")");
        out_.line(isCarried ? 1 : 0, wait);
      }
    }
    if (c_.caches)
      invalidate(c_, c_.caches->tasks[level][task].invalidateBefore, out_);
  }

  /// For the flag of another core, then for the end of what a unit runs.
  std::vector<std::string> waitTexts(LevelIndex level, const Sync &sync,
                                     const std::string &which) const {
    std::vector<std::string> texts;
    const taskgraph::LevelPlan &plan = plan_.levels[level];
    if (crosses(plan, sync))
      texts.push_back(p() + "wait(" + flag(level, sync.from) + ", " + which +
                      ");");
    if (plan.schedule.placements[sync.from].unit)
      texts.push_back(endText(level, sync.from, which));
    return texts;
  }

  std::string endText(LevelIndex level, TaskIndex task,
                      const std::string &which) const {
    return p() + "offload_end(&" +
           offloadName(c_, plan_.levels[level].tasks[task].task) + ", " +
           which + ");";
  }

  void signal(LevelIndex level, TaskIndex task) {
    if (c_.caches)
      writeBack(c_, c_.caches->tasks[level][task].writeBackAfter, out_);
    if (flags_.count({level, task}))
      out_.line(p() + "signal(" + flag(level, task) + ", " + number(level) +
                ");");
  }

  void emitLevel(LevelIndex level) {
    const taskgraph::LevelPlan &plan = plan_.levels[level];
    size_t slot = 0;
    for (TaskIndex task : plan.orderOn(core_)) {
      if (!isTopCondition(c_, level, plan.tasks[task].task))
        emitTask(level, task, slot);
      ++slot;
    }
    // Nothing that the core has started outlives the level.
    for (TaskIndex task : plan.orderOn(core_))
      if (plan.schedule.placements[task].unit)
        out_.line(endText(level, task, number(level)));
  }

  /// What the core asks of its clock from here on, where that changes.
  void wish(LevelIndex level, size_t slot) {
    if (level == 0 && points_ && isChangedAt(*points_, core_, slot))
      out_.line(p() + "wish(" + p() + "core, " +
                std::to_string(slotOf(*points_, core_, slot)) + ");");
  }

  void emitTask(LevelIndex level, TaskIndex task, size_t slot) {
    const taskgraph::PlannedTask &t = plan_.levels[level].tasks[task];
    const Item &item = c_.region.levels[level].items[t.item];
    if (item.kind == ItemKind::Task)
      checkDecisions(c_, decisions_, t.task, around_);
    waits(level, task);
    wish(level, slot);
    if (item.kind == ItemKind::Loop)
      emitLoop(item);
    else if (item.kind == ItemKind::Branch)
      emitBranch(item);
    else if (c_.region.tasks[t.task].is<Replicated>())
      emitReplicated(level, t.task);
    else
      emitCall(level, task);
    signal(level, task);
  }

  void emitCall(LevelIndex level, TaskIndex task) {
    const taskgraph::PlannedTask &t = plan_.levels[level].tasks[task];
    bool isFirst = t.chunk == 0;
    std::string arguments = "(" + frame();
    for (ObjectId object : bodyParameters(c_, t.task))
      arguments += ", " + c_.frame.find(object)->name;
    std::string call =
        (isFirst ? firstBodyName(c_, t.task) : bodyName(c_, t.task)) +
        arguments;
    if (c_.region.tasks[t.task].is<Chunks>())
      call += ", " + std::to_string(t.chunk);
    if (isSelfScheduled(c_, t.task))
      call += ", " + number(level);
    out_.line(p() + "begin_task(" + p() + "core, " +
              std::to_string(first_[level] + task) + ");");
    bool isOnUnit =
        plan_.levels[level].schedule.placements[task].unit.has_value();
    if (isOnUnit)
      out_.line("if (!" + startName(c_, t.task) + arguments + ", " +
                number(level) + "))");
    out_.line(isOnUnit ? 1 : 0, call + ");");
    out_.line(p() + "end_task(" + p() + "core);");
  }

  /// The item whose condition the task is, in this level or around it.
  void emitReplicated(LevelIndex level, TaskId id) {
    const std::string text = replicatedText(c_, c_.region.tasks[id].stmt());
    const std::string condition =
        conditionName(c_, id) + " = (" + text + ") != 0;";
    for (const Item &item : c_.region.levels[level].items)
      if (item.kind == ItemKind::Branch && item.condition == id) {
        out_.unbroken(0, isIn(item.body, core_) ? "const int " + condition
                                                : "(void)(" + text + ");");
        return;
      }
    bool isAtEnd = isLoopCondition(c_.region, level, id); // of a do loop
    out_.unbroken(0, isAtEnd ? condition : text + ";");
  }

  TaskIndex conditionTask(LevelIndex level, TaskId condition) const {
    const taskgraph::LevelPlan &plan = plan_.levels[level];
    for (TaskIndex task : plan.orderOn(core_))
      if (plan.tasks[task].task == condition)
        return task;
    return none;
  }

  void emitLoop(const Item &item) {
    LevelIndex level = item.body;
    Decisions outside;
    std::swap(outside, around_);
    bool isDo = program_[item.node].as<Loop>()->form == LoopForm::Do;
    bool crosses = hasCarriedWait(plan_.levels[level]);
    out_.line("{");
    out_.indent();
    out_.line("unsigned " + number(level) + " = 0;");
    if (crosses)
      out_.line("unsigned " + previous(level) + " = 0, " + again(level) +
                " = 0;");
    if (isDo)
      out_.line("int " + conditionName(c_, item.condition) + " = 0;");
    out_.line(std::string(isDo ? "do" : "for (;;)") + " { /* line " +
              std::to_string(program_[item.node].location.line) + " */");
    out_.indent();
    TaskIndex condition = conditionTask(level, item.condition);
    if (!isDo)
      leaveLoop(level, item.condition, condition);
    if (crosses)
      out_.line(previous(level) + " = " + number(level) + ";");
    out_.line(number(level) + " = ++" + groups_.counterOf(level) + ";");
    if (!isDo)
      signal(level, condition);
    emitLevel(level);
    if (crosses)
      out_.line(again(level) + " = 1;");
    out_.close(isDo ? "} while (" + conditionName(c_, item.condition) + ");"
                    : "}");
    out_.close();
    std::swap(outside, around_);
  }

  /// At the loop's top.
  void leaveLoop(LevelIndex level, TaskId condition, TaskIndex task) {
    waits(level, task, true);
    out_.unbroken(0, "if (!(" +
                         replicatedText(c_, c_.region.tasks[condition].stmt()) +
                         "))");
    out_.line(1, "break;");
  }

  void emitBranch(const Item &item) {
    out_.open("if (" + conditionName(c_, item.condition) + ")");
    enterSide(item, true);
    if (item.elseBody != none) {
      out_.reopen("} else {");
      enterSide(item, false);
    }
    out_.close();
  }

  void enterSide(const Item &item, bool side) {
    const LevelIndex level = side ? item.body : item.elseBody;
    around_.push_back({item.condition, side});
    out_.line("const unsigned " + number(level) + " = ++" +
              groups_.counterOf(level) + ";");
    out_.line("(void)" + number(level) + ";");
    emitLevel(level);
    around_.pop_back();
  }

  const RegionContext &c_;
  const Program &program_;
  const taskgraph::RegionPlan &plan_;
  const power::PricedPart *points_; ///< null: clocks are not planned
  const Flags &flags_;
  const std::map<TaskId, Decisions> &decisions_;
  Decisions around_;            ///< the place that is emitted now
  std::vector<unsigned> first_; ///< firstTasks
  const GroupCounters groups_;
  unsigned core_;
  CWriter out_;
};

} // namespace

std::string emitCorePrograms(const RegionContext &c,
                             const taskgraph::RegionPlan &plan,
                             const power::PricedPart *points) {
  Flags flags = numberFlags(plan);
  const std::string &p = c.naming.prefix;
  std::string text;
  if (!flags.empty())
    text += "static struct " + p + "flag " + c.name + "_flags[" +
            std::to_string(flags.size()) + "]" + uncachedAttribute(c) + ";\n\n";
  text += GroupCounters(c, plan).emitEnds();
  text += emitNames(c, plan, flags);
  const std::map<TaskId, Decisions> decisions =
      taskgraph::decisionsOf(c.program, c.region);
  for (unsigned core = 0; core < c.region.cores; ++core)
    text += CoreEmitter(c, plan, points, flags, decisions, core).emit();
  text += "static " + p + "core_program *const " + c.name + "_programs[] = {";
  for (unsigned core = 0; core < c.region.cores; ++core)
    text += (core ? ", " : "") + c.name + "_core" + std::to_string(core);
  text += "};\n";
  return text;
}

} // namespace hocket::codegen
