// SPDX-License-Identifier: Apache-2.0
//
// Chunk pairs. If both loops have the same number of iterations and the
// dependence reaches only so far, arithmetic decides; else isl is asked for
// each pair.

#include "taskdeps/ChunkRelation.h"

#include "dependences/Overlap.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::Compare;

namespace {
constexpr const char *kFrom = "kFrom";
constexpr const char *kTo = "kTo";

/// How the task is cut; its chunks are more than one.
const Chunks &cutsOf(const TaskFacts &task) { return *task.task->as<Chunks>(); }
} // namespace

ChunkRelation::ChunkRelation(AffineModel &model, ChunkSets &chunkSets,
                             const TaskFacts &from, const TaskFacts &to,
                             const ChunkMinimum &minimum)
    : model_(model), chunkSets_(chunkSets),
      from_(makeSide(from, kFirst, kFrom)), to_(makeSide(to, kSecond, kTo)),
      context_(model.universe()),
      minIterations_(std::max(minimum.from, minimum.to)) {
  auto assume = [&](const Side &side, unsigned iterations) {
    if (iterations == 0 || !side.isKnown || !side.isFixed)
      return;
    unsigned each = std::max(iterations, side.task->grain);
    unsigned chunks =
        side.task->chunks > 1 ? cutsOf(*side.task).asIfEqual() : 1;
    isl::pw_aff least = model_.constant(int64_t(chunks) * each);
    context_ = context_.intersect(side.trips->ge_set(least));
  };
  assume(from_, minimum.from);
  assume(to_, minimum.to);
}

ChunkRelation::Side ChunkRelation::makeSide(const TaskFacts &task,
                                            const char *suffix,
                                            const char *name) {
  Side side;
  side.task = &task;
  const LoopShape *shape = task.chunked;
  if (!shape || !shape->lower || !shape->bound)
    return side;
  bool isUp = shape->step > 0;
  int64_t stride = isUp ? shape->step : -shape->step;
  isl::pw_aff lower = model_.toIsl(*shape->lower, suffix);
  isl::pw_aff bound = model_.toIsl(*shape->bound, suffix);
  isl::pw_aff iterator =
      model_.toIsl(Polynomial::symbol(shape->iterator), suffix);
  isl::pw_aff number = model_.universe().param_pw_aff_on_domain(
      isl_ext::named(lower.ctx(), name));
  isl::pw_aff walked = number.scale(isl::val(lower.ctx(), shape->step));
  side.numbering = iterator.sub(lower).eq_set(walked);
  isl::pw_aff span = isUp ? bound.sub(lower) : lower.sub(bound);
  if (shape->compare == Compare::Le || shape->compare == Compare::Ge)
    span = span.add_constant(1L);
  // ceil(span / stride), and nothing below zero
  side.trips = span.scale_down(isl::val(lower.ctx(), stride))
                   .ceil()
                   .max(model_.constant(0));
  isl::set defined = model_.definitions(*shape->lower)
                         .intersect(model_.definitions(*shape->bound));
  side.numbering = side.numbering->intersect(model_.instance(defined, suffix));
  side.isFixed =
      !model_.isVariant(*shape->lower) && !model_.isVariant(*shape->bound);
  side.tripsKey = shape->lower->key() + "/" + shape->bound->key() + "/" +
                  std::to_string(shape->step) +
                  std::to_string(static_cast<int>(shape->compare));
  side.isKnown = true;
  return side;
}

