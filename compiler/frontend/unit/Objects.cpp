// SPDX-License-Identifier: Apache-2.0
//
// Declarations to objects and functions. Names with external linkage are one
// object across all units; what several units say of it is merged so that the
// result claims no more than all of them.

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Attr.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

/// The name by which the linker knows a declaration, where that is not its own:
/// another name for the same thing must not become another object.
std::string linkName(const NamedDecl *decl) {
  if (const auto *alias = decl->getAttr<AliasAttr>())
    return alias->getAliasee().str();
  if (const auto *weak = decl->getAttr<WeakRefAttr>();
      weak && !weak->getAliasee().empty())
    return weak->getAliasee().str();
  // `extern int b __asm__("a");`, or #pragma redefine_extname
  if (const auto *label = decl->getAttr<AsmLabelAttr>();
      label && isa<VarDecl>(decl))
    return label->getLabel().str();
  return UnitReader::nameOf(decl);
}

} // namespace

std::string UnitReader::nameOf(const NamedDecl *decl) {
  llvm::StringRef name = decl->getName();
  name.consume_front("hocket_gcc");
  return name.str();
}

void UnitReader::describeType(Object &o, QualType type) const {
  o.type = cType(type);
  o.pointerType = cType(ast.getPointerType(type));
  o.size = type->isFunctionType() ? 0 : sizeOf(type);
  o.isVariablyModified = type->isVariablyModifiedType();
  QualType value = ast.getCanonicalType(type);
  if (const auto *atomic = value->getAs<AtomicType>()) {
    o.isVolatile = true;
    value = ast.getCanonicalType(atomic->getValueType());
  }
  QualType element = ast.getBaseElementType(value);
  o.isScalar = value->isScalarType();
  o.isArray = value->isArrayType();
  o.isPointer = value->isAnyPointerType();
  o.isFloat = value->isRealFloatingType() || value->isAnyComplexType();
  o.isConst = value.isConstQualified() || element.isConstQualified();
  o.isVolatile |= value.isVolatileQualified() || element.isVolatileQualified();
  o.isRestrict = value.isRestrictQualified();
  if (o.isScalar) {
    Shape shape = shapeOf(value);
    o.bits = shape.bits;
    o.isSigned = shape.isSigned && !o.isFloat;
  }
}

