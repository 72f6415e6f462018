// SPDX-License-Identifier: Apache-2.0
//
// The accesses under a model's root, each with its address where that is known.
#pragma once

#include "symbolic/AffineModel.h"
#include "symbolic/Subscripts.h"

#include <vector>

namespace hocket::polyhedral {

/// Bytes that updates reach from one base, by offsets of which no more is known
/// than how they are computed.
struct UpdateFootprint {
  struct Offset {
    std::vector<ir::ExprId> terms; ///< in bytes; their sum
    ir::StmtId stmt = ir::StmtId::None;
  };
  std::vector<Offset> offsets;
  int64_t elementSize = 0;
  /// Instead: all of this variable, whose size is known at run time alone.
  ir::ObjectId whole = ir::ObjectId::None;
};

struct MemoryAccess {
  ir::StmtId stmt = ir::StmtId::None;
  const analysis::EffectItem *item = nullptr;
  /// Of the first byte; always with a base. Empty: anywhere in item->objects.
  std::optional<Value> address;
  /// What the address is relative to, also where it is not known itself.
  std::optional<Base> base;
  /// What holds of the symbols whenever the access happens (Subscripts.h).
  std::optional<isl::set> bounds;
  /// Parts of the address that `bounds` keep within arrays of declared length,
  /// innermost first.
  std::vector<BoundedPart> parts;
  /// Position of the reduction that it stands for, with all bytes of that; or
  /// -1.
  int reduction = -1;
  /// Its reduction's, if that has no fixed extent; then there is no address, or
  /// one with an unknown in it.
  const UpdateFootprint *footprint = nullptr;

  /// The address, or as much of it as is known: only its base counts then.
  std::optional<Value> place() const {
    return address || !base ? address : Value{base, Polynomial(), 0};
  }
  bool isWrite() const { return item->kind == ir::AccessKind::Write; }
};

/// The access of an item, with what the model knows of it.
MemoryAccess makeAccess(AffineModel &model, const analysis::EffectItem &item,
                        ir::StmtId stmt);

/// Items of the statements that touch ordinary memory (no Hidden objects but
/// `external`), in order.
std::vector<MemoryAccess> collectAccesses(AffineModel &model,
                                          const std::vector<ir::StmtId> &stmts);

/// Memory reached from one base is never reached from the other while the
/// model's root runs, whatever the subscripts.
bool basesAreDisjoint(const ProgramIndex &index, ir::NodeId modelRoot,
                      const Base &a, const Base &b);
inline bool basesAreDisjoint(const AffineModel &model, const Base &a,
                             const Base &b) {
  return basesAreDisjoint(model.index(), model.root(), a, b);
}

/// Its value is null or the first byte of an object: what two different ones
/// lead to is disjoint.
bool startsObject(const ProgramIndex &index, const Base &base);

/// The value is all of the address, not what is left of it in fewer bits.
bool isWhole(const ir::Program &program, ir::ExprId address,
             const Value &value);

/// Both are known, and the same place.
bool areSamePlace(const std::optional<Value> &a, const std::optional<Value> &b);

/// Equal for accesses of one model that run alike and have the same address,
/// size and type, whatever their bounds are.
/// \param access with an address
std::string placeKey(const ProgramIndex &index, const MemoryAccess &access,
                     const analysis::EffectItem &item);

/// The item touches nothing but Hidden objects.
bool isHiddenOnly(const ProgramIndex &index, const analysis::EffectItem &item);

/// The C text of an access, shortened; for remarks.
std::string textOf(const ir::Program &program,
                   const analysis::EffectItem &item);

} // namespace hocket::polyhedral
