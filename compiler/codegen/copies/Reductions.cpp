// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/Reductions.h"

namespace hocket::codegen {

using namespace ir;
using polyhedral::ReductionObject;

namespace {

/// Least or greatest value of an integer type.
std::string extreme(const ReductionObject &o, bool greatest) {
  if (o.bits > 64) {
    std::string all = "~(unsigned __int128)0";
    if (!o.isSigned)
      return greatest ? all : "0";
    std::string max = "(__int128)(" + all + " >> 1)";
    return greatest ? max : "(-" + max + " - 1)";
  }
  std::string bits = std::to_string(o.bits);
  if (!o.isSigned)
    return greatest ? (o.bits == 64 ? "~0ULL" : "((1ULL << " + bits + ") - 1)")
                    : "0";
  std::string max = o.bits == 64
                        ? "0x7fffffffffffffffLL"
                        : "((1LL << " + std::to_string(o.bits - 1) + ") - 1)";
  return greatest ? max : "(-" + max + " - 1)";
}

/// The unsigned type that partial results have, or empty: the target's own.
std::string unsignedType(const ReductionObject &r) {
  bool wraps = r.op == UpdateOp::Add || r.op == UpdateOp::Mul;
  if (!wraps || r.isFloat || !r.isSigned || r.bits < 32)
    return "";
  if (r.bits > 64)
    return "unsigned __int128";
  return r.bits == 64 ? "unsigned long long" : "unsigned";
}

} // namespace

std::string partialType(const ReductionObject &reduction) {
  std::string type = unsignedType(reduction);
  return type.empty() ? reduction.type : type;
}

std::string identity(const ReductionObject &reduction) {
  switch (reduction.op) {
  case UpdateOp::Add:
  case UpdateOp::Or:
  case UpdateOp::Xor:
  case UpdateOp::LogicalOr:
    return "0";
  case UpdateOp::Mul:
  case UpdateOp::LogicalAnd:
    return "1";
  case UpdateOp::And:
    return "-1"; // all ones, in every integer type
  case UpdateOp::Min:
    return reduction.isFloat ? "__builtin_inf()" : extreme(reduction, true);
  case UpdateOp::Max:
    return reduction.isFloat ? "-__builtin_inf()" : extreme(reduction, false);
  }
  return "0";
}

std::string combineStatement(const ReductionObject &reduction,
                             const std::string &target,
                             const std::string &value) {
  std::string type = unsignedType(reduction);
  if (!type.empty())
    return target + " = (" + reduction.type + ")((" + type + ")" + target +
           (reduction.op == UpdateOp::Add ? " + " : " * ") + value + ");";
  switch (reduction.op) {
  case UpdateOp::Add:
    return target + " += " + value + ";";
  case UpdateOp::Mul:
    return target + " *= " + value + ";";
  case UpdateOp::And:
    return target + " &= " + value + ";";
  case UpdateOp::Or:
    return target + " |= " + value + ";";
  case UpdateOp::Xor:
    return target + " ^= " + value + ";";
  case UpdateOp::Min:
    return target + " = " + value + " < " + target + " ? " + value + " : " +
           target + ";";
  case UpdateOp::Max:
    return target + " = " + value + " > " + target + " ? " + value + " : " +
           target + ";";
  case UpdateOp::LogicalAnd:
    return target + " = " + target + " && " + value + ";";
  case UpdateOp::LogicalOr:
    return target + " = " + target + " || " + value + ";";
  }
  return "";
}

} // namespace hocket::codegen
