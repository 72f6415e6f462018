// SPDX-License-Identifier: Apache-2.0
#include "speculation/SteadyMemory.h"

#include "analysis/objects/AddressTerms.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

namespace {

/// Of numbers that nothing but such a number is read from: characters may be
/// parts of anything.
bool isNumber(const std::string &type) {
  static constexpr std::string_view numbers[] = {"int",
                                                 "unsigned int",
                                                 "long",
                                                 "unsigned long",
                                                 "float",
                                                 "long long",
                                                 "unsigned long long",
                                                 "double",
                                                 "short",
                                                 "unsigned short",
                                                 "_Bool"};
  return std::find(std::begin(numbers), std::end(numbers), type) !=
         std::end(numbers);
}

bool isPointer(const std::string &type) {
  return type.find('*') != std::string::npos && type.back() != ']';
}

bool namesUnions(const Program &program) {
  return std::any_of(
      program.stmts.begin(), program.stmts.end(), [](const Stmt &stmt) {
        return std::any_of(stmt.accesses.begin(), stmt.accesses.end(),
                           [](const Access &a) { return a.isOfUnion; });
      });
}

} // namespace

SteadyMemory::SteadyMemory(const Program &program,
                           const analysis::Effects &effects, NodeId loop,
                           bool strictAliasing)
    : program_(program), effects_(effects),
      typesTell_(strictAliasing && !namesUnions(program)) {
  for (StmtId stmt : allStmts(program, loop)) {
    const analysis::StmtEffects &done = effects.stmts[index(stmt)];
    writesAnything_ |= done.isUnknown;
    for (const EffectItem &item : done.items)
      if (item.kind == AccessKind::Write)
        add(item);
  }
}

/// Where the pointer, if it is one, holds nothing but starts of objects.
std::optional<SteadyMemory::Bytes>
SteadyMemory::bytesOf(const EffectItem &item) const {
  if (!isValid(item.address) || item.size == 0)
    return std::nullopt;
  std::optional<analysis::AddressRange> range =
      analysis::addressRange(program_, item.address);
  if (!range || !isValid(range->base))
    return std::nullopt;
  const Expr &base = program_[range->base];
  bool isStart =
      base.kind == ExprKind::AddrOf ||
      (base.kind == ExprKind::Var && effects_.holdsStart[index(base.object)]);
  if (!isStart)
    return std::nullopt;
  return Bytes{range->least + item.offset,
               range->greatest + item.offset + int64_t(item.size)};
}

void SteadyMemory::add(const EffectItem &item) {
  writesAnything_ |= item.objects.unknown;
  std::optional<Bytes> bytes = bytesOf(item);
  for (ObjectId object : item.objects.ids) {
    Written &written = written_[object];
    written.isNumbers &= isNumber(item.type);
    written.isAnywhere |= !bytes;
    if (bytes)
      written.bytes.push_back(*bytes);
  }
}

bool SteadyMemory::mayBeWritten(ObjectId object,
                                const std::optional<Bytes> &bytes) const {
  auto known = written_.find(object);
  if (known == written_.end())
    return false;
  const Written &written = known->second;
  return !bytes || written.isAnywhere ||
         std::any_of(written.bytes.begin(), written.bytes.end(),
                     [&](const Bytes &other) {
                       return bytes->begin < other.end &&
                              other.begin < bytes->end;
                     });
}

bool SteadyMemory::isSteady(StmtId stmt, const Access &access) const {
  if (writesAnything_)
    return false;
  const std::vector<EffectItem> &items = effects_.stmts[index(stmt)].items;
  bool isFound = false;
  for (const EffectItem &item : items) {
    if (!item.via.empty() || item.kind != AccessKind::Read ||
        item.text.unit != access.text.unit ||
        item.text.begin != access.text.begin ||
        item.text.end != access.text.end || item.type != access.type)
      continue;
    isFound = true;
    if (item.objects.unknown)
      return false;
    std::optional<Bytes> bytes = bytesOf(item);
    for (ObjectId object : item.objects.ids)
      if (mayBeWritten(object, bytes) &&
          !(typesTell_ && written_.at(object).isNumbers &&
            isPointer(access.type)))
        return false;
  }
  return isFound;
}

} // namespace hocket::speculation
