// SPDX-License-Identifier: Apache-2.0
//
// Values in memory. A load of what the root does not change is a parameter if
// its address stays the same, and an Element if the address varies: `idx[i]` is
// one unknown for each i, but the same one wherever it is read again.

#include "symbolic/AffineModel.h"

#include "ir/Tree.h"
#include "symbolic/Accesses.h"
#include "symbolic/Alias.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

namespace {
/// Instances of a write and of a load in one question.
constexpr const char *kWrite = "'1";
constexpr const char *kLoad = "'2";
} // namespace

namespace {

bool sameExpr(const ir::Program &program, ExprId a, ExprId b) {
  if (a == b)
    return true;
  const ir::Expr &x = program[a], &y = program[b];
  if (x.kind != y.kind || x.bits != y.bits || x.isSigned != y.isSigned ||
      x.value != y.value || x.object != y.object ||
      x.operands.size() != y.operands.size() || x.kind == ExprKind::Unknown ||
      x.kind == ExprKind::CallResult)
    return false;
  for (std::size_t i = 0; i < x.operands.size(); ++i)
    if (!sameExpr(program, x.operands[i], y.operands[i]))
      return false;
  return true;
}

} // namespace

const EffectItem *AffineModel::itemOfLoad(ExprId address, Point point) const {
  std::vector<StmtId> stmts;
  if (isValid(point.stmt))
    stmts.push_back(point.stmt);
  else
    stmts = ir::ownStmts(program(), point.node);
  for (StmtId stmt : stmts)
    for (const EffectItem &item : index_.itemsOf(stmt))
      if (item.kind == ir::AccessKind::Read && item.offset == 0 &&
          isValid(item.address) && sameExpr(program(), item.address, address))
        return &item;
  return nullptr;
}

/// No instance of the write falls on any instance of the load.
bool AffineModel::writeMissesLoad(const WriteRef &write, const EffectItem &load,
                                  const Value &address,
                                  std::vector<ApartAssumption> &assumed) {
  if (!objectsMayMeet(index_, *write.item, load))
    return true;
  std::optional<Value> other = addressOf(*write.item, write.stmt);
  std::optional<Root> root =
      other ? other->root : rootOf(write.item->address, write.stmt);
  std::optional<Value> place =
      other ? other : pointerUsed(write.item->address, write.stmt);
  if (typesExclude(load, address, *write.item, place))
    return true;
  if (!other || root->key != address.root->key) {
    if (!root || root->key == address.root->key)
      return false;
    if (rootsNeverMeet(*this, *root, *address.root))
      return true;
    if (root->kind == Root::Kind::Row || address.root->kind == Root::Kind::Row)
      return false;
    if (scope_.mayAssumeApart)
      assumed.push_back({*address.root, *root});
    return scope_.mayAssumeApart;
  }
  // That two Rows have one key says nothing of two different iterations.
  if (root->kind == Root::Kind::Row || write.item->size == 0 ||
      load.size == 0 || !isLinear(other->poly) || !isLinear(address.poly))
    return false;
  isl::pw_aff there = toIsl(other->poly, kWrite);
  isl::pw_aff here = toIsl(address.poly, kLoad);
  isl::set meets = there.lt_set(here.add_constant(static_cast<long>(load.size)))
                       .intersect(here.lt_set(there.add_constant(
                           static_cast<long>(write.item->size))));
  isl::set writes =
      domain(index_.nodeOf(write.stmt)).set.intersect(definitions(other->poly));
  isl::set given = instance(writes, kWrite)
                       .intersect(instance(definitions(address.poly), kLoad));
  return proves(given, meets);
}

bool AffineModel::loadMayChange(const EffectItem &item, const Value &address) {
  for (StmtId stmt : stmts_)
    if (index_.effects().stmts[ir::index(stmt)].isUnknown)
      return true;
  std::vector<ApartAssumption> assumed;
  for (const WriteRef &write : writes_)
    if (!writeMissesLoad(write, item, address, assumed))
      return true;
  assumptions_.insert(assumptions_.end(), assumed.begin(), assumed.end());
  return false;
}

std::optional<Value> AffineModel::element(const std::string &name, ExprId load,
                                          StmtId at, const Value &address) {
  const ir::Expr &expr = program()[load];
  Atom atom;
  atom.kind = Atom::Kind::Element;
  atom.name = name;
  atom.isVariant = true;
  atom.expr = load;
  atom.at = at;
  atom.bits = expr.bits;
  atom.isSigned = expr.isSigned;
  atom.array = address.root;
  atom.address = address.poly;
  return Value{std::nullopt, Poly::atom(intern(std::move(atom))), 0};
}

AtomId AffineModel::pointerElement(const Root &row) {
  const ir::Expr &pointer = program()[row.expr];
  Atom atom;
  atom.kind = Atom::Kind::Element;
  atom.name = "pointer " + row.key + "@" + std::to_string(ir::index(row.at));
  atom.isVariant = true;
  atom.expr = row.expr;
  atom.at = row.at;
  atom.bits = pointer.bits;
  atom.isSigned = false;
  atom.array = row.cell->root;
  atom.address = row.cell->poly;
  return intern(std::move(atom));
}

