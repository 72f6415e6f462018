// SPDX-License-Identifier: Apache-2.0
//
// LoopJudge on loops that search for the first iteration that ends them.
//
// Chunks look for the least such iteration k, each in its part of the
// iterations that the header alone would allow; then the loop itself is started
// anew, by one core, with iteration k - 1 (or, if none ends it, the last): it
// does k and what leaving takes, and leaves in all variables what the
// sequential program leaves, for nothing in k depends on earlier iterations but
// induction variables, and what lives on is assigned in each iteration that
// comes to its end.
//
// The chunks run iterations that the sequential program may not get to. So what
// they run must have no effect beyond private variables and may not trap: every
// address is proved to be within its object, for all iterations of the header.
// (A loop may look for a sentinel far beyond the end of an array.) Behind a
// pointer to who knows what, the entry tests that the bytes can be read, which
// is all that the machine asks. Values may overflow: nothing follows from the
// result of such an iteration.

#include "loops/LoopJudge.h"

#include "dataflow/ScalarFlow.h"
#include "loops/LoopRemarks.h"
#include "loops/checks/RangeChecks.h"
#include "loops/reductions/SafeToRun.h"
#include "loops/search/BlockSizes.h"
#include "loops/search/SearchExits.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

bool LoopJudge::isSearch() const {
  const ir::Loop &data = *program_[loop_].as<ir::Loop>();
  return data.search.has_value() && !data.part;
}

bool LoopJudge::searchIsFree() {
  std::optional<std::vector<NodeId>> exits = findExits(program_, loop_);
  if (!exits)
    return refuse(notCounted(index_, loop_));
  std::erase_if(stmts_, [&](StmtId stmt) {
    return std::any_of(exits->begin(), exits->end(), [&](NodeId exit) {
      return ir::isWithin(program_, index_.nodeOf(stmt), exit);
    });
  });
  verdict_.exits = std::move(*exits);
  return effectsCommute() && searchedScalarsAreFree() && searchedAreSafe();
}

/// Variables of the iterations' own, and those that move with their number.
bool LoopJudge::searchedScalarsAreFree() {
  findLocals();
  if (!judgeIterator())
    return false;
  for (ObjectId object : writtenScalars()) {
    if (own_.contains(object))
      continue;
    if (!index_.isNamedOnly(object))
      continue; // searchedAreSafe says so
    ScalarFlow flow(index_, object);
    bool isLive = flow.isLiveAfter(loop_);
    bool isFree = !isStartOf(object) && !flow.isExposed(loop_) &&
                  (!isLive || flow.isWrittenEachIteration(loop_));
    if (isFree) {
      verdict_.privates.push_back({object, false, isLive, false});
      own_.insert(object);
    } else if (!judgeInduction(object)) {
      return refuse(
          scalarCarried(index_, loop_, RemarkId::ScalarCarried, object));
    }
  }
  return true;
}

/// Nothing traps or is seen by others in iterations that do not run, and each
/// comes to its end.
bool LoopJudge::searchedAreSafe() {
  if (!searchedEnd())
    return false;
  for (StmtId stmt : stmts_) {
    const ir::Stmt &s = program_[stmt];
    auto unsafe = [&](const std::string &what) {
      return refuse(earlyExit(program_, loop_, s.location, what));
    };
    for (const ir::CallSite &call : s.calls)
      if (!index_.seesThrough() || !call.isSeenThrough())
        return unsafe("call '" + std::string(program_.text(call.text)) + "'");
    if (!dividesByConstants(program_, s.text))
      return unsafe("divide by what may be zero");
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      ObjectId named = index_.namedObject(item);
      bool isVariable = isValid(named) && index_.isWholeNamed(item, named);
      bool isOwn = isValid(named) && own_.contains(named);
      if (item.kind == ir::AccessKind::Write && !isOwn)
        return unsafe("write '" + textOf(program_, item) + "'");
      if (!isVariable && !staysInObject(item, stmt))
        return unsafe((isOwn ? "use '" : "read '") + textOf(program_, item) +
                      "', which may lie outside its object");
    }
  }
  if (!model_.assumptions().empty())
    return refuse(earlyExit(program_, loop_, program_[loop_].location,
                            "depend on what its end writes"));
  return true;
}

/// The loops inside do, and no test moves what it counts while it looks for
/// something else, `n-- && a[n]`: there is no text for the one without the
/// other.
bool LoopJudge::searchedEnd() {
  const ir::Loop &data = *program_[loop_].as<ir::Loop>();
  const std::vector<ir::Access> &tested = program_[data.condition].accesses;
  if (!data.search->until.empty() &&
      std::any_of(tested.begin(), tested.end(), [](const ir::Access &access) {
        return access.kind == ir::AccessKind::Write;
      }))
    return refuse(notCounted(index_, loop_));
  for (StmtId stmt : stmts_)
    for (NodeId around : ir::loopsAround(program_, index_.nodeOf(stmt)))
      if (around != loop_ && ir::isWithin(program_, around, loop_) &&
          !ir::runsOnce(program_, around) && !model_.loopShape(around))
        return refuse(earlyExit(program_, loop_, program_[stmt].location,
                                "run a loop whose end is not known"));
  return true;
}

