// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/TouchedPlaces.h"

#include "speculation/marks/AccessItems.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

std::optional<TouchedPlace> PlaceNames::placeOf(const Stmt &stmt,
                                                const Access &access) {
  // Pointers do not wrap; more than that is no offset of an object.
  constexpr int64_t most = int64_t(1) << 40;
  std::string text;
  Name name;
  int64_t offset = 0;
  if (!isValid(access.address) || access.size == 0 ||
      !addTerms(stmt, access.address, text, name, offset) || offset > most ||
      offset < -most)
    return std::nullopt;
  auto [known, isNew] = numbers_.try_emplace(text, unsigned(names_.size()));
  if (isNew)
    names_.push_back(std::move(name));
  else // the same text, of which other accesses are known
    names_[known->second].reads.insert(name.reads.begin(), name.reads.end());
  return TouchedPlace{known->second, offset, offset + access.size};
}

/// The summands of a pointer; constants are the offset.
bool PlaceNames::addTerms(const Stmt &stmt, ExprId id, std::string &text,
                          Name &name, int64_t &offset) const {
  const Expr &e = program_[id];
  if (e.kind == ExprKind::Const)
    return !__builtin_add_overflow(offset, e.value, &offset);
  if (e.kind == ExprKind::Add && e.isPointer)
    return std::all_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId operand) {
                         return addTerms(stmt, operand, text, name, offset);
                       });
  name.isStatic = ++name.terms == 1 && e.kind == ExprKind::AddrOf &&
                  (program_[e.object].kind == ObjectKind::Global ||
                   program_[e.object].kind == ObjectKind::Static);
  text += "+";
  return addText(stmt, id, text, name);
}

bool PlaceNames::addText(const Stmt &stmt, ExprId id, std::string &text,
                         Name &name) const {
  if (!isValid(id))
    return false;
  const Expr &e = program_[id];
  text += std::to_string(int(e.kind)) + (e.isSigned ? "s" : "u") +
          std::to_string(int(e.bits));
  switch (e.kind) {
  case ExprKind::Unknown:
  case ExprKind::CallResult:
    return false;
  case ExprKind::Const:
    text += "=" + std::to_string(e.value);
    return true;
  case ExprKind::AddrOf:
    text += "&" + std::to_string(index(e.object));
    return true;
  case ExprKind::Var:
    text += "v" + std::to_string(index(e.object));
    name.reads.insert(e.object);
    return true;
  case ExprKind::Load:
    if (!addLoad(stmt, e, name))
      return false;
    break;
  default:
    break;
  }
  text += "(";
  for (ExprId operand : e.operands) {
    if (!addText(stmt, operand, text, name))
      return false;
    text += ",";
  }
  text += ")";
  return true;
}

bool PlaceNames::addLoad(const Stmt &stmt, const Expr &load, Name &name) const {
  for (const Access &access : stmt.accesses) {
    if (access.kind != AccessKind::Read || access.address != load.operands[0])
      continue;
    const std::vector<const EffectItem *> items =
        itemsOf(effects_, stmt.id, access);
    if (items.empty())
      return false;
    for (const EffectItem *item : items) {
      if (item->objects.unknown)
        return false;
      name.reads.insert(item->objects.ids.begin(), item->objects.ids.end());
    }
    return true;
  }
  return false;
}

bool TouchedState::has(const TouchedPlace &place) const {
  auto known = bytes_.find(place.base);
  if (known == bytes_.end())
    return false;
  auto after = known->second.upper_bound(place.begin);
  return after != known->second.begin() &&
         std::prev(after)->second >= place.end;
}

void TouchedState::add(const TouchedPlace &place) {
  std::map<int64_t, int64_t> &ranges = bytes_[place.base];
  int64_t begin = place.begin, end = place.end;
  auto at = ranges.upper_bound(begin);
  if (at != ranges.begin() && std::prev(at)->second >= begin)
    --at;
  while (at != ranges.end() && at->first <= end) {
    begin = std::min(begin, at->first);
    end = std::max(end, at->second);
    at = ranges.erase(at);
  }
  ranges[begin] = end;
}

void TouchedState::add(const TouchedState &other) {
  for (const auto &[base, ranges] : other.bytes_)
    for (auto [begin, end] : ranges)
      add({base, begin, end});
}

void TouchedState::forget(
    const std::function<bool(const TouchedPlace &)> &isChanged) {
  std::erase_if(bytes_, [&](const auto &entry) {
    return isChanged({entry.first, 0, 0});
  });
}

void TouchedState::meet(const TouchedState &other) {
  if (!other.isReachable_)
    return;
  if (!isReachable_) {
    *this = other;
    return;
  }
  std::map<unsigned, std::map<int64_t, int64_t>> both;
  for (const auto &[base, ranges] : bytes_)
    if (auto there = other.bytes_.find(base); there != other.bytes_.end())
      for (auto [begin, end] : ranges)
        for (auto [from, to] : there->second)
          if (std::max(begin, from) < std::min(end, to))
            both[base][std::max(begin, from)] = std::min(end, to);
  bytes_ = std::move(both);
}

TouchedState TouchedState::ofStatics(const PlaceNames &names) const {
  TouchedState result;
  result.isReachable_ = isReachable_;
  for (const auto &[base, ranges] : bytes_)
    if (names.isStatic(base))
      result.bytes_[base] = ranges;
  return result;
}

} // namespace hocket::speculation
