// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/Movable.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

namespace {

std::string problemWithNames(const Program &program, const TextRange &range) {
  for (const Hole &hole : holesIn(program, range)) {
    const Object &o = program[hole.object];
    bool isOfFunction = o.kind == ObjectKind::Local ||
                        o.kind == ObjectKind::Param ||
                        o.kind == ObjectKind::Static;
    if (o.isThreadLocal)
      return "it uses '" + o.name + "', which each thread has for itself";
    if (o.isRegister && !o.isScalar)
      return "'" + o.name + "' is declared register, so no task can reach it";
    if (isOfFunction && !o.type.isNameable)
      return "the type of '" + o.name + "' has a meaning in its function only";
    // The copy of a declaration that moves along would be another object than
    // the one that the sequential version keeps its values in.
    bool isConstant = o.isConst && !o.isAddressTaken;
    if (hole.isDeclarator && o.kind == ObjectKind::Static && !isConstant)
      return "it declares the static variable '" + o.name + "'";
  }
  return "";
}

std::string problemWith(const Program &program,
                        const analysis::Effects &effects, StmtId stmt) {
  const Stmt &s = program[stmt];
  const analysis::StmtEffects &e = effects.stmts[index(stmt)];
  auto atLine = [&](const char *what) {
    return "line " + std::to_string(s.location.line) + " " + what;
  };
  if (s.usesLocalName)
    return atLine("uses a type or constant that is declared in its function");
  if (s.isOpaque || e.isUnknown)
    return atLine("may touch anything");
  if (e.needsCallingThread)
    return atLine("has to be done by the thread that comes to it");
  if (std::any_of(
          e.items.begin(), e.items.end(),
          [](const analysis::EffectItem &item) { return item.isVolatile; }))
    return atLine("touches something volatile or atomic");
  return "";
}

} // namespace

std::string whyNotMoved(const Program &program,
                        const analysis::Effects &effects, NodeId node) {
  const Node &n = program[node];
  if (n.hasOuterCase)
    return "it holds a 'case' of a switch around it";
  std::string problem = problemWithNames(program, n.text);
  for (StmtId stmt : allStmts(program, node)) {
    if (!problem.empty())
      break;
    problem = problemWith(program, effects, stmt);
  }
  return problem;
}

bool isMovableDeclaration(const Program &program, StmtId stmt) {
  const Stmt &s = program[stmt];
  if (s.kind != StmtKind::Declaration || !isValid(s.declares))
    return false;
  const Object &o = program[s.declares];
  if (o.kind != ObjectKind::Local || o.isVariablyModified || o.isConst ||
      o.size == 0 || !o.type.isNameable)
    return false;
  return !o.hasInitializer || (o.isScalar && !s.initText.empty());
}

bool isExpandable(const Program &program, NodeId node) {
  const Node &n = program[node];
  if (n.hasLabel || n.exits.any())
    return false;
  if (const Loop *loop = n.as<Loop>()) {
    // A part has its text in common with others.
    if (loop->part || !isValid(loop->condition) ||
        program[loop->body].exits.any())
      return false;
    // `for (int i = 0, j = 1; ...)` and `for (struct s x = ...` stay whole.
    if (isValid(loop->init) &&
        program[loop->init].kind == StmtKind::Declaration &&
        !isMovableDeclaration(program, loop->init))
      return false;
  } else if (!n.as<Branch>()) {
    return false;
  }
  // Every declaration at the levels below must become storage of the region.
  for (NodeId child : childrenOf(program, node)) {
    std::vector<NodeId> work{child};
    while (!work.empty()) {
      NodeId id = work.back();
      work.pop_back();
      if (const Block *block = program[id].as<Block>())
        work.insert(work.end(), block->children.begin(), block->children.end());
      else if (const ir::Leaf *leaf = program[id].as<ir::Leaf>())
        if (program[leaf->stmt].kind == StmtKind::Declaration &&
            !isMovableDeclaration(program, leaf->stmt))
          return false;
    }
  }
  return true;
}

} // namespace hocket::taskgraph
