// SPDX-License-Identifier: Apache-2.0
//
// Running the compiler with LLVM's portable process functions; a command line
// too long for the system goes through a response file.
#include "driver/system/Compiler.h"

#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace hocket::driver {
namespace {

/// Our own executable, to tell a compiler that is ourselves.
bool isOurselves(const std::string &path) {
  std::string own = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  bool same = false;
  return !llvm::sys::fs::equivalent(path, own, same) && same;
}

/// One word in the syntax of gcc's response files.
std::string quote(llvm::StringRef word) {
  std::string result = "\"";
  for (char c : word) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"\n";
}

using Redirects = std::array<std::optional<llvm::StringRef>, 3>;

/// The words of a command; those after the first `fixed` in a response file if
/// the system takes no command line so long.
std::vector<std::string> fit(const std::string &path,
                             std::vector<std::string> words, std::size_t fixed,
                             TempFiles &temp) {
  std::vector<llvm::StringRef> views(words.begin(), words.end());
  if (llvm::sys::commandLineFitsWithinSystemLimits(path, views))
    return words;
  std::string text;
  for (std::size_t i = fixed; i < words.size(); ++i)
    text += quote(words[i]);
  std::string file = temp.create("hocketcc-arguments", "rsp");
  TempFiles::write(file, text);
  words.resize(fixed);
  words.push_back("@" + file);
  return words;
}

using Environment = std::optional<llvm::ArrayRef<llvm::StringRef>>;

/// How a program ended.
struct End {
  int status = 0;
  std::string signal; ///< in words
};

End execute(const std::string &path, const std::vector<std::string> &words,
            const Environment &environment, const Redirects &redirects) {
  std::vector<llvm::StringRef> views(words.begin(), words.end());
  std::string problem;
  llvm::outs().flush();
  int status = llvm::sys::ExecuteAndWait(path, views, environment, redirects,
                                         /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                         &problem);
  if (status == -1)
    throw UserError("cannot run '" + path + "': " + problem);
  if (status < 0)
    return {1, problem.empty() ? "it was ended by a signal" : problem};
  return {status, ""};
}

/// Our environment, less what makes each run of the compiler add to a file of
/// dependencies: that is for the user's own command alone.
std::vector<llvm::StringRef> quietEnvironment() {
  std::vector<llvm::StringRef> result;
  for (char **variable = environ; *variable; ++variable)
    if (llvm::StringRef text = *variable;
        !llvm::is_contained(dependencyVariables, text.split('=').first))
      result.push_back(text);
  return result;
}

} // namespace

Compiler Compiler::find(const std::string &command) {
  Compiler compiler;
  compiler.words_ = {command};
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(command);
  if (!path) {
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    llvm::SmallVector<const char *, 4> words;
    llvm::cl::TokenizeGNUCommandLine(command, saver, words);
    if (words.size() > 1) {
      compiler.words_.assign(words.begin(), words.end());
      path = llvm::sys::findProgramByName(compiler.words_.front());
    }
  }
  if (!path)
    throw UserError("C compiler '" + command + "' not found");
  if (isOurselves(*path))
    throw UserError("C compiler '" + command +
                    "' is hocketcc itself; name another with --cc= or "
                    "HOCKET_CC");
  compiler.path_ = *path;
  return compiler;
}

int Compiler::become(const std::vector<std::string> &arguments) const {
  std::vector<std::string> words = words_;
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  llvm::outs().flush();
  llvm::errs().flush();
  execv(path_.c_str(), pointers.data());
  if (errno == E2BIG) // arguments came from response files
    return runLoud(arguments);
  throw UserError("cannot run '" + path_ + "': " + std::strerror(errno));
}

Compiler::Result
Compiler::run(const std::vector<std::string> &arguments) const {
  TempFiles temp;
  std::string messages = temp.create("hocketcc-messages", "txt");
  std::string output = temp.create("hocketcc-output", "txt");
  std::vector<std::string> words = words_;
  words.insert(words.end(), arguments.begin(), arguments.end());
  Result result;
  End end = execute(
      path_, fit(path_, std::move(words), words_.size(), temp),
      quietEnvironment(),
      {std::nullopt, llvm::StringRef(output), llvm::StringRef(messages)});
  result.status = end.status;
  result.signal = std::move(end.signal);
  result.messages = TempFiles::read(messages);
  result.output = TempFiles::read(output);
  return result;
}

Compiler::Result
Compiler::runForMessages(std::vector<std::string> arguments) const {
  if (llvm::sys::Process::StandardErrHasColors())
    arguments.insert(arguments.begin(), "-fdiagnostics-color=always");
  return run(arguments);
}

int Compiler::runLoud(const std::vector<std::string> &arguments) const {
  TempFiles temp;
  std::vector<std::string> words = words_;
  words.insert(words.end(), arguments.begin(), arguments.end());
  End end = execute(path_, fit(path_, std::move(words), words_.size(), temp),
                    std::nullopt, {std::nullopt, std::nullopt, std::nullopt});
  if (!end.signal.empty())
    llvm::errs() << "hocketcc: error: '" << path_ << "' ended: " << end.signal
                 << '\n';
  return end.status;
}

bool Compiler::isClang() const {
  return llvm::StringRef(run({"--version"}).output).contains("clang version");
}

} // namespace hocket::driver
