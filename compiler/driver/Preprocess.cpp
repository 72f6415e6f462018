// SPDX-License-Identifier: Apache-2.0
//
// One run of `cc -E` for each C file, with the user's options less those that
// concern outputs, other inputs or the linker.
#include "driver/Preprocess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace hocket::driver {
namespace {

bool isForPreprocessing(const Argument &argument) {
  switch (argument.role) {
  case ArgRole::Preprocessor:
    // -Wp,-MD,FILE asks for dependencies in another spelling.
    return argument.name != "-Wp," ||
           llvm::none_of(argument.values, [](llvm::StringRef value) {
             return value.starts_with("-M");
           });
  case ArgRole::Other:
    return argument.name != "-v";
  default:
    return false;
  }
}

} // namespace

Preprocessed preprocess(const Options &options, const Compiler &compiler,
                        TempFiles &temp) {
  std::vector<std::string> common;
  for (const Argument &argument : options.arguments)
    if (isForPreprocessing(argument))
      common.insert(common.end(), argument.words.begin(), argument.words.end());

  Preprocessed result;
  for (std::size_t position : options.cInputs()) {
    const Argument &input = options.arguments[position];
    if (!llvm::sys::fs::exists(input.value())) {
      result.isOk = false;
      return result;
    }
    if (input.role == ArgRole::PreprocessedC) {
      result.texts.push_back(readFile(input.value()));
      continue;
    }
    std::string file =
        temp.create(llvm::sys::path::stem(input.value()).str(), "i");
    std::vector<std::string> words = common;
    for (std::string word : {"-E", "-x", "c", "-o"})
      words.push_back(word);
    words.push_back(file);
    words.push_back(input.value());
    Compiler::Result run = compiler.runForMessages(words);
    result.messages += run.messages;
    if (run.status != 0) {
      result.isOk = false;
      return result;
    }
    result.texts.push_back(readFile(file));
  }
  return result;
}

} // namespace hocket::driver
