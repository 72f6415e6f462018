// SPDX-License-Identifier: Apache-2.0
//
// Inclusion constraints over sets of locations, and their least solution.
//
// The idea. Every variable, every intermediate value and every piece of memory
// that can hold a pointer is a *node* with a set of locations (Andersen,
// "Program analysis and specialization for the C programming language", 1994).
// A location is an object with an offset and a stride, standing for the bytes
// offset + k * stride for all k (Wilson and Lam, PLDI 1995): members keep apart
// where offsets are constant, elements of an array fold together, stride 1 is
// "anywhere in the object". Of an array that is named as one, `p->row[i]`, the
// multiples end with it (strided intervals: Balakrishnan and Reps, CC 2004), so
// that it keeps apart from the members beside it. Contents are *cells*: one for
// each location that is ever read or written through, with one node for what is
// stored there and one for what is loaded; stores into a cell reach the loads
// of all that overlap it.
//
// Nodes that copy from each other in a circle have the same set in the end.
// They become one node as soon as that is seen (PointsToCycles.cpp).
//
// A budget bounds the work, that of adding constraints, too. Beyond it nothing
// more is done, `solve` gives up, and whoever asks has to take every set for
// unknown.
#pragma once

#include "analysis/pointsto/LocationSet.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace hocket::analysis {

/// The bytes offset + k * stride of an object, for all k; stride 0: one place.
struct Location {
  uint32_t object = 0;
  int64_t offset = 0;
  uint64_t stride = 0;
  uint64_t span = 0; ///< greatest k * stride, of k >= 0; 0: there is none

  bool isAnywhere() const { return stride == 1 && span == 0; }
  bool isBounded() const { return stride == 0 || span != 0; }
  /// Of a bounded one.
  int64_t last() const { return offset + static_cast<int64_t>(span); }
};

/// How much is told apart of an object.
enum class ObjectShape : uint8_t {
  Places,       ///< a cell for each location
  StartAndRest, ///< its first byte and anywhere: what cannot hold pointers, but
                ///< is reached by pointers whose start counts
  OneCell,      ///< one location; stored() and loaded() apart
  OneNode,      ///< one location, one node (scalars, functions, hidden)
  Nothing       ///< one location; never holds a pointer, whoever stores there
};

/// long: one fixed point over one graph: its values, its circles, its
/// locations.
class PointsToSolver {
public:
  using Node = uint32_t;
  using LocationId = uint32_t;
  using Handler = std::function<void(LocationId)>;
  static constexpr Node noNode = ~0u;
  /// As much as any object has, and yet a bound.
  static constexpr int64_t farSpan = int64_t(1) << 47;

  /// \param shapes by object
  /// \param pointerBytes width of a pointer, and of a cell that is not said to
  /// be narrower: an `int` in front of a pointer does not overlap it.
  /// \param maxSteps the budget.
  PointsToSolver(std::vector<ObjectShape> shapes, unsigned pointerBytes,
                 uint64_t maxSteps);

  Node newNode();
  /// What is stored to, and what is loaded from, a location.
  /// \param width in bytes, if less than a pointer's; else 0.
  Node stored(LocationId location, unsigned width = 0);
  Node loaded(LocationId location, unsigned width = 0);

  LocationId locate(uint32_t object, int64_t offset, uint64_t stride,
                    uint64_t span = 0);
  LocationId anywhere(uint32_t object) { return locate(object, 0, 1); }
  const Location &operator[](LocationId id) const { return locations_[id]; }

  /// Constraints; each may be added while solving.
  void addLocation(Node node, LocationId location);
  /// to contains from, moved by delta bytes and any multiple of stride, with
  /// objects renamed.
  void addCopy(Node from, Node to, int64_t delta = 0, uint64_t stride = 0,
               uint32_t renaming = 0);
  /// The same, by no more than `span` bytes beyond delta, and not backwards.
  void addBoundedCopy(Node from, Node to, int64_t delta, uint64_t stride,
                      uint64_t span);
  /// A renaming of objects, for addCopy and addRenamed; 0 is the identity.
  uint32_t newRenaming(std::map<uint32_t, uint32_t> objects);
  /// Object `to` has the contents of object `from`, renamed.
  void addRenamed(uint32_t to, uint32_t from, uint32_t renaming);
  /// to contains *pointer, which has `bytes` bytes, 0: as many as a pointer;
  /// `whole`: and everything else in that object.
  void addLoad(Node pointer, Node to, bool whole = false, uint64_t bytes = 0);
  /// *pointer contains from; `whole`: anywhere in that object.
  void addStore(Node pointer, Node from, bool whole = false,
                uint64_t bytes = 0);
  /// `size` bytes (0: unknown) at *from are copied to *to, with objects
  /// renamed.
  void addRegionCopy(Node to, Node from, uint64_t size, uint32_t renaming = 0);
  /// Calls the handler once for each location that the node ever has.
  void onLocation(Node node, Handler handler);

  /// False: gave up, the sets are too small.
  bool solve();

