// SPDX-License-Identifier: Apache-2.0
//
// Which accesses are compared.

#include "loops/accesses/AccessAnalysis.h"

#include "loops/accesses/IterationHeaps.h"
#include "support/Policy.h"
#include "symbolic/Blocks.h"
#include "symbolic/Elements.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;

namespace {

/// Of a long list that is quicker to find out for each such object.
bool mayHoldOwnOrHidden(const AccessAnalysis &a, const std::set<ObjectId> &own,
                        const analysis::ObjectSet &objects) {
  constexpr std::size_t longList = policy.loops.longList;
  auto isIn = [&](ObjectId id) { return objects.contains(id); };
  const std::vector<ObjectId> &hidden = a.context.index.hiddenObjects();
  return objects.ids.size() < longList ||
         std::any_of(own.begin(), own.end(), isIn) ||
         std::any_of(hidden.begin(), hidden.end(), isIn);
}

int reductionAt(const AccessAnalysis &a, const MemoryAccess &access) {
  for (std::size_t i = 0; i < a.memory.size(); ++i)
    if (placeOf(a.memory[i].reduction, access.stmt, *access.item))
      return static_cast<int>(i);
  return -1;
}

/// The same member of any of the structs that the reduction reaches.
Value anyMember(AffineModel &model, const MemoryReduction &reduction) {
  const ReductionObject &r = reduction.reduction;
  std::string name =
      "struct " + std::to_string(ir::index(r.stmt)) + "." +
      std::to_string(r.places.empty() ? 0 : r.places.front().text.begin);
  isl::pw_aff offset =
      model.universe()
          .param_pw_aff_on_domain(isl_ext::named(model.ctx(), name))
          .scale(isl::val(model.ctx(), long(reduction.stride)))
          .add_constant(long(reduction.member));
  std::optional<isl::set> bounds;
  if (!reduction.footprint)
    bounds = offset.ge_set(model.constant(r.offset))
                 .intersect(offset.lt_set(
                     model.constant(r.offset + int64_t(reduction.size))));
  SymbolId which = model.bounded(name, 64, /*isSigned=*/true, bounds);
  Value result = reduction.origin;
  result.polynomial.add({}, reduction.member);
  result.polynomial.add({which}, reduction.stride);
  return result;
}

/// The bytes of an update that begins at `lowest` from the base, or behind.
Value anyFrom(AffineModel &model, const MemoryReduction &reduction) {
  std::string name =
      "from " + std::to_string(ir::index(reduction.reduction.stmt));
  isl::pw_aff offset = model.universe().param_pw_aff_on_domain(
      isl_ext::named(model.ctx(), name));
  SymbolId which = model.bounded(name, 64, /*isSigned=*/true,
                                 offset.ge_set(model.constant(0)));
  Value result = reduction.origin;
  result.polynomial.add({}, *reduction.lowest);
  result.polynomial.add({which}, 1);
  return result;
}

/// Any of its accesses may be anywhere in what the reduction reaches.
void standForReduction(AffineModel &model, const MemoryReduction &reduction,
                       MemoryAccess &access, EffectItem &item) {
  access.address = reduction.address;
  access.base = reduction.address.base;
  if (reduction.footprint) {
    access.address.reset();
    access.footprint = &*reduction.footprint;
  }
  access.bounds.reset();
  item.offset = 0;
  if (reduction.stride != 0) {
    access.address = anyMember(model, reduction); // item.size is a member's
  } else if (reduction.footprint && reduction.lowest) {
    access.address = anyFrom(model, reduction);
    item.size = static_cast<uint32_t>(reduction.footprint->elementSize);
  } else {
    item.size = reduction.size;
  }
}

/// Equal for accesses of which one stands for all.
std::string keyOf(const ProgramIndex &index, const MemoryAccess &access,
                  const EffectItem &item) {
  std::string key =
      access.reduction >= 0
          ? "reduction " + std::to_string(access.reduction) + ":" +
                std::to_string(ir::index(index.nodeOf(access.stmt)))
          : placeKey(index, access, item);
  return key + (access.isWrite() ? "w" : "r");
}

/// What stands for other accesses, by their key.
class Standing {
public:
  /// False where another stands for it: one that is nowhere said to be less.
  bool add(const std::string &key, const std::optional<isl::set> &bounds) {
    std::vector<std::optional<isl::set>> &known = known_[key];
    for (const std::optional<isl::set> &other : known)
      if (!other || (bounds && isl_ext::isSaidAlike(*other, *bounds)))
        return false;
    known.push_back(bounds);
    return true;
  }

private:
  std::map<std::string, std::vector<std::optional<isl::set>>> known_;
};

void collect(AccessAnalysis &a) {
  const LoopContext &context = a.context;
  const ProgramIndex &index = context.index;
  Standing standing;
  std::set<ObjectId> own = heapsOfIterations(context, a.scalars);
  own.insert(a.found.own.begin(), a.found.own.end());
  std::vector<MemoryAccess> all =
      collectAccesses(context.model, context.model.stmts());
  if (context.options.followsMonotonic)
    context.monotonic.bound(all);
  for (MemoryAccess &access : all) {
    EffectItem item = *access.item;
    if (mayHoldOwnOrHidden(a, own, item.objects))
      item.objects.ids.eraseIf(
          [&](ObjectId id) { return own.contains(id) || index.isHidden(id); });
    ObjectId named = index.namedObject(item);
    if ((item.objects.ids.empty() && !item.objects.unknown) ||
        (isValid(named) && a.found.own.contains(named)))
      continue;
    if (std::optional<Value> byte = anyByteOf(context.model, access)) {
      access.address = std::move(byte);
      item.size = 1;
    }
    if (std::optional<Value> element = anyElementOf(context.model, access))
      access.address = std::move(element);
    access.reduction = reductionAt(a, access);
    // Many statements repeat an access.
    if ((access.reduction >= 0 || access.address) &&
        !standing.add(keyOf(index, access, item), access.bounds))
      continue;
    a.items.push_back(std::move(item));
    access.item = &a.items.back();
    if (access.reduction >= 0)
      standForReduction(context.model, a.reductionOf(access), access,
                        a.items.back());
    a.accesses.push_back(std::move(access));
  }
}

isl::set iterationsInOrder(const LoopContext &context) {
  AffineModel &model = context.model;
  Polynomial iterator = Polynomial::symbol(context.shape->iterator);
  isl::pw_aff first = model.toIsl(iterator, kFirst);
  isl::pw_aff second = model.toIsl(iterator, kSecond);
  return context.shape->step > 0 ? first.lt_set(second) : first.gt_set(second);
}

} // namespace

AccessAnalysis::AccessAnalysis(const LoopContext &context,
                               const ScalarEvidence &scalars,
                               const std::vector<MemoryReduction> &reductions)
    : context(context), scalars(scalars), memory(scalars.selected),
      inOrder(iterationsInOrder(context)) {
  memory.insert(memory.end(), reductions.begin(), reductions.end());
  found.own = scalars.own;
  collect(*this);
  overlap = std::make_unique<Overlap>(context.model, accesses, &disjointRows);
}

} // namespace hocket::polyhedral
