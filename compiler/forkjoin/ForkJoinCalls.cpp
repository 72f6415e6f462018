// SPDX-License-Identifier: Apache-2.0
#include "forkjoin/ForkJoinCalls.h"

#include "forkjoin/CallRanges.h"

#include "ir/FunctionClones.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>
#include <set>

namespace hocket::polyhedral {

using namespace ir;
using analysis::EffectItem;
using analysis::StmtEffects;

namespace {

/// A statement that could be in a group.
struct Member {
  NodeId node = NodeId::None;
  StmtId stmt = StmtId::None;
  std::vector<uint32_t> sites;     ///< calls of the function itself
  StmtId condition = StmtId::None; ///< of the branch around it
};

/// What a leaf runs, or a return gives; None: neither.
StmtId stmtOf(const Node &node) {
  if (const auto *leaf = node.as<Leaf>())
    return leaf->stmt;
  const auto *jump = node.as<Jump>();
  return jump && jump->kind == JumpKind::Return ? jump->value : StmtId::None;
}

/// The variable that the item's address names, if nothing else leads to it.
ObjectId writtenBy(const Program &program, const EffectItem &item) {
  if (item.objects.unknown || item.objects.ids.size() != 1)
    return ObjectId::None;
  const Object &object = program[*item.objects.ids.begin()];
  bool isAutomatic =
      object.kind == ObjectKind::Local || object.kind == ObjectKind::Param;
  return isAutomatic && !object.isAddressTaken && !object.isVolatile
             ? object.id
             : ObjectId::None;
}

/// Nothing but its name leads there, so no call can.
bool isOwnVariable(const Program &program, const EffectItem &item) {
  return item.via.empty() && isValid(writtenBy(program, item));
}

/// What the item touches, in words.
std::string nameOf(const Program &program, const EffectItem &item) {
  std::string by = item.via.empty() ? "" : " in '" + item.via + "'";
  if (!item.objects.ids.empty()) {
    const Object &object = program[*item.objects.ids.begin()];
    if (object.kind != ObjectKind::Heap && !object.name.empty())
      return "'" + object.name + "'" + by;
  }
  return "memory" + by;
}

/// The one statement of a branch without an else, if nothing happens before
/// it but a look at variables of the function's own.
NodeId onlyChild(const Program &program, const analysis::Effects &allEffects,
                 const Branch &branch) {
  const Stmt &condition = program[branch.condition];
  const analysis::StmtEffects &effects =
      allEffects.stmts[index(branch.condition)];
  bool isPlain = condition.calls.empty() && !condition.isOpaque &&
                 std::all_of(effects.items.begin(), effects.items.end(),
                             [&](const EffectItem &item) {
                               return item.kind == AccessKind::Read &&
                                      isOwnVariable(program, item);
                             });
  if (!isPlain || isValid(branch.elseNode))
    return NodeId::None;
  const auto *block = program[branch.thenNode].as<Block>();
  NodeId only = !block                        ? branch.thenNode
                : block->children.size() == 1 ? block->children.front()
                                              : NodeId::None;
  return isValid(only) && program[only].as<Leaf>() ? only : NodeId::None;
}

/// `a = b, c`: several things, one after the other.
bool topLevelComma(std::string_view text) {
  int depth = 0;
  for (char c : text) {
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (c == ',' && depth <= 0)
      return true;
  }
  return false;
}

/// The calls move before their statement, and what their arguments name must
/// have its value there: the statement changes none of it, but for a plain
/// `x = ...` of all of it, which comes after the calls.
bool isSettledBefore(const Program &program, const Stmt &stmt,
                     const CallSite &call) {
  std::string_view text = program.text(stmt.text);
  bool hasComma = topLevelComma(text);
  for (const Hole &hole : holesIn(program, call.text))
    for (const Access &access : stmt.accesses) {
      if (access.kind != AccessKind::Write || !isValid(hole.object) ||
          !isValid(access.address) ||
          program[access.address].kind != ExprKind::AddrOf ||
          program[access.address].object != hole.object)
        continue;
      bool isLast = &access == &stmt.accesses.back() &&
                    access.text.begin == stmt.text.begin && !hasComma;
      if (!isLast)
        return false;
    }
  return true;
}

/// Some write of the statement is in the text, or may be.
bool writesIn(const Stmt &stmt, const TextRange &text) {
  return std::any_of(
      stmt.accesses.begin(), stmt.accesses.end(), [&](const Access &access) {
        return access.kind == AccessKind::Write &&
               (access.text.empty() || text.contains(access.text));
      });
}

/// Of a declaration of several variables all are members: the calls move
/// before the whole text.
bool areWhole(const Program &program, const std::vector<Member> &members) {
  auto isMember = [&](NodeId id) {
    return std::any_of(members.begin(), members.end(),
                       [&](const Member &one) { return one.node == id; });
  };
  for (const Member &member : members) {
    if (program[member.stmt].kind != StmtKind::Declaration)
      continue;
    NodeId parent = program[member.node].parent;
    for (NodeId sibling : childrenOf(program, parent))
      if (program[sibling].text.begin == program[member.node].text.begin &&
          !isMember(sibling))
        return false;
  }
  return true;
}

class Finder {
public:
  Finder(const Program &program, const analysis::Effects &effects,
         const Function &function, std::optional<ProgramIndex> &index,
         unsigned long islBudget)
      : program_(program), effects_(effects), function_(function),
        index_(index), islBudget_(islBudget) {}

