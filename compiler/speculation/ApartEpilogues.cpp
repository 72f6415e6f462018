// SPDX-License-Identifier: Apache-2.0
#include "speculation/ApartEpilogues.h"

#include "speculation/LoopFacts.h"
#include "speculation/marks/WrittenBytes.h"

#include "analysis/objects/AddressTerms.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>
#include <set>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

namespace {

class Judge {
public:
  Judge(const Program &program, const analysis::Effects &effects, NodeId loop,
        const TextRange &epilogue)
      : program_(program), effects_(effects), loop_(loop), epilogue_(epilogue) {
    for (StmtId stmt : allStmts(program, loop))
      (epilogue.contains(program[stmt].text) ? last_ : before_).push_back(stmt);
  }

  /// Variables to hand on besides; nothing: epilogues are not apart.
  std::optional<std::vector<ObjectId>> handed() const {
    const NodeId body = program_[loop_].as<Loop>()->body;
    for (NodeId child : childrenOf(program_, body))
      if (epilogue_.contains(program_[child].text) &&
          (program_[child].exits.byBreak || program_[child].exits.byReturn))
        return std::nullopt;
    const WrittenBytes before(program_, effects_, before_),
        last(program_, effects_, last_);
    if (before.isAnything() || last.isAnything())
      return std::nullopt;
    std::set<ObjectId> others;
    for (StmtId stmt : last_)
      if (!isPlain(stmt) || !areApart(stmt, before, last, others))
        return std::nullopt;
    for (StmtId stmt : before_)
      for (const EffectItem &item : items(stmt))
        if (!isOwn(item) && last.mayMeet(item))
          return std::nullopt;
    return std::vector<ObjectId>(others.begin(), others.end());
  }

private:
  const std::vector<EffectItem> &items(StmtId stmt) const {
    return effects_.stmts[index(stmt)].items;
  }

  /// It comes back, whatever time it is.
  bool isPlain(StmtId stmt) const {
    const analysis::StmtEffects &done = effects_.stmts[index(stmt)];
    return !done.mayNotReturn && !done.readsClock && !done.isUnknown &&
           !done.needsCallingThread &&
           std::none_of(done.items.begin(), done.items.end(),
                        [](const EffectItem &item) { return item.isVolatile; });
  }

  /// It matters to nobody else: the allocator's state, or a variable of the
  /// iteration, or its number, which are the epilogue's by their values.
  bool isOwn(const EffectItem &item) const {
    return item.isCommutative ||
           (!item.objects.unknown &&
            std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                        [&](ObjectId id) { return isOfIteration(id); }));
  }

  bool isOfIteration(ObjectId id) const {
    const Counted *counted = countedHeader(program_, loop_);
    return (counted && id == counted->iterator) ||
           speculation::isOfIteration(program_, loop_, id);
  }

  /// What the statement, of the epilogue, touches is not written before, or can
  /// be handed on.
  bool areApart(StmtId stmt, const WrittenBytes &before,
                const WrittenBytes &last, std::set<ObjectId> &others) const {
    return std::all_of(
        items(stmt).begin(), items(stmt).end(), [&](const EffectItem &item) {
          if (isOwn(item) || !before.mayMeet(item))
            return true;
          if (item.kind != AccessKind::Read || item.objects.ids.size() != 1 ||
              !mayHandOn(item.objects.ids.front()) || last.mayMeet(item))
            return false;
          others.insert(item.objects.ids.front());
          return true;
        });
  }

  /// The access is of the variable by its name, not through a pointer.
  bool isNamed(const EffectItem &item, ObjectId id) const {
    if (!isValid(item.address) || !epilogue_.contains(item.text))
      return false;
    auto holes = holesIn(program_, item.text);
    std::optional<analysis::AddressRange> range =
        analysis::addressRange(program_, item.address);
    return std::any_of(holes.begin(), holes.end(),
                       [&](const Hole &hole) { return hole.object == id; }) &&
           range && isValid(range->base) &&
           program_[range->base].kind == ExprKind::AddrOf &&
           program_[range->base].object == id;
  }

  /// A variable of the function that the epilogue reads by its name alone. What
  /// others read of it later is not the copy that it has.
  bool mayHandOn(ObjectId id) const {
    const Object &object = program_[id];
    if ((object.kind != ObjectKind::Local &&
         object.kind != ObjectKind::Param) ||
        object.function != program_[loop_].function || object.isArray ||
        !object.type.isNameable || !object.type.needs.empty() ||
        object.isVariablyModified || object.isVolatile || object.isRegister ||
        object.isThreadLocal || object.size == 0)
      return false;
    auto holes = holesIn(program_, program_[loop_].text);
    if (std::none_of(holes.begin(), holes.end(), [&](const Hole &hole) {
          return hole.object == id &&
                 (hole.end <= epilogue_.begin || hole.begin >= epilogue_.end);
        }))
      return false; // a copy does not have its name
    for (const Hole &hole : holesIn(program_, epilogue_)) {
      if (hole.object != id)
        continue;
      std::string_view text =
          program_.text({epilogue_.unit, epilogue_.begin, hole.begin});
      std::size_t before = text.find_last_not_of(" \t\n(");
      if (before != text.npos && text[before] == '&')
        return false;
    }
    return std::all_of(last_.begin(), last_.end(), [&](StmtId stmt) {
      return std::all_of(items(stmt).begin(), items(stmt).end(),
                         [&](const EffectItem &item) {
                           return !item.objects.contains(id) ||
                                  (item.kind == AccessKind::Read &&
                                   item.via.empty() && isNamed(item, id));
                         });
    });
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const NodeId loop_;
  const TextRange &epilogue_;
  std::vector<StmtId> before_, last_;
};

} // namespace

void setApart(const Program &program, const analysis::Effects &effects,
              NodeId loop, IterationParts &parts) {
  std::optional<std::vector<ObjectId>> others =
      Judge(program, effects, loop, parts.epilogue).handed();
  parts.isApart = others.has_value();
  if (others)
    parts.handed.insert(parts.handed.end(), others->begin(), others->end());
}

} // namespace hocket::speculation
