// SPDX-License-Identifier: Apache-2.0
//
// Calls. The compiler's builtin forms of library functions, checked ones
// included, appear under the name of the function they stand for, so that one
// table of the library's effects serves all. Builtins that only compute are
// part of the expression; those that do what the IR cannot say are opaque.

#include "frontend/StmtReader.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

/// How a builtin or checked function maps to the library's: its name and which
/// arguments are the checker's own.
struct LibraryForm {
  std::string name;
  std::vector<unsigned> dropped;
};

std::vector<unsigned> checkerArguments(llvm::StringRef name) {
  return llvm::StringSwitch<std::vector<unsigned>>(name)
      .Cases("memcpy", "memmove", "memset", "mempcpy", {3})
      .Cases("strcpy", "strcat", "stpcpy", {2})
      .Cases("strncpy", "strncat", "stpncpy", {3})
      .Cases("strlcpy", "strlcat", "memccpy", {3})
      .Cases("printf", "vprintf", {0})
      .Cases("fprintf", "vfprintf", {1})
      .Cases("sprintf", "vsprintf", {1, 2})
      .Cases("snprintf", "vsnprintf", {2, 3})
      .Cases("read", "pread", "fgets", {})
      .Default({});
}

/// "__builtin___memcpy_chk" is memcpy without its last argument.
LibraryForm libraryForm(llvm::StringRef name) {
  name.consume_front("__builtin_");
  if (name.starts_with("__") && name.ends_with("_chk")) {
    llvm::StringRef plain = name.drop_front(2).drop_back(4);
    std::vector<unsigned> dropped = checkerArguments(plain);
    if (!dropped.empty())
      return {plain.str(), dropped};
  }
  return {name.str(), {}};
}

enum class BuiltinKind {
  Library,
  FirstArgument,
  Pure,
  Unevaluated,
  Nothing,
  Overflow,
  Alloca,
  ArgumentList,
  Opaque
};

/// What a function that the compiler itself knows stands for.
BuiltinKind classify(const ASTContext &ast, const FunctionDecl *callee,
                     llvm::StringRef name) {
  BuiltinKind known =
      llvm::StringSwitch<BuiltinKind>(name)
          .Cases("__builtin_expect", "__builtin_expect_with_probability",
                 "__builtin_assume_aligned", BuiltinKind::FirstArgument)
          .Cases("__builtin_constant_p", "__builtin_object_size",
                 "__builtin_dynamic_object_size", "__builtin_classify_type",
                 BuiltinKind::Unevaluated)
          .Cases("__builtin_unreachable", "__builtin_assume",
                 BuiltinKind::Nothing)
          .Cases("__builtin_prefetch", "__builtin_fma", "__builtin_fmaf",
                 "__builtin_fmal", BuiltinKind::Pure)
          .Cases("__builtin_alloca", "__builtin_alloca_with_align", "alloca",
                 BuiltinKind::Alloca)
          .Cases("__builtin_va_start", "__builtin_va_end", "__builtin_va_copy",
                 BuiltinKind::ArgumentList)
          .Case("__va_start", BuiltinKind::Opaque)
          .Default(BuiltinKind::Library);
  if (known != BuiltinKind::Library)
    return known;
  if (!name.starts_with("__"))
    return BuiltinKind::Library;
  if (name.starts_with("__builtin_") && name.ends_with("_overflow"))
    return BuiltinKind::Overflow;
  unsigned id = callee->getBuiltinID();
  if (id != 0 && ast.BuiltinInfo.isConst(id))
    return BuiltinKind::Pure;
  if (id != 0 && ast.BuiltinInfo.isLibFunction(id))
    return BuiltinKind::Library;
  if (!libraryForm(name).dropped.empty())
    return BuiltinKind::Library;
  bool isReserved =
      name.starts_with("__builtin_") || name.starts_with("__sync_") ||
      name.starts_with("__atomic_") || name.starts_with("__c11_atomic_") ||
      name.starts_with("__scoped_atomic_");
  return isReserved ? BuiltinKind::Opaque : BuiltinKind::Library;
}

bool isAllocator(const FunctionDecl *callee, llvm::StringRef name) {
  if (callee->hasAttr<RestrictAttr>()) // __attribute__((malloc))
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("malloc", "calloc", "realloc", "aligned_alloc", true)
      .Cases("reallocarray", "memalign", "valloc", "pvalloc", true)
      .Cases("strdup", "strndup", true)
      // What they allocate is stored through their first argument.
      .Cases("posix_memalign", "asprintf", "vasprintf", true)
      .Default(false);
}

} // namespace

/// `__builtin_add_overflow(a, b, &r)`: stores through its third argument.
ExprId StmtReader::overflowBuiltin(const CallExpr *e) {
  std::vector<ExprId> args;
  for (const clang::Expr *arg : e->arguments())
    args.push_back(value(arg));
  if (e->getNumArgs() == 3 && e->getArg(2)->getType()->isAnyPointerType()) {
    QualType type = e->getArg(2)->getType()->getPointeeType();
    writeBytes(args[2], unit_.sizeOf(type), type,
               builder().unknown(unit_.shapeOf(type), {args[0], args[1]}),
               rangeOf(e), locationOf(e));
  }
  return unknownOf(e, std::move(args));
}

/// The address of a va_list, which is an array on some machines.
ExprId StmtReader::argumentList(const clang::Expr *list) {
  return list->isGLValue() ? address(list) : value(list);
}

void StmtReader::accessList(AccessKind kind, ExprId list, ExprId value,
                            const clang::Expr *e) {
  QualType type = unit_.ast.getBuiltinVaListType();
  Access access;
  access.kind = kind;
  access.address = list;
  access.size = static_cast<uint32_t>(unit_.sizeOf(type));
  access.type = "char";
  access.must = true;
  access.value = value;
  access.location = locationOf(e);
  addAccess(std::move(access));
}

