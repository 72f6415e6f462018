// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/SafeToRun.h"

#include <algorithm>
#include <cctype>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::StmtId;

bool isWithinObject(AffineModel &model, const EffectItem &item,
                    const std::optional<Value> &address,
                    const isl::set &given) {
  if (!address || address->base->kind != Base::Kind::Object || item.size == 0 ||
      !model.isLinear(address->polynomial))
    return false;
  // What is known modulo the width of addresses is known.
  if (address->wrapBits != 0 &&
      (!isValid(item.address) ||
       address->wrapBits < model.program()[item.address].bits))
    return false;
  const ir::Object &object = model.program()[address->base->object];
  if (object.size < item.size || object.isVariablyModified)
    return false;
  isl::pw_aff offset = model.toIsl(address->polynomial);
  isl::set outside = offset.lt_set(model.constant(0))
                         .unite(offset.gt_set(model.constant(
                             static_cast<int64_t>(object.size - item.size))));
  isl::set runs = given.intersect(model.definitions(address->polynomial));
  return model.withTypeRanges(runs.intersect(outside)).is_empty();
}

bool dividesByConstants(const ir::Program &program,
                        const ir::TextRange &range) {
  std::string_view text = program.text(range);
  auto skip = [&](std::size_t at, const char *what) {
    return std::min(text.find_first_not_of(what, at), text.size());
  };
  for (std::size_t at = text.find_first_of("/%"); at != std::string_view::npos;
       at = text.find_first_of("/%", at + 1)) {
    std::size_t begin = skip(at + 1, " \t\n"),
                end = skip(begin, "0123456789uUlL");
    bool isNumber =
        begin < text.size() && text[begin] >= '1' && text[begin] <= '9';
    std::size_t next = skip(end, " \t\n");
    bool isAll = next == text.size() ||
                 (!std::isalnum(static_cast<unsigned char>(text[end])) &&
                  text[end] != '.' && text[end] != '_' && text[next] != '[');
    if (!isNumber || !isAll)
      return false;
  }
  return true;
}

namespace {

bool isReadBy(const ProgramIndex &index, StmtId guard, const EffectItem &item) {
  if (!isValid(guard))
    return false;
  const std::vector<EffectItem> &items = index.itemsOf(guard);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &other) {
    return other.must && other.address == item.address &&
           other.offset == item.offset && other.size == item.size &&
           isValid(item.address);
  });
}

} // namespace

bool isSafeToRun(AffineModel &model, StmtId stmt, StmtId guard,
                 const std::function<bool(const EffectItem &)> &isKnownSafe) {
  const ProgramIndex &index = model.index();
  const ir::Program &program = model.program();
  const ir::Stmt &s = program[stmt];
  if (!s.calls.empty() || s.isOpaque || !dividesByConstants(program, s.text))
    return false;
  for (const EffectItem &item : index.itemsOf(stmt)) {
    ir::ObjectId named = index.namedObject(item);
    bool isVariable = isValid(named) && index.isWholeNamed(item, named) &&
                      program[named].isScalar;
    if (!isVariable && !(isKnownSafe && isKnownSafe(item)) &&
        !isReadBy(index, guard, item) &&
        !isWithinObject(model, item, model.addressOf(item, stmt),
                        model.domain(index.nodeOf(stmt)).set))
      return false;
  }
  return true;
}

bool isSafeWithoutOrder(AffineModel &model, const ReductionObject &reduction) {
  if (reduction.op != ir::UpdateOp::LogicalAnd &&
      reduction.op != ir::UpdateOp::LogicalOr)
    return true;
  return std::all_of(reduction.places.begin(), reduction.places.end(),
                     [&](const ReductionPlace &place) {
                       return isSafeToRun(model, place.stmt);
                     });
}

} // namespace hocket::polyhedral
