// SPDX-License-Identifier: Apache-2.0
#include "speculation/WrittenBytes.h"

#include "analysis/objects/AddressTerms.h"

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

} // namespace

WrittenBytes::WrittenBytes(const Program &program,
                           const analysis::Effects &effects,
                           const std::vector<StmtId> &stmts)
    : program_(program), effects_(effects) {
  for (StmtId stmt : stmts) {
    const analysis::StmtEffects &done = effects.stmts[index(stmt)];
    isAnything_ |= done.isUnknown;
    for (const EffectItem &item : done.items)
      if (item.kind == AccessKind::Write)
        add(item);
  }
}

/// Where the pointer, if it is one, holds nothing but starts of objects.
std::optional<WrittenBytes::Bytes>
WrittenBytes::bytesOf(const EffectItem &item) const {
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

void WrittenBytes::add(const EffectItem &item) {
  isAnything_ |= item.objects.unknown;
  std::optional<Bytes> bytes = bytesOf(item);
  for (ObjectId object : item.objects.ids) {
    Written &written = written_[object];
    written.isNumbers &= isNumber(item.type);
    written.isAnywhere |= !bytes;
    if (bytes)
      written.bytes.push_back(*bytes);
  }
}

bool WrittenBytes::meets(ObjectId object,
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

bool WrittenBytes::mayMeet(const EffectItem &item) const {
  std::optional<Bytes> bytes = bytesOf(item);
  return isAnything_ || item.objects.unknown ||
         std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ObjectId object) { return meets(object, bytes); });
}

bool WrittenBytes::mayMeetButNumbers(const EffectItem &item) const {
  std::optional<Bytes> bytes = bytesOf(item);
  return isAnything_ || item.objects.unknown ||
         std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ObjectId object) {
                       return meets(object, bytes) &&
                              !written_.at(object).isNumbers;
                     });
}

} // namespace hocket::speculation
