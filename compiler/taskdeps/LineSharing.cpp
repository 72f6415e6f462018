// SPDX-License-Identifier: Apache-2.0
#include "taskdeps/LineSharing.h"

#include "symbolic/Alias.h"

#include "ir/Tree.h"

#include <algorithm>
#include <numeric>

namespace hocket::polyhedral {

using ir::ObjectId;
using ir::ObjectKind;

namespace {

/// Of the region's loops around both.
unsigned commonLoops(const TaskFacts &a, const TaskFacts &b) {
  auto end = std::mismatch(a.loops.begin(), a.loops.end(), b.loops.begin(),
                           b.loops.end());
  return unsigned(end.first - a.loops.begin());
}

int64_t wrapped(int64_t value, int64_t modulus) {
  return (value % modulus + modulus) % modulus;
}

} // namespace

LineSharing::LineSharing(AffineModel &model,
                         const std::vector<LoopVerdict> &verdicts,
                         const TaskTable &table,
                         const std::vector<TaskDependence> &dependences,
                         const MemoryRequest &request, RegionMemory &memory)
    : model_(model), verdicts_(verdicts), table_(table),
      dependences_(dependences), request_(request), memory_(memory) {}

void LineSharing::find() {
  for (TaskId from = 0; from < table_.tasks.size(); ++from)
    for (TaskId to = from; to < table_.tasks.size(); ++to)
      compare(from, to);
  memory_.aligned.assign(aligned_.begin(), aligned_.end());
}

void LineSharing::assumeAll() {
  memory_.together.clear();
  memory_.grains.clear();
  memory_.aligned.clear();
  for (TaskId from = 0; from < table_.tasks.size(); ++from)
    for (TaskId to = from; to < table_.tasks.size(); ++to)
      if (!writesOf(table_.tasks[from]).empty() &&
          !writesOf(table_.tasks[to]).empty())
        addPairs(
            from, to,
            Pairs(size_t(table_.tasks[from].chunks) * table_.tasks[to].chunks,
                  true));
}

/// Of what a pointer leads to each chunk has a copy, with lines of its own.
bool LineSharing::isOfCopy(const TaskFacts &task,
                           const TaskAccess &access) const {
  if (!task.task->is<Chunks>() || !access.base ||
      access.base->kind != Base::Kind::Pointer)
    return false;
  const std::vector<PrivateObject> &copies =
      verdicts_[task.task->verdict()].privates;
  return std::any_of(copies.begin(), copies.end(),
                     [&](const PrivateObject &copy) {
                       return copy.isPointee && !copy.isLastprivate &&
                              copy.object == access.base->object;
                     });
}

/// To memory that caches keep. What replicated statements write is each core's
/// own, or in the frame.
std::vector<const TaskAccess *>
LineSharing::writesOf(const TaskFacts &task) const {
  std::vector<const TaskAccess *> writes;
  for (const TaskAccess &access : task.accesses) {
    const analysis::ObjectSet &objects = access.item->objects;
    const bool isCached =
        objects.unknown ||
        std::any_of(objects.ids.begin(), objects.ids.end(),
                    [&](ObjectId id) { return !request_.uncached.count(id); });
    if (access.isWrite() && isCached && !isOfCopy(task, access))
      writes.push_back(&access);
  }
  return writes;
}

void LineSharing::compare(TaskId from, TaskId to) {
  const TaskFacts &a = table_.tasks[from], &b = table_.tasks[to];
  if (from == to && a.chunks == 1)
    return;
  Pairs pairs(size_t(a.chunks) * b.chunks, false);
  std::optional<ChunkRelation> chunks;
  if (a.chunks > 1 || b.chunks > 1) {
    chunks.emplace(model_, chunkSets_, a, b, ChunkMinimum{});
    chunks->askAtBorders();
  }
  for (const TaskAccess *x : writesOf(a))
    for (const TaskAccess *y : writesOf(b)) {
      std::optional<isl::set> where = meet(*x, *y);
      if (where && where->is_empty())
        continue;
      if (chunks)
        chunks->mark(where, *x, *y, pairs);
      else
        pairs.front() = true;
    }
  if (from == to && std::count(pairs.begin(), pairs.end(), true) > a.chunks)
    if (std::optional<LineGrain> grain = grainFor(a))
      memory_.grains[a.task->node] = *grain;
  addPairs(from, to, pairs);
}

void LineSharing::addPairs(TaskId from, TaskId to, const Pairs &pairs) {
  const uint32_t columns = table_.tasks[to].chunks;
  for (uint32_t f = 0; f < table_.tasks[from].chunks; ++f)
    for (uint32_t t = 0; t < columns; ++t)
      if (pairs[size_t(f) * columns + t] && !isOrdered(from, to, f, t) &&
          ChunkOfTask(from, f) != ChunkOfTask(to, t))
        memory_.together.push_back({{from, f}, {to, t}});
}

std::optional<isl::set> LineSharing::meet(const TaskAccess &x,
                                          const TaskAccess &y) {
  if (!objectsMayOverlap(model_.index(), *x.item, *y.item) &&
      keepsToOwnLines(x) && keepsToOwnLines(y))
    return isl::set::empty(model_.universe().space());
  if (!x.address || !y.address || x.item->size == 0 || y.item->size == 0 ||
      x.address->base->key != y.address->base->key ||
      !beginsAtLine(*x.address->base) ||
      !model_.isLinear(x.address->polynomial) ||
      !model_.isLinear(y.address->polynomial))
    return std::nullopt;
  return model_.withTypeRanges(isl_ext::conjunction(
      isl_ext::conjunction(linesMeet(x, y), runsOf(x, kFirst)),
      runsOf(y, kSecond)));
}

isl::set LineSharing::linesMeet(const TaskAccess &x,
                                const TaskAccess &y) const {
  auto lineOf = [&](const TaskAccess &access, const char *suffix,
                    uint32_t byte) {
    isl::pw_aff at = model_.toIsl(access.address->polynomial, suffix)
                         .add_constant(static_cast<long>(byte));
    return at
        .scale_down(isl::val(at.ctx(), static_cast<long>(request_.lineBytes)))
        .floor();
  };
  return lineOf(x, kFirst, 0)
      .le_set(lineOf(y, kSecond, y.item->size - 1))
      .intersect(
          lineOf(y, kSecond, 0).le_set(lineOf(x, kFirst, x.item->size - 1)));
}

/// What holds of the symbols of one of the two instances when it happens.
isl::set LineSharing::runsOf(const TaskAccess &access, const char *suffix) {
  isl::set runs = isl_ext::conjunction(
      model_.domain(model_.index().nodeOf(access.stmt)).set,
      model_.definitions(access.address->polynomial));
  if (access.bounds)
    runs = isl_ext::conjunction(runs, *access.bounds);
  return model_.instance(runs, suffix);
}

/// The entry makes sure of it: of a variable with a name, of a pointer that has
/// one value.
bool LineSharing::beginsAtLine(const Base &base) {
  if (base.kind != Base::Kind::Object && base.kind != Base::Kind::Pointer)
    return false;
  const ir::Object &object = model_.program()[base.object];
  const bool isVariable =
      object.kind == ObjectKind::Global || object.kind == ObjectKind::Static ||
      object.kind == ObjectKind::Local || object.kind == ObjectKind::Param;
  if (!isVariable || object.isVariablyModified ||
      !request_.visible.count(base.object))
    return false;
  aligned_.insert(base.object);
  return true;
}

/// No other object that does so has a byte in the same line: it begins at a
/// line, and nothing before that is written.
bool LineSharing::keepsToOwnLines(const TaskAccess &access) {
  auto [known, isNew] = keepsToOwn_.try_emplace(access.item, false);
  if (!isNew || !access.base || !beginsAtLine(*access.base))
    return known->second;
  if (access.base->kind == Base::Kind::Object) {
    known->second = true;
  } else if (access.address && model_.isLinear(access.address->polynomial)) {
    isl::pw_aff at = model_.toIsl(access.address->polynomial, kFirst);
    known->second = isl_ext::conjunction(runsOf(access, kFirst),
                                         at.lt_set(model_.constant(0)))
                        .is_empty();
  }
  return known->second;
}

const TaskDependence *LineSharing::dependence(TaskId from, TaskId to) const {
  for (const TaskDependence &one : dependences_)
    if (one.from == from && one.to == to)
      return &one;
  return nullptr;
}

/// Whenever both run, one waits for the other, for they share bytes, too.
bool LineSharing::isOrdered(TaskId from, TaskId to, uint32_t fromChunk,
                            uint32_t toChunk) const {
  const TaskFacts &a = table_.tasks[from], &b = table_.tasks[to];
  const unsigned common = commonLoops(a, b);
  const uint32_t all = common >= 32 ? ~0u : (uint32_t(1) << common) - 1;
  auto joins = [&](const TaskDependence *one, uint32_t f, uint32_t t,
                   uint32_t columns) {
    return one && one->carriedMask == all &&
           (one->chunkPairs.empty() ||
            one->chunkPairs[size_t(f) * columns + t]);
  };
  const TaskDependence *forward = dependence(from, to);
  if (from == to || !forward || !forward->sameIteration ||
      !joins(forward, fromChunk, toChunk, b.chunks))
    return false;
  return common == 0 ||
         joins(dependence(to, from), toChunk, fromChunk, a.chunks);
}

/// So that the first byte of an iteration's part of what the chunks write is
/// the first of a line.
std::optional<LineGrain> LineSharing::grainFor(const TaskFacts &task) {
  const LoopShape *shape = task.chunked;
  if (!shape || !shape->lower || !shape->lower->isConstant())
    return std::nullopt;
  const auto line = int64_t(request_.lineBytes);
  LineGrain result;
  bool isAny = false;
  for (const TaskAccess *write : writesOf(task)) {
    if (!write->address || !beginsAtLine(*write->address->base))
      return std::nullopt;
    const auto &terms = write->address->polynomial.terms();
    auto own = terms.find(Monomial{shape->iterator});
    if (own == terms.end())
      return std::nullopt;
    const int64_t each = own->second * shape->step;
    // Of a row, where it begins; its inner loops may begin further on.
    const int64_t inside = terms.size() - terms.count(Monomial{}) == 1
                               ? write->address->polynomial.constantTerm()
                               : 0;
    const int64_t first = own->second * shape->lower->constantTerm() + inside;
    LineGrain wanted;
    wanted.grain = unsigned(line / std::gcd(line, wrapped(each, line)));
    while (wanted.phase < wanted.grain &&
           wrapped(first - each * wanted.phase, line) != 0)
      ++wanted.phase;
    if (wanted.phase == wanted.grain || (isAny && wanted != result))
      return std::nullopt;
    result = wanted;
    isAny = true;
  }
  return isAny ? std::optional(result) : std::nullopt;
}

} // namespace hocket::polyhedral
