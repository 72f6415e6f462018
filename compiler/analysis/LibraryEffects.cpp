// SPDX-License-Identifier: Apache-2.0
#include "analysis/LibraryEffects.h"

#include "analysis/library/FormatString.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace hocket::analysis {

using namespace ir;

namespace {

bool isNull(const Program &program, ExprId value) {
  while (isValid(value) && program[value].kind == ExprKind::Cast)
    value = program[value].operands[0];
  return isValid(value) && program[value].kind == ExprKind::Const &&
         program[value].value == 0;
}

/// The extent of an access in bytes, if the call says a constant; else 0.
uint32_t constantExtent(const Program &program, const CallSite &site,
                        const LibraryAccess &access) {
  if (access.sizeArg < 0)
    return access.size;
  uint64_t size = 1;
  for (int position : {access.sizeArg, access.sizeArg2}) {
    if (position < 0)
      continue;
    if (static_cast<std::size_t>(position) >= site.args.size())
      return 0;
    ExprId arg = site.args[position];
    while (isValid(arg) && program[arg].kind == ExprKind::Cast)
      arg = program[arg].operands[0];
    if (!isValid(arg) || program[arg].kind != ExprKind::Const ||
        program[arg].value < 0 ||
        __builtin_mul_overflow(size, static_cast<uint64_t>(program[arg].value),
                               &size))
      return 0;
  }
  return size <= std::numeric_limits<uint32_t>::max()
             ? static_cast<uint32_t>(size)
             : 0;
}

/// `memcpy(to, s, strlen(s))` with one of several strings of known sizes: no
/// more bytes than the longest has; else 0.
uint32_t longestString(const CallContext &call, const LibraryAccess &access) {
  if (access.sizeArg < 0 || access.sizeArg2 >= 0 ||
      static_cast<std::size_t>(access.sizeArg) >= call.site.args.size())
    return 0;
  const std::vector<CallSite> &calls = call.program()[call.stmt].calls;
  const Expr &length = call.program()[call.site.args[access.sizeArg]];
  auto which = static_cast<std::size_t>(length.value);
  if (length.kind != ExprKind::CallResult || which >= calls.size() ||
      !isValid(calls[which].callee) ||
      call.program()[calls[which].callee].name != "strlen" ||
      !call.facts.library.find(call.program(),
                               call.program()[calls[which].callee]) ||
      calls[which].args.size() != 1)
    return 0;
  ObjectSet strings =
      call.facts.pointsTo.objectsAt(call.stmt, calls[which].args[0]);
  uint64_t most = 0;
  for (ObjectId id : strings.ids)
    most = call.program()[id].size == 0
               ? UINT64_MAX
               : std::max(most, call.program()[id].size);
  return strings.unknown || most > std::numeric_limits<uint32_t>::max()
             ? 0
             : static_cast<uint32_t>(most);
}

void addLibraryAccess(const CallContext &call, const LibraryAccess &access,
                      unsigned arg, const std::string &via) {
  if (arg >= call.site.args.size() ||
      isNull(call.program(), call.site.args[arg]))
    return;
  ExprId value = call.site.args[arg];
  AccessKind kind = access.isWrite ? AccessKind::Write : AccessKind::Read;
  ObjectSet objects = call.facts.pointsTo.objectsAt(call.stmt, value);
  if (access.isDeref) {
    objects = call.facts.pointsTo.contents(objects);
    if (!objects.ids.empty())
      call.work.items.push_back(makeItem(call, kind, std::move(objects), via));
    return;
  }
  WorkItem item = makeItem(call, kind, std::move(objects), via);
  item.base = item.effect.address = value;
  item.effect.size = constantExtent(call.program(), call.site, access);
  item.effect.must = access.isMust && call.site.must && item.effect.size != 0;
  if (item.effect.size == 0)
    item.effect.size = longestString(call, access);
  call.work.items.push_back(std::move(item));
}

void addErrno(const CallContext &call, const std::string &via) {
  if (!call.facts.errnoIsRead)
    return;
  call.work.items.push_back(
      makeItem(call, AccessKind::Write,
               {{call.program().hidden.errnoValue}, false}, via));
}

/// State of the library itself.
void addLibraryState(const CallContext &call, const LibraryFunction &f,
                     const std::string &via) {
  auto add = [&](AccessKind kind, const ObjectSet &objects) {
    call.work.items.push_back(makeItem(call, kind, objects, via));
  };
  if (f.usesIo)
    add(AccessKind::Write, call.facts.streamObjects);
  if (f.usesRandom)
    add(AccessKind::Write, {{call.program().hidden.random}, false});
  if (f.writesLibrary)
    add(AccessKind::Write, call.facts.libraryObjects);
  else if (f.readsLibrary)
    add(AccessKind::Read, call.facts.libraryObjects);
  if (f.usesAllocator) {
    WorkItem item = makeItem(call, AccessKind::Write,
                             {{call.program().hidden.allocator}, false}, via);
    item.effect.isCommutative = true;
    call.work.items.push_back(std::move(item));
  }
  if (f.zeroesHeap && isValid(call.site.heap))
    add(AccessKind::Write, {{call.site.heap}, false});
  for (const std::string &name : f.globals)
    for (const Object &object : call.program().objects)
      if (object.kind == ObjectKind::Global && !isValid(object.unit) &&
          object.name == name)
        add(AccessKind::Write, {{object.id}, false});
  if (f.readsErrno)
    add(AccessKind::Read, {{call.program().hidden.errnoValue}, false});
  if (f.setsErrno || (f.setsMathErrno && call.facts.options.mathErrno))
    addErrno(call, via);
}

/// The arguments behind a format: read as strings, or written.
void addFormat(const CallContext &call, const LibraryFormat &format,
               const std::string &via) {
  LibraryAccess access;
  addLibraryAccess(call, access, format.arg, via);
  std::optional<std::string> text =
      literalArgument(call.program(), call.site, format.arg);
  FormatTraits traits{true, true};
  if (text)
    traits = formatTraits(*text);
  if (text && traits.readsErrno && !format.isScan)
    call.work.items.push_back(
        makeItem(call, AccessKind::Read,
                 {{call.program().hidden.errnoValue}, false}, via));
  for (unsigned arg = format.arg + 1; arg < call.site.args.size(); ++arg) {
    ObjectSet objects =
        call.facts.pointsTo.pointees(call.stmt, call.site.args[arg]);
    if (objects.ids.empty() && !objects.unknown)
      continue;
    auto add = [&](AccessKind kind) {
      WorkItem item = makeItem(call, kind, objects, via);
      if (!format.isList)
        item.base = item.effect.address = call.site.args[arg];
      call.work.items.push_back(std::move(item));
    };
    if (format.isList) { // a va_list, which holds the arguments
      add(AccessKind::Read);
      add(AccessKind::Write);
      objects = call.facts.pointsTo.contents(objects);
      if (objects.ids.empty() && !objects.unknown)
        continue;
    }
    if (traits.readsStrings && !format.isScan)
      add(AccessKind::Read);
    if (traits.stores || format.isScan)
      add(AccessKind::Write);
  }
}

} // namespace

void addLibrary(const CallContext &call, const LibraryFunction &f,
                const std::string &via) {
  for (const LibraryAccess &access : f.accesses) {
    unsigned last = access.isVariadic
                        ? static_cast<unsigned>(call.site.args.size())
                        : access.arg + 1;
    for (unsigned arg = access.arg; arg < last; ++arg)
      addLibraryAccess(call, access, arg, via);
  }
  for (const LibraryFormat &format : f.formats)
    addFormat(call, format, via);
  for (const LibraryCallback &callback : f.callbacks)
    for (unsigned arg : callback.args) {
      LibraryAccess access;
      access.arg = arg;
      addLibraryAccess(call, access, arg, via);
    }
  addLibraryState(call, f, via);
}

} // namespace hocket::analysis
