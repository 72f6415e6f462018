// SPDX-License-Identifier: Apache-2.0
//
// What the functions of the C library do to memory, as data. LibraryTable.def
// has the rows and says what each word of them means.
//
// Needs: names of functions without a definition in the program. Promises:
// what a row does not say, the function does not do; a function without a row
// may do anything. Pointers that leave the program as bytes (fwrite) and come
// back so (fread, %p) are not followed.
#pragma once

#include "ir/Program.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::analysis {

/// An access through an argument.
struct LibraryAccess {
  bool isWrite = false;
  bool isDeref = false;    ///< through the pointer at the argument
  bool isVariadic = false; ///< every argument from `arg` on
  bool isMust = false;     ///< always, and the whole extent
  unsigned arg = 0;
  int sizeArg = -1;  ///< extent: this argument in bytes, ...
  int sizeArg2 = -1; ///< ... times this one
  uint32_t size = 0; ///< extent in bytes; 0: unknown
};

enum class ReturnKind : uint8_t {
  Argument, ///< `arg` itself, or into the same object if `isAnywhere`
  Pointee,  ///< what `arg` points to holds
  Heap,
  Stream,
  Library,
  Errno,
  External,
  Held, ///< what the library was given to keep
};

struct LibraryReturn {
  ReturnKind kind = ReturnKind::Argument;
  unsigned arg = 0;
  bool isAnywhere = false;
};

/// A flow of pointers: contents of *source to *target, or `source` to *target.
enum class FlowKind : uint8_t {
  CopyContents,  ///< *target contains *source; see LibraryFlow
  CopyToHeap,    ///< the fresh object contains *source
  StoreInto,     ///< *target contains pointers into source's object
  StoreExternal, ///< *target contains unknown pointers
  StoreHeap,     ///< *target contains the fresh object
  KeepByStream,  ///< the streams hold source
  KeepByLibrary, ///< the library holds source
  Escape,        ///< unknown code holds source
};

struct LibraryFlow {
  FlowKind kind = FlowKind::CopyContents;
  unsigned target = 0, source = 0;
  /// CopyContents: what is copied comes to stand elsewhere, too: at any
  /// multiple of argument `stepArg`, or of one byte.
  bool isSpread = false;
  int stepArg = -1;
  /// CopyContents: the pointer at *source then leads anywhere in its object.
  bool isMoved = false;
};

/// The function at argument `function` is called with pointers into `args`.
struct LibraryCallback {
  unsigned function = 0;
  std::vector<unsigned> args;
};

struct LibraryFormat {
  unsigned arg = 0;
  bool isScan = false;
  bool isList = false; ///< the arguments come as a va_list
};

struct LibraryFunction {
  std::vector<LibraryAccess> accesses;
  std::vector<LibraryReturn> returns;
  std::vector<LibraryFlow> flows;
  std::vector<LibraryCallback> callbacks;
  std::vector<LibraryFormat> formats;
  std::vector<std::string> globals; ///< the library's variables that it changes
  bool usesIo = false, usesAllocator = false, usesRandom = false;
  bool setsErrno = false, readsErrno = false;
  bool setsMathErrno = false; ///< as `math` in the table
  bool writesLibrary = false, readsLibrary = false;
  bool zeroesHeap = false; ///< the fresh object is written
  bool frees = false;      ///< memory at argument 0 is gone afterwards
  bool isNoReturn = false, mayNotReturn = false;
  bool runsExitHandlers = false;
  bool needsThread = false, isUnknown = false;
  bool readsClock = false; ///< as `clock` in the table
  bool changesFloatEnvironment = false, isAsync = false;
};

class LibraryTable {
public:
  LibraryTable();
  /// By the name called, with or without `__builtin_`; null: not known.
  const LibraryFunction *find(std::string_view name) const;
  /// What a function of the program is, if it is the library's: not defined
  /// here, and either the program is whole, or the name is reserved by ISO C,
  /// or a header of the system declares it (another file of the user's may
  /// define a function called `link`).
  const LibraryFunction *find(const ir::Program &program,
                              const ir::Function &function) const;
  /// Every name, for checks of the table itself.
  std::vector<std::string_view> names() const;

private:
  std::map<std::string_view, LibraryFunction> functions_;
};

/// Parses the words of one row. Throws std::invalid_argument on a word that is
/// none (a mistake in the table).
LibraryFunction parseLibraryWords(std::string_view words);

/// True for a variable of the library that holds pointers; `isStream`: stdin,
/// ...
bool isLibraryPointer(std::string_view name, bool &isStream);

} // namespace hocket::analysis
