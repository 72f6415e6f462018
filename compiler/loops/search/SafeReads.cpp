// SPDX-License-Identifier: Apache-2.0
#include "loops/search/SafeReads.h"

#include "loops/checks/AliasChecks.h"
#include "loops/reductions/SafeToRun.h"
#include "symbolic/BlockSizes.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::StmtId;

namespace {

/// Where the first read of a base may stand.
bool readsThere(const LoopContext &context, const Base &base, StmtId stmt,
                bool isSure) {
  const std::vector<EffectItem> &items = context.index.itemsOf(stmt);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
    std::optional<Base> from = context.model.baseOf(item.address, stmt);
    return from && from->key == base.key && (isSure || item.must) &&
           item.kind == ir::AccessKind::Read;
  });
}

/// The first iteration, if there is one, surely reads what the base leads to;
/// so that is a block of memory then, not yet freed.
bool isReadAtOnce(const LoopContext &context, const Base &base) {
  const ir::Program &program = context.program;
  const ir::Loop &data = context.data();
  std::string_view until = program.text(data.search->until);
  bool isPlain = until.find_first_of("&|?") == std::string_view::npos;
  if (data.form != ir::LoopForm::Do && !until.empty())
    return isPlain && readsThere(context, base, data.condition, true);
  const ir::Block *block = program[data.body].as<ir::Block>();
  for (NodeId child :
       block ? block->children : std::vector<NodeId>{data.body}) {
    const ir::Node &node = program[child];
    if (const ir::Leaf *leaf = node.as<ir::Leaf>())
      if (readsThere(context, base, leaf->stmt, false))
        return true;
    if (const ir::Branch *branch = node.as<ir::Branch>())
      if (readsThere(context, base, branch->condition, false))
        return true;
    if (node.exits.any())
      return false;
  }
  return false;
}

/// Bytes that are there from the base on.
std::optional<Polynomial> sizeBehind(const LoopContext &context,
                                     const Base &base) {
  if (base.kind != Base::Kind::Object)
    return isReadAtOnce(context, base) ? sizeOfBlock(context.model, base)
                                       : std::nullopt;
  const ir::Object &object = context.program[base.object];
  if (object.size == 0 || object.isVariablyModified)
    return std::nullopt;
  return Polynomial::constant(static_cast<int64_t>(object.size));
}

/// Nothing is known of the object behind a pointer, and nobody is to see
/// whether a read stays in it: it must not fault, that is all. What it reads is
/// not used as an address. \param name for people, which is set
std::optional<EntryCondition> readableAhead(const LoopContext &context,
                                            const EffectItem &item,
                                            const Value &address, StmtId stmt,
                                            std::string &name) {
  std::vector<SymbolId> symbols = address.polynomial.symbols();
  bool isChosenByData =
      std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
        return context.model.symbol(symbol).kind == Symbol::Kind::Element;
      });
  if (item.kind != ir::AccessKind::Read || isChosenByData ||
      (address.base->kind != Base::Kind::Pointer &&
       address.base->kind != Base::Kind::Loaded))
    return std::nullopt;
  MemoryAccess access;
  access.stmt = stmt;
  access.item = &item;
  access.address = address;
  access.base = address.base;
  std::optional<AliasCheck::Side> side = sideOf(context.model, {&access});
  if (!side)
    return std::nullopt;
  EntryCondition condition;
  condition.test = both(
      side->guard, node(CheckKind::Readable, {side->base, side->lo, side->hi}));
  condition.isOfMapping = true;
  name = baseName(context.program, side->base);
  return condition;
}

/// When the read happens.
struct When {
  isl::set given; ///< { : an iteration of the header may read it }
  Point point;    ///< where its address is asked for
};

/// Nothing for a read that comes before the iterations, as the bound does.
std::optional<When> whenRead(const LoopContext &context, const EffectItem &item,
                             StmtId stmt) {
  AffineModel &model = context.model;
  NodeId node = context.index.nodeOf(stmt);
  const ir::Loop *loop = context.program[node].as<ir::Loop>();
  When when{model.domain(node).set, {node, stmt}};
  if (loop && stmt == loop->step)
    when.given = model.domain(loop->body).set;
  if (!loop || stmt != loop->condition || loop->form == ir::LoopForm::Do)
    return when;
  // What else is asked for in `i < n && ...` is read where an iteration may
  // come.
  bool isFurther = loop->search && loop->search->until.contains(item.text);
  if (node == context.loop && !isFurther)
    return std::nullopt;
  if (isFurther) {
    when.given = model.domain(loop->body).set;
    if (!model.loopShape(node)->isNormalized)
      when.point = {loop->body, StmtId::None};
  }
  return when;
}

} // namespace

std::optional<SafeRead> findSafeRead(const LoopContext &context,
                                     const EffectItem &item, StmtId stmt) {
  AffineModel &model = context.model;
  std::optional<When> when = whenRead(context, item, stmt);
  if (!when)
    return SafeRead{};
  std::optional<Value> address = model.addressOf(item, when->point);
  if (isWithinObject(model, item, address, when->given))
    return SafeRead{};
  if (!address || item.size == 0 ||
      (address->wrapBits != 0 && address->wrapBits < 64))
    return std::nullopt;
  std::optional<Polynomial> size = sizeBehind(context, *address->base);
  std::optional<EntryCondition> condition =
      size ? withinTest(model, address->polynomial, item.size, *size)
           : std::nullopt;
  std::string name = isValid(address->base->object)
                         ? context.program[address->base->object].name
                         : "";
  if (!size && context.options.mayReadAhead)
    condition = readableAhead(context, item, *address, stmt, name);
  if (!condition || condition->test.is(CheckKind::False)) // never true
    return std::nullopt;
  condition->meaning =
      "all that the loop might read of '" + name + "' is there";
  return SafeRead{std::move(condition)};
}

} // namespace hocket::polyhedral
