// SPDX-License-Identifier: Apache-2.0
#include "symbolic/Blocks.h"

#include "dataflow/BlockCalls.h"

namespace hocket::polyhedral {

namespace {

/// The number of bytes, which no object has 2^(bits - 1) of. A residue will do:
/// what is less than that and congruent to p modulo 2^bits is p, unless p is
/// -2^(bits - 1) or less.
std::optional<Polynomial> bytesOf(AffineModel &model, const BlockAccess &block,
                                  ir::StmtId stmt) {
  const ir::Expr &type = model.program()[block.size];
  std::optional<Value> size = model.valueAt(block.size, stmt);
  if (!size || size->base || type.bits < 32 ||
      (size->wrapBits != 0 && size->wrapBits < type.bits) ||
      !model.isLinear(size->polynomial))
    return std::nullopt;
  isl::val least = isl_ext::powerOfTwo(model.ctx(), type.bits - 1).neg();
  isl::set outside = model.toIsl(size->polynomial)
                         .le_set(model.universe().pw_aff_on_domain(least));
  isl::set given = model.domain(model.index().nodeOf(stmt))
                       .set.intersect(model.definitions(size->polynomial));
  if (!model.proves(given, outside))
    return std::nullopt;
  return size->polynomial.times(*Polynomial::constant(block.scale));
}

} // namespace

std::optional<Value> anyByteOf(AffineModel &model, const MemoryAccess &access) {
  if (!access.address || access.item->size != 0)
    return std::nullopt;
  std::optional<BlockAccess> block =
      blockOf(model.program(), access.stmt, *access.item);
  std::optional<Polynomial> most =
      block ? bytesOf(model, *block, access.stmt) : std::nullopt;
  if (!most || !model.isLinear(*most))
    return std::nullopt;
  std::string name = "byte " + std::to_string(ir::index(access.stmt)) + "." +
                     std::to_string(ir::index(block->from)) +
                     (block->isWrite ? "w" : "r");
  isl::pw_aff self = model.universe().param_pw_aff_on_domain(
      isl_ext::named(model.ctx(), name));
  isl::set within = self.ge_set(model.constant(0))
                        .intersect(self.lt_set(model.toIsl(*most)))
                        .intersect(model.definitions(*most));
  Value result = *access.address;
  result.polynomial.add(
      {model.bounded(name, 64, /*isSigned=*/true, std::move(within))}, 1);
  return result;
}

std::optional<BlockLength> lengthOf(AffineModel &model,
                                    const MemoryAccess &access) {
  if (!access.address || access.item->size != 0)
    return std::nullopt;
  std::optional<BlockAccess> block =
      blockOf(model.program(), access.stmt, *access.item);
  std::optional<Polynomial> bytes =
      block ? bytesOf(model, *block, access.stmt) : std::nullopt;
  if (!bytes || !model.isLinear(*bytes))
    return std::nullopt;
  return BlockLength{std::move(*bytes), block->isSure};
}

} // namespace hocket::polyhedral
