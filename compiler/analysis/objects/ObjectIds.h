// SPDX-License-Identifier: Apache-2.0
//
// A list of objects that copies share.
//
// In a large program thousands of items fall into the same thousands of heap
// objects. So the list is a value whose copies share one vector until one of
// them is edited, and a pool makes equal lists the same vector.
#pragma once

#include "ir/Program.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hocket::analysis {

class ObjectIds {
public:
  using List = std::vector<ir::ObjectId>;

  ObjectIds() = default;
  ObjectIds(std::initializer_list<ir::ObjectId> ids) : ObjectIds(List(ids)) {}
  ObjectIds(List ids)
      : list_(ids.empty() ? nullptr : std::make_shared<List>(std::move(ids))) {}

  const ir::ObjectId *begin() const { return list_ ? list_->data() : nullptr; }
  const ir::ObjectId *end() const { return begin() + size(); }
  std::size_t size() const { return list_ ? list_->size() : 0; }
  bool empty() const { return size() == 0; }
  ir::ObjectId front() const { return list_->front(); }
  ir::ObjectId operator[](std::size_t i) const { return (*list_)[i]; }

  /// The same vector, and so the same objects.
  bool isShared(const ObjectIds &other) const { return list_ == other.list_; }
  /// Another list's only if it is shared; null: it is empty.
  const void *identity() const { return list_.get(); }
  bool operator==(const ObjectIds &other) const {
    return isShared(other) ||
           std::equal(begin(), end(), other.begin(), other.end());
  }

  /// The vector, this list's own from now on.
  List &edit() {
    if (!list_ || list_.use_count() != 1)
      list_ = std::make_shared<List>(begin(), end());
    return *list_;
  }

  /// True if some were removed. Copies nothing otherwise.
  template <typename Predicate> bool eraseIf(Predicate isGone) {
    if (std::none_of(begin(), end(), isGone))
      return false;
    std::erase_if(edit(), isGone);
    return true;
  }

private:
  std::shared_ptr<List> list_;
};

/// Lists seen so far.
class ObjectIdsPool {
public:
  /// The first list with these objects.
  ObjectIds share(const ObjectIds &ids) {
    if (ids.empty())
      return ids;
    uint64_t hash = ids.size();
    for (ir::ObjectId id : ids)
      hash = (hash ^ ir::index(id)) * 0x9E3779B97F4A7C15u;
    std::vector<ObjectIds> &alike = lists_[hash];
    auto it = std::find(alike.begin(), alike.end(), ids);
    if (it != alike.end())
      return *it;
    alike.push_back(ids);
    return ids;
  }

private:
  std::unordered_map<uint64_t, std::vector<ObjectIds>> lists_;
};

} // namespace hocket::analysis
