// SPDX-License-Identifier: Apache-2.0
//
// Cutting of command lines with Clang's option table. Each parsed argument
// knows at which word it begins, so the user's words are kept literally and
// only grouped, never printed anew.
#include "driver/command/Arguments.h"

#include "clang/Driver/Options.h"
#include "clang/Driver/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"

namespace hocket::driver {
namespace {

namespace options = clang::driver::options;
namespace types = clang::driver::types;

/// gcc's options with a separate value that Clang does not have.
bool takesValueInGccOnly(llvm::StringRef word) {
  return llvm::is_contained({"-wrapper", "-aux-info", "-auxbase", "-dumpbase",
                             "-dumpbase-ext", "-dumpdir", "-imultilib",
                             "-imultiarch", "-iplugindir"},
                            word);
}

ArgRole roleOfLanguage(types::ID type) {
  if (type == types::TY_C)
    return ArgRole::CSource;
  if (type == types::TY_PP_C)
    return ArgRole::PreprocessedC;
  if (type == types::TY_INVALID || type == types::TY_Object)
    return ArgRole::LinkerInput;
  return ArgRole::OtherSource;
}

ArgRole roleOfInput(llvm::StringRef path, llvm::StringRef language) {
  if (path == "-")
    return ArgRole::StandardInput;
  if (!language.empty()) {
    types::ID type = types::lookupTypeForTypeSpecifier(language.str().c_str());
    // A language that only gcc has is not ours either way.
    return type == types::TY_INVALID ? ArgRole::OtherSource
                                     : roleOfLanguage(type);
  }
  llvm::StringRef extension = llvm::sys::path::extension(path);
  extension.consume_front(".");
  return roleOfLanguage(types::lookupTypeForExtension(extension));
}

ArgRole roleOfOption(const llvm::opt::Option &option) {
  if (option.matches(options::OPT_o))
    return ArgRole::Output;
  if (option.matches(options::OPT_x))
    return ArgRole::Language;
  if (option.matches(options::OPT_M_Group))
    return ArgRole::Dependencies;
  // These find headers and libraries alike.
  if (option.matches(options::OPT__sysroot_EQ) ||
      option.matches(options::OPT_isysroot) || option.matches(options::OPT_B))
    return ArgRole::Other;
  if (option.matches(options::OPT_Preprocessor_Group) ||
      option.matches(options::OPT_nostdinc) ||
      option.matches(options::OPT_undef) ||
      option.matches(options::OPT_Xpreprocessor))
    return ArgRole::Preprocessor;
  if (option.matches(options::OPT_Link_Group) ||
      option.matches(options::OPT_T_Group) ||
      option.matches(options::OPT_nopie) || option.matches(options::OPT_e) ||
      option.hasFlag(options::LinkerInput) ||
      option.hasFlag(options::LinkOption))
    return ArgRole::Link;
  return ArgRole::Other;
}

/// An option that Clang does not know: the word itself, cut after `=`.
Argument unknownOption(llvm::StringRef word) {
  Argument result;
  result.isKnown = false;
  std::size_t equals = word.find('=');
  if (equals == llvm::StringRef::npos) {
    result.name = word.str();
  } else {
    result.name = word.take_front(equals + 1).str();
    result.values.push_back(word.drop_front(equals + 1).str());
  }
  return result;
}

Argument convert(const llvm::opt::Arg &arg, const std::string &language) {
  Argument result;
  const llvm::opt::Option &option = arg.getOption();
  if (option.matches(options::OPT_UNKNOWN))
    return unknownOption(arg.getSpelling());
  for (const char *value : arg.getValues())
    result.values.push_back(value);
  if (option.matches(options::OPT_INPUT)) {
    result.language = language;
    result.role = roleOfInput(result.value(), language);
    return result;
  }
  result.name = option.getPrefixedName().str();
  result.role = roleOfOption(option);
  return result;
}

/// Appends the values of gcc-only options, which the table took for inputs.
void joinGccValues(std::vector<Argument> &arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i].words.size() != 1 ||
        !takesValueInGccOnly(arguments[i].words.front()))
      continue;
    const Argument &next = arguments[i + 1];
    arguments[i].values = next.words;
    arguments[i].words.insert(arguments[i].words.end(), next.words.begin(),
                              next.words.end());
    arguments.erase(arguments.begin() + i + 1);
  }
}

} // namespace

const std::string &Argument::value() const {
  static const std::string none;
  return values.empty() ? none : values.front();
}

std::vector<Argument> cutCommandLine(const std::vector<std::string> &words,
                                     bool &isComplete) {
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missingIndex, missingCount,
      llvm::opt::Visibility(options::ClangOption));
  isComplete = missingCount == 0;

  std::vector<const llvm::opt::Arg *> args(parsed.begin(), parsed.end());
  std::vector<Argument> result;
  std::string language;
  for (std::size_t i = 0; i < args.size(); ++i) {
    Argument argument = convert(*args[i], language);
    std::size_t begin = args[i]->getIndex();
    std::size_t end = i + 1 < args.size() ? args[i + 1]->getIndex()
                      : isComplete        ? words.size()
                                          : missingIndex;
    argument.words.assign(words.begin() + begin, words.begin() + end);
    if (argument.role == ArgRole::Language)
      language = argument.value() == "none" ? "" : argument.value();
    result.push_back(std::move(argument));
  }
  if (!isComplete) {
    Argument rest;
    rest.words.assign(words.begin() + missingIndex, words.end());
    result.push_back(std::move(rest));
  }
  joinGccValues(result);
  return result;
}

std::vector<std::string> join(const std::vector<Argument> &arguments) {
  std::vector<std::string> words;
  for (const Argument &argument : arguments)
    words.insert(words.end(), argument.words.begin(), argument.words.end());
  return words;
}

} // namespace hocket::driver
