// SPDX-License-Identifier: Apache-2.0
#include "speculation/StateSteps.h"

#include "ir/Tree.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace hocket::speculation {

using namespace ir;

namespace {

class Steps {
public:
  Steps(const Program &program, FunctionId function, const Access &write)
      : program_(program), place_(program.text(write.text)),
        isAddress_(isPointer(write)) {
    if (isValid(program[function].body))
      stmts_ = allStmts(program, program[function].body);
  }

  /// All that the statement reads is the place, constants, and variables of
  /// which the same is true.
  bool followsFromPlace(const Stmt &stmt) {
    return !stmt.computesFloats && !stmt.isOpaque && stmt.calls.empty() &&
           std::all_of(stmt.accesses.begin(), stmt.accesses.end(),
                       [&](const Access &access) {
                         return access.kind == AccessKind::Write ||
                                isFromPlace(access);
                       });
  }

private:
  bool isFromPlace(const Access &read) {
    if (program_.text(read.text) == place_)
      return true;
    if (!isValid(read.address) ||
        program_[read.address].kind != ExprKind::AddrOf)
      return isConstant(read);
    const Object &object = program_[program_[read.address].object];
    if (object.kind == ObjectKind::Param)
      return isWay(read);
    return object.kind == ObjectKind::Local && object.isScalar
               ? isWay(read) || isFromPlace(object.id)
               : isConstant(read);
  }

  /// A member beside the state, as is a generator's increment, is taken for
  /// one that stays.
  bool isConstant(const Access &read) const {
    std::string_view text = program_.text(read.text);
    std::size_t arrow = place_.rfind("->"), dot = place_.rfind('.');
    std::size_t end = arrow != place_.npos ? arrow + 2
                      : dot != place_.npos ? dot + 1
                                           : 0;
    return end > 0 && text.substr(0, end) == place_.substr(0, end);
  }

  /// It leads to the place; of one that is an address itself, more may come.
  bool isWay(const Access &read) const {
    return !isAddress_ && isPointer(read);
  }

  static bool isPointer(const Access &access) {
    return access.type.find('*') != std::string::npos;
  }

  /// Whatever the function assigns to the variable.
  bool isFromPlace(ObjectId variable) {
    if (!seen_.insert(variable).second)
      return true;
    bool isWritten = false;
    for (StmtId id : stmts_) {
      const Stmt &stmt = program_[id];
      if (!writes(stmt, variable))
        continue;
      isWritten = true;
      if (!followsFromPlace(stmt))
        return false;
    }
    return isWritten;
  }

  bool writes(const Stmt &stmt, ObjectId variable) const {
    return stmt.declares == variable ||
           std::any_of(stmt.accesses.begin(), stmt.accesses.end(),
                       [&](const Access &access) {
                         return access.kind == AccessKind::Write &&
                                isValid(access.address) &&
                                program_[access.address].kind ==
                                    ExprKind::AddrOf &&
                                program_[access.address].object == variable;
                       });
  }

  const Program &program_;
  const std::string_view place_;
  const bool isAddress_;
  std::vector<StmtId> stmts_;
  std::set<ObjectId> seen_;
};

} // namespace

bool isStateStep(const Program &program, FunctionId function, const Stmt &stmt,
                 const Access &write) {
  return write.size > 0 && write.size <= 8 &&
         Steps(program, function, write).followsFromPlace(stmt);
}

} // namespace hocket::speculation
