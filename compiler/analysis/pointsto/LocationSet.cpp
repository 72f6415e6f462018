// SPDX-License-Identifier: Apache-2.0
#include "analysis/pointsto/LocationSet.h"

#include <algorithm>

namespace hocket::analysis {

namespace {

/// The first word from `from` on that is not before `index`. What is looked for
/// is near, as a rule: steps of growing length, then halves.
template <typename Word> Word *seek(Word *from, Word *end, uint32_t index) {
  std::ptrdiff_t step = 1;
  while (end - from > step && from[step].index < index) {
    from += step;
    step *= 2;
  }
  return std::lower_bound(
      from, end - from > step ? from + step + 1 : end, index,
      [](const Word &word, uint32_t i) { return word.index < i; });
}

} // namespace

std::size_t LocationSet::count() const {
  std::size_t result = 0;
  for (const Word &word : words_)
    result += static_cast<std::size_t>(__builtin_popcountll(word.bits));
  return result;
}

bool LocationSet::contains(uint32_t number) const {
  auto at = std::lower_bound(
      words_.begin(), words_.end(), number / 64,
      [](const Word &word, uint32_t i) { return word.index < i; });
  return at != words_.end() && at->index == number / 64 &&
         (at->bits >> number % 64 & 1) != 0;
}

bool LocationSet::insert(uint32_t number) {
  const uint32_t index = number / 64;
  const uint64_t bit = uint64_t(1) << number % 64;
  auto at = words_.end();
  if (!words_.empty() && words_.back().index >= index)
    at = std::lower_bound(
        words_.begin(), words_.end(), index,
        [](const Word &word, uint32_t i) { return word.index < i; });
  if (at == words_.end() || at->index != index) {
    words_.insert(at, {index, bit});
    return true;
  }
  const bool isNew = (at->bits & bit) == 0;
  at->bits |= bit;
  return isNew;
}

bool LocationSet::hasAll(const LocationSet &others) const {
  const Word *at = words_.data(), *end = endOfWords();
  for (const Word &other : others.words_) {
    at = seek(at, end, other.index);
    if (at == end || at->index != other.index || (other.bits & ~at->bits) != 0)
      return false;
  }
  return true;
}

LocationSet LocationSet::insert(const LocationSet &more) {
  LocationSet added;
  if (hasAll(more))
    return added;
  added = more.without(*this);
  std::size_t numNew = 0; // words
  Word *at = words_.data(), *end = at + words_.size();
  for (const Word &word : added.words_) {
    at = seek(at, end, word.index);
    if (at != end && at->index == word.index)
      at->bits |= word.bits;
    else
      ++numNew;
  }
  if (numNew == 0)
    return added;
  // Words that are there make room from the end on.
  std::size_t from = words_.size(), to = from + numNew;
  words_.resize(to);
  for (auto word = added.words_.rbegin(); word != added.words_.rend(); ++word) {
    while (from != 0 && words_[from - 1].index > word->index)
      words_[--to] = words_[--from];
    if (from == 0 || words_[from - 1].index != word->index)
      words_[--to] = *word;
  }
  return added;
}

LocationSet LocationSet::without(const LocationSet &other) const {
  LocationSet result;
  const Word *at = other.words_.data(), *end = other.endOfWords();
  for (const Word &word : words_) {
    at = seek(at, end, word.index);
    const uint64_t bits = at != end && at->index == word.index
                              ? word.bits & ~at->bits
                              : word.bits;
    if (bits != 0)
      result.words_.push_back({word.index, bits});
  }
  return result;
}

} // namespace hocket::analysis