  ForkJoinFunction find() {
    result_.function = function_.id;
    forEachNode(program_, function_.body, [&](NodeId id) {
      const Node &node = program_[id];
      if (const auto *block = node.as<Block>(); block && !isGrouped(id))
        findIn(block->children);
      else if (std::optional<Member> member = memberOf(id);
               member && !isInBlock(id) && !isGrouped(id))
        close({*member});
    });
    return std::move(result_);
  }

  /// The first thing that kept calls in order.
  const std::optional<Remark> &missed() const { return missed_; }

private:
  /// Part of a group that has been found.
  bool isGrouped(NodeId id) const {
    return std::any_of(
        result_.groups.begin(), result_.groups.end(),
        [&](const ForkJoinGroup &group) {
          return std::any_of(
              group.nodes.begin(), group.nodes.end(),
              [&](NodeId node) { return isWithin(program_, id, node); });
        });
  }

  bool isInBlock(NodeId id) const {
    NodeId parent = program_[id].parent;
    return isValid(parent) && program_[parent].as<Block>();
  }

  void findIn(const std::vector<NodeId> &children) {
    std::vector<Member> members;
    for (NodeId child : children) {
      std::optional<Member> member = memberOf(child);
      if (!member || !canJoin(members, *member)) {
        close(members);
        members.clear();
      }
      if (member)
        members.push_back(*member);
    }
    close(members);
  }

  std::optional<Member> memberOf(NodeId id) {
    if (const auto *branch = program_[id].as<Branch>()) {
      NodeId only = onlyChild(program_, effects_, *branch);
      std::optional<Member> member;
      if (isValid(only) && !program_[id].hasLabel)
        member = memberOf(only);
      if (!member || program_[member->stmt].kind == StmtKind::Declaration)
        return std::nullopt;
      member->node = id;
      member->condition = branch->condition;
      return member;
    }
    const Node &node = program_[id];
    StmtId stmt = stmtOf(node);
    if (!isValid(stmt))
      return std::nullopt;
    Member member{id, stmt, {}, StmtId::None};
    const std::vector<CallSite> &calls = program_[stmt].calls;
    for (uint32_t site = 0; site < calls.size(); ++site)
      if (calls[site].callee == function_.id)
        member.sites.push_back(site);
    if (member.sites.empty())
      return std::nullopt;
    std::string why = whyNotMember(member);
    if (why.empty())
      return member;
    miss(stmt, why);
    return std::nullopt;
  }

  /// Why the calls of a statement must stay where they are.
  std::string whyNotMember(const Member &member) {
    const Node &node = program_[member.node];
    const Stmt &stmt = program_[member.stmt];
    if (node.hasLabel || !node.omitted.empty() || isValid(node.copyOf) ||
        stmt.isOpaque)
      return "the statement is no ordinary one";
    if (isValid(stmt.declares) && program_[stmt.declares].isVariablyModified)
      return "it declares an array of variable length";
    for (uint32_t site : member.sites) {
      const CallSite &call = stmt.calls[site];
      if (!call.must ||
          !whyNotRedirected(program_, {member.node, member.stmt, site}).empty())
        return "a call is not made each time, or not written plainly";
      for (uint32_t other : member.sites)
        if (other != site && call.text.contains(stmt.calls[other].text))
          return "the result of one call is the argument of another";
      if (writesIn(stmt, call.text))
        return "an argument changes a variable";
      if (!isSettledBefore(program_, stmt, call))
        return "the statement changes what an argument names";
    }
    std::string why = whyOrdered(effects_.stmts[index(member.stmt)]);
    return why.empty() ? whyOverlapping(member, member) : why;
  }