isl::pw_aff ChunkRelation::chunkBegin(const Side &side, unsigned chunk) const {
  isl::ctx ctx = side.trips->ctx();
  const Chunks &cuts = cutsOf(*side.task);
  if (chunk == cuts.count)
    return *side.trips;
  isl::val count(ctx, static_cast<long>(cuts.parts()));
  isl::val grain(ctx, static_cast<long>(side.task->grain));
  const auto phase = static_cast<long>(side.task->phase);
  isl::pw_aff blocks = side.trips->add_constant(phase).scale_down(grain).ceil();
  isl::pw_aff quotient = blocks.scale_down(count).floor();
  isl::pw_aff rest = blocks.sub(quotient.scale(count));
  isl::val c(ctx, static_cast<long>(cuts.cut(chunk)));
  isl::pw_aff begin = quotient.scale(c)
                          .add(rest.scale(c).scale_down(count).floor())
                          .scale(grain);
  return phase == 0 ? begin
                    : begin.add_constant(-phase)
                          .max(model_.constant(0))
                          .min(*side.trips);
}

isl::set ChunkRelation::chunkSet(const Side &side, const char *name,
                                 unsigned chunk) const {
  isl::pw_aff number = model_.universe().param_pw_aff_on_domain(
      isl_ext::named(side.trips->ctx(), name));
  return number.ge_set(chunkBegin(side, chunk))
      .intersect(number.lt_set(chunkBegin(side, chunk + 1)));
}

const std::vector<isl::set> &ChunkRelation::chunkSetsOf(const Side &side,
                                                        const char *name) {
  unsigned count = side.task->chunks;
  auto key =
      std::tuple(std::string(name), side.tripsKey, count,
                 count > 1 ? cutsOf(*side.task).cuts : std::vector<unsigned>(),
                 side.task->grain, side.task->phase);
  auto found = chunkSets_.find(key);
  if (found != chunkSets_.end())
    return found->second;
  std::vector<isl::set> sets; // kept when all are there: the budget may run out
  for (unsigned chunk = 0; chunk < count; ++chunk)
    sets.push_back(count == 1 ? model_.universe()
                              : chunkSet(side, name, chunk));
  return chunkSets_.emplace(std::move(key), std::move(sets)).first->second;
}

/// Only instances of the chunked loop's body belong to one chunk; what the
/// header reads, every chunk reads.
bool ChunkRelation::belongs(const Side &side, const TaskAccess &access) const {
  return side.task->chunks == 1 ||
         (side.isKnown && !access.onlyLastChunk && !access.inWarmUp &&
          model_.index().nodeOf(access.stmt) != side.task->task->node);
}

ChunkRelation::Ends ChunkRelation::endsOf(const TaskAccess &from,
                                          const TaskAccess &to) const {
  return {belongs(from_, from), belongs(to_, to), from.onlyLastChunk,
          to.onlyLastChunk};
}

void ChunkRelation::mark(const std::optional<isl::set> &conflict,
                         const TaskAccess &from, const TaskAccess &to,
                         std::vector<char> &pairs) {
  if (std::find(pairs.begin(), pairs.end(), false) == pairs.end())
    return;
  unsigned rows = from_.task->chunks, columns = to_.task->chunks;
  const Ends ends = endsOf(from, to);
  if (conflict && ends.fromBelongs && ends.toBelongs) {
    isl::set relation = *conflict;
    if (from_.isKnown && rows > 1)
      relation = isl_ext::conjunction(relation, *from_.numbering);
    if (to_.isKnown && columns > 1)
      relation = isl_ext::conjunction(relation, *to_.numbering);
    relation = isl_ext::conjunction(relation, context_);
    std::optional<Range> apart;
    if (rows > 1 && columns > 1 && from_.isKnown && to_.isKnown)
      apart = distances(relation);
    extendMaxDistance(apart);
    // What is marked needs no more questions.
    std::vector<char> candidates(pairs.size());
    std::transform(pairs.begin(), pairs.end(), candidates.begin(),
                   [](char isMarked) { return !isMarked; });
    if (!boundByDistance(apart, candidates) || asksAtBorders_)
      askEach(relation, candidates);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      pairs[i] |= candidates[i];
    return;
  }
  for (unsigned f = 0; f < rows; ++f)
    for (unsigned t = 0; t < columns; ++t)
      if ((!ends.fromIsLast || f + 1 == rows) &&
          (!ends.toIsLast || t + 1 == columns))
        pairs[f * columns + t] = true;
}

