// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/OnlyWays.h"

#include "dependences/Rows.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"
#include "transformation/text/LoadedValues.h"

#include <algorithm>
#include <map>
#include <optional>

namespace hocket::transformation {

using ir::ObjectId;
using polyhedral::Base;
using polyhedral::MemoryAccess;

namespace {

class Finder {
public:
  Finder(NestModel &model, const AliasTests &tests, EntryText &entry,
         const FreshName &freshName)
      : model_(model), values_(model.model()), program_(values_.program()),
        index_(values_.index()), tests_(tests), entry_(entry),
        freshName_(freshName),
        accesses_(polyhedral::collectAccesses(values_, values_.stmts())) {}

  OnlyWays find() {
    for (const auto &[key, area] : areas())
      if (isOnlyWay(key, area))
        name(area);
    return std::move(ways_);
  }

private:
  /// By key of the base.
  std::map<std::string, Area> areas() const {
    std::map<std::string, Area> result;
    for (const MemoryAccess &access : accesses_) {
      if (!access.base)
        continue;
      Area &area = result[access.base->key];
      area.base = *access.base;
      area.accesses.push_back(access);
    }
    return result;
  }

  bool isOnlyWay(const std::string &key, const Area &area) {
    return std::all_of(
               area.accesses.begin(), area.accesses.end(),
               [&](const MemoryAccess &access) { return isByName(access); }) &&
           std::all_of(accesses_.begin(), accesses_.end(),
                       [&](const MemoryAccess &other) {
                         return (other.base && other.base->key == key) ||
                                std::all_of(area.accesses.begin(),
                                            area.accesses.end(),
                                            [&](const MemoryAccess &own) {
                                              return areApart(own, other);
                                            });
                       });
  }

  /// The nest's own text names the pointer in the address; a function that is
  /// called gets it from there, and not by itself.
  bool isByName(const MemoryAccess &access) {
    if (index_.isCopy(access.stmt) || !isValid(access.item->address))
      return false;
    // Attributes by which it may alias anything get lost.
    if (access.item->type == "char")
      return false;
    const Base &base = *access.base;
    if (base.kind == Base::Kind::Loaded)
      return access.item->via.empty() &&
             holds(access.item->address, [&](const ir::Expr &expr) {
               return expr.kind == ir::ExprKind::Load &&
                      polyhedral::areSamePlace(
                          values_.valueAt(expr.operands.front(), access.stmt),
                          *base.cell);
             });
    bool isOwn = base.kind == Base::Kind::Pointer &&
                 (program_[base.object].kind == ir::ObjectKind::Local ||
                  program_[base.object].kind == ir::ObjectKind::Param);
    return (isOwn || access.item->via.empty()) &&
           holds(access.item->address, [&](const ir::Expr &expr) {
             return expr.kind == ir::ExprKind::Var &&
                    expr.object == base.object;
           });
  }

  template <typename Fn> bool holds(ir::ExprId root, const Fn &isWanted) const {
    const ir::Expr &expr = program_[root];
    return isWanted(expr) ||
           std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](ir::ExprId operand) {
                         return isValid(operand) && holds(operand, isWanted);
                       });
  }

  bool areApart(const MemoryAccess &x, const MemoryAccess &y) {
    if ((!x.isWrite() && !y.isWrite()) ||
        !polyhedral::objectsMayOverlap(index_, *x.item, *y.item))
      return true;
    if (!y.base)
      return false;
    return tests_.apart.count(std::minmax(x.base->key, y.base->key)) != 0 ||
           polyhedral::basesAreDisjoint(values_, *x.base, *y.base) ||
           polyhedral::Rows(values_).areApart(x, y) ||
           (values_.typesExclude(*x.item, x.address, *y.item, y.address) &&
            polyhedral::typesNeverChange(index_, *x.item, *y.item));
  }

  void name(const Area &area) {
    const Base &base = area.base;
    if (base.kind == Base::Kind::Pointer)
      nameVariable(base);
    else if (base.kind == Base::Kind::Loaded)
      nameLoaded(area);
  }

  void nameVariable(const Base &base) {
    const ir::Object &pointer = program_[base.object];
    if (!pointer.isPointer || !pointer.type.isNameable ||
        !pointer.type.needs.empty() || !index_.isNamedOnly(base.object) ||
        values_.mayBeWritten(base.object))
      return;
    std::string local = freshName_("ht_" + pointer.name);
    declare(pointer.type.declare("restrict " + local), pointer.name);
    ways_.variables[base.object] = local;
  }

  void nameLoaded(const Area &area) {
    std::string type = entry_.typeOfPointer(area.base);
    if (type.empty())
      return;
    std::string local = freshName_("ht_p");
    ir::Replacements loads;
    for (const MemoryAccess &access : area.accesses) {
      ir::Replacements here =
          loadsFrom(model_, *area.base.cell, type, local, {access.stmt});
      if (here.empty())
        return; // it comes from elsewhere
      loads.insert(loads.end(), here.begin(), here.end());
    }
    declare(type + "restrict " + local, *entry_.pointer(area.base));
    ways_.loads.insert(ways_.loads.end(), loads.begin(), loads.end());
  }

  void declare(const std::string &declarator, const std::string &value) {
    ways_.open += "{\n" + declarator + " = " + value + ";\n";
    ways_.close += "}\n";
  }

  NestModel &model_;
  polyhedral::AffineModel &values_;
  const ir::Program &program_;
  const polyhedral::ProgramIndex &index_;
  const AliasTests &tests_;
  EntryText &entry_;
  const FreshName &freshName_;
  std::vector<MemoryAccess> accesses_;
  OnlyWays ways_;
};

} // namespace

OnlyWays onlyWays(NestModel &model, const AliasTests &tests, EntryText &entry,
                  const FreshName &freshName) {
  return Finder(model, tests, entry, freshName).find();
}

} // namespace hocket::transformation
