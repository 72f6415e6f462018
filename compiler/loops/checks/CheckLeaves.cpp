// SPDX-License-Identifier: Apache-2.0
//
// What a run-time check may name: variables and loads that mean on entry what
// they mean in the loop.

#include "loops/checks/Intervals.h"

#include "checks/SpelledLoads.h"
#include "ir/FunctionBody.h"
#include "ir/Tree.h"

#include <algorithm>
#include <cctype>

namespace hocket::polyhedral {

namespace {

/// The access is a load from that address, as the user wrote it.
bool isLoadAt(const ir::Access &access, ir::ExprId address) {
  return access.kind == ir::AccessKind::Read && access.address == address &&
         isValid(access.text.unit) && !access.text.empty();
}

/// A call stands in the text, which may do more than read.
bool holdsCall(const ir::Stmt &stmt, const ir::TextRange &text) {
  return std::any_of(
      stmt.calls.begin(), stmt.calls.end(),
      [&](const ir::CallSite &call) { return text.contains(call.text); });
}

/// Names, members, subscripts and dereferences: it does nothing but read.
bool isPlain(std::string_view text) {
  return text.find("--") == std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) || std::string_view("_.->[]() *&").find(c) !=
                                         std::string_view::npos;
         });
}

/// Where the loop's text first says the same.
ir::TextRange firstSpelling(const CheckContext &c, const ir::TextRange &text) {
  std::vector<SpelledLoad> loads =
      loadsSpelledAs(c.program(), c.model.stmts(), text);
  return loads.empty() ? text : loads.front().access->text;
}

} // namespace

std::optional<CheckExpr> loadOnEntry(CheckContext &c, ir::ExprId expr,
                                     ir::StmtId at) {
  if (!isValid(at) || c.model.index().isCopy(at))
    return std::nullopt;
  const ir::Program &program = c.program();
  ir::ExprId address = program[expr].operands[0];
  const std::vector<ir::Access> &accesses = program[at].accesses;
  auto access = std::find_if(
      accesses.begin(), accesses.end(),
      [&](const ir::Access &one) { return isLoadAt(one, address); });
  if (access == accesses.end() || !isPlain(program.text(access->text)) ||
      holdsCall(program[at], access->text) || !guardLoad(c, address, at, 0))
    return std::nullopt;
  std::vector<ir::ObjectId> names = namesIn(program, access->text);
  for (ir::ObjectId object : names)
    if (c.model.mayBeWritten(object) || !mayUse(c, object))
      return std::nullopt;
  // Also what is read on the way, as in `g->rows->data`.
  ReadObjects reads;
  for (const ir::Access &inner : accesses)
    if (inner.kind == ir::AccessKind::Read &&
        inner.text.begin >= access->text.begin &&
        inner.text.end <= access->text.end)
      addReads(c, inner.address, at, reads);
  ir::TextRange text = firstSpelling(c, access->text);
  return load({expr, text, std::move(names)}, std::move(reads));
}

namespace {

/// What a called function loads, which the caller has no text for.
struct Cell {
  CheckExpr base, offset;
  ReadObjects reads;
};

std::optional<Cell> cellOf(CheckContext &c, ir::ExprId load, ir::StmtId at) {
  if (!isValid(at) || !c.model.index().isCopy(at) ||
      c.program()[load].kind != ir::ExprKind::Load)
    return std::nullopt;
  ir::ExprId address = c.program()[load].operands[0];
  std::optional<Value> place = c.model.valueAt(address, at);
  if (!place || !place->base || !isWhole(c.program(), address, *place) ||
      c.model.isVariant(*place) || !guardLoad(c, address, at, 0))
    return std::nullopt;
  std::optional<CheckExpr> base = baseOf(c, *place->base);
  std::optional<Interval> offset = polynomialInterval(c, place->polynomial, 1);
  if (!base || !offset || !offset->isPoint())
    return std::nullopt;
  ReadObjects reads;
  addReads(c, address, at, reads);
  return Cell{*base, offset->low, std::move(reads)};
}

std::optional<CheckExpr> integerIn(CheckContext &c, const Symbol &symbol) {
  const bool isCell = symbol.bits == 8 || symbol.bits == 16 ||
                      symbol.bits == 32 || symbol.bits == 64;
  std::optional<Cell> cell =
      isCell ? cellOf(c, symbol.expr, symbol.at) : std::nullopt;
  if (!cell)
    return std::nullopt;
  const int bytes = symbol.bits / 8;
  return node(
      CheckKind::IndexMin,
      {elements(cell->base, cell->offset, constant(1), bytes,
                symbol.isSigned ? -bytes : bytes, std::move(cell->reads))});
}

std::optional<CheckExpr> pointerIn(CheckContext &c, const Base &base) {
  const ir::Program &program = c.program();
  std::optional<Cell> cell = cellOf(c, base.expr, base.at);
  if (!cell)
    return std::nullopt;
  ir::TextRange spelling;
  for (const ir::Access &access : program[base.at].accesses)
    if (isLoadAt(access, program[base.expr].operands[0]))
      spelling = access.text;
  return polyhedral::pointerIn(cell->base, cell->offset,
                               static_cast<int>(program.pointerBytes),
                               std::move(cell->reads), spelling);
}

} // namespace