/// Proved, or tested on entry.
bool LoopJudge::staysInObject(const EffectItem &item, StmtId stmt) {
  NodeId node = index_.nodeOf(stmt);
  const ir::Loop *loop = program_[node].as<ir::Loop>();
  isl::set given = model_.domain(node).set;
  Point point{node, stmt};
  if (loop && stmt == loop->step)
    given = model_.domain(loop->body).set;
  // What else is asked for in `i < n && ...` is read where an iteration may
  // come; the bound is read before.
  if (loop && stmt == loop->condition && loop->form != ir::LoopForm::Do) {
    bool isFurther = loop->search && loop->search->until.contains(item.text);
    if (node == loop_ && !isFurther)
      return true;
    if (isFurther) {
      given = model_.domain(loop->body).set;
      if (!model_.loopShape(node)->isNumbered)
        point = {loop->body, StmtId::None};
    }
  }
  std::optional<Value> address = model_.addressOf(item, point);
  if (isWithinObject(model_, item, address, given))
    return true;
  if (!address || item.size == 0 ||
      (address->wrapBits != 0 && address->wrapBits < 64))
    return false;
  std::optional<Poly> size = sizeBehind(*address->root);
  std::optional<EntryCondition> condition =
      size ? withinTest(model_, address->poly, item.size, *size) : std::nullopt;
  std::string name = isValid(address->root->object)
                         ? program_[address->root->object].name
                         : "";
  if (!size && options_.mayReadAhead)
    condition = readableAhead(item, *address, stmt, name);
  if (!condition || condition->test.is(CheckKind::False)) // never true
    return false;
  condition->meaning =
      "all that the loop might read of '" + name + "' is there";
  require(std::move(*condition));
  return true;
}

/// Nothing is known of the object behind a pointer, and nobody is to see
/// whether a read stays in it: it must not fault, that is all. What it reads is
/// not used as an address. \param name for people, which is set
std::optional<EntryCondition> LoopJudge::readableAhead(const EffectItem &item,
                                                       const Value &address,
                                                       StmtId stmt,
                                                       std::string &name) {
  std::vector<AtomId> atoms = address.poly.atoms();
  bool isChosenByData =
      std::any_of(atoms.begin(), atoms.end(), [&](AtomId atom) {
        return model_.atom(atom).kind == Atom::Kind::Element;
      });
  if (item.kind != ir::AccessKind::Read || isChosenByData ||
      (address.root->kind != Root::Kind::Pointer &&
       address.root->kind != Root::Kind::Loaded))
    return std::nullopt;
  MemoryAccess access;
  access.stmt = stmt;
  access.item = &item;
  access.address = address;
  access.root = address.root;
  std::optional<RangeCheck::Side> side = sideOf(model_, {&access});
  if (!side)
    return std::nullopt;
  EntryCondition condition;
  condition.test = both(
      side->guard, node(CheckKind::Readable, {side->base, side->lo, side->hi}));
  condition.isOfMapping = true;
  name = baseName(program_, side->base);
  return condition;
}

/// Bytes that are there from the root on.
std::optional<Poly> LoopJudge::sizeBehind(const Root &root) {
  if (root.kind != Root::Kind::Object)
    return isReadAtOnce(root) ? sizeOfBlock(model_, root) : std::nullopt;
  const ir::Object &object = program_[root.object];
  if (object.size == 0 || object.isVariablyModified)
    return std::nullopt;
  return Poly::constant(static_cast<int64_t>(object.size));
}

/// The first iteration, if there is one, surely reads what the root leads to;
/// so that is a block of memory then, not yet freed.
bool LoopJudge::isReadAtOnce(const Root &root) {
  const ir::Loop &data = *program_[loop_].as<ir::Loop>();
  auto reads = [&](StmtId stmt, bool isSure) {
    const std::vector<EffectItem> &items = index_.itemsOf(stmt);
    return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
      std::optional<Root> from = model_.rootOf(item.address, stmt);
      return from && from->key == root.key && (isSure || item.must) &&
             item.kind == ir::AccessKind::Read;
    });
  };
  std::string_view until = program_.text(data.search->until);
  bool isPlain = until.find_first_of("&|?") == std::string_view::npos;
  if (data.form != ir::LoopForm::Do && !until.empty() && isPlain)
    return reads(data.condition, true);
  if (data.form != ir::LoopForm::Do && !until.empty())
    return false;
  const ir::Block *block = program_[data.body].as<ir::Block>();
  for (NodeId child :
       block ? block->children : std::vector<NodeId>{data.body}) {
    const ir::Node &node = program_[child];
    if (const ir::Leaf *leaf = node.as<ir::Leaf>())
      if (reads(leaf->stmt, false))
        return true;
    if (const ir::Branch *branch = node.as<ir::Branch>())
      if (reads(branch->condition, false))
        return true;
    if (node.exits.any())
      return false;
  }
  return false;
}

} // namespace hocket::polyhedral