/// A load is a parameter if its address and what is there stay the same, an
/// element if only what is there does; a pointer is then still a base to
/// compare with.
std::optional<Value> AffineModel::loaded(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
  if (expr.bits == 0 || expr.isFloat || !pendingLoads_.insert(id).second)
    return std::nullopt;
  Pending pending(*this);
  std::optional<Value> address = value(expr.operands[0], point);
  const EffectItem *item = itemOfLoad(expr.operands[0], point);
  bool varies = address && isVariant(*address);
  bool isFixed = address && address->root && item && !item->isVolatile &&
                 (!varies || canVary(expr, *item, *address)) &&
                 address->root->kind != Root::Kind::Allocation &&
                 !loadMayChange(*item, *address);
  pendingLoads_.erase(id);
  if (!isFixed)
    return std::nullopt;
  std::string name = "[" + address->root->key + address->poly.key() + "]" +
                     std::to_string(expr.bits) + (expr.isSigned ? "s" : "u");
  if (!expr.isPointer)
    return varies ? element(name, id, point.stmt, *address)
                  : parameter(name, id, point.stmt);
  Root root{varies ? Root::Kind::Row : Root::Kind::Loaded,
            name,
            ir::ObjectId::None,
            id,
            point.stmt,
            std::make_shared<const Value>(std::move(*address)),
            item};
  return Value{std::move(root), Poly(), 0};
}

/// A load whose address varies is worth a name: of pointers any that the loop
/// itself makes, of integers those of one array.
bool AffineModel::canVary(const ir::Expr &load, const EffectItem &item,
                          const Value &address) const {
  if (load.isPointer)
    return item.via.empty();
  return address.root->kind != Root::Kind::Row && isLinear(address.poly);
}

isl::set AffineModel::sameElements(const isl::set &set) const {
  isl::set result = universe();
  for (const Atom &atom : atoms_) {
    if (atom.kind != Atom::Kind::Element ||
        !isl_ext::hasParam(set, isl_ext::named(ctx_, atom.name + kWrite)))
      continue;
    Poly self = Poly::atom(atomByName_.at(atom.name));
    result =
        result
            .intersect(
                toIsl(atom.address, kWrite).eq_set(toIsl(atom.address, kLoad)))
            .intersect(instance(definitions(atom.address), kWrite))
            .intersect(instance(definitions(atom.address), kLoad))
            .intersect(toIsl(self, kWrite).eq_set(toIsl(self, kLoad)));
  }
  for (const Exchange &exchange : exchanges_) {
    if (!isl_ext::hasParam(
            set, isl_ext::named(ctx_, atoms_[exchange.self].name + kWrite)))
      continue;
    Poly self = Poly::atom(exchange.self);
    result = result
                 .intersect(toIsl(exchange.from, kWrite)
                                .eq_set(toIsl(exchange.from, kLoad)))
                 .intersect(instance(definitions(exchange.from), kWrite))
                 .intersect(instance(definitions(exchange.from), kLoad))
                 .intersect(toIsl(self, kWrite).eq_set(toIsl(self, kLoad)));
  }
  return result;
}

namespace {

/// Nothing in the expression is or was a pointer, which has so many bits.
bool isPlainInteger(const ir::Program &program, ExprId id, unsigned bits) {
  const ir::Expr &expr = program[id];
  if (expr.isPointer || expr.kind == ExprKind::AddrOf)
    return false;
  if (expr.kind == ExprKind::CallResult)
    return expr.bits < bits;
  if (expr.kind == ExprKind::Load)
    return true;
  return std::all_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return isPlainInteger(program, operand, bits); });
}

} // namespace

/// The pointer that an address is computed from, for its type alone: a Root
/// without a key.
std::optional<Value> AffineModel::pointerUsed(ExprId address,
                                              StmtId stmt) const {
  for (; isValid(address); address = program()[address].operands[0]) {
    const ir::Expr &expr = program()[address];
    Root root;
    root.expr = address;
    root.at = stmt;
    if (expr.kind == ExprKind::Var) {
      root.kind = Root::Kind::Pointer;
      root.object = expr.object;
      return Value{root, Poly(), 0};
    }
    if (expr.kind == ExprKind::Load) {
      root.kind = Root::Kind::Loaded;
      return Value{root, Poly(), 0};
    }
    bool isStep = expr.isPointer &&
                  (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub);
    if (!isStep || !program()[expr.operands[0]].isPointer)
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Root> AffineModel::rootOf(ExprId address, StmtId stmt) {
  while (isValid(address)) {
    if (std::optional<Value> known = valueAt(address, stmt);
        known && known->root)
      return known->root;
    const ir::Expr &expr = program()[address];
    bool isStep = expr.isPointer &&
                  (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub);
    if (!isStep)
      return std::nullopt;
    auto [base, offset] = std::minmax(
        expr.operands[0], expr.operands[1], [&](ExprId a, ExprId b) {
          return program()[a].isPointer && !program()[b].isPointer;
        });
    if (!program()[base].isPointer ||
        !isPlainInteger(program(), offset, program()[base].bits))
      return std::nullopt;
    address = base;
  }
  return std::nullopt;
}

} // namespace hocket::polyhedral
