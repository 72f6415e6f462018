// SPDX-License-Identifier: Apache-2.0
#include "codegen/frame/Frame.h"

#include "ir/Holes.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>
#include <cctype>

namespace hocket::codegen {

using namespace ir;
using taskgraph::Chunks;
using taskgraph::Replicated;

namespace {

bool isIdentifierChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The first identifier of an expression.
std::string identifierIn(const std::string &text) {
  auto begin = std::find_if(text.begin(), text.end(), isIdentifierChar);
  return {begin, std::find_if_not(begin, text.end(), isIdentifierChar)};
}

bool beginsAnIdentifier(const std::string &text, const std::string &prefix) {
  for (size_t at = text.find(prefix); at != std::string::npos;
       at = text.find(prefix, at + 1))
    if (at == 0 || !isIdentifierChar(text[at - 1]))
      return true;
  return false;
}

class FrameBuilder {
public:
  FrameBuilder(const Program &program, const taskgraph::Region &region,
               const std::vector<polyhedral::LoopVerdict> &verdicts,
               const Naming &naming)
      : program_(program), region_(region), verdicts_(verdicts),
        prefix_(naming.prefix) {}

  Frame build() {
    collectDeclared();
    collectUses();
    collectWrites();
    for (ObjectId object : used_)
      addMember(object);
    addPartials();
    return std::move(frame_);
  }

private:
  /// Variables named in the region but not declared inside one task, and those
  /// that their types name.
  void collectUses() {
    std::vector<ObjectId> work =
        taskgraph::namedObjects(program_, region_.text);
    for (const polyhedral::AliasCheck &check : region_.checks)
      for (const auto *side : {&check.first, &check.second}) {
        const std::vector<ObjectId> uses = variablesOf(side->trees());
        work.insert(work.end(), uses.begin(), uses.end());
      }
    while (!work.empty()) {
      ObjectId object = work.back();
      work.pop_back();
      const Object &o = program_[object];
      bool isOfFunction = o.kind == ObjectKind::Local ||
                          o.kind == ObjectKind::Param ||
                          o.kind == ObjectKind::Static;
      if (!isOfFunction || isDeclaredInTask(object) ||
          !used_.insert(object).second)
        continue;
      work.insert(work.end(), o.type.needs.begin(), o.type.needs.end());
      needed_.insert(o.type.needs.begin(), o.type.needs.end());
    }
  }

  /// The declaration itself is part of a task's text, so it moves along.
  bool isDeclaredInTask(ObjectId object) const {
    return declaredInTasks_.count(object) != 0;
  }

  void collectDeclared() {
    for (const taskgraph::MacroTask &task : region_.tasks) {
      if (task.is<Replicated>())
        continue;
      if (const ir::Leaf *l = program_[task.node].as<ir::Leaf>())
        if (program_[l->stmt].kind == StmtKind::Declaration)
          continue; // becomes an assignment
      for (const Hole &hole : holesIn(program_, program_[task.node].text))
        if (hole.isDeclarator)
          declaredInTasks_.insert(hole.object);
    }
  }

  void collectWrites() {
    for (const taskgraph::MacroTask &task : region_.tasks) {
      std::vector<StmtId> stmts;
      if (task.is<Replicated>())
        stmts.push_back(task.stmt());
      else
        stmts = allStmts(program_, task.node);
      for (StmtId stmt : stmts) {
        const Stmt &s = program_[stmt];
        if (isValid(s.declares))
          written_.insert(s.declares);
        for (const Access &a : s.accesses)
          if (a.kind == AccessKind::Write && isValid(a.address) &&
              program_[a.address].kind == ExprKind::AddrOf)
            written_.insert(program_[a.address].object);
      }
    }
  }

  /// Wherever the region names the variable, an array or a struct, it is in a
  /// chunk that has a copy which begins and ends with it. A member that points
  /// to the variable would keep it in memory in the sequential text, too.
  bool isCopiedByAll(ObjectId object) const {
    if (program_[object].isScalar || isNamedByChecks(object) ||
        needed_.count(object) != 0)
      return false;
    bool isAny = false;
    for (const Hole &hole : holesIn(program_, region_.text)) {
      if (hole.object != object || hole.isDeclarator)
        continue;
      if (!isInCopyingChunk(hole, object))
        return false;
      isAny = true;
    }
    return isAny;
  }

  /// All tasks whose text that is are chunks with a copy: a loop may be several
  /// (passes over it, or its parts).
  bool isInCopyingChunk(const Hole &hole, ObjectId object) const {
    bool isAny = false;
    for (const taskgraph::MacroTask &task : region_.tasks) {
      if (task.is<Replicated>())
        continue;
      const TextRange &text = program_[task.node].text;
      if (hole.begin < text.begin || text.end <= hole.begin)
        continue;
      if (!task.is<Chunks>() || !hasPlainCopy(task, object))
        return false;
      isAny = true;
    }
    return isAny;
  }