  /// Some call of one member and some of another, which comes later, may touch
  /// the same memory.
  std::string whyOverlapping(const Member &a, const Member &b) {
    if (!ranges_)
      return "";
    for (uint32_t one : a.sites)
      for (uint32_t other : b.sites) {
        if (a.stmt == b.stmt && one >= other)
          continue;
        std::optional<bool> areDisjoint =
            ranges_->areDisjoint({a.stmt, one}, {b.stmt, other});
        if (!areDisjoint)
          return "it was not found out in time whether two of them touch the "
                 "same memory";
        if (!*areDisjoint)
          return "two of them may touch the same memory, and one writes it";
      }
    return "";
  }

  /// What calls touch, found out when the first one is seen to write.
  const CallRanges &ranges() {
    if (!ranges_) {
      if (!index_)
        index_.emplace(program_, effects_, /*seesThrough=*/true);
      ranges_.emplace(*index_, function_.id, islBudget_);
    }
    return *ranges_;
  }

  /// What the statement does that others could see, or that has to happen
  /// where the program would do it.
  std::string whyOrdered(const StmtEffects &effects) {
    if (effects.isUnknown)
      return "'" + effects.unknownWhy + "' may touch anything";
    if (effects.mayNotReturn)
      return "a call may end the program";
    if (effects.needsCallingThread)
      return "the program's own thread has to run it";
    if (effects.readsClock)
      return "a call reads a clock";
    for (const EffectItem &item : effects.items)
      if (std::string why = whyOrdered(item); !why.empty())
        return why;
    if (!ranges_)
      return "";
    for (const EffectItem &item : effects.items)
      if (item.via != function_.name && !isOwnVariable(program_, item) &&
          ranges_->mayWrite(item.objects))
        return "it reads what the calls may write";
    return "";
  }

  std::string whyOrdered(const EffectItem &item) {
    if (item.isVolatile)
      return "it touches something volatile";
    if (item.objects.contains(program_.hidden.errnoValue))
      return "it touches errno, which the program reads";
    if (item.kind == AccessKind::Read || isOwnVariable(program_, item))
      return "";
    std::string why = "it writes " + nameOf(program_, item);
    if (item.via != function_.name || function_.isAddressTaken)
      return why;
    const std::string &problem = ranges().problem();
    return problem.empty() ? "" : why + ", and " + problem;
  }

  /// No argument of the new one is changed by the statements before it.
  bool canJoin(const std::vector<Member> &before, const Member &member) {
    for (const Member &other : before)
      if (std::string why = whyOverlapping(other, member); !why.empty()) {
        miss(member.stmt, why);
        return false;
      }
    std::set<ObjectId> written;
    for (const Member &other : before)
      for (const EffectItem &item : effects_.stmts[index(other.stmt)].items)
        if (item.kind == AccessKind::Write)
          written.insert(writtenBy(program_, item));
    std::vector<TextRange> texts;
    for (uint32_t site : member.sites)
      texts.push_back(program_[member.stmt].calls[site].text);
    if (isValid(member.condition))
      texts.push_back(program_[member.condition].text);
    for (const TextRange &text : texts)
      for (const Hole &hole : holesIn(program_, text))
        if (written.count(hole.object)) {
          miss(member.stmt, "'" + program_[hole.object].name +
                                "' is the result of the one before");
          return false;
        }
    return true;
  }

