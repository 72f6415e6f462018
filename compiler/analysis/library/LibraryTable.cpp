// SPDX-License-Identifier: Apache-2.0
//
// Reading the rows of LibraryTable.def.
#include "analysis/library/LibraryTable.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace hocket::analysis {

namespace {

struct Row {
  std::string_view name, words;
};

constexpr Row rows[] = {
#define LIBRARY(name, words) {#name, words},
#include "analysis/library/LibraryTable.def"
#undef LIBRARY
};

[[noreturn]] void badWord(llvm::StringRef word) {
  throw std::invalid_argument("library table: bad word '" + word.str() + "'");
}

unsigned takeNumber(llvm::StringRef &text, llvm::StringRef word) {
  unsigned number = 0;
  if (text.consumeInteger(10, number))
    badWord(word);
  return number;
}

/// rK, wdK, r*K, with `:J`, `:J*L`, `=N` and `!` behind.
bool parseAccess(llvm::StringRef word, LibraryFunction &function) {
  llvm::StringRef text = word;
  LibraryAccess access;
  access.isWrite = text.starts_with("w");
  if (!text.consume_front("r") && !text.consume_front("w"))
    return false;
  access.isDeref = text.consume_front("d");
  access.isVariadic = text.consume_front("*");
  if (text.empty() || text[0] < '0' || text[0] > '9')
    return false;
  access.arg = takeNumber(text, word);
  if (text.consume_front(":")) {
    access.sizeArg = static_cast<int>(takeNumber(text, word));
    if (text.consume_front("*"))
      access.sizeArg2 = static_cast<int>(takeNumber(text, word));
  } else if (text.consume_front("=")) {
    access.size = takeNumber(text, word);
  }
  access.isMust = text.consume_front("!");
  if (!text.empty())
    badWord(word);
  function.accesses.push_back(access);
  return true;
}

bool parseReturn(llvm::StringRef word, LibraryFunction &function) {
  llvm::StringRef text = word;
  if (!text.consume_front("="))
    return false;
  LibraryReturn result;
  if (text == "heap")
    result.kind = ReturnKind::Heap;
  else if (text == "io")
    result.kind = ReturnKind::Stream;
  else if (text == "lib")
    result.kind = ReturnKind::Library;
  else if (text == "held")
    result.kind = ReturnKind::Held;
  else if (text == "errno")
    result.kind = ReturnKind::Errno;
  else if (text == "ext")
    result.kind = ReturnKind::External;
  else {
    if (text.consume_front("*"))
      result.kind = ReturnKind::Pointee;
    result.arg = takeNumber(text, word);
    result.isAnywhere = text.consume_front("+");
    if (!text.empty())
      badWord(word);
  }
  function.returns.push_back(result);
  return true;
}

bool parseFlow(llvm::StringRef word, LibraryFunction &function) {
  llvm::StringRef text = word;
  LibraryFlow flow;
  if (text.consume_front("copyheap<")) {
    flow.kind = FlowKind::CopyToHeap;
    flow.source = takeNumber(text, word);
  } else if (text.consume_front("copy")) {
    flow.target = takeNumber(text, word);
    if (!text.consume_front("<"))
      badWord(word);
    flow.source = takeNumber(text, word);
  } else if (text.consume_front("mix")) {
    flow.isSpread = true;
    flow.target = takeNumber(text, word);
    if (!text.consume_front("<"))
      badWord(word);
    flow.source = takeNumber(text, word);
    if (text.consume_front("*"))
      flow.stepArg = static_cast<int>(takeNumber(text, word));
  } else if (text.consume_front("move")) {
    flow.isMoved = true;
    flow.target = flow.source = takeNumber(text, word);
  } else if (text.consume_front("stheap")) {
    flow.kind = FlowKind::StoreHeap;
    flow.target = takeNumber(text, word);
  } else if (text.consume_front("st")) {
    flow.target = takeNumber(text, word);
    if (text.consume_front("<ext"))
      flow.kind = FlowKind::StoreExternal;
    else if (text.consume_front("<")) {
      flow.kind = FlowKind::StoreInto;
      flow.source = takeNumber(text, word);
    }
  } else if (text.consume_front("keeplib")) {
    flow.kind = FlowKind::KeepByLibrary;
    flow.source = takeNumber(text, word);
  } else if (text.consume_front("keep")) {
    flow.kind = FlowKind::KeepByStream;
    flow.source = takeNumber(text, word);
  } else if (text.consume_front("esc")) {
    flow.kind = FlowKind::Escape;
    flow.source = takeNumber(text, word);
  } else {
    return false;
  }
  if (!text.empty())
    badWord(word);
  function.flows.push_back(flow);
  return true;
}

bool parseCallback(llvm::StringRef word, LibraryFunction &function) {
  llvm::StringRef text = word;
  if (!text.consume_front("call"))
    return false;
  LibraryCallback callback;
  callback.function = takeNumber(text, word);
  if (!text.consume_front("("))
    badWord(word);
  do
    callback.args.push_back(takeNumber(text, word));
  while (text.consume_front(","));
  if (text != ")")
    badWord(word);
  function.callbacks.push_back(std::move(callback));
  return true;
}

bool parseFormat(llvm::StringRef word, LibraryFunction &function) {
  llvm::StringRef text = word;
  LibraryFormat format;
  format.isList = text.starts_with("vprintf") || text.starts_with("vscanf");
  if (format.isList)
    text = text.drop_front();
  format.isScan = text.starts_with("scanf");
  if (!text.consume_front("printf") && !text.consume_front("scanf"))
    return false;
  format.arg = takeNumber(text, word);
  function.formats.push_back(format);
  return true;
}

bool parseFlag(llvm::StringRef word, LibraryFunction &f) {
  const std::array<std::pair<llvm::StringRef, bool *>, 18> flags = {{
      {"io", &f.usesIo},
      {"alloc", &f.usesAllocator},
      {"random", &f.usesRandom},
      {"errno", &f.setsErrno},
      {"math", &f.setsMathErrno},
      {"readserrno", &f.readsErrno},
      {"lib", &f.writesLibrary},
      {"lib?", &f.readsLibrary},
      {"zeroes", &f.zeroesHeap},
      {"frees", &f.frees},
      {"noreturn", &f.isNoReturn},
      {"mayexit", &f.mayNotReturn},
      {"atexit", &f.runsExitHandlers},
      {"thread", &f.needsThread},
      {"clock", &f.readsClock},
      {"unknown", &f.isUnknown},
      {"fpenv", &f.changesFloatEnvironment},
      {"async", &f.isAsync},
  }};
  for (const auto &[name, flag] : flags)
    if (word == name)
      return *flag = true;
  if (word.consume_front("g:")) {
    f.globals.push_back(word.str());
    return true;
  }
  return false;
}

} // namespace

