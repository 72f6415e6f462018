// SPDX-License-Identifier: Apache-2.0
//
// From a dependence between iterations of two chunked loops to one between
// their chunks. Chunk c of a loop with T iterations and N parts holds the
// iteration numbers from hk_chunk(T, cut(c), N, g) up to
// hk_chunk(T, cut(c + 1), N, g), where g is the loop's grain; see hocket/abi.h.
// With a phase p, T + p stands for T, and of what comes out p is taken off.
#pragma once

#include "taskdeps/TaskAccesses.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace hocket::polyhedral {

/// { : iteration number k is in the chunk }, by chunk, of loops of one region:
/// loops with the same trip count, chunks and grain have the same ones. By what
/// they follow from: k's name, the trip count's key, chunks, their cuts, grain,
/// phase.
using ChunkSets =
    std::map<std::tuple<std::string, std::string, unsigned,
                        std::vector<unsigned>, unsigned, unsigned>,
             std::vector<isl::set>>;

/// The program makes sure on entry that each chunk has at least so many
/// iterations; 0: it does not.
struct ChunkMinimum {
  unsigned from = 0, to = 0;
};

class ChunkRelation {
public:
  /// \param chunkSets what earlier relations over the same model have made;
  /// outlives this one.
  ChunkRelation(AffineModel &model, ChunkSets &chunkSets, const TaskFacts &from,
                const TaskFacts &to, const ChunkMinimum &minimum);

  /// What decides about two accesses beside the iterations that they are in.
  struct Ends {
    /// Their instances belong to one chunk each.
    bool fromBelongs = false, toBelongs = false;
    bool fromIsLast = false, toIsLast = false; ///< run by the last chunk alone
    bool operator==(const Ends &) const = default;
  };
  Ends endsOf(const TaskAccess &from, const TaskAccess &to) const;

  /// Marks in `pairs` (row-major) the pairs of chunks that the conflict joins.
  /// \param conflict over the symbols of both instances; nothing: anywhere.
  void mark(const std::optional<isl::set> &conflict, const TaskAccess &from,
            const TaskAccess &to, std::vector<char> &pairs);

  /// TaskDependence::reach of what was marked; what came when all pairs had
  /// been joined already is not in it.
  int64_t maxDistance() const { return maxDistance_; }

  /// Pairs of chunks of which it was found out by isl whether they conflict.
  std::size_t asked() const { return asked_; }
  /// Pairs that distances do not keep apart conflict, from now on.
  void askNoMore() { asks_ = false; }
  /// Pairs of neighbours are asked about, too, where distances say that they
  /// might conflict at their borders: grains may keep them apart.
  void askAtBorders() { asksAtBorders_ = true; }

private:
  using Range = std::pair<int64_t, int64_t>;

  struct Side {
    const TaskFacts *task = nullptr;
    bool isKnown = false; ///< iteration numbers and trip count can be said
    std::optional<isl::set>
        numbering; ///< { : k is the number of the instance's iteration }
    std::optional<isl::pw_aff> trips;
    bool isFixed = false; ///< the trip count is the same throughout the region
    std::string tripsKey;
  };

  bool belongs(const Side &side, const TaskAccess &access) const;
  Side makeSide(const TaskFacts &task, const char *suffix, const char *name);
  isl::pw_aff chunkBegin(const Side &side, unsigned chunk) const;
  isl::set chunkSet(const Side &side, const char *name, unsigned chunk) const;
  const std::vector<isl::set> &chunkSetsOf(const Side &side, const char *name);
  std::optional<Range> distances(const isl::set &relation) const;
  void extendMaxDistance(const std::optional<Range> &distances);
  bool boundByDistance(const std::optional<Range> &distances,
                       std::vector<char> &candidates);
  void askEach(const isl::set &relation, std::vector<char> &candidates);

  AffineModel &model_;
  ChunkSets &chunkSets_;
  Side from_, to_;
  isl::set context_;
  unsigned minIterations_; ///< 0: unchecked
  int64_t maxDistance_ = 0;
  std::size_t asked_ = 0;
  bool asks_ = true;
  bool asksAtBorders_ = false;
};

} // namespace hocket::polyhedral