  bool hasPlainCopy(const taskgraph::MacroTask &task, ObjectId object) const {
    const auto &privates = verdicts_[task.verdict()].privates;
    return std::any_of(privates.begin(), privates.end(),
                       [&](const polyhedral::PrivateObject &copy) {
                         return copy.object == object && !copy.isLastprivate &&
                                !copy.isConditional && !copy.isPointee &&
                                !copy.isOnHeap() && !copy.isCopiedIn();
                       });
  }

  bool isNamedByChecks(ObjectId object) const {
    for (const polyhedral::AliasCheck &check : region_.checks)
      for (const auto *side : {&check.first, &check.second})
        for (ObjectId used : variablesOf(side->trees()))
          if (used == object)
            return true;
    return false;
  }

  void addMember(ObjectId object) {
    const Object &o = program_[object];
    Member member;
    member.object = object;
    bool isInside = isDeclaredInside(program_, region_, object);
    bool isPlain = o.isScalar && !o.isAddressTaken && !o.isVolatile &&
                   !o.isConst && o.kind != ObjectKind::Static;
    if (std::binary_search(region_.replicated.begin(), region_.replicated.end(),
                           object))
      member.storage = Storage::Replicated;
    else if (isPlain)
      member.storage = Storage::Value;
    else
      member.storage = isInside ? Storage::Inside : Storage::Pointer;
    bool isCopy = member.storage == Storage::Value ||
                  member.storage == Storage::Replicated;
    member.copyIn = isCopy && !isInside;
    member.copyOut = isCopy && !isInside && written_.count(object) != 0;
    for (const taskgraph::Copied &moved : region_.moved)
      if (moved.object == object && member.storage == Storage::Pointer) {
        member.storage = Storage::Inside;
        member.copyIn = true;
        member.copyOut = moved.isWritten;
      }
    if (!isInside && isCopiedByAll(object)) {
      member.storage = Storage::Copied;
      member.copyIn = member.copyOut = false;
    }
    // A replicated scalar is a variable of the per-core programs, whatever the
    // scope it came from; it must not hide anything else of that name.
    member.name =
        uniqueName(member.storage == Storage::Replicated && isNamedOtherwise(o)
                       ? prefix_ + "v_" + o.name
                       : o.name);
    frame_.memberOf[object] = uint32_t(frame_.members.size());
    frame_.members.push_back(std::move(member));
  }

  /// The object's name stands in the region for something else too.
  bool isNamedOtherwise(const Object &object) const {
    const Unit &unit = program_[region_.text.unit];
    const std::string &name = object.name;
    for (size_t at = unit.text.find(name, region_.text.begin);
         at != std::string::npos && at < region_.text.end;
         at = unit.text.find(name, at + 1)) {
      size_t end = at + name.size();
      if ((at > 0 && isIdentifierChar(unit.text[at - 1])) ||
          (end < unit.text.size() && isIdentifierChar(unit.text[end])))
        continue;
      auto hole = std::lower_bound(
          unit.holes.begin(), unit.holes.end(), at,
          [](const Hole &h, size_t offset) { return h.begin < offset; });
      if (hole == unit.holes.end() || hole->begin != at ||
          hole->object != object.id)
        return true;
    }
    return false;
  }

  std::string uniqueName(const std::string &wish) {
    std::string name = wish;
    for (unsigned n = 2; !names_.insert(name).second; ++n)
      name = wish + "_" + std::to_string(n);
    return name;
  }

  void addPartials() {
    for (taskgraph::TaskId i = 0; i < region_.tasks.size(); ++i) {
      const taskgraph::MacroTask &task = region_.tasks[i];
      if (!task.is<Chunks>())
        continue;
      if (task.isFirstPass())
        for (const polyhedral::ReductionObject &r :
             verdicts_[task.verdict()].totals())
          frame_.partials.push_back(
              {i, r, uniqueName(prefix_ + "part_" + identifierIn(r.name)), ""});
      if (task.isFirstPass()) {
        // What it computes may be in scratch memory; it leaves nothing there.
        for (const polyhedral::PrivateObject &q :
             verdicts_[task.verdict()].privates)
          addWorkCopies(i, q);
        continue;
      }
      for (const polyhedral::ReductionObject &r :
           verdicts_[task.verdict()].reductions())
        addPartial(i, r);
      for (const polyhedral::SelectionObject &s :
           verdicts_[task.verdict()].selections())
        frame_.selections.push_back(
            {i, s,
             uniqueName(prefix_ + "best_" +
                        identifierIn(s.nameOf(program_, 0)))});
      for (const polyhedral::PrivateObject &q :
           verdicts_[task.verdict()].privates)
        addPrivate(i, q);
    }
  }