LibraryFunction parseLibraryWords(std::string_view words) {
  LibraryFunction function;
  llvm::StringRef rest(words.data(), words.size());
  for (rest = rest.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    auto [word, tail] = rest.split(' ');
    rest = tail;
    if (!parseFlag(word, function) && !parseAccess(word, function) &&
        !parseReturn(word, function) && !parseCallback(word, function) &&
        !parseFormat(word, function) && !parseFlow(word, function))
      badWord(word);
  }
  if (function.isNoReturn)
    function.mayNotReturn = true;
  return function;
}

LibraryTable::LibraryTable() {
  for (const Row &row : rows)
    functions_.emplace(row.name, parseLibraryWords(row.words));
}

const LibraryFunction *LibraryTable::find(std::string_view name) const {
  constexpr std::string_view prefix = "__builtin_";
  if (name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  auto it = functions_.find(name);
  if (it == functions_.end() && name.starts_with("__builtin___"))
    it = functions_.find(name.substr(prefix.size()));
  return it == functions_.end() ? nullptr : &it->second;
}

/// Names that ISO C gives to the library and programs use without its headers.
static bool isReserved(std::string_view name) {
  constexpr std::string_view names[] = {
      "abort",   "abs",     "atexit",  "atof",    "atoi",     "atol",
      "calloc",  "exit",    "fclose",  "fflush",  "fgets",    "fopen",
      "fprintf", "fputc",   "fputs",   "fread",   "free",     "fwrite",
      "getenv",  "isalnum", "isalpha", "isdigit", "isspace",  "labs",
      "longjmp", "malloc",  "memchr",  "memcmp",  "memcpy",   "memmove",
      "memset",  "printf",  "putchar", "puts",    "qsort",    "rand",
      "realloc", "scanf",   "setjmp",  "signal",  "snprintf", "sprintf",
      "srand",   "sscanf",  "strcat",  "strchr",  "strcmp",   "strcpy",
      "strlen",  "strncmp", "strncpy", "strrchr", "strstr",   "strtod",
      "strtok",  "strtol",  "system",  "time",    "tolower",  "toupper"};
  return name.starts_with("__") ||
         std::find(std::begin(names), std::end(names), name) != std::end(names);
}

const LibraryFunction *LibraryTable::find(const ir::Program &program,
                                          const ir::Function &function) const {
  if (ir::isValid(function.body) || ir::isValid(function.unit) ||
      function.isStatic)
    return nullptr;
  const LibraryFunction *known = find(function.name);
  if (!known || program.isClosed)
    return known;
  bool isKnown = known->setsMathErrno || isReserved(function.name) ||
                 function.location.file.starts_with("/usr/");
  return isKnown ? known : nullptr;
}

std::vector<std::string_view> LibraryTable::names() const {
  std::vector<std::string_view> names;
  for (const auto &[name, function] : functions_)
    names.push_back(name);
  return names;
}

bool isLibraryPointer(std::string_view name, bool &isStream) {
  isStream = name == "stdin" || name == "stdout" || name == "stderr" ||
             name == "__stdinp" || name == "__stdoutp" || name == "__stderrp";
  if (isStream)
    return true;
  for (std::string_view known :
       {"optarg", "environ", "__environ", "_environ", "tzname", "__tzname",
        "program_invocation_name", "program_invocation_short_name",
        "sys_errlist", "sys_siglist"})
    if (name == known)
      return true;
  return false;
}

} // namespace hocket::analysis
