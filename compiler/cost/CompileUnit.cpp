// SPDX-License-Identifier: Apache-2.0
//
// Clang as a library, kept away from the file system: flags go through Clang's
// own driver, so -march=native, -Ofast and the like mean what they mean to it;
// what only gcc knows is dropped. The unit's text was preprocessed by the
// target compiler, so only the names that gcc itself defines are filled in.
#include "cost/CompileUnit.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

namespace hocket::cost {
namespace {

/// Keeps the first error; the rest follows from it.
class FirstError : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error || !text_.empty())
      return;
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      auto place = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (place.isValid())
        text_ = (llvm::Twine(place.getFilename()) + ":" +
                 llvm::Twine(place.getLine()) + ":" +
                 llvm::Twine(place.getColumn()) + ": ")
                    .str();
    }
    text_ += message.str();
  }
  const std::string &text() const { return text_; }

private:
  std::string text_;
};

/// Marks the functions asked for as used, so that Clang emits static ones too,
/// and skips the bodies that system headers give for inlining only: they call
/// the library in the end, by builtins that Clang lacks.
class KeepWanted : public clang::ASTConsumer {
public:
  explicit KeepWanted(const std::set<std::string> &wanted) : wanted_(wanted) {}

  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    return function && function->isInlineSpecified() &&
           function->hasAttr<clang::GNUInlineAttr>() &&
           function->getStorageClass() == clang::SC_Extern &&
           function->getASTContext().getSourceManager().isInSystemHeader(
               function->getLocation());
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group)
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
        if (function->getDeclName().isIdentifier() &&
            wanted_.count(function->getName().str()) &&
            function->isThisDeclarationADefinition() &&
            !function->hasAttr<clang::UsedAttr>())
          function->addAttr(
              clang::UsedAttr::CreateImplicit(function->getASTContext()));
    return true;
  }

private:
  const std::set<std::string> &wanted_;
};

class EmitModule : public clang::EmitLLVMOnlyAction {
public:
  EmitModule(llvm::LLVMContext &context, const std::set<std::string> &wanted)
      : EmitLLVMOnlyAction(&context), wanted_(wanted) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &instance,
                    llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<KeepWanted>(wanted_));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(instance, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  const std::set<std::string> &wanted_;
};

/// LLVM gives Cortex-A7 and Cortex-A15 the models of Cortex-A8 and Cortex-A9,
/// whose floating-point units are unlike theirs (not pipelined, or half as
/// wide). Closer are their successors of the same build: Cortex-R52 (in order,
/// two issues) and Cortex-A57 (out of order, three). The few instructions that
/// these have in addition hardly matter to a count of cycles.
std::string closestModel(const llvm::Triple &triple, const std::string &cpu) {
  if (!triple.isARM() && !triple.isThumb())
    return cpu;
  if (cpu == "cortex-a7")
    return "cortex-r52";
  if (cpu == "cortex-a15" || cpu == "cortex-a17" || cpu == "cortex-a12")
    return "cortex-a57";
  return cpu;
}

/// The CPU's name if the back end knows it, else empty: its generic model.
std::string knownCpu(const llvm::Triple &triple, const Target &target) {
  std::string cpu = target.cpu;
  if (cpu.empty() || cpu == "native") {
    llvm::Triple host(llvm::sys::getDefaultTargetTriple());
    if (host.getArch() != triple.getArch())
      return "";
    cpu = llvm::sys::getHostCPUName().str();
  }
  std::string ignored;
  const llvm::Target *backEnd =
      llvm::TargetRegistry::lookupTarget(triple.str(), ignored);
  if (!backEnd)
    return "";
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      backEnd->createMCSubtargetInfo(triple.str(), "", ""));
  return info && info->isCPUStringValid(cpu) ? closestModel(triple, cpu) : "";
}

