// SPDX-License-Identifier: Apache-2.0
#include "splitting/BodyGroups.h"

#include "dependences/Overlap.h"
#include "splitting/Recomputable.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"
#include "symbolic/FirstValue.h"

#include "ir/Holes.h"
#include "ir/PlainText.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <functional>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

constexpr std::size_t maxChildren = policy.loops.splitChildren;

/// No type or static variable is declared here that others may need.
bool textIsMovable(const ir::Program &program, NodeId child) {
  std::vector<StmtId> stmts = ir::allStmts(program, child);
  return std::all_of(stmts.begin(), stmts.end(), [&](StmtId id) {
    const ir::Stmt &stmt = program[id];
    if (stmt.usesLocalName)
      return false;
    if (stmt.kind != ir::StmtKind::Declaration)
      return true;
    return isValid(stmt.declares) &&
           program[stmt.declares].kind == ir::ObjectKind::Local &&
           program[stmt.declares].type.isNameable;
  });
}

bool isNamedIn(const ir::Program &program, NodeId node, ObjectId object) {
  std::span<const ir::Hole> holes = ir::holesIn(program, program[node].text);
  return std::any_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
    return hole.object == object;
  });
}

class Finder {
public:
  Finder(const ProgramIndex &index, isl::ctx ctx, NodeId loop,
         const LoopOptions &options)
      : index_(index), program_(index.program()), loop_(loop),
        model_(index, ctx,
               {loop, /*ownInit=*/false, {}, options.strictAliasing}) {}

  std::optional<BodyGroups> run() {
    if (!isEligible())
      return std::nullopt;
    const ir::Node &body = program_[program_[loop_].as<ir::Loop>()->body];
    children_ = body.as<ir::Block>()->children;
    recomputable_ = findRecomputable(index_, loop_, children_);
    tieSharedTexts();
    for (std::size_t i = 0; i < children_.size(); ++i)
      for (StmtId stmt : ir::allStmts(program_, children_[i]))
        childOf_[stmt] = i;
    edges_.assign(children_.size() * children_.size(), 0);
    if (!addEffects())
      return std::nullopt;
    addDeclarations();
    addAccesses();
    return makeGroups();
  }

private:
  enum Kind : char { none = 0, within = 1, carried = 2 };

  bool isEligible() {
    const ir::Node &node = program_[loop_];
    const ir::Loop &loop = *node.as<ir::Loop>();
    const ir::Node &body = program_[loop.body];
    const ir::Block *block = body.as<ir::Block>();
    if (loop.form != ir::LoopForm::For || !loop.counted ||
        !loop.counted->isPlain || node.hasLabel || node.hasOuterCase ||
        !block || block->children.size() < 2 ||
        block->children.size() > maxChildren || body.exits.any() ||
        !ir::isPlainText(program_, loop.body))
      return false;
    for (StmtId stmt : {loop.init, loop.condition, loop.step})
      if (isValid(stmt) && !program_[stmt].calls.empty())
        return false;
    for (NodeId child : block->children)
      if (program_[child].exits.any() || program_[child].hasLabel ||
          !textIsMovable(program_, child))
        return false;
    shape_ = model_.loopShape(loop_);
    return shape_ && keepsFirstValue(model_, loop_);
  }

  bool sameText(std::size_t a, std::size_t b) const {
    return program_[children_[a]].text.begin ==
           program_[children_[b]].text.begin;
  }

  /// `double t = x[i], u = f();` is repeated as a whole or not at all.
  void tieSharedTexts() {
    auto isAlone = [&](std::size_t i) {
      for (std::size_t k = 0; k < children_.size(); ++k)
        if (sameText(i, k) && !recomputable_.positions.count(k))
          return false;
      return true;
    };
    while (std::erase_if(recomputable_.of, [&](const auto &entry) {
      return !std::all_of(entry.second.begin(), entry.second.end(), isAlone);
    })) {
      recomputable_.positions.clear();
      for (const auto &[object, positions] : recomputable_.of)
        recomputable_.positions.insert(positions.begin(), positions.end());
    }
  }

  bool isRepeated(std::size_t child) const {
    return recomputable_.positions.count(child) != 0;
  }