namespace {

/// A text can say it, unlike a string or a block of the heap.
bool hasName(ir::ObjectKind kind) {
  return kind == ir::ObjectKind::Local || kind == ir::ObjectKind::Param ||
         kind == ir::ObjectKind::Static || kind == ir::ObjectKind::Global ||
         kind == ir::ObjectKind::Function;
}

} // namespace

bool mayUse(CheckContext &c, ir::ObjectId id) {
  const ir::Program &program = c.program();
  const ir::Object &object = program[id];
  if (object.isVolatile || object.isThreadLocal || !hasName(object.kind) ||
      ir::isDeclaredIn(program, id, c.model.root()) ||
      !ir::isVisibleIn(program, id, program[c.model.root()].function))
    return false;
  // Two variables of one name cannot both be meant by it.
  std::vector<ir::ObjectId> &uses = c.needs.uses;
  for (ir::ObjectId other : uses)
    if (other != id && program[other].name == object.name)
      return false;
  if (std::find(uses.begin(), uses.end(), id) == uses.end())
    uses.push_back(id);
  return true;
}

void addReads(const CheckContext &c, ir::ExprId address, ir::StmtId at,
              ReadObjects &reads) {
  const std::size_t before = reads.size();
  for (const analysis::EffectItem &item : c.model.index().itemsOf(at))
    if (item.kind == ir::AccessKind::Read && item.address == address)
      reads.push_back(item.objects);
  if (reads.size() == before)
    reads.push_back({.ids = {}, .unknown = true});
}

std::optional<CheckExpr> parameterOf(CheckContext &c, const Symbol &symbol) {
  if (symbol.between) {
    std::optional<CheckExpr> from = baseOf(c, symbol.between->first);
    std::optional<CheckExpr> to = baseOf(c, symbol.between->second);
    if (!from || !to)
      return std::nullopt;
    return node(CheckKind::Distance, {*from, *to});
  }
  const ir::Expr &expr = c.program()[symbol.expr];
  std::optional<CheckExpr> value;
  // The parameter is the value on entry, which is what the check reads there.
  if (expr.kind == ir::ExprKind::Var && mayUse(c, expr.object))
    value = variable(expr.object);
  else if (expr.kind == ir::ExprKind::Load)
    value = loadOnEntry(c, symbol.expr, symbol.at);
  if (!value && expr.kind == ir::ExprKind::Load)
    return integerIn(c, symbol);
  if (!value)
    return std::nullopt;
  bool mayBeBeyond = !symbol.isSigned && symbol.bits == 64;
  return node(mayBeBeyond ? CheckKind::Natural : CheckKind::Signed, {*value});
}

std::optional<CheckExpr> baseOf(CheckContext &c, const Base &base) {
  switch (base.kind) {
  case Base::Kind::Object:
    if (!mayUse(c, base.object))
      return std::nullopt;
    return addressOf(base.object);
  case Base::Kind::Pointer:
    if (!mayUse(c, base.object))
      return std::nullopt;
    return variable(base.object);
  case Base::Kind::Loaded:
    if (std::optional<CheckExpr> load = loadOnEntry(c, base.expr, base.at))
      return load;
    return pointerIn(c, base);
  case Base::Kind::Row:
  case Base::Kind::Allocation:
    break;
  }
  return std::nullopt;
}

} // namespace hocket::polyhedral
