// SPDX-License-Identifier: Apache-2.0

#include "checks/RunTimeChecks.h"

#include "llvm/Support/raw_ostream.h"

namespace hocket::polyhedral {

namespace {

void print(const RangeCheck::Side &side, llvm::raw_ostream &out) {
  if (side.guard != "1")
    out << side.guard << " && ";
  out << side.base << " + [" << side.lo << ", " << side.hi << ")";
}

} // namespace

void print(const RangeCheck &check, llvm::raw_ostream &out) {
  print(check.first, out);
  out << " apart from ";
  print(check.second, out);
}

} // namespace hocket::polyhedral
