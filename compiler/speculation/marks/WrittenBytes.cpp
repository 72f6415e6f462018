// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/WrittenBytes.h"

#include "analysis/objects/AddressTerms.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>

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

/// Blocks that are told apart by who calls the function that allocates them.
std::set<ObjectId> heapsOfCallers(const Program &program) {
  std::set<ObjectId> result;
  for (const Stmt &stmt : program.stmts)
    for (const CallSite &call : stmt.calls)
      for (const auto &[there, here] : call.heapClones)
        result.insert(here);
  return result;
}

} // namespace

WrittenBytes::WrittenBytes(const Program &program,
                           const analysis::Effects &effects,
                           const std::vector<StmtId> &stmts)
    : program_(program), effects_(effects) {
  std::vector<StmtId> all = stmts;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const CallSite &call : program[all[i]].calls)
      if (FunctionId callee = call.callee;
          isValid(callee) && isValid(program[callee].body) &&
          followed_.insert(program[callee].name).second) {
        const std::vector<StmtId> more =
            allStmts(program, program[callee].body);
        all.insert(all.end(), more.begin(), more.end());
      }
  // Another one of that name is not told from it.
  std::map<std::string, unsigned> count;
  for (const Function &function : program.functions)
    if (++count[function.name] > 1)
      followed_.erase(function.name);
  for (StmtId stmt : all) {
    const analysis::StmtEffects &done = effects.stmts[index(stmt)];
    isAnything_ |= done.isUnknown;
    for (const EffectItem &item : done.items)
      if (item.kind == AccessKind::Write && !followed_.count(item.via))
        add(item);
  }
  const std::set<ObjectId> ofCallers = heapsOfCallers(program);
  for (StmtId stmt : all)
    for (const EffectItem &item : effects.stmts[index(stmt)].items)
      if (item.kind == AccessKind::Write && followed_.count(item.via))
        addOfCallees(item, ofCallers);
}

void WrittenBytes::add(const EffectItem &item) {
  isAnything_ |= item.objects.unknown;
  for (ObjectId object : item.objects.ids) {
    Written &written = written_[object];
    written.isNumbers &= isNumber(item.type);
    const std::vector<Bytes> bytes = bytesOf(object, item);
    written.isAnywhere |= bytes.empty();
    written.bytes.insert(written.bytes.end(), bytes.begin(), bytes.end());
  }
}

/// Objects whose bytes the callees' own statements do not tell.
void WrittenBytes::addOfCallees(const EffectItem &item,
                                const std::set<ObjectId> &ofCallers) {
  isAnything_ |= item.objects.unknown;
  for (ObjectId object : item.objects.ids) {
    auto [known, isNew] = written_.try_emplace(object);
    if (isNew || ofCallers.count(object) != 0) {
      known->second.isNumbers &= isNumber(item.type);
      known->second.isAnywhere = true;
    }
  }
}

/// Where the pointer, if it is one, holds nothing but starts of objects; or
/// where following pointers leads to. Empty: anywhere.
std::vector<WrittenBytes::Bytes>
WrittenBytes::bytesOf(ObjectId object, const EffectItem &item) const {
  if (!isValid(item.address) || item.size == 0)
    return {};
  std::optional<analysis::AddressRange> range =
      analysis::addressRange(program_, item.address);
  if (range && isValid(range->base)) {
    const Expr &base = program_[range->base];
    bool isStart =
        base.kind == ExprKind::AddrOf ||
        (base.kind == ExprKind::Var && effects_.holdsStart[index(base.object)]);
    if (isStart)
      return {{{object, range->least + item.offset, 0, 0},
               uint64_t(range->greatest - range->least) + item.size}};
  }
  std::vector<Bytes> result;
  for (analysis::ObjectPlace place : item.places)
    if (place.object == object) {
      place.offset += item.offset;
      result.push_back({place, item.size});
    }
  return result;
}

bool WrittenBytes::meets(ObjectId object, const EffectItem &item) const {
  auto known = written_.find(object);
  if (known == written_.end())
    return false;
  const std::vector<Bytes> bytes = bytesOf(object, item);
  return bytes.empty() || known->second.isAnywhere ||
         std::any_of(bytes.begin(), bytes.end(), [&](const Bytes &some) {
           return std::any_of(
               known->second.bytes.begin(), known->second.bytes.end(),
               [&](const Bytes &other) {
                 return analysis::mayMeet(some.begin, some.count, other.begin,
                                          other.count);
               });
         });
}

bool WrittenBytes::mayMeet(const EffectItem &item) const {
  return isAnything_ || item.objects.unknown ||
         std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ObjectId object) { return meets(object, item); });
}

bool WrittenBytes::mayMeet(const EffectItem &item, ObjectId object) const {
  return isAnything_ || meets(object, item);
}

bool WrittenBytes::mayMeetButNumbers(const EffectItem &item,
                                     ObjectId object) const {
  return isAnything_ || (meets(object, item) && !written_.at(object).isNumbers);
}

} // namespace hocket::speculation