/// How much further along, in numbers of iterations, a dependence goes.
std::optional<ChunkRelation::Range>
ChunkRelation::distances(const isl::set &relation) const {
  isl::ctx ctx = relation.ctx();
  isl::pw_aff difference = model_.universe()
                               .param_pw_aff_on_domain(isl_ext::named(ctx, kTo))
                               .sub(model_.universe().param_pw_aff_on_domain(
                                   isl_ext::named(ctx, kFrom)));
  return isl_ext::rangeOf(relation, difference);
}

void ChunkRelation::extendMaxDistance(const std::optional<Range> &distances) {
  if (!distances)
    maxDistance_ = -1;
  else if (maxDistance_ >= 0)
    maxDistance_ =
        std::max({maxDistance_, -distances->first, distances->second});
}

/// Both loops have the same trip count T and the same cuts, and the dependence
/// goes from number k to numbers k + low ... k + high. A chunk of w of N parts
/// has at least floor(B * w / N) of the B = ceil(T / g) grains; the last one's
/// last grain may be short. For the least w, and floor(T / g) instead of B,
/// that is at least `least` iterations of each chunk, so d chunks further is at
/// least (d - 1) * least + 1 numbers further. True: near enough to ask no
/// further.
bool ChunkRelation::boundByDistance(const std::optional<Range> &distances,
                                    std::vector<char> &candidates) {
  unsigned count = from_.task->chunks;
  if (!distances || count == 1 || count != to_.task->chunks || !from_.isFixed ||
      !to_.isFixed || from_.tripsKey != to_.tripsKey ||
      from_.task->grain != to_.task->grain || from_.task->phase != 0 ||
      to_.task->phase != 0 ||
      cutsOf(*from_.task).cuts != cutsOf(*to_.task).cuts)
    return false;
  int64_t grain = from_.task->grain;
  int64_t least =
      minIterations_ > 0 ? std::max<int64_t>(minIterations_, grain) : 0;
  std::optional<std::pair<int64_t, int64_t>> trips =
      isl_ext::rangeOf(context_, *from_.trips);
  if (trips)
    least = std::max(least, trips->first / grain *
                                int64_t(cutsOf(*from_.task).shortest()) /
                                int64_t(cutsOf(*from_.task).parts()) * grain);
  if (least == 0)
    return false;
  auto [low, high] = *distances;
  for (int64_t f = 0; f < count; ++f)
    for (int64_t t = 0; t < count; ++t) {
      int64_t nearest = t > f   ? (t - f - 1) * least + 1
                        : t < f ? -((f - t - 1) * least + 1)
                                : 0;
      bool possible = t > f ? nearest <= high : t < f ? nearest >= low : true;
      candidates[f * count + t] &= possible;
    }
  // A halo of less than a chunk on each side: exact but for the borders.
  return low > -least && high < least;
}

void ChunkRelation::askEach(const isl::set &relation,
                            std::vector<char> &candidates) {
  if (!asks_)
    return;
  unsigned rows = from_.task->chunks, columns = to_.task->chunks;
  asked_ += candidates.size();
  const std::vector<isl::set> &ofFrom = chunkSetsOf(from_, kFrom);
  const std::vector<isl::set> &ofTo = chunkSetsOf(to_, kTo);
  for (unsigned f = 0; f < rows; ++f) {
    auto row = candidates.begin() + std::ptrdiff_t(f) * columns;
    if (std::find(row, row + columns, true) == row + columns)
      continue;
    isl::set ofRow = isl_ext::conjunction(relation, ofFrom[f]);
    for (unsigned t = 0; t < columns; ++t)
      if (row[t] && isl_ext::conjunction(ofRow, ofTo[t]).is_empty())
        row[t] = false;
  }
}

} // namespace hocket::polyhedral
