// SPDX-License-Identifier: Apache-2.0
//
// A set of small numbers, most of which lie close together.
//
// Words of 64 of them, those that have any, in order in one vector: sets are
// joined again and again, mostly in vain, and a list of nodes as in LLVM's
// SparseBitVector costs a miss of the cache for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hocket::analysis {

class LocationSet {
  struct Word {
    uint32_t index;
    uint64_t bits; ///< not 0
    bool operator==(const Word &) const = default;
  };
  using Words = std::vector<Word>;

public:
  /// In ascending order. Not valid once the set is changed.
  class Iterator {
  public:
    Iterator(const Word *word, const Word *end)
        : word_(word), rest_(word == end ? 0 : word->bits), end_(end) {}

    uint32_t operator*() const {
      return word_->index * 64 + static_cast<uint32_t>(__builtin_ctzll(rest_));
    }
    Iterator &operator++() {
      rest_ &= rest_ - 1;
      if (rest_ == 0 && ++word_ != end_)
        rest_ = word_->bits;
      return *this;
    }
    bool operator==(const Iterator &other) const {
      return word_ == other.word_ && rest_ == other.rest_;
    }

  private:
    const Word *word_;
    uint64_t rest_; ///< of the word
    const Word *end_;
  };

  Iterator begin() const { return {words_.data(), endOfWords()}; }
  Iterator end() const { return {endOfWords(), endOfWords()}; }
  bool empty() const { return words_.empty(); }
  std::size_t count() const;
  bool contains(uint32_t number) const;
  bool operator==(const LocationSet &) const = default;

  /// \returns whether it is new.
  bool insert(uint32_t number);
  /// \returns what is new.
  LocationSet insert(const LocationSet &more);
  /// What is not in the other.
  LocationSet without(const LocationSet &other) const;

private:
  const Word *endOfWords() const { return words_.data() + words_.size(); }
  bool hasAll(const LocationSet &others) const;

  Words words_; ///< by index
};

} // namespace hocket::analysis
