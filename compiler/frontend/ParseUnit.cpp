// SPDX-License-Identifier: Apache-2.0
//
// The text has been preprocessed by another compiler, mostly gcc, so it names
// types that only gcc has as keywords; these are defined away, which is the one
// use of Clang's preprocessor here. What gcc only warns of is accepted.
//
// Bodies of the `extern inline gnu_inline` functions of system headers are
// skipped: the library has the real definition, known to the analysis by name,
// and those bodies are full of builtins that Clang lacks
// (__builtin_va_arg_pack, gcc's names of vector operations).

#include "frontend/ParseUnit.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace hocket::frontend {
namespace {

using namespace clang;

/// Keeps the first error, prints nothing.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < DiagnosticsEngine::Error || !text.empty())
      return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      PresumedLoc at = diagnostic.getSourceManager().getPresumedLoc(
          diagnostic.getLocation());
      if (at.isValid())
        text = std::string(at.getFilename()) + ":" +
               std::to_string(at.getLine()) + ": ";
    }
    text += message.str();
  }

  std::string text;
};

/// A tree, and what it points into.
struct UnitTree {
  FirstError errors; // the compiler reports to it
  CompilerInstance compiler;
  llvm::IntrusiveRefCntPtr<ASTContext> ast;
};

/// Keeps the tree of a unit without errors.
class UnitConsumer : public ASTConsumer {
public:
  explicit UnitConsumer(UnitTree &unit) : unit_(unit) {}

  void Initialize(ASTContext &ast) override { ast_ = &ast; }

  bool shouldSkipFunctionBody(Decl *decl) override {
    const auto *function = llvm::dyn_cast<FunctionDecl>(decl);
    if (!function || !function->isInlineSpecified() ||
        function->getStorageClass() != SC_Extern)
      return false;
    bool isGnuInline =
        function->hasAttr<GNUInlineAttr>() || ast_->getLangOpts().GNUInline;
    return isGnuInline &&
           ast_->getSourceManager().isInSystemHeader(function->getLocation());
  }

  void HandleTranslationUnit(ASTContext &ast) override {
    if (!ast.getDiagnostics().hasErrorOccurred())
      unit_.ast = &ast;
  }

private:
  UnitTree &unit_;
  ASTContext *ast_ = nullptr;
};

class UnitAction : public ASTFrontendAction {
public:
  explicit UnitAction(UnitTree &unit) : unit_(unit) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<UnitConsumer>(unit_);
  }

private:
  UnitTree &unit_;
};

/// Does the flag change what preprocessed C means to the front end?
bool isLanguageFlag(llvm::StringRef flag) {
  for (llvm::StringRef prefix : {"-std=", "--std=", "--target=", "-fopenmp",
                                 "-fpack-struct", "-mlong-double-", "-mabi="})
    if (flag.starts_with(prefix))
      return true;
  return llvm::StringSwitch<bool>(flag)
      .Cases("-ansi", "-m32", "-m64", "-mx32", true)
      .Cases("-fsigned-char", "-funsigned-char", "-fno-signed-char",
             "-fno-unsigned-char", true)
      .Cases("-fgnu89-inline", "-fno-gnu89-inline", true)
      .Cases("-fshort-enums", "-fno-short-enums", true)
      .Cases("-fshort-wchar", "-fno-short-wchar", true)
      .Cases("-fms-extensions", "-fwrapv", "-fno-wrapv", true)
      .Cases("-fno-strict-aliasing", "-fstrict-aliasing", true)
      .Cases("-malign-double", "-fno-asm", true)
      .Default(false);
}

constexpr const char *unitName = "hocket-unit.c";

/// What the preprocessor of Clang defines away: gcc's types, and functions of
/// gcc's headers that have the name of a builtin of Clang; UnitReader::nameOf
/// gives these their names back.
constexpr const char *definitions[] = {
    "-D_Float32=float",
    "-D_Float64=double",
    "-D_Float32x=double",
    "-D_Float64x=long double",
    // gcc names the deallocator in the attribute, Clang has no room for it.
    "-D__malloc__(...)=__malloc__",
    "-D__rdtsc=hocket_gcc__rdtsc",
    "-D_mm_prefetch=hocket_gcc_mm_prefetch",
    "-D_mm_getcsr=hocket_gcc_mm_getcsr",
    "-D_mm_setcsr=hocket_gcc_mm_setcsr",
    "-D_mm_clflush=hocket_gcc_mm_clflush",
    "-D_mm_pause=hocket_gcc_mm_pause",
    "-D_mm_lfence=hocket_gcc_mm_lfence",
    "-D_mm_mfence=hocket_gcc_mm_mfence",
    "-D_mm_sfence=hocket_gcc_mm_sfence",
    "-D_xgetbv=hocket_gcc_xgetbv",
    "-D_xsetbv=hocket_gcc_xsetbv",
    // gcc's <stdatomic.h> gives these pointers to _Atomic, which Clang refuses.
    "-D__atomic_load=hocket_gcc__atomic_load",
    "-D__atomic_store=hocket_gcc__atomic_store",
    "-D__atomic_exchange=hocket_gcc__atomic_exchange",
    "-D__atomic_compare_exchange=hocket_gcc__atomic_compare_exchange",
    "-D__atomic_fetch_add=hocket_gcc__atomic_fetch_add",
    "-D__atomic_fetch_sub=hocket_gcc__atomic_fetch_sub",
    "-D__atomic_fetch_or=hocket_gcc__atomic_fetch_or",
    "-D__atomic_fetch_xor=hocket_gcc__atomic_fetch_xor",
    "-D__atomic_fetch_and=hocket_gcc__atomic_fetch_and",
};