  void close(const std::vector<Member> &members) {
    if (!areWhole(program_, members)) {
      miss(members.front().stmt,
           "a declaration has other variables beside their results");
      return;
    }
    ForkJoinGroup group;
    for (const Member &member : members) {
      group.nodes.push_back(member.node);
      std::vector<uint32_t> sites = member.sites;
      std::stable_sort(sites.begin(), sites.end(), [&](uint32_t a, uint32_t b) {
        return textOf({member.node, member.stmt, a}).begin <
               textOf({member.node, member.stmt, b}).begin;
      });
      for (uint32_t site : sites) {
        group.calls.push_back({member.node, member.stmt, site});
        group.conditions.push_back(isValid(member.condition)
                                       ? program_[member.condition].text
                                       : TextRange());
      }
      group.hasDeclaration |=
          program_[member.stmt].kind == StmtKind::Declaration;
    }
    if (group.calls.size() > 1)
      result_.groups.push_back(std::move(group));
  }

  const TextRange &textOf(const CallPoint &call) const {
    return siteOf(program_, call).text;
  }

  void miss(StmtId stmt, const std::string &why) {
    if (!missed_)
      missed_ = Remark{RemarkId::OrderedParts,
                       program_[stmt].location,
                       function_.name,
                       {function_.name, why},
                       {}};
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const Function &function_;
  std::optional<ProgramIndex> &index_; ///< for all functions, once needed
  unsigned long islBudget_;
  std::optional<CallRanges> ranges_;
  ForkJoinFunction result_;
  std::optional<Remark> missed_;
};

/// The definition can stand at the end of its unit once more.
bool isCopyable(const Program &program, const Function &function) {
  const std::string &type = function.resultType.before;
  bool isQualified = type.find('*') == std::string::npos &&
                     (type.find("const") != std::string::npos ||
                      type.find("volatile") != std::string::npos);
  bool isPlain = std::none_of(
      function.params.begin(), function.params.end(), [&](ObjectId param) {
        const Object &object = program[param];
        return object.isVolatile || object.isConst ||
               object.isVariablyModified || object.isArray ||
               !object.type.needs.empty();
      });
  return isPlain && !isQualified &&
         whyNotCloned(program, function.id).empty() &&
         ownState(program, function.id).empty();
}

/// Self-calls in two places or more.
bool callsItselfTwice(const Program &program, const Function &function,
                      const std::vector<CallPoint> &calls) {
  return std::count_if(calls.begin(), calls.end(), [&](const CallPoint &call) {
           return program[call.node].function == function.id;
         }) > 1;
}

/// Of the calls of a function those from the others in its unit, behind it.
std::vector<CallPoint> entriesOf(const Program &program, const Function &callee,
                                 const std::vector<CallPoint> &calls) {
  std::vector<CallPoint> result;
  std::set<uint32_t> known; // parts of a loop have the same text
  for (const CallPoint &call : calls) {
    const Function &caller = program[program[call.node].function];
    if (caller.id != callee.id && callee.unit == caller.unit &&
        callee.text.begin < caller.text.begin &&
        whyNotRedirected(program, call).empty() &&
        known.insert(siteOf(program, call).text.begin).second)
      result.push_back(call);
  }
  return result;
}

} // namespace

ForkJoinCalls findForkJoinCalls(const Program &program,
                                const analysis::Effects &effects,
                                unsigned long islBudget) {
  ForkJoinCalls result;
  if (!effects.threadUnsafe.empty())
    return result;
  std::vector<std::vector<CallPoint>> calls = callsByCallee(program);
  std::optional<ProgramIndex> index;
  for (const Function &function : program.functions) {
    if (!isValid(function.body) ||
        !effects.isRecursive[ir::index(function.id)] ||
        !callsItselfTwice(program, function, calls[ir::index(function.id)]) ||
        !isCopyable(program, function))
      continue;
    Finder finder(program, effects, function, index, islBudget);
    ForkJoinFunction divided = finder.find();
    divided.entries =
        entriesOf(program, function, calls[ir::index(function.id)]);
    if (!divided.groups.empty() && !divided.entries.empty()) {
      const ForkJoinGroup &first = divided.groups.front();
      divided.remark = {RemarkId::ForkJoin,
                        program[first.nodes.front()].location,
                        function.name,
                        {function.name, std::to_string(first.calls.size())},
                        {}};
      result.remarks.push_back(divided.remark);
      result.functions.push_back(std::move(divided));
    } else if (divided.groups.empty() && finder.missed()) {
      result.remarks.push_back(*finder.missed());
    }
  }
  return result;
}

} // namespace hocket::polyhedral