  void addPrivate(taskgraph::TaskId task, const polyhedral::PrivateObject &q) {
    const std::string &name = program_[q.object].name;
    if (q.isConditional)
      frame_.lastprivates.push_back(
          {task, q.object, uniqueName(prefix_ + "last_" + name)});
    addWorkCopies(task, q);
  }

  void addWorkCopies(taskgraph::TaskId task,
                     const polyhedral::PrivateObject &q) {
    const std::string &name = program_[q.object].name;
    if (!q.isConditional && q.isOnHeap())
      frame_.workCopies.push_back(
          {task, q.lo, q.hi, uniqueName(prefix_ + "work_" + name), q.object});
    for (const polyhedral::PrivateLink &link : q.links)
      frame_.workCopies.push_back(
          {task,
           link.lo,
           link.hi,
           uniqueName(prefix_ + "work_" + name + "_" + std::to_string(link.at)),
           q.object,
           {},
           link.at});
  }

  void addPartial(taskgraph::TaskId task,
                  const polyhedral::ReductionObject &r) {
    std::string name = identifierIn(r.name);
    Partial partial{task, r, uniqueName(prefix_ + "part_" + name), ""};
    if (r.isOnHeap()) {
      partial.copies = uniqueName(prefix_ + "work_" + name);
      frame_.workCopies.push_back(
          {task, r.lo, r.hi, partial.copies, ObjectId::None, r.most});
    }
    frame_.partials.push_back(std::move(partial));
  }

  const Program &program_;
  const taskgraph::Region &region_;
  const std::vector<polyhedral::LoopVerdict> &verdicts_;
  const std::string prefix_;
  std::set<ObjectId> used_, needed_, written_, declaredInTasks_;
  std::set<std::string> names_;
  Frame frame_;
};

} // namespace

Naming chooseNaming(const Program &program) {
  Naming naming;
  auto isTaken = [&] {
    return std::any_of(program.units.begin(), program.units.end(),
                       [&](const Unit &unit) {
                         return beginsAnIdentifier(unit.text, naming.prefix);
                       });
  };
  for (unsigned n = 1; isTaken(); ++n)
    naming.prefix = "hk" + std::to_string(n) + "_";
  return naming;
}

const Member *Frame::find(ObjectId object) const {
  auto it = memberOf.find(object);
  return it == memberOf.end() ? nullptr : &members[it->second];
}

CType withoutRestrict(const Object &object) {
  CType type = object.type;
  if (!object.isRestrict)
    return type;
  std::size_t star = type.before.rfind('*');
  for (const char *word : {"__restrict__", "__restrict", "restrict"}) {
    std::size_t at = type.before.rfind(word);
    if (at == std::string::npos || star == std::string::npos || at < star)
      continue;
    type.before.erase(at, std::string_view(word).size());
    break;
  }
  return type;
}

namespace {

/// The value may lead to where the variable points. What is read by way of it
/// does not: it would have been stored before.
bool goesOutFrom(const Program &program, ExprId value, ObjectId pointer) {
  if (!isValid(value))
    return false;
  const Expr &e = program[value];
  if (e.kind == ExprKind::Var)
    return e.object == pointer;
  return e.kind != ExprKind::Load &&
         std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId operand) {
           return goesOutFrom(program, operand, pointer);
         });
}

bool handsOn(const Program &program, const Stmt &stmt, ObjectId pointer) {
  auto isFrom = [&](ExprId value) {
    return goesOutFrom(program, value, pointer);
  };
  bool isStored = std::any_of(
      stmt.accesses.begin(), stmt.accesses.end(), [&](const Access &access) {
        bool isOwn = isValid(access.address) &&
                     program[access.address].kind == ExprKind::AddrOf &&
                     program[access.address].object == pointer;
        return access.kind == AccessKind::Write && !isOwn &&
               isFrom(access.value);
      });
  return isStored || stmt.isOpaque ||
         std::any_of(
             stmt.calls.begin(), stmt.calls.end(), [&](const CallSite &site) {
               return std::any_of(site.args.begin(), site.args.end(), isFrom);
             });
}

} // namespace

bool isOnlyName(const Program &program, ObjectId pointer) {
  const Object &object = program[pointer];
  if (object.isAddressTaken || !isValid(object.function))
    return false;
  std::vector<StmtId> stmts = allStmts(program, program[object.function].body);
  return std::none_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    return handsOn(program, program[stmt], pointer);
  });
}

bool isOpaqueInFrame(const Object &object) {
  return object.isVariablyModified || !object.type.needs.empty();
}

Frame buildFrame(const Program &program, const taskgraph::Region &region,
                 const std::vector<polyhedral::LoopVerdict> &verdicts,
                 const Naming &naming) {
  return FrameBuilder(program, region, verdicts, naming).build();
}

} // namespace hocket::codegen