void UnitReader::describe(Object &o, const VarDecl *decl) const {
  o.name = decl->getNameAsString();
  o.location = location(decl->getLocation());
  describeType(o, decl->getType());
  o.isThreadLocal = decl->getTLSKind() != VarDecl::TLS_None;
  o.isRegister = decl->getStorageClass() == clang::SC_Register;
  o.hasInitializer = decl->hasInit();
  // An alignment or section is lost when the type is written elsewhere.
  if (decl->hasAttr<AlignedAttr>() || decl->hasAttr<SectionAttr>())
    o.type.isNameable = false;
  // A variable bound to a register, or to a symbol that another may name too,
  // is not memory that we understand.
  if (decl->hasAttr<AsmLabelAttr>())
    o.isVolatile = true;
  // There may be no such variable: `if (&x) x += y` is all that may touch it.
  if (decl->hasAttr<WeakAttr>() &&
      decl->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
    o.isVolatile = true;
}

void UnitReader::mergeGlobal(Object &o, const VarDecl *decl) {
  Object other;
  describe(other, decl);
  if (other.size > o.size) {
    o.size = other.size;
    o.type = other.type;
    o.pointerType = other.pointerType;
  }
  o.isConst &= other.isConst;
  o.isVolatile |= other.isVolatile;
  o.isThreadLocal |= other.isThreadLocal;
  o.hasInitializer |= other.hasInitializer;
  o.type.isNameable &= other.type.isNameable;
  if (o.isScalar != other.isScalar || o.bits != other.bits ||
      o.isPointer != other.isPointer || o.isFloat != other.isFloat)
    o.isVolatile = true; // two types for one object: leave it alone
}

ObjectId UnitReader::object(const VarDecl *decl) {
  decl = decl->getCanonicalDecl();
  if (auto found = objects_.find(decl); found != objects_.end())
    return found->second;
  const VarDecl *best = decl->getDefinition();
  if (!best)
    best = const_cast<VarDecl *>(decl)->getActingDefinition();
  if (!best)
    best = decl->getMostRecentDecl();

  bool isExternal = decl->hasExternalFormalLinkage();
  if (isExternal) {
    std::string name = linkName(best);
    if (auto found = builder.externalObjects.find(name);
        found != builder.externalObjects.end()) {
      mergeGlobal(builder.object(found->second), best);
      return objects_[decl] = found->second;
    }
  }
  Object o;
  describe(o, best);
  if (llvm::isa<ParmVarDecl>(decl)) {
    o.kind = ObjectKind::Param;
    o.function = currentFunction;
    o.unit = unit;
  } else if (decl->isStaticLocal()) {
    o.kind = ObjectKind::Static;
    o.function = currentFunction;
    o.unit = unit;
  } else if (decl->hasGlobalStorage()) {
    o.kind = ObjectKind::Global;
    o.unit = isExternal ? UnitId::None : unit;
  } else {
    o.kind = ObjectKind::Local;
    o.function = currentFunction;
    o.unit = unit;
  }
  ObjectId id = builder.addObject(std::move(o));
  if (isExternal)
    builder.externalObjects[linkName(best)] = id;
  return objects_[decl] = id;
}

FunctionId UnitReader::function(const FunctionDecl *decl) {
  decl = decl->getCanonicalDecl();
  if (auto found = functions_.find(decl); found != functions_.end())
    return found->second;
  bool isExternal = decl->hasExternalFormalLinkage();
  const FunctionDecl *recent = decl->getMostRecentDecl();
  std::string name = linkName(recent);
  FunctionId id = FunctionId::None;
  if (isExternal)
    if (auto found = builder.externalFunctions.find(name);
        found != builder.externalFunctions.end())
      id = found->second;
  if (!isValid(id)) {
    Function f;
    f.name = name;
    f.location = location(decl->getLocation());
    f.isStatic = !isExternal;
    id = builder.addFunction(std::move(f));
    if (isExternal)
      builder.externalFunctions[name] = id;
    functions_[decl] = id;
    Object o;
    o.kind = ObjectKind::Function;
    o.name = name;
    o.unit = isExternal ? UnitId::None : unit;
    o.function = id;
    o.location = location(decl->getLocation());
    o.isConst = true;
    o.type = cType(decl->getType());
    o.pointerType = cType(ast.getPointerType(decl->getType()));
    ObjectId object = builder.addObject(std::move(o));
    builder.function(id).object = object;
  }
  Function &f = builder.function(id);
  f.isVariadic |= decl->isVariadic() && decl->hasPrototype();
  f.returnsVoid = decl->getReturnType()->isVoidType();
  f.resultType = cType(decl->getReturnType());
  f.isNoReturn |= recent->isNoReturn();
  f.isPure |= recent->hasAttr<PureAttr>() || recent->hasAttr<ConstAttr>();
  return functions_[decl] = id;
}

FunctionId UnitReader::libraryFunction(const std::string &name,
                                       const FunctionDecl *like) {
  if (auto found = builder.externalFunctions.find(name);
      found != builder.externalFunctions.end())
    return found->second;
  Function f;
  f.name = name;
  f.location = location(like->getLocation());
  f.isVariadic = like->isVariadic();
  f.returnsVoid = like->getReturnType()->isVoidType();
  f.resultType = cType(like->getReturnType());
  f.isNoReturn = like->isNoReturn();
  f.isPure = like->hasAttr<PureAttr>() || like->hasAttr<ConstAttr>();
  FunctionId id = builder.addFunction(std::move(f));
  builder.externalFunctions[name] = id;
  Object o;
  o.kind = ObjectKind::Function;
  o.name = name;
  o.function = id;
  o.isConst = true;
  o.type = cType(like->getType());
  o.pointerType = cType(ast.getPointerType(like->getType()));
  ObjectId object = builder.addObject(std::move(o));
  builder.function(id).object = object;
  return id;
}

ObjectId UnitReader::stringObject(const clang::Expr *literal) {
  if (auto found = literals_.find(literal); found != literals_.end())
    return found->second;
  Object o;
  o.kind = ObjectKind::String;
  o.location = location(literal->getExprLoc());
  o.name = std::string("string:") + std::to_string(o.location.line);
  o.unit = unit;
  o.size = sizeOf(literal->getType());
  o.isArray = true;
  o.isConst = true;
  o.isAddressTaken = true;
  o.hasInitializer = true;
  o.initialPointersKnown = true;
  return literals_[literal] = builder.addObject(std::move(o));
}

ObjectId UnitReader::literalObject(const CompoundLiteralExpr *literal,
                                   FunctionId owner) {
  if (auto found = literals_.find(literal); found != literals_.end())
    return found->second;
  Object o;
  describeType(o, literal->getType());
  o.kind = literal->isFileScope() ? ObjectKind::Global : ObjectKind::Local;
  o.location = location(literal->getExprLoc());
  o.name = std::string("literal:") + std::to_string(o.location.line);
  o.unit = unit;
  o.function = owner;
  o.isAddressTaken = true;
  o.isLiteral = true;
  o.hasInitializer = true;
  o.type.isNameable = false;
  return literals_[literal] = builder.addObject(std::move(o));
}

ObjectId UnitReader::variableArguments() {
  auto [known, isNew] =
      variableArguments_.try_emplace(currentFunction, ObjectId::None);
  if (!isNew)
    return known->second;
  Object o;
  o.kind = ObjectKind::Param;
  o.name = "...";
  o.unit = unit;
  o.function = currentFunction;
  o.isScalar = o.isPointer = true;
  o.bits = static_cast<uint8_t>(builder.pointerShape().bits);
  o.size = o.bits / 8;
  o.isAddressTaken = true; // they are memory
  o.type.isNameable = false;
  return known->second = builder.addObject(std::move(o));
}

ObjectId UnitReader::heapObject(const std::string &callee,
                                SourceLocation location) {
  Object o;
  o.kind = ObjectKind::Heap;
  o.name = callee + ":" + std::to_string(location.line);
  o.location = std::move(location);
  o.unit = unit;
  o.function = currentFunction;
  o.isAddressTaken = true;
  return builder.addObject(std::move(o));
}

} // namespace hocket::frontend