  void add(std::size_t from, std::size_t to, Kind kind) {
    if (!isRepeated(from) && !isRepeated(to))
      edges_[from * children_.size() + to] |= kind;
  }
  void tie(std::size_t a, std::size_t b) {
    add(a, b, carried);
    add(b, a, carried);
  }

  /// What has effects beside memory keeps its order. \returns false if some
  /// statement may end the program, or reads a clock: then no other may move
  /// past it.
  bool addEffects() {
    std::set<std::size_t> ordered;
    for (const auto &[stmt, child] : childOf_) {
      const analysis::StmtEffects &effects =
          index_.effects().stmts[ir::index(stmt)];
      if (effects.mayNotReturn || effects.isUnknown || effects.readsClock ||
          program_[stmt].isOpaque || effects.needsCallingThread)
        return false;
      for (const EffectItem &item : effects.items)
        if (item.isVolatile ||
            (!item.isCommutative &&
             std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                         [&](ObjectId id) { return index_.isHidden(id); })))
          ordered.insert(child);
    }
    for (std::size_t a : ordered)
      for (std::size_t b : ordered)
        if (a != b)
          tie(a, b);
    return true;
  }

  /// A variable of the body is new in each iteration: what touches it is tied
  /// to its declaration, and so is what only names it, as in `&t`.
  void addDeclarations() {
    for (std::size_t i = 0; i < children_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k)
        if (sameText(i, k))
          tie(i, k);
      const ir::Leaf *leaf = program_[children_[i]].as<ir::Leaf>();
      ObjectId object = leaf ? program_[leaf->stmt].declares : ObjectId::None;
      if (!isValid(object) || recomputable_.of.count(object))
        continue;
      for (const auto &[stmt, child] : childOf_)
        for (const EffectItem &item : index_.itemsOf(stmt))
          if (child != i && index_.mayTouch(item, object))
            tie(i, child);
      for (std::size_t k = 0; k < children_.size(); ++k)
        if (k != i && isNamedIn(program_, children_[k], object))
          tie(i, k);
    }
  }

  bool isOwnOf(const MemoryAccess &access, std::size_t child) const {
    ObjectId named = index_.namedObject(*access.item);
    return isValid(named) &&
           (named == program_[loop_].as<ir::Loop>()->counted->iterator ||
            ir::isDeclaredIn(program_, named, children_[child]));
  }

  void addAccesses() {
    std::vector<MemoryAccess> accesses;
    for (MemoryAccess &access : collectAccesses(model_, model_.stmts()))
      if (auto it = childOf_.find(access.stmt); it != childOf_.end() &&
                                                !isRepeated(it->second) &&
                                                !isOwnOf(access, it->second))
        accesses.push_back(std::move(access));
    Overlap overlap(model_, accesses);
    for (const MemoryAccess &x : accesses)
      for (const MemoryAccess &y : accesses) {
        std::size_t a = childOf_.at(x.stmt), b = childOf_.at(y.stmt);
        bool isDone = (edges_[a * children_.size() + b] & carried) &&
                      (edges_[b * children_.size() + a] & carried);
        if (a < b && !isDone && (x.isWrite() || y.isWrite()))
          addPair(overlap, x, y);
      }
  }

  /// \param x of an earlier statement than y's.
  void addPair(Overlap &overlap, const MemoryAccess &x, const MemoryAccess &y) {
    std::size_t a = childOf_.at(x.stmt), b = childOf_.at(y.stmt);
    if (!objectsMayOverlap(index_, *x.item, *y.item) ||
        (x.item->isCommutative && y.item->isCommutative))
      return;
    bool bothKnown = x.address && y.address;
    if (bothKnown &&
        basesAreDisjoint(model_, *x.address->base, *y.address->base))
      return;
    bool sameBase = bothKnown && x.address->base->key == y.address->base->key &&
                    x.address->base->kind != Base::Kind::Allocation;
    if (!sameBase) {
      if (!model_.typesExclude(*x.item, x.address, *y.item, y.address) ||
          !typesNeverChange(index_, *x.item, *y.item))
        tie(a, b);
      return;
    }
    std::optional<isl::set> forwards = overlap.overlapping(x, y);
    std::optional<isl::set> backwards = overlap.overlapping(y, x);
    if (!forwards || !backwards) {
      tie(a, b);
      return;
    }
    if (happens(*forwards, x, y, /*sameIteration=*/true))
      add(a, b, within);
    if (happens(*forwards, x, y, false))
      add(a, b, carried);
    if (happens(*backwards, y, x, false))
      add(b, a, carried);
  }

  bool happens(const isl::set &overlap, const MemoryAccess &first,
               const MemoryAccess &second, bool sameIteration) {
    Polynomial iterator = Polynomial::symbol(shape_->iterator);
    isl::pw_aff one = model_.toIsl(iterator, kFirst);
    isl::pw_aff two = model_.toIsl(iterator, kSecond);
    isl::set order = sameIteration      ? one.eq_set(two)
                     : shape_->step > 0 ? one.lt_set(two)
                                        : one.gt_set(two);
    isl::set domainOne = model_.domain(index_.nodeOf(first.stmt)).set;
    isl::set domainTwo = model_.domain(index_.nodeOf(second.stmt)).set;
    isl::set conflict = overlap.intersect(order)
                            .intersect(model_.instance(domainOne, kFirst))
                            .intersect(model_.instance(domainTwo, kSecond));
    return !model_.withTypeRanges(conflict).is_empty();
  }

  /// Components by reachability: bodies are short.
  std::optional<BodyGroups> makeGroups() {
    std::size_t n = children_.size();
    std::vector<char> reach(edges_);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          reach[i * n + j] |= reach[i * n + k] && reach[k * n + j];
    BodyGroups result;
    std::vector<std::size_t> groupOf(n, n);
    for (std::size_t i = 0; i < n; ++i) {
      if (isRepeated(i) || groupOf[i] != n)
        continue;
      result.groups.push_back({});
      for (std::size_t j = i; j < n; ++j)
        if (j == i ||
            (!isRepeated(j) && reach[i * n + j] && reach[j * n + i])) {
          groupOf[j] = result.groups.size() - 1;
          result.groups.back().insert(j);
        }
    }
    if (result.groups.size() < 2)
      return std::nullopt;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (edges_[i * n + j] && groupOf[i] != groupOf[j]) {
          result.before.insert({groupOf[i], groupOf[j]});
          if (edges_[i * n + j] & carried)
            result.carried.insert({groupOf[i], groupOf[j]});
        }
    for (std::set<std::size_t> &group : result.groups)
      addRepeated(group);
    addUnneeded(result.groups);
    return result;
  }

  /// What none of the groups needs may be read after the loop.
  void addUnneeded(std::vector<std::set<std::size_t>> &groups) const {
    std::set<std::size_t> &first = groups.front();
    for (std::size_t position : recomputable_.positions)
      if (std::none_of(groups.begin(), groups.end(), [&](const auto &group) {
            return group.count(position) != 0;
          }))
        first.insert(position);
    addRepeated(first);
  }

  /// What the group's statements need of the repeated ones.
  void addRepeated(std::set<std::size_t> &group) const {
    std::vector<std::size_t> work(group.begin(), group.end());
    while (!work.empty()) {
      std::size_t child = work.back();
      work.pop_back();
      auto need = [&](std::size_t position) {
        if (group.insert(position).second)
          work.push_back(position);
      };
      for (StmtId stmt : ir::allStmts(program_, children_[child])) {
        for (const EffectItem &item : index_.itemsOf(stmt))
          for (const auto &[object, positions] : recomputable_.of)
            if (index_.mayTouch(item, object))
              std::for_each(positions.begin(), positions.end(), need);
        if (auto it = recomputable_.of.find(program_[stmt].declares);
            it != recomputable_.of.end())
          std::for_each(it->second.begin(), it->second.end(), need);
      }
      for (std::size_t k = 0; k < children_.size(); ++k)
        if (sameText(child, k))
          need(k);
    }
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  NodeId loop_;
  AffineModel model_;
  const LoopShape *shape_ = nullptr;
  std::vector<NodeId> children_;
  Recomputable recomputable_;
  std::map<StmtId, std::size_t> childOf_;
  std::vector<char> edges_; ///< of Kind, [from][to]
};

} // namespace

std::optional<BodyGroups> findBodyGroups(const ProgramIndex &index,
                                         isl::ctx ctx, NodeId loop,
                                         const LoopOptions &options) {
  return Finder(index, ctx, loop, options).run();
}

} // namespace hocket::polyhedral