/// Flags that say where output goes or add instrumentation; they have no part
/// in what a core does with the code.
/// `native` of another machine than the target means nothing.
bool isIrrelevant(llvm::StringRef flag, bool isForHost) {
  return (flag.ends_with("=native") && !isForHost) || flag == "-c" ||
         flag == "-S" || flag == "-E" || flag.starts_with("-M") ||
         flag.starts_with("-g") || flag.starts_with("-fprofile") ||
         flag.starts_with("-fsanitize") || flag.starts_with("-flto") ||
         flag.starts_with("-W");
}

/// -march and its kin choose the instruction set. x86 and AArch64 can tune for
/// another core than that; on ARM the core chooses both.
void addCpuFlags(std::vector<std::string> &args, const llvm::Triple &triple,
                 const std::string &cpu) {
  if (cpu.empty())
    return;
  if (triple.isX86() || triple.isAArch64()) {
    bool hasArch = std::any_of(args.begin(), args.end(), [](const auto &arg) {
      return llvm::StringRef(arg).starts_with("-march=") ||
             llvm::StringRef(arg).starts_with("-mcpu=");
    });
    args.push_back((triple.isAArch64() && !hasArch ? "-mcpu=" : "-mtune=") +
                   cpu);
    return;
  }
  std::erase_if(args, [](const std::string &arg) {
    return llvm::StringRef(arg).starts_with("-march=") ||
           llvm::StringRef(arg).starts_with("-mcpu=");
  });
  args.push_back("-mcpu=" + cpu);
}

/// Where gcc's defaults differ from Clang's: it does not vectorize what costs
/// code at -O2, contracts a*b+c, and vectorizes calls of the mathematics
/// library under -ffast-math.
void addGccDefaults(std::vector<std::string> &args,
                    const std::vector<std::string> &flags,
                    const llvm::Triple &triple) {
  auto has = [&](llvm::StringRef prefix) {
    return std::any_of(flags.begin(), flags.end(), [&](const auto &flag) {
      return llvm::StringRef(flag).starts_with(prefix);
    });
  };
  llvm::StringRef level = "-O0"; // of several the last one counts
  for (llvm::StringRef flag : flags)
    if (flag.starts_with("-O"))
      level = flag;
  // Without optimization LLVM drops the trip counts. Too few cycles are the
  // safe side: they make less parallel.
  if (level == "-O0")
    args.push_back("-O1");
  bool isFull = level == "-O3" || level == "-Ofast";
  if (!isFull && !has("-ftree-vectorize") && !has("-fvectorize"))
    args.push_back("-fno-vectorize");
  if (!isFull && !has("-ftree-slp-vectorize") && !has("-ftree-vectorize") &&
      !has("-fslp-vectorize"))
    args.push_back("-fno-slp-vectorize");
  if (!has("-ffp-contract") && !has("-std=c"))
    args.push_back("-ffp-contract=fast");
  if (triple.getArch() == llvm::Triple::x86_64 && triple.isOSLinux() &&
      (has("-ffast-math") || has("-Ofast")) && !has("-fveclib"))
    args.push_back("-fveclib=libmvec");
}

std::vector<std::string> driverArgs(const std::vector<std::string> &flags,
                                    const llvm::Triple &triple,
                                    const std::string &cpu) {
  // gcc unrolls loops only if it is asked to.
  std::vector<std::string> args{"clang", "-target", triple.str(),
                                "-fno-unroll-loops"};
  bool isForHost =
      llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArch() ==
      triple.getArch();
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-o")
      ++i;
    else if (!isIrrelevant(flags[i], isForHost))
      args.push_back(flags[i]);
  }
  addCpuFlags(args, triple, cpu);
  addGccDefaults(args, flags, triple);
  std::string quad = triple.isX86() ? "__float128" : "long double";
  for (const std::string &arg :
       {std::string("-x"), std::string("c"), std::string("-undef"),
        std::string("-w"), std::string("-nostdinc"),
        std::string("-D_Float32=float"), std::string("-D_Float64=double"),
        std::string("-D_Float32x=double"),
        std::string("-D_Float64x=long double"), "-D_Float128=" + quad,
        // With the function that frees, an attribute that Clang lacks; the one
        // without arguments stays.
        std::string("-D__malloc__(...)="), std::string("unit.c")})
    args.push_back(arg);
  return args;
}