  const LocationSet &set(Node node) const { return nodes_[find(node)].all; }
  /// What was stored anywhere in an object.
  LocationSet contentsOf(uint32_t object) const;

private:
  enum class ActionKind : uint8_t { Load, Store, Region, Handler };
  struct Action {
    ActionKind kind;
    bool whole;
    Node other;
    std::size_t index;  ///< Region, Handler: its index
    unsigned width = 0; ///< Load, Store: as of stored()
  };
  struct Copy {
    Node to;
    int64_t delta;
    uint64_t stride;
    uint64_t span; ///< as of a location
    uint32_t renaming;
    auto operator<=>(const Copy &) const = default;

    bool isPlain() const { return delta == 0 && stride == 0 && renaming == 0; }
  };
  struct NodeData {
    LocationSet all, fresh; ///< fresh: not yet passed on
    std::vector<Copy> copies;
    std::vector<Action> actions;
    bool queued = false;
  };
  /// What a node passed on less than the one it has become.
  struct Late {
    LocationSet missing;
    std::vector<Copy> copies;
    std::vector<Action> actions;
    Node node;
  };
  struct Cell {
    LocationId location;
    Node in, out;
    unsigned width = 0; ///< as of stored()
  };
  /// A copy of bytes between all that two nodes point to. Where these are many,
  /// it goes through an object between them, to cost their sum, not product.
  struct Region {
    Node to, from;
    uint64_t size;
    uint32_t renaming;
    bool isThrough = false;
    uint32_t between = 0;
  };
  struct RegionCopy {
    LocationId to, from;
    uint64_t size;
    uint32_t renaming;
    auto operator<=>(const RegionCopy &) const = default;
  };
  struct ObjectData {
    std::vector<Cell> cells;
    std::vector<RegionCopy> copies; ///< from this object
    std::vector<LocationId> locations;
  };

  /// One location is all there is of it.
  bool isFolded(uint32_t object) const {
    return shapes_[object] >= ObjectShape::OneCell;
  }
  bool holdsNothing(LocationId location) const {
    return shapes_[locations_[location].object] == ObjectShape::Nothing;
  }
  bool isSpent() const { return steps_ > maxSteps_; }
  /// The node that it is now.
  Node find(Node node) const { return nodeNow_[node]; }
  bool isNewCopy(Node from, const Copy &copy);
  void link(Node from, const Copy &copy);
  /// Makes one node of each circle of plain copies. \returns whether there was
  /// any.
  bool collapseCycles();
  /// Copies whose circles move by constants move by any multiple of the sum.
  /// \returns whether there were new ones.
  bool closeMovingCycles();
  void closeMovingCycle(const std::vector<Node> &component,
                        std::vector<std::pair<Node, Copy>> &changed);
  void unite(const std::vector<Node> &cycle, std::vector<Late> &late);
  /// \param changed their copies are not known as they are now
  void renewCopies(const std::vector<Node> &changed);
  void renewCopies(Node node);

  /// Objects into which a great many pointers were stored, nobody knows where,
  /// get one cell for all. \returns whether there were any.
  bool foldObjects();
  void fold(uint32_t object);

  const Cell &cellOf(LocationId location, unsigned width);
  bool overlap(const Cell &a, const Cell &b) const;
  int64_t widthOf(const Cell &cell) const {
    return cell.width != 0 ? cell.width : pointerBytes_;
  }
  unsigned narrow(uint64_t bytes) const {
    return bytes < pointerBytes_ ? static_cast<unsigned>(bytes) : 0;
  }
  LocationId moved(LocationId location, const Copy &copy);
  void enqueue(Node node);
  void join(Node to, const LocationSet &set, const Copy &copy);
  void act(const Action &action, Node node, LocationId location);
  void addAction(Node node, const Action &action);
  void actRegion(std::size_t index, Node node, LocationId location);
  void linkRegion(const RegionCopy &copy);
  void pushCell(const Cell &cell, const RegionCopy &copy);
  /// Where a cell of the source comes to lie in the target; none: it is not
  /// copied.
  std::optional<Location> copiedTo(const Cell &cell,
                                   const RegionCopy &copy) const;

  std::vector<ObjectShape> shapes_;
  unsigned pointerBytes_;
  uint64_t maxSteps_;
  /// Not moved as it grows: the sets would be copied, and twice as many held.
  std::deque<NodeData> nodes_;
  std::vector<Node> nodeNow_; ///< by node: itself, or what took it in
  /// Copies known: plain ones by both ends, and others.
  llvm::DenseSet<std::pair<Node, Node>> plainCopies_;
  std::set<std::pair<Node, Copy>> otherCopies_;
  std::size_t numCopies_ = 0;
  std::vector<Location> locations_;
  llvm::DenseMap<std::tuple<uint32_t, int64_t, uint64_t, uint64_t>, LocationId>
      locationIds_;
  std::vector<ObjectData> objects_;
  std::vector<int> cellIndex_; ///< by LocationId: in its object's cells, or -1
  /// The same of cells that are narrower than a pointer.
  std::map<std::pair<LocationId, unsigned>, int> narrowCells_;
  std::set<RegionCopy> regionCopies_;
  std::vector<std::map<uint32_t, uint32_t>> renamings_;
  std::vector<Region> regions_;
  std::deque<Handler> handlers_; ///< may grow while one of them runs
  std::vector<Node> worklist_;
  uint64_t steps_ = 0;
  uint64_t collapseAt_ = 0, collapseEvery_ = 0; ///< steps
};

} // namespace hocket::analysis
