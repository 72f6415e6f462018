// SPDX-License-Identifier: Apache-2.0
//
// What the readers of functions and statements share while one unit is read:
// positions in its text, types, and the objects and functions that its
// declarations stand for (across units where linkage is external).
#pragma once

#include "frontend/unit/OwnOptions.h"
#include "frontend/unit/ProgramBuilder.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>
#include <string>

namespace hocket::frontend {

/// Thrown and caught within the reading of one function: it cannot be
/// described.
struct NotAnalysable {
  std::string why;
};

struct FunctionFacts;

/// long: what every reader asks about a unit: text, types and objects, each in
/// a file of its own, over one table of declarations.
class UnitReader {
public:
  UnitReader(clang::ASTContext &ast, ProgramBuilder &builder, ir::UnitId unit,
             bool strictAliasing);

  clang::ASTContext &ast;
  ProgramBuilder &builder;
  const ir::UnitId unit;

  // --- text (UnitText.cpp) ---
  /// Position of a token in the unit's text; throws NotAnalysable outside it.
  uint32_t begin(clang::SourceLocation location) const;
  /// Position after the token that starts at `location`.
  uint32_t end(clang::SourceLocation location) const;
  ir::TextRange range(clang::SourceRange range) const;
  ir::TextRange range(uint32_t begin, uint32_t end) const;
  /// Position after the `;` that follows `position`, white space and line
  /// markers aside.
  uint32_t pastSemicolon(uint32_t position) const;
  SourceLocation location(clang::SourceLocation location) const;
  bool isInText(clang::SourceLocation location) const;

  // --- types (Types.cpp) ---
  ir::CType cType(clang::QualType type) const;
  /// See ir::Access::declared.
  std::string declaredType(clang::QualType type) const;
  /// Canonical text for alias analysis; "char" where anything may alias.
  std::string typeName(clang::QualType type) const;
  /// The same for an access through `lvalue`: members of unions alias.
  std::string typeName(const clang::Expr *lvalue) const;
  Shape shapeOf(clang::QualType type) const;
  /// Bytes; 0 for incomplete and variable length types.
  uint64_t sizeOf(clang::QualType type) const;
  /// True for a type, or a type made of one, that a function declares.
  static bool isLocalType(clang::QualType type);

  // --- objects (Objects.cpp) ---
  /// The name in the source, where ParseUnit had to change it.
  static std::string nameOf(const clang::NamedDecl *decl);
  ir::ObjectId object(const clang::VarDecl *decl);
  ir::FunctionId function(const clang::FunctionDecl *decl);
  /// The function of the C library with this name, declared or not.
  ir::FunctionId libraryFunction(const std::string &name,
                                 const clang::FunctionDecl *like);
  ir::ObjectId stringObject(const clang::Expr *literal);
  /// The object of a compound literal.
  ir::ObjectId literalObject(const clang::CompoundLiteralExpr *literal,
                             ir::FunctionId owner);
  /// Fills the initial pointers of an object with static storage.
  void readInitialPointers(ir::ObjectId id, const clang::VarDecl *decl);
  ir::ObjectId heapObject(const std::string &callee, SourceLocation location);
  /// Holds what the function that is being read gets without a parameter.
  ir::ObjectId variableArguments();

  /// Why a body is not read though it is there; empty if it may be.
  std::string cannotRead(const clang::FunctionDecl *decl) const;

  /// Function whose body is being read; owner of the locals that appear.
  ir::FunctionId currentFunction = ir::FunctionId::None;
  /// Its facts, once they are known.
  const FunctionFacts *facts = nullptr;
  /// See frontend/floats/FoldedProducts.h.
  std::set<const clang::Expr *> foldedProducts, knownProducts;
  /// The unit has assembly outside functions.
  bool hasAssembly = false;

private:
  void describe(ir::Object &object, const clang::VarDecl *decl) const;
  void describeType(ir::Object &object, clang::QualType type) const;
  void mergeGlobal(ir::Object &object, const clang::VarDecl *decl);
  bool addInitialPointers(std::vector<ir::InitialPointer> &pointers,
                          const clang::APValue &value, clang::QualType type,
                          int64_t offset);
  ir::ExprId initialPointer(const clang::APValue &value);

  const bool strictAliasing_;
  const OwnOptions ownOptions_;
  std::map<const clang::Decl *, ir::ObjectId> objects_;
  std::map<const clang::Decl *, ir::FunctionId> functions_;
  std::map<const clang::Expr *, ir::ObjectId> literals_;
  std::map<ir::FunctionId, ir::ObjectId> variableArguments_;
};

} // namespace hocket::frontend
