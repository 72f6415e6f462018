// SPDX-License-Identifier: Apache-2.0
//
// One run of `cc -E` for each C file, with the user's options less those that
// concern outputs, other inputs or the linker.
#include "driver/command/Preprocess.h"

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

std::vector<std::string> preprocessingWords(const Options &options) {
  std::vector<std::string> words;
  for (const Argument &argument : options.arguments)
    if (isForPreprocessing(argument))
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  // Checked calls of <string.h> stay calls of the functions' own names.
  if (options.checkDependences)
    words.push_back("-U_FORTIFY_SOURCE");
  return words;
}

/// The lines wanted of the output of `cc -E -dD`, which has definitions in
/// place among the line markers.
std::string featureLines(llvm::StringRef text) {
  std::string result;
  bool isUsers = false;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.starts_with("# ")) {
      llvm::StringRef flags = line.substr(line.rfind('"') + 1);
      isUsers = !flags.contains('3') && !line.contains("\"<");
    } else if (isUsers && line.starts_with("#define _")) {
      result += line.str() + "\n";
    }
  }
  return result;
}

/// The text of a `.i` file; with a line marker in front if it has none, so that
/// messages and debuggers name the user's file.
std::string withFirstMarker(const std::string &path) {
  std::string text = readFile(path);
  if (llvm::StringRef(text).starts_with("# "))
    return text;
  std::string quoted;
  for (char c : path) {
    if (c == '\\' || c == '"')
      quoted += '\\';
    quoted += c;
  }
  return "# 1 \"" + quoted + "\"\n" + text;
}

} // namespace

std::vector<std::string> featureMacros(const Options &options,
                                       const Compiler &compiler) {
  std::vector<std::string> result;
  for (std::size_t position : options.cInputs()) {
    const Argument &input = options.arguments[position];
    std::vector<std::string> words = preprocessingWords(options);
    for (const char *word : {"-E", "-dD", "-x", "c"})
      words.push_back(word);
    words.push_back(input.value());
    bool isSource = input.role != ArgRole::PreprocessedC;
    result.push_back(isSource ? featureLines(compiler.run(words).output) : "");
  }
  return result;
}

Preprocessed preprocess(const Options &options, const Compiler &compiler,
                        TempFiles &temp) {
  std::vector<std::string> common = preprocessingWords(options);
  Preprocessed result;
  for (std::size_t position : options.cInputs()) {
    const Argument &input = options.arguments[position];
    if (!llvm::sys::fs::exists(input.value())) {
      result.isOk = false;
      return result;
    }
    if (input.role == ArgRole::PreprocessedC) {
      result.texts.push_back(withFirstMarker(input.value()));
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
    result.texts.push_back(TempFiles::read(file));
  }
  return result;
}

} // namespace hocket::driver
