// SPDX-License-Identifier: Apache-2.0
//
// Adding to a program: each gets the next id, and its own `id` says so.
// References into the program's vectors do not survive that.
#pragma once

#include "ir/Program.h"

#include <utility>

namespace hocket::ir {

inline NodeId append(Program &program, Node node) {
  node.id = NodeId(program.nodes.size());
  program.nodes.push_back(std::move(node));
  return program.nodes.back().id;
}

inline StmtId append(Program &program, Stmt stmt) {
  stmt.id = StmtId(program.stmts.size());
  program.stmts.push_back(std::move(stmt));
  return program.stmts.back().id;
}

inline ObjectId append(Program &program, Object object) {
  object.id = ObjectId(program.objects.size());
  program.objects.push_back(std::move(object));
  return program.objects.back().id;
}

inline ExprId append(Program &program, Expr expr) {
  program.exprs.push_back(std::move(expr));
  return ExprId(program.exprs.size() - 1);
}

} // namespace hocket::ir
