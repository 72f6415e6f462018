// SPDX-License-Identifier: Apache-2.0
//
// A page of C with types `t0`, `t1`, ... is parsed like a program's, and comes
// back with an assertion on each: its size, where it stands behind a char, and
// whether -1 of it is negative.
#include "frontend/TypeLayout.h"

#include "frontend/ParseUnit.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"

#include "llvm/ADT/StringExtras.h"

namespace hocket::frontend {

namespace {

using namespace clang;

/// Types, spelled so that NAME is what is declared. No header, no macro.
constexpr const char *types[] = {
    "char NAME",
    "_Bool NAME",
    "short NAME",
    "int NAME",
    "long NAME",
    "long long NAME",
    "float NAME",
    "double NAME",
    "long double NAME",
    "void *NAME",
    "void (*NAME)(void)",
    "__typeof__(L'a') NAME",
    "__typeof__(sizeof 0) NAME",
    "__typeof__((char *)0 - (char *)0) NAME",
    "_Complex double NAME",
    "enum { few0, few1 } NAME",
    "enum { much = 0x7fffffff } NAME",
    "enum { below = -1 } NAME",
    "struct { char a[3]; } NAME",
    "struct { short a; char b; } NAME",
    "struct { int a; long long b; char c; } NAME",
    "struct { float a; double b; char c; } NAME",
    "struct { char a; long double b; } NAME",
    "struct { char a; int b : 5; int c : 28; char d; } NAME",
    "struct { char a; long long b : 40; short c : 9; } NAME",
    "struct { int a : 3; int : 0; char b : 2; } NAME",
    "union { char a[5]; int b; } NAME",
};

std::string named(llvm::StringRef type, const std::string &name) {
  auto [before, after] = type.split("NAME");
  return (before + name + after).str();
}

std::string page() {
  std::string text = "# 1 \"types.c\"\n";
  unsigned number = 0;
  for (const char *type : types) {
    std::string name = "t" + std::to_string(number++);
    text += "__extension__ typedef " + named(type, name) + ";\n" + "struct s" +
            name + " { char first; " + name + " second; };\n";
  }
  return text;
}

std::string assertion(const std::string &condition, llvm::StringRef type) {
  std::string shown = named(type, "");
  return "_Static_assert(" + condition + ", \"" + condition + " of " +
         llvm::StringRef(shown).trim().str() + "\");\n";
}

/// On `t3` and `struct st3`.
std::string assertionsOn(const TypedefDecl *t, const RecordDecl *s,
                         const ASTContext &ast, llvm::StringRef spelled) {
  QualType type = t->getUnderlyingType();
  std::string name = t->getName().str();
  auto size = ast.getTypeSizeInChars(type).getQuantity();
  auto place = ast.getASTRecordLayout(s).getFieldOffset(1) / 8;
  std::string text =
      assertion("sizeof(" + name + ") == " + std::to_string(size), spelled) +
      assertion("__builtin_offsetof(struct s" + name +
                    ", second) == " + std::to_string(place),
                spelled);
  if (type->isIntegralOrEnumerationType())
    text +=
        assertion("((" + name + ")-1 < 0) == " +
                      (type->isSignedIntegerOrEnumerationType() ? "1" : "0"),
                  spelled);
  return text;
}

std::string assertionsOn(const ASTContext &ast) {
  std::string text;
  const TypedefDecl *last = nullptr;
  std::size_t next = 0;
  for (const Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    if (const auto *t = llvm::dyn_cast<TypedefDecl>(decl);
        t && !t->isImplicit())
      last = t;
    const auto *s = llvm::dyn_cast<RecordDecl>(decl);
    if (s && last && s->getName() == ("s" + last->getName()).str())
      text += assertionsOn(last, s, ast, types[next++]);
  }
  unsigned digits = llvm::APFloat::semanticsPrecision(
      ast.getFloatTypeSemantics(ast.LongDoubleTy));
  return text + assertion("__LDBL_MANT_DIG__ == " + std::to_string(digits),
                          "long double NAME");
}

} // namespace

TypeLayout typeLayout(const std::vector<std::string> &flags) {
  TypeLayout layout;
  std::string text = page();
  ParsedUnit unit = parseUnit({"types.c", text, flags});
  layout.problem = unit.problem;
  if (unit.tree)
    layout.assertions = text + assertionsOn(*unit.tree);
  return layout;
}

} // namespace hocket::frontend