/// Where Clang is the compiler behind, its headers declare these types:
/// `typedef float _Float32;`.
bool declaresItself(llvm::StringRef text, llvm::StringRef definition) {
  llvm::StringRef name = definition.drop_front(2).split('=').first;
  if (!name.starts_with("_Float"))
    return false;
  std::string end = (" " + name + ";").str();
  for (std::size_t at = text.find(end); at != llvm::StringRef::npos;
       at = text.find(end, at + 1)) {
    std::size_t lineBegin = text.rfind('\n', at) + 1; // 0 if there is none
    if (text.substr(lineBegin).starts_with("typedef "))
      return true;
  }
  return false;
}

/// Does the last --target= name an x86 processor? Without one, is this one?
bool isForX86(const SourceInput &input) {
  std::string triple = llvm::sys::getDefaultTargetTriple();
  for (llvm::StringRef flag : input.flags)
    if (flag.consume_front("--target="))
      triple = flag.str();
  return llvm::Triple(triple).isX86();
}

std::vector<const char *> clangArguments(const SourceInput &input) {
  std::vector<const char *> args = {"clang",
                                    "-fsyntax-only",
                                    "-x",
                                    "c",
                                    "-undef",
                                    "-nostdinc",
                                    "-ferror-limit=1",
                                    "-Wno-everything",
                                    "-fno-caret-diagnostics",
                                    "-fbracket-depth=4096"};
  std::vector<const char *> all(std::begin(definitions), std::end(definitions));
  all.push_back(isForX86(input) ? "-D_Float128=__float128"
                                : "-D_Float128=long double");
  for (const char *definition : all)
    if (!declaresItself(input.text, definition))
      args.push_back(definition);
  for (std::size_t i = 0; i < input.flags.size(); ++i) {
    const std::string &flag = input.flags[i];
    bool isTarget = flag == "-target" && i + 1 < input.flags.size();
    if (isTarget)
      args.push_back(input.flags[i++].c_str());
    if (isTarget || isLanguageFlag(flag))
      args.push_back(input.flags[i].c_str());
  }
  args.push_back(unitName);
  return args;
}

std::unique_ptr<CompilerInvocation> makeInvocation(const SourceInput &input,
                                                   FirstError &errors) {
  CreateInvocationOptions options;
  options.Diags = CompilerInstance::createDiagnostics(
      new DiagnosticOptions, &errors, /*ShouldOwnClient=*/false);
  std::unique_ptr<CompilerInvocation> invocation =
      createInvocation(clangArguments(input), options);
  if (!invocation)
    return nullptr;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getPreprocessorOpts().addRemappedFile(
      unitName,
      llvm::MemoryBuffer::getMemBufferCopy(input.text, unitName).release());
  return invocation;
}

/// \returns what is wrong if there is no tree then.
std::string makeTree(const SourceInput &input, UnitTree &unit) {
  std::string &problem = unit.errors.text;
  std::unique_ptr<CompilerInvocation> invocation =
      makeInvocation(input, unit.errors);
  if (!invocation)
    return problem.empty() ? "its flags are not understood" : problem;
  unit.compiler.setInvocation(std::move(invocation));
  unit.compiler.createDiagnostics(&unit.errors, /*ShouldOwnClient=*/false);
  UnitAction action(unit);
  bool ran = unit.compiler.ExecuteAction(action);
  return problem.empty() && !(ran && unit.ast) ? "the front end failed"
                                               : problem;
}

} // namespace

ParsedUnit parseUnit(const SourceInput &input) {
  auto unit = std::make_shared<UnitTree>();
  ParsedUnit result;
  result.problem = makeTree(input, *unit);
  if (!result.problem.empty())
    return result;
  result.tree = unit->ast.get();
  result.bytes = unit->ast->getASTAllocatedMemory() +
                 unit->ast->getSideTableAllocatedMemory() +
                 unit->compiler.getPreprocessor().getTotalMemory() +
                 input.text.size();
  result.owner = std::move(unit);
  return result;
}

} // namespace hocket::frontend
