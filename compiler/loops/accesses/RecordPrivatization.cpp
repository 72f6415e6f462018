// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/RecordPrivatization.h"

#include "dependences/ArrayPrivatization.h"
#include "loops/accesses/EscapingPointees.h"
#include "loops/checks/AliasChecks.h"
#include "symbolic/Alias.h"

#include "analysis/objects/AddressTerms.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ObjectId;

namespace {

bool meet(const RecordBytes &a, const RecordBytes &b) {
  return a.begin < b.end && b.begin < a.end;
}

/// Joined where they touch, in order.
std::vector<RecordBytes> joined(std::vector<RecordBytes> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const RecordBytes &a, const RecordBytes &b) {
              return a.begin < b.begin;
            });
  std::vector<RecordBytes> result;
  for (const RecordBytes &range : ranges)
    if (!result.empty() && range.begin <= result.back().end)
      result.back().end = std::max(result.back().end, range.end);
    else
      result.push_back(range);
  return result;
}

class Record {
public:
  Record(AffineModel &model, const Base &root)
      : model_(model), program_(model.program()), root_(root) {}

  std::optional<RecordCopy> find(const std::vector<int64_t> &links) {
    if (!collect() || !followsLinks(links))
      return std::nullopt;
    RecordCopy record;
    if (!addOwn(record.copy) || !addCopied(record, links))
      return std::nullopt;
    record.copy.object = root_.object;
    record.copy.isPointee = isPointee();
    if (!isPointee())
      return record;
    int64_t low = 0, high = 1;
    for (const Part &part : parts_) {
      low = std::min(low, part.bytes.begin);
      high = std::max(high, part.bytes.end);
    }
    record.copy.lo = constant(low);
    record.copy.hi = constant(high);
    return record;
  }

private:
  /// An access to the record.
  struct Part {
    MemoryAccess access;
    RecordBytes bytes;
  };

  std::optional<Polynomial> sizeOfVariable() const {
    if (isPointee())
      return std::nullopt;
    return Polynomial::constant(
        static_cast<int64_t>(program_[root_.object].size));
  }

  bool isPointee() const { return root_.kind == Base::Kind::Pointer; }

  /// All accesses that the loop makes by the root's name; false if it may make
  /// others of which nothing more is known.
  bool collect() {
    std::vector<MemoryAccess> unknown;
    for (MemoryAccess &access : collectAccesses(model_, model_.stmts())) {
      if (!access.base) {
        unknown.push_back(std::move(access));
        continue;
      }
      if (access.base->key != root_.key)
        continue;
      std::optional<RecordBytes> bytes = bytesOf(access);
      if (!bytes || !isGivenByName(model_, access.item->address, root_.object))
        return false;
      parts_.push_back({std::move(access), *bytes});
    }
    return std::none_of(
        unknown.begin(), unknown.end(), [&](const MemoryAccess &access) {
          return std::any_of(
              parts_.begin(), parts_.end(), [&](const Part &part) {
                return objectsMayOverlap(model_.index(), *access.item,
                                         *part.access.item);
              });
        });
  }

  /// Which bytes it may be of, whatever the iteration.
  std::optional<RecordBytes> bytesOf(const MemoryAccess &access) const {
    const analysis::EffectItem &item = *access.item;
    if (item.size == 0 || item.isVolatile || access.reduction >= 0)
      return std::nullopt;
    if (access.address && access.address->polynomial.isConstant() &&
        isWhole(program_, item.address, *access.address)) {
      int64_t begin = access.address->polynomial.constantTerm();
      return RecordBytes{begin, begin + item.size};
    }
    // An element of an array in it.
    std::optional<analysis::AddressRange> range =
        isValid(item.address)
            ? analysis::openAddressRange(program_, item.address)
            : std::nullopt;
    const bool isOpen =
        range && range->greatest == analysis::AddressRange::unbounded;
    if (!range || (isOpen && isPointee()))
      return std::nullopt;
    std::optional<Value> base = model_.valueAt(range->base, access.stmt);
    if (!base || !base->base || base->base->key != root_.key ||
        !base->polynomial.isConstant())
      return std::nullopt;
    int64_t from = base->polynomial.constantTerm() + item.offset;
    const auto size = static_cast<int64_t>(program_[root_.object].size);
    return RecordBytes{from + range->least,
                       isOpen ? size : from + range->greatest + item.size};
  }

  /// Each is only read, as the pointer that it is.
  bool followsLinks(const std::vector<int64_t> &links) const {
    for (int64_t at : links) {
      const RecordBytes link{at, at + program_.pointerBytes};
      for (const Part &part : parts_)
        if (meet(part.bytes, link) &&
            (part.access.isWrite() || !part.access.item->via.empty() ||
             part.bytes.begin != link.begin || part.bytes.end != link.end ||
             part.access.item->type.find('*') == std::string::npos))
          return false;
    }
    return true;
  }

  bool mayBeWritten(const RecordBytes &bytes) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const Part &part) {
      return part.access.isWrite() && meet(part.bytes, bytes);
    });
  }

  /// What iterations write each of them writes before it reads it.
  bool addOwn(PrivateObject &copy) {
    std::vector<MemoryAccess> own;
    for (const Part &part : parts_)
      if (mayBeWritten(part.bytes))
        own.push_back(part.access);
    if (own.empty())
      return true;
    ArrayPrivatization privatization(model_, model_.root(), own,
                                     sizeOfVariable());
    if (privatization.isExposed())
      return false;
    copy.isLastprivate = isReadElsewhere(model_, own);
    return !copy.isLastprivate || privatization.writesSameEachIteration();
  }

  bool addCopied(RecordCopy &record, const std::vector<int64_t> &links) {
    std::vector<const MemoryAccess *> read;
    int64_t size = 0;
    for (const Part &part : parts_) {
      if (mayBeWritten(part.bytes))
        continue;
      read.push_back(&part.access);
      if (std::find(links.begin(), links.end(), part.bytes.begin) ==
          links.end())
        record.copy.copied.push_back(part.bytes);
    }
    record.copy.copied = joined(std::move(record.copy.copied));
    for (const RecordBytes &bytes : record.copy.copied)
      size += bytes.end - bytes.begin;
    if (size > policy.loops.copiedInBytes)
      return false;
    if (!isPointee()) // a variable of known size
      return true;
    record.readable = readableTest(model_, read);
    return record.readable.has_value();
  }

  AffineModel &model_;
  const ir::Program &program_;
  const Base &root_;
  std::vector<Part> parts_;
};

} // namespace

std::optional<RecordCopy> copyOfRecord(AffineModel &model, const Base &root,
                                       const std::vector<int64_t> &links) {
  if (root.kind == Base::Kind::Pointer &&
      (!canNameAnother(model, root.object) ||
       EscapingPointees(model, model.root(), root).escapes()))
    return std::nullopt;
  return Record(model, root).find(links);
}

std::optional<RecordPlace> placeInRecord(const Base &base) {
  if (base.kind != Base::Kind::Loaded || !base.cell || !base.cell->base ||
      !base.cell->polynomial.isConstant())
    return std::nullopt;
  const Base &root = *base.cell->base;
  if (root.kind != Base::Kind::Pointer && root.kind != Base::Kind::Object)
    return std::nullopt;
  return RecordPlace{root, base.cell->polynomial.constantTerm()};
}

} // namespace hocket::polyhedral