/// What the list leads to, anywhere in it: pointers among the arguments.
ExprId StmtReader::listedPointer(ExprId list) {
  ProgramBuilder &b = builder();
  return b.offset(b.load(b.pointerShape(), list), b.unknown(b.offsetShape()));
}

/// va_start, va_copy and va_end touch the lists alone.
void StmtReader::argumentListCall(const CallExpr *e, llvm::StringRef name) {
  stmt.usesLocalName = true;
  ExprId list = argumentList(e->getArg(0));
  ProgramBuilder &b = builder();
  if (name == "__builtin_va_copy") {
    ExprId source = argumentList(e->getArg(1));
    accessList(AccessKind::Read, source, ExprId::None, e);
    return accessList(AccessKind::Write, list, listedPointer(source), e);
  }
  ExprId arguments = ExprId::None;
  if (name == "__builtin_va_start")
    arguments =
        b.offset(b.var(unit_.variableArguments()), b.unknown(b.offsetShape()));
  accessList(AccessKind::Write, list, arguments, e);
}

/// Takes the next argument off the list.
ExprId StmtReader::nextArgument(const VAArgExpr *e) {
  stmt.usesLocalName = true;
  evaluateSizes(e->getType());
  ExprId list = argumentList(e->getSubExpr());
  Shape shape = unit_.shapeOf(e->getType());
  ExprId pointer = listedPointer(list);
  accessList(AccessKind::Read, list, ExprId::None, e);
  accessList(AccessKind::Write, list, ExprId::None, e);
  return shape == builder().pointerShape() ? pointer : unknownOf(e, {pointer});
}

/// Builtins that are not calls of anything; empty: a call after all.
std::optional<ExprId> StmtReader::builtinCall(const CallExpr *e,
                                              const FunctionDecl *callee) {
  std::string name = UnitReader::nameOf(callee);
  BuiltinKind kind = classify(unit_.ast, callee, name);
  switch (kind) {
  case BuiltinKind::Library:
  case BuiltinKind::Alloca:
    stmt.isOpaque |= kind == BuiltinKind::Alloca;
    return std::nullopt;
  case BuiltinKind::Overflow:
    return overflowBuiltin(e);
  case BuiltinKind::ArgumentList:
    argumentListCall(e, name);
    return unknownOf(e);
  case BuiltinKind::Unevaluated:
    return unknownOf(e);
  case BuiltinKind::FirstArgument: {
    ExprId first = value(e->getArg(0));
    for (unsigned i = 1; i < e->getNumArgs(); ++i)
      discard(e->getArg(i));
    return first;
  }
  case BuiltinKind::Nothing:
  case BuiltinKind::Pure:
  case BuiltinKind::Opaque:
    break;
  }
  std::vector<ExprId> args;
  for (const clang::Expr *arg : e->arguments())
    args.push_back(arg->isGLValue() ? address(arg) : value(arg));
  if (kind == BuiltinKind::Opaque) {
    stmt.isOpaque = true;
    nothingKnown_ = true;
  }
  return unknownOf(e, std::move(args));
}

ExprId StmtReader::emitCall(const CallExpr *e, const FunctionDecl *callee,
                            const std::vector<unsigned> &dropped) {
  CallSite call;
  call.resultUsed = std::exchange(resultIsUsed_, true);
  if (!callee)
    call.pointer = value(e->getCallee());
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const clang::Expr *arg = e->getArg(i);
    ExprId passed = arg->isGLValue() ? address(arg) : value(arg);
    if (std::find(dropped.begin(), dropped.end(), i) != dropped.end())
      continue;
    bool isAggregate = unit_.shapeOf(arg->getType()).bits == 0;
    call.args.push_back(passed);
    call.argSizes.push_back(
        isAggregate ? static_cast<uint32_t>(unit_.sizeOf(arg->getType())) : 0);
  }
  call.text = rangeOf(e);
  call.location = locationOf(e);
  call.must = conditional_ == 0;
  if (callee) {
    std::string name = UnitReader::nameOf(callee);
    LibraryForm form = libraryForm(name);
    bool isOwn = form.name == name && name.rfind("__builtin_", 0) != 0;
    call.callee = isOwn ? unit_.function(callee)
                        : unit_.libraryFunction(form.name, callee);
    bool isAlloca = form.name == "alloca" || form.name == "alloca_with_align";
    if (isAlloca || isAllocator(callee, form.name))
      call.heap = unit_.heapObject(form.name, call.location);
  }
  forgetVisible();
  stmt.calls.push_back(std::move(call));
  return builder().callResult(unit_.shapeOf(e->getType()),
                              stmt.calls.size() - 1);
}

ExprId StmtReader::callValue(const CallExpr *e) {
  const FunctionDecl *callee = e->getDirectCallee();
  // A call through a cast, say, has another type than its callee's own.
  if (callee && !llvm::isa<DeclRefExpr>(e->getCallee()->IgnoreParenImpCasts()))
    callee = nullptr;
  bool isCompilers = callee && (callee->getBuiltinID() != 0 ||
                                UnitReader::nameOf(callee).starts_with("__"));
  if (isCompilers && !callee->getDefinition())
    if (std::optional<ExprId> result = builtinCall(e, callee))
      return *result;
  std::vector<unsigned> dropped;
  if (callee && !callee->getDefinition())
    dropped = libraryForm(UnitReader::nameOf(callee)).dropped;
  return emitCall(e, callee, dropped);
}

} // namespace hocket::frontend