std::shared_ptr<clang::CompilerInvocation>
makeInvocation(const std::vector<std::string> &args) {
  std::vector<const char *> pointers;
  for (const std::string &arg : args)
    pointers.push_back(arg.c_str());
  clang::CreateInvocationOptions options;
  options.RecoverOnError = true; // flags that only gcc knows
  options.Diags = clang::CompilerInstance::createDiagnostics(
      new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer);
  return clang::createInvocation(pointers, options);
}

CompileOptions readOptions(const clang::CompilerInstance &instance) {
  const clang::CodeGenOptions &code = instance.getCodeGenOpts();
  const clang::TargetOptions &target = instance.getTargetOpts();
  CompileOptions options;
  options.optLevel = code.OptimizationLevel;
  options.sizeLevel = code.OptimizeSize;
  options.vectorizesLoops = code.VectorizeLoop;
  options.vectorizesStraightLine = code.VectorizeSLP;
  options.unrollsLoops = code.UnrollLoops;
  options.usesVectorMath =
      code.getVecLib() == llvm::driver::VectorLibrary::LIBMVEC;
  options.triple = target.Triple;
  options.cpu = target.CPU;
  for (const std::string &feature : target.Features)
    options.features += (options.features.empty() ? "" : ",") + feature;
  options.target.MCOptions.ABIName = target.ABI;
  if (code.FloatABI == "hard")
    options.target.FloatABIType = llvm::FloatABI::Hard;
  else if (!code.FloatABI.empty())
    options.target.FloatABIType = llvm::FloatABI::Soft;
  if (instance.getLangOpts().getDefaultFPContractMode() ==
      clang::LangOptions::FPM_Fast)
    options.target.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  return options;
}

} // namespace

void initializeTargets() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
}

CompiledUnit compileUnit(const std::string &preprocessedC,
                         const std::set<std::string> &wanted,
                         const std::vector<std::string> &flags,
                         const Target &target, std::string &error) {
  CompiledUnit unit;
  llvm::Triple triple(llvm::Triple::normalize(
      target.triple.empty() ? llvm::sys::getDefaultTargetTriple()
                            : target.triple));
  if (!llvm::TargetRegistry::lookupTarget(triple.str(), error))
    return unit;
  auto invocation =
      makeInvocation(driverArgs(flags, triple, knownCpu(triple, target)));
  if (!invocation) {
    error = "the flags do not make a compilation for " + triple.str();
    return unit;
  }

  auto buffer = llvm::MemoryBuffer::getMemBuffer(preprocessedC, "unit.c");
  clang::FrontendOptions &frontend = invocation->getFrontendOpts();
  frontend.Inputs.clear();
  frontend.Inputs.emplace_back(buffer->getMemBufferRef(),
                               clang::InputKind(clang::Language::C));
  frontend.SkipFunctionBodies = true; // where KeepWanted says so
  invocation->getCodeGenOpts().DisableLLVMPasses = true;

  FirstError diagnostics;
  invocation->getDiagnosticOpts().ShowCarets = false; // no count of errors
  clang::CompilerInstance instance;
  instance.setInvocation(invocation);
  instance.createDiagnostics(&diagnostics, /*ShouldOwnClient=*/false);
  unit.context = std::make_unique<llvm::LLVMContext>();
  EmitModule action(*unit.context, wanted);
  if (instance.ExecuteAction(action))
    unit.module = action.takeModule();
  if (!unit.module) {
    error = diagnostics.text().empty() ? "the unit does not compile"
                                       : diagnostics.text();
    return unit;
  }
  unit.options = readOptions(instance);
  return unit;
}

} // namespace hocket::cost
