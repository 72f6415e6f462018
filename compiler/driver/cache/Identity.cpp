// SPDX-License-Identifier: Apache-2.0
#include "driver/cache/Identity.h"

#include "driver/cache/Programs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <elf.h>
#include <link.h>
#include <unistd.h>

namespace hocket::driver {
namespace {

using llvm::StringRef;

/// What its linker noted of its contents; empty: nothing.
std::string buildId(const dl_phdr_info &object) {
  auto aligned = [](std::size_t size) { return (size + 3) & ~std::size_t(3); };
  for (unsigned i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    StringRef notes(
        reinterpret_cast<const char *>(object.dlpi_addr + segment.p_vaddr),
        segment.p_memsz);
    while (notes.size() > sizeof(ElfW(Nhdr))) {
      const auto &note = *reinterpret_cast<const ElfW(Nhdr) *>(notes.data());
      notes = notes.drop_front(sizeof note);
      StringRef name = notes.take_front(note.n_namesz);
      notes = notes.drop_front(std::min(aligned(note.n_namesz), notes.size()));
      if (note.n_type == NT_GNU_BUILD_ID && name == StringRef("GNU", 4))
        return llvm::toHex(notes.take_front(note.n_descsz));
      notes = notes.drop_front(std::min(aligned(note.n_descsz), notes.size()));
    }
  }
  return "";
}

int addObject(dl_phdr_info *object, std::size_t, void *to) {
  std::string id = buildId(*object);
  if (id.empty()) {
    const std::string name = object->dlpi_name;
    id = fileIdentity(name.empty() ? "/proc/self/exe" : name).value_or(name);
  }
  *static_cast<std::string *>(to) += id + "\n";
  return 0;
}

/// They tell of the way here, and no compiler asks for them; or they are part
/// of the command.
bool hasNoEffect(StringRef variable) {
  constexpr StringRef names[] = {"_",
                                 "SHLVL",
                                 "OLDPWD",
                                 "MAKEFLAGS",
                                 "MFLAGS",
                                 "MAKELEVEL",
                                 "MAKE_TERMOUT",
                                 "MAKE_TERMERR",
                                 "COLUMNS",
                                 "LINES",
                                 "HOCKETCC_FLAGS",
                                 "HOCKET_CC",
                                 "HOCKET_CACHE_DIR",
                                 "HOCKET_CACHE_SIZE"};
  return llvm::is_contained(names, variable);
}

bool startsWithOneOf(StringRef word, llvm::ArrayRef<StringRef> begins) {
  return llvm::any_of(begins,
                      [&](StringRef begin) { return word.starts_with(begin); });
}

/// -fNAME and -fNAME=VALUE that read and write no other files.
bool isPlainFeature(StringRef word) {
  if (startsWithOneOf(
          word, {"-fprofile", "-fauto-profile", "-fbranch-probabilities",
                 "-fcs-profile", "-fcoverage", "-ftest-coverage", "-fdump",
                 "-fstack-usage", "-fcallgraph-info", "-fplugin",
                 "-fpass-plugin", "-fcompare-debug", "-fsave", "-fopt-info",
                 "-ftime", "-fmem-report", "-flto", "-frecord", "-fmodule"}))
    return false;
  return !word.contains('=') ||
         startsWithOneOf(
             word,
             {"-fvisibility=", "-ffp-contract=", "-fcf-protection=",
              "-fsanitize=", "-ftls-model=", "-fexcess-precision=",
              "-fmax-errors=", "-fdiagnostics-color=", "-fdebug-prefix-map=",
              "-ffile-prefix-map=", "-fmacro-prefix-map=", "-falign-",
              "-fpack-struct=", "-fvect-cost-model=", "-fsimd-cost-model=",
              "-finline-limit=", "-ftrivial-auto-var-init=",
              "-fzero-call-used-regs=", "-fstrict-flex-arrays="});
}

bool isPlain(StringRef word) {
  if (word.starts_with("-f"))
    return isPlainFeature(word);
  if (word.starts_with("-W"))
    return !startsWithOneOf(word, {"-Wa,", "-Wp,"});
  if (word.starts_with("-g"))
    return !word.starts_with("-gsplit");
  if (word.starts_with("-m"))
    return word != "-mllvm";
  return startsWithOneOf(word, {"-O", "-std=", "-pedantic", "--param="}) ||
         llvm::is_contained({"-c", "-w", "-ansi", "-pipe", "-pthread", "-s",
                             "-static", "-no-pie", "-pie", "-rdynamic"},
                            word);
}

/// A program, and none that runs others as it likes.
bool isBinary(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileSlice(path, SELFMAG, 0);
  return buffer && (*buffer)->getBuffer() == StringRef(ELFMAG, SELFMAG);
}

/// The compiler's own part for that, by its answer.
std::optional<std::string> partOf(const Compiler &compiler,
                                  const std::string &part) {
  const std::string answer = compiler.run({"-print-prog-name=" + part}).output;
  std::string name = StringRef(answer).trim().str();
  if (!llvm::sys::path::is_absolute(name)) {
    auto found = llvm::sys::findProgramByName(name);
    if (!found)
      return std::nullopt;
    name = *found;
  }
  return isBinary(name) ? programIdentity(name) : std::nullopt;
}

} // namespace

std::string ownCode() {
  std::string result;
  dl_iterate_phdr(addObject, &result);
  return result;
}

void addSurroundings(Key &key) {
  llvm::SmallString<256> directory;
  (void)llvm::sys::fs::current_path(directory);
  key.add(directory);
  std::vector<std::string> variables;
  for (char **variable = environ; *variable; ++variable)
    if (!hasNoEffect(StringRef(*variable).split('=').first))
      variables.push_back(*variable);
  llvm::sort(variables);
  key.add(variables);
  key.add(llvm::sys::getHostCPUName());
  std::vector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.push_back((feature.getValue() ? "+" : "-") +
                       feature.getKey().str());
  llvm::sort(features);
  key.add(features);
}

std::optional<std::string>
compilerIdentity(const Compiler &compiler,
                 const std::vector<std::string> &flags) {
  if (compiler.hasOptions() || !isBinary(compiler.path()) ||
      !llvm::all_of(flags, isPlain))
    return std::nullopt;
  std::vector<std::string> words = flags;
  std::erase(words, "-c");
  // The assembler's words, too; what it reads has a name that is never the
  // same, unless it comes through a pipe.
  for (const char *word : {"-###", "-pipe", "-c", "-o", "/dev/null", "-x",
                           "cpp-output", "/dev/null"})
    words.push_back(word);
  Compiler::Result told = compiler.run(words);
  std::optional<std::string> driver = programIdentity(compiler.path());
  if (told.status != 0 || !driver)
    return std::nullopt;
  std::string result = *driver + told.messages + told.output;
  // Clang has them inside.
  if (StringRef(told.messages).contains("clang version"))
    return result;
  for (const char *part : {"cc1", "as"}) {
    std::optional<std::string> identity = partOf(compiler, part);
    if (!identity)
      return std::nullopt;
    result += *identity;
  }
  return result;
}

} // namespace hocket::driver
