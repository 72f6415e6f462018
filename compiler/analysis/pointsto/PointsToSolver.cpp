// SPDX-License-Identifier: Apache-2.0
//
// Worklist solution with difference propagation (Pearce, Kelly and Hankin,
// "Efficient field-sensitive pointer analysis of C", 2007): a node passes on
// only what is new since it was last taken from the list.
#include "analysis/pointsto/PointsToSolver.h"

#include "support/Policy.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hocket::analysis {

namespace {

/// Beyond this many locations an object has one more, "anywhere". Bounds what
/// a pointer that moves by constants around a cycle can make.
constexpr unsigned maxLocationsPerObject = policy.analysis.locationsPerObject;

int64_t floorMod(int64_t value, int64_t modulus) {
  int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

/// Above this many pairs a region copy goes through an object of its own.
constexpr uint64_t maxPairsOfRegion = policy.analysis.copiedPairs;

/// An object with so many cells, into which so many pointers are stored at
/// places that are not known, gets one cell.
constexpr std::size_t minFoldedCells = policy.analysis.foldedCells;
constexpr unsigned minFoldedPointers = policy.analysis.foldedPointers;

/// Offsets beyond this fold; keeps their arithmetic from overflowing.
constexpr int64_t maxOffset = int64_t(1) << 40;

} // namespace

PointsToSolver::PointsToSolver(std::vector<ObjectShape> shapes,
                               unsigned pointerBytes, uint64_t maxSteps)
    : shapes_(std::move(shapes)), pointerBytes_(pointerBytes),
      maxSteps_(maxSteps), objects_(shapes_.size()) {}

PointsToSolver::Node PointsToSolver::newNode() {
  nodes_.emplace_back();
  nodeNow_.push_back(static_cast<Node>(nodes_.size() - 1));
  return nodeNow_.back();
}

PointsToSolver::LocationId PointsToSolver::locate(uint32_t object,
                                                  int64_t offset,
                                                  uint64_t stride,
                                                  uint64_t span) {
  if (span > 2 * uint64_t(farSpan))
    span = 0;
  if (isFolded(object)) {
    offset = 0;
    stride = span = 0;
  } else if (shapes_[object] == ObjectShape::StartAndRest) {
    stride = offset != 0 || stride != 0;
    offset = 0;
    span = 0;
  } else if (offset > maxOffset || offset < -maxOffset ||
             stride > uint64_t(maxOffset)) {
    offset = 0;
    stride = 1;
    span = 0;
  } else if (stride != 0 && span == 0) {
    offset = floorMod(offset, static_cast<int64_t>(stride));
  }
  if (stride == 0)
    span = 0;
  auto key = std::make_tuple(object, offset, stride, span);
  if (auto it = locationIds_.find(key); it != locationIds_.end())
    return it->second;
  if ((stride != 1 || span != 0) &&
      objects_[object].locations.size() >= maxLocationsPerObject)
    return locate(object, 0, 1);
  auto id = static_cast<LocationId>(locations_.size());
  locations_.push_back({object, offset, stride, span});
  locationIds_.try_emplace(key, id);
  cellIndex_.push_back(-1);
  objects_[object].locations.push_back(id);
  return id;
}

/// Some byte belongs to both.
bool PointsToSolver::overlap(const Cell &a, const Cell &b) const {
  const Location &first = locations_[a.location];
  const Location &second = locations_[b.location];
  uint64_t stride = std::gcd(first.stride, second.stride);
  int64_t distance = first.offset - second.offset;
  if (first.isBounded() && second.isBounded() &&
      (first.offset >= second.last() + widthOf(b) ||
       second.offset >= first.last() + widthOf(a)))
    return false;
  if (stride == 0)
    return true;
  int64_t rest = floorMod(distance, static_cast<int64_t>(stride));
  return rest < widthOf(b) || int64_t(stride) - rest < widthOf(a);
}

const PointsToSolver::Cell &PointsToSolver::cellOf(LocationId location,
                                                   unsigned width) {
  const Location place = locations_[location];
  ObjectData &object = objects_[place.object];
  if (shapes_[place.object] != ObjectShape::Places)
    width = 0;
  int known = cellIndex_[location];
  if (width != 0)
    known = narrowCells_.try_emplace({location, width}, -1).first->second;
  if (known >= 0)
    return object.cells[known];
  Cell cell{location, newNode(), noNode, width};
  cell.out =
      shapes_[place.object] == ObjectShape::OneNode ? cell.in : newNode();
  std::size_t position = object.cells.size();
  steps_ += position / 8; // comparisons are quicker than steps
  if (width != 0)
    narrowCells_[{location, width}] = static_cast<int>(position);
  else
    cellIndex_[location] = static_cast<int>(position);
  object.cells.push_back(cell);
  if (cell.in != cell.out)
    addCopy(cell.in, cell.out);
  for (std::size_t i = 0; i < position; ++i) {
    Cell other = object.cells[i];
    if (!overlap(other, cell))
      continue;
    addCopy(cell.in, other.out);
    addCopy(other.in, cell.out);
  }
  // The list may grow meanwhile; a new entry pushes all cells by itself.
  for (std::size_t i = 0, n = object.copies.size(); i < n; ++i)
    pushCell(cell, RegionCopy(objects_[place.object].copies[i]));
  return objects_[place.object].cells[position];
}

PointsToSolver::Node PointsToSolver::stored(LocationId location,
                                            unsigned width) {
  return cellOf(location, width).in;
}

PointsToSolver::Node PointsToSolver::loaded(LocationId location,
                                            unsigned width) {
  return cellOf(location, width).out;
}

PointsToSolver::LocationId PointsToSolver::moved(LocationId location,
                                                 const Copy &copy) {
  Location l = locations_[location];
  // Mostly it is the same place in any case.
  if (copy.renaming == 0 && (l.isAnywhere() || isFolded(l.object)))
    return location;
  if (copy.renaming != 0) {
    const std::map<uint32_t, uint32_t> &names = renamings_[copy.renaming - 1];
    if (auto it = names.find(l.object); it != names.end())
      l.object = it->second;
  }
  if (copy.delta > maxOffset || copy.delta < -maxOffset)
    return locate(l.object, 0, 1);
  bool isBounded = l.isBounded() && (copy.stride == 0 || copy.span != 0);
  return locate(l.object, l.offset + copy.delta,
                std::gcd(l.stride, copy.stride),
                isBounded ? l.span + copy.span : 0);
}

uint32_t PointsToSolver::newRenaming(std::map<uint32_t, uint32_t> objects) {
  renamings_.push_back(std::move(objects));
  return static_cast<uint32_t>(renamings_.size());
}

void PointsToSolver::addRenamed(uint32_t to, uint32_t from, uint32_t renaming) {
  linkRegion({locate(to, 0, 0), locate(from, 0, 0), 0, renaming});
}

void PointsToSolver::enqueue(Node node) {
  if (nodes_[node].queued)
    return;
  nodes_[node].queued = true;
  worklist_.push_back(node);
}

void PointsToSolver::addLocation(Node node, LocationId location) {
  node = find(node);
  NodeData &data = nodes_[node];
  if (data.all.insert(location)) {
    data.fresh.insert(location);
    enqueue(node);
  }
}

/// Adds a set to a node, as the copy moves it.
void PointsToSolver::join(Node to, const LocationSet &set, const Copy &copy) {
  if (!copy.isPlain()) {
    for (LocationId location : set) {
      ++steps_;
      addLocation(to, moved(location, copy));
    }
    return;
  }
  ++steps_;
  to = find(to);
  NodeData &data = nodes_[to];
  LocationSet added = data.all.insert(set);
  if (added.empty())
    return;
  if (data.fresh.empty())
    data.fresh = std::move(added);
  else
    data.fresh.insert(added);
  enqueue(to);
}

bool PointsToSolver::isNewCopy(Node from, const Copy &copy) {
  return copy.isPlain() ? plainCopies_.insert({from, copy.to}).second
                        : otherCopies_.insert({from, copy}).second;
}

void PointsToSolver::addCopy(Node from, Node to, int64_t delta, uint64_t stride,
                             uint32_t renaming) {
  link(from, {to, delta, stride, 0, renaming});
}

void PointsToSolver::addBoundedCopy(Node from, Node to, int64_t delta,
                                    uint64_t stride, uint64_t span) {
  link(from, {to, delta, span == 0 ? 0 : stride, span, 0});
}

void PointsToSolver::link(Node from, const Copy &wanted) {
  if (isSpent())
    return;
  from = find(from);
  Copy copy = wanted;
  copy.to = find(copy.to);
  if ((from == copy.to && copy.isPlain()) || !isNewCopy(from, copy))
    return;
  nodes_[from].copies.push_back(copy);
  ++numCopies_;
  if (from == copy.to)
    join(copy.to, LocationSet(nodes_[from].all), copy);
  else
    join(copy.to, nodes_[from].all, copy);
}

void PointsToSolver::addAction(Node node, const Action &action) {
  if (isSpent())
    return;
  node = find(node);
  nodes_[node].actions.push_back(action);
  const LocationSet present = nodes_[node].all;
  for (LocationId location : present)
    act(action, node, location);
}

void PointsToSolver::addLoad(Node pointer, Node to, bool whole,
                             uint64_t bytes) {
  addAction(pointer, {ActionKind::Load, whole, to, 0, narrow(bytes)});
}

void PointsToSolver::addStore(Node pointer, Node from, bool whole,
                              uint64_t bytes) {
  addAction(pointer, {ActionKind::Store, whole, from, 0, narrow(bytes)});
}

void PointsToSolver::addRegionCopy(Node to, Node from, uint64_t size,
                                   uint32_t renaming) {
  regions_.push_back({to, from, size, renaming});
  Action action{ActionKind::Region, false, noNode, regions_.size() - 1};
  addAction(to, action);
  addAction(from, action);
}

void PointsToSolver::onLocation(Node node, Handler handler) {
  handlers_.push_back(std::move(handler));
  addAction(node, {ActionKind::Handler, false, noNode, handlers_.size() - 1});
}

void PointsToSolver::act(const Action &action, Node node, LocationId location) {
  ++steps_;
  LocationId place =
      action.whole ? anywhere(locations_[location].object) : location;
  if (action.kind != ActionKind::Region && action.kind != ActionKind::Handler &&
      holdsNothing(place))
    return;
  switch (action.kind) {
  case ActionKind::Load:
    addCopy(loaded(place, action.width), action.other);
    break;
  case ActionKind::Store:
    addCopy(action.other, stored(place, action.width));
    break;
  case ActionKind::Region:
    actRegion(action.index, node, location);
    break;
  case ActionKind::Handler:
    handlers_[action.index](location);
    break;
  }
}

/// A new location of one end of a region copy.
void PointsToSolver::actRegion(std::size_t index, Node node,
                               LocationId location) {
  Region region = regions_[index];
  region.to = find(region.to);
  region.from = find(region.from);
  const LocationSet targets = nodes_[region.to].all;
  const LocationSet sources = nodes_[region.from].all;
  auto link = [&](LocationId to, LocationId from) {
    linkRegion({to, from, region.size, region.renaming});
  };
  // Once on the way through.
  auto linkOut = [&](LocationId to, LocationId between) {
    linkRegion({to, between, region.size, 0});
  };
  if (!region.isThrough &&
      uint64_t(targets.count()) * sources.count() <= maxPairsOfRegion) {
    if (node == region.to)
      for (LocationId source : sources)
        link(location, source);
    if (node == region.from)
      for (LocationId target : targets)
        link(target, location);
    return;
  }
  if (region.isThrough) {
    LocationId between = locate(region.between, 0, 0);
    if (node == region.to)
      linkOut(location, between);
    if (node == region.from)
      link(between, location);
    return;
  }
  regions_[index].isThrough = true;
  regions_[index].between = static_cast<uint32_t>(objects_.size());
  shapes_.push_back(ObjectShape::Places);
  objects_.emplace_back();
  LocationId between = locate(regions_[index].between, 0, 0);
  for (LocationId target : targets)
    linkOut(target, between);
  for (LocationId source : sources)
    link(between, source);
}

void PointsToSolver::linkRegion(const RegionCopy &copy) {
  ++steps_;
  // Where a stride is between the places, they are many.
  bool isSelf = copy.to == copy.from && locations_[copy.to].stride == 0;
  if (isSpent() || isSelf || holdsNothing(copy.to) || holdsNothing(copy.from) ||
      !regionCopies_.insert(copy).second)
    return;
  uint32_t object = locations_[copy.from].object;
  objects_[object].copies.push_back(copy);
  for (std::size_t i = 0; i < objects_[object].cells.size(); ++i)
    pushCell(Cell(objects_[object].cells[i]), copy);
}

/// The part of a region copy that concerns one cell of its source.
void PointsToSolver::pushCell(const Cell &cell, const RegionCopy &copy) {
  ++steps_;
  if (isSpent())
    return;
  std::optional<Location> target = copiedTo(cell, copy);
  if (!target)
    return;
  // What is stored elsewhere in the source comes with the cell of that place:
  // what a cell of many places lets see, it does not let see at each of them.
  const bool isOne = isFolded(locations_[copy.from].object);
  Node in = stored(
      locate(target->object, target->offset, target->stride, target->span),
      cell.width);
  addCopy(isOne ? cell.out : cell.in, in, 0, 0, copy.renaming);
}

std::optional<Location> PointsToSolver::copiedTo(const Cell &cell,
                                                 const RegionCopy &copy) const {
  const Location &from = locations_[copy.from], &to = locations_[copy.to],
                 &place = locations_[cell.location];
  const uint64_t apart = std::gcd(from.stride, place.stride);
  Location target{to.object, to.offset + place.offset - from.offset,
                  std::gcd(apart, to.stride), 0};
  if (shapes_[from.object] != ObjectShape::Places)
    return target;
  // Counted from where the copy begins, the cell is at least and at most here.
  int64_t least = -maxOffset, greatest = maxOffset;
  if (from.isBounded() && place.isBounded()) {
    least = place.offset - from.last();
    greatest = place.last() - from.offset;
  }
  if (copy.size != 0)
    greatest = std::min(greatest, int64_t(copy.size) - 1);
  least = std::max(least, 1 - widthOf(cell));
  if (apart != 0) {
    int64_t known = place.offset - from.offset;
    least += floorMod(known - least, int64_t(apart));
    greatest -= floorMod(greatest - known, int64_t(apart));
  }
  if (least > greatest)
    return std::nullopt;
  if (copy.size == 0) {
    // As long as it goes back and forth between two places, it does not move.
    bool isStill = from.stride == 0 && to.stride == 0 &&
                   from.offset == to.offset && place.isBounded();
    target.span = isStill ? place.span : 0;
  } else if (to.isBounded()) {
    target.offset = to.offset + least;
    target.span = to.span + uint64_t(greatest - least);
    if (target.span == 0)
      target.stride = 0;
  }
  return target;
}

bool PointsToSolver::foldObjects() {
  bool isAny = false;
  for (uint32_t object = 0; object < objects_.size(); ++object) {
    if (shapes_[object] != ObjectShape::Places ||
        objects_[object].cells.size() < minFoldedCells)
      continue;
    auto it = locationIds_.find({object, 0, 1, 0});
    if (it == locationIds_.end() || cellIndex_[it->second] < 0)
      continue;
    const Cell &cell = objects_[object].cells[cellIndex_[it->second]];
    if (set(cell.in).count() < minFoldedPointers)
      continue;
    fold(object);
    isAny = true;
  }
  return isAny;
}

/// What its cells hold is joined in the one for anywhere, and they all are that
/// one from now on.
void PointsToSolver::fold(uint32_t object) {
  const Cell whole = cellOf(anywhere(object), 0);
  shapes_[object] = ObjectShape::StartAndRest;
  const std::vector<Cell> cells =
      std::exchange(objects_[object].cells, {whole});
  for (LocationId location : objects_[object].locations)
    cellIndex_[location] = 0;
  for (const Cell &cell : cells) {
    for (auto [one, all] :
         {std::pair(cell.in, whole.in), std::pair(cell.out, whole.out)}) {
      addCopy(one, all);
      addCopy(all, one);
    }
  }
}

bool PointsToSolver::solve() {
  // In rounds: what a round makes new waits for the next, so that a node passes
  // on much at once.
  std::vector<Node> round;
  while (!worklist_.empty() || !round.empty()) {
    if (isSpent())
      return false;
    if (steps_ >= collapseAt_) {
      // The longer there are none, the more rarely they are looked for.
      uint64_t size = nodes_.size() + numCopies_;
      const bool isCollapsed = collapseCycles();
      const bool isClosed = closeMovingCycles();
      const bool isChanged = foldObjects() || isClosed || isCollapsed;
      collapseEvery_ = isChanged ? size : 2 * collapseEvery_ + size;
      collapseAt_ = steps_ + collapseEvery_;
    }
    if (round.empty()) {
      std::swap(round, worklist_);
      std::sort(round.begin(), round.end(), std::greater<>());
    }
    Node node = round.back();
    round.pop_back();
    if (find(node) != node)
      continue;
    nodes_[node].queued = false;
    LocationSet fresh;
    std::swap(fresh, nodes_[node].fresh);
    // Indices, not iterators: actions add nodes, copies and actions. What is
    // added to this node meanwhile has seen its whole set already.
    for (std::size_t i = 0, n = nodes_[node].copies.size(); i < n; ++i) {
      Copy copy = nodes_[node].copies[i];
      join(copy.to, fresh, copy);
    }
    for (std::size_t i = 0, n = nodes_[node].actions.size(); i < n; ++i) {
      Action action = nodes_[node].actions[i];
      for (LocationId location : fresh)
        act(action, node, location);
    }
  }
  return !isSpent();
}

LocationSet PointsToSolver::contentsOf(uint32_t object) const {
  LocationSet contents;
  for (const Cell &cell : objects_[object].cells)
    contents.insert(set(cell.in));
  return contents;
}

} // namespace hocket::analysis
