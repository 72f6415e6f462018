// SPDX-License-Identifier: Apache-2.0
//
// Grows an ir::Program: ids, expressions, and the names that units share.
// Expressions are unique: structurally equal ones have one id (Unknown and
// CallResult apart), so that later stages compare addresses by id. An
// expression that grows beyond a bound becomes Unknown, so that nobody has to
// fear the walk of a tree that is exponential in a small graph.
#pragma once

#include "ir/Program.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace hocket::frontend {

/// Width and sort of a value.
struct Shape {
  uint8_t bits = 64;
  bool isSigned = true;
  bool isPointer = false;
  bool isFloat = false;

  bool operator==(const Shape &) const = default;
};

/// long: one short method for each kind of thing that is added.
class ProgramBuilder {
public:
  ProgramBuilder();

  ir::Program program;
  /// Objects and functions with external linkage.
  std::map<std::string, ir::ObjectId> externalObjects;
  std::map<std::string, ir::FunctionId> externalFunctions;

  ir::ObjectId addObject(ir::Object object);
  ir::FunctionId addFunction(ir::Function function);
  ir::StmtId addStmt(ir::Stmt stmt);
  ir::NodeId addNode(ir::Node node);
  ir::FieldId field(const std::string &name);

  ir::Object &object(ir::ObjectId id) { return program.objects[index(id)]; }
  ir::Function &function(ir::FunctionId id) {
    return program.functions[index(id)];
  }
  ir::Stmt &stmt(ir::StmtId id) { return program.stmts[index(id)]; }
  ir::Node &node(ir::NodeId id) { return program.nodes[index(id)]; }

  /// Of addresses and of what is added to them: 64 bits for every target. C's
  /// arithmetic on pointers leaves no object, so it never wraps around, even
  /// where pointers have 32 bits (Program::pointerBytes); an index that may
  /// have, in its own type, is converted like any other narrow one.
  static constexpr Shape pointerShape() { return {64, false, true, false}; }
  static constexpr Shape offsetShape() { return {64, true, false, false}; }
  Shape shapeOf(ir::ExprId expr) const;

  ir::ExprId unknown(Shape shape, std::vector<ir::ExprId> operands = {});
  /// The variable's or the memory's value behind writes of the statement.
  ir::ExprId readLater(Shape shape, ir::ExprId onEntry);
  ir::ExprId constant(Shape shape, int64_t value);
  ir::ExprId var(ir::ObjectId object);
  ir::ExprId addressOf(ir::ObjectId object);
  /// \param shape bits 0 for an aggregate
  ir::ExprId load(Shape shape, ir::ExprId address);
  ir::ExprId callResult(Shape shape, std::size_t call);
  ir::ExprId unary(ir::ExprKind kind, Shape shape, ir::ExprId operand);
  ir::ExprId binary(ir::ExprKind kind, Shape shape, ir::ExprId left,
                    ir::ExprId right);
  ir::ExprId select(Shape shape, ir::ExprId condition, ir::ExprId then,
                    ir::ExprId otherwise);
  /// Integer conversion; left out where it preserves every value.
  ir::ExprId cast(Shape shape, ir::ExprId operand);
  /// base + offset in bytes.
  ir::ExprId offset(ir::ExprId base, int64_t bytes);
  ir::ExprId offset(ir::ExprId base, ir::ExprId bytes);
  /// `sum` itself; if it is `base` + x, with the fact that 0 <= x < extent.
  ir::ExprId within(ir::ExprId sum, ir::ExprId base, int64_t extent);

  std::optional<int64_t> constantValue(ir::ExprId expr) const;
  /// The object whose address `address` is, give or take an offset; else None.
  ir::ObjectId rootObject(ir::ExprId address) const;

private:
  ir::ExprId add(ir::Expr expr);
  std::optional<int64_t> fold(ir::ExprKind kind, Shape shape, int64_t a,
                              int64_t b) const;

  using Key = std::tuple<uint8_t, uint8_t, uint8_t, int64_t, ir::ObjectId,
                         std::vector<ir::ExprId>>;
  std::map<Key, ir::ExprId> unique_;
  std::map<std::string, ir::FieldId> fields_;
  std::vector<uint32_t> weights_; ///< by ExprId: nodes of the tree
};

} // namespace hocket::frontend
