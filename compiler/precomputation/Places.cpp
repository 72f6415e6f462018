// SPDX-License-Identifier: Apache-2.0
#include "precomputation/Places.h"

#include "analysis/objects/AddressTerms.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::precomputation {

using namespace ir;
using analysis::EffectItem;

WholeUse::WholeUse(const Program &program, const analysis::Effects &effects,
                   CallTree &tree, bool strictAliasing)
    : program(program), effects(effects), tree(tree),
      scratch(program, effects, tree, strictAliasing) {
  for (std::size_t i = 0; i < program.units.size(); ++i)
    for (const Hole &hole : program.units[i].holes)
      named_.insert({hole.object, UnitId(i)});
  for (const Function &function : program.functions)
    if (isValid(function.body))
      forEachNode(program, function.body, [&](NodeId node) {
        for (StmtId stmt : ownStmts(program, node))
          nodes_[stmt] = node;
      });
}

bool WholeUse::isOwnHeap(ObjectId object, FunctionId function) const {
  auto [known, isNew] = ownHeaps_.try_emplace({object, function});
  if (isNew)
    known->second = findOwnHeap(object, function);
  return known->second;
}

/// By the names that they have in the function, and for its callers.
std::set<ObjectId> WholeUse::heapsOf(FunctionId function) const {
  std::set<ObjectId> heaps;
  for (FunctionId id : tree.reachedFrom(function))
    if (isValid(program[id].body))
      for (StmtId stmt : allStmts(program, program[id].body))
        for (const CallSite &site : program[stmt].calls) {
          if (isValid(site.heap))
            heaps.insert(site.heap);
          for (const auto &[own, clone] : site.heapClones)
            heaps.insert({own, clone});
        }
  for (std::size_t before = 0; before != heaps.size();) {
    before = heaps.size();
    for (const Stmt &stmt : program.stmts)
      for (const CallSite &site : stmt.calls)
        if (isValid(site.callee) && tree.reaches(site.callee, function))
          for (const auto &[own, clone] : site.heapClones)
            if (heaps.count(own))
              heaps.insert(clone);
  }
  return heaps;
}

bool WholeUse::keepsOwnHeaps(FunctionId function) const {
  std::set<ObjectId> heaps = heapsOf(function);
  return std::all_of(heaps.begin(), heaps.end(),
                     [&](ObjectId heap) { return isOwnHeap(heap, function); });
}

bool WholeUse::runsOnceIn(StmtId stmt, ObjectId object) const {
  const Object &o = program[object];
  auto node = nodes_.find(stmt);
  if (o.kind != ObjectKind::Local || !isValid(o.scope) ||
      node == nodes_.end() || !isWithin(program, node->second, o.scope))
    return false;
  for (NodeId at = node->second; at != o.scope; at = program[at].parent)
    if (program[at].as<Loop>() || program[at].as<Opaque>())
      return false;
  return !program[o.scope].as<Loop>();
}

/// Of a copy that stands for a called function's variable: that one.
static ObjectId originalOf(const Program &program, ObjectId object) {
  for (;;) {
    ObjectId of = program[object].cloneOf;
    if (!isValid(of) || of == object) // a call's result stands for itself
      return object;
    object = of;
  }
}

bool WholeUse::findOwnHeap(ObjectId object, FunctionId function) const {
  if (program[object].kind != ObjectKind::Heap)
    return false;
  auto holders = effects.heapHolders.find(object);
  if (holders == effects.heapHolders.end())
    return false;
  const std::set<FunctionId> &inside = tree.reachedFrom(function);
  for (ObjectId holder : holders->second) {
    const Object &o = program[originalOf(program, holder)];
    bool isLocal =
        !isValid(o.cloneOf) &&
        (o.kind == ObjectKind::Local || o.kind == ObjectKind::Param) &&
        inside.count(o.function) != 0;
    bool isSame = holder == object;
    if (!isLocal && !isSame)
      return false;
  }
  for (const Function &other : program.functions) {
    if (!isValid(other.body) || inside.count(other.id))
      continue;
    for (StmtId stmt : allStmts(program, other.body))
      for (const EffectItem &item : effects.stmts[index(stmt)].items)
        if (item.via != program[function].name && item.objects.contains(object))
          return false;
  }
  return true;
}

/// The item, an access of the statement's own, is of `x += value`, which reads
/// x for nothing else.
static bool isOfSum(const Program &program, const Stmt &stmt,
                    const EffectItem &item) {
  const std::optional<Update> &update = stmt.update;
  if (stmt.kind != StmtKind::Expression || !update ||
      update->op != UpdateOp::Add || update->isFloat || update->bits < 8 ||
      update->bits != item.size * 8 || item.offset != 0)
    return false;
  auto isTarget = [&](ExprId address) {
    return update->target == address ||
           (isValid(update->object) && isValid(address) &&
            program[address].kind == ExprKind::AddrOf &&
            program[address].object == update->object);
  };
  auto reads = std::count_if(
      stmt.accesses.begin(), stmt.accesses.end(), [&](const Access &access) {
        return access.kind == AccessKind::Read && isTarget(access.address);
      });
  return isTarget(item.address) && reads <= 1;
}

/// How the item lies to some bytes of the object that it falls into.
WholeUse::Meets WholeUse::meets(const EffectItem &item, int64_t begin,
                                int64_t end) const {
  if (!isValid(item.address) || item.size == 0)
    return Meets::Else;
  std::optional<analysis::AddressRange> range =
      analysis::openAddressRange(program, item.address);
  if (!range || !isValid(range->base) ||
      range->greatest == analysis::AddressRange::unbounded)
    return Meets::Else;
  const Expr &base = program[range->base];
  bool isStart =
      base.kind == ExprKind::AddrOf ||
      (base.kind == ExprKind::Var && effects.holdsStart[index(base.object)]);
  if (!isStart)
    return Meets::Else;
  int64_t first = range->least + item.offset;
  int64_t last = range->greatest + item.offset + int64_t(item.size);
  if (last <= begin || end <= first)
    return Meets::Not;
  return first == begin && last == end ? Meets::Exactly : Meets::Else;
}

bool WholeUse::isSum(ObjectId object, int64_t begin, int64_t end,
                     FunctionId function) const {
  for (FunctionId id : tree.reachedFrom(function)) {
    if (!isValid(program[id].body))
      continue;
    for (StmtId stmt : allStmts(program, program[id].body))
      for (const EffectItem &item : effects.stmts[index(stmt)].items) {
        if (!item.objects.contains(object) || isByBody(stmt, item))
          continue;
        Meets how = meets(item, begin, end);
        if (how == Meets::Else ||
            (how == Meets::Exactly && !isOfSum(program, program[stmt], item)))
          return false;
      }
  }
  return true;
}

/// What a called function with a body does, which its own statements show.
bool WholeUse::isByBody(StmtId stmt, const EffectItem &item) const {
  return !item.via.empty() &&
         std::any_of(program[stmt].calls.begin(), program[stmt].calls.end(),
                     [&](const CallSite &call) {
                       return isValid(call.callee) &&
                              isValid(program[call.callee].body) &&
                              program[call.callee].name == item.via;
                     });
}

namespace {

/// Accesses through the argument that the call surely makes reach as far as the
/// place, so that it is there.
bool surelyUses(const LoopEffects::Call &call, ExprId argument,
                const Place &place) {
  int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const EffectItem *item : call.items) {
    if (item->address != argument || item->size == 0 || !item->must)
      continue;
    begin = std::min(begin, item->offset);
    end = std::max(end, item->offset + int64_t(item->size));
  }
  return begin <= place.begin && place.end <= end;
}

} // namespace

bool isThere(const Program &program, const Place &place,
             const LoopEffects::Call &call) {
  if (place.param < 0)
    return true;
  if (std::size_t(place.param) >= call.site->args.size() ||
      !isValid(call.site->args[std::size_t(place.param)]))
    return false;
  ExprId argument = call.site->args[std::size_t(place.param)];
  analysis::AddressTerms terms = analysis::splitAddress(program, argument);
  if (terms.bases.size() == 1 && terms.rest.empty()) {
    const Expr &base = program[terms.bases.front()];
    if (base.kind == ExprKind::AddrOf)
      return terms.delta + place.begin >= 0 &&
             uint64_t(terms.delta + place.end) <= program[base.object].size;
  }
  return surelyUses(call, argument, place);
}

namespace {

/// Bytes that calls touch, as one of them says it.
struct Touched {
  Place place;
  bool reads = false, writes = false, surelyWrites = false;
  std::set<ObjectId> objects;
};

class Finder {
public:
  Finder(const WholeUse &whole, const LoopEffects &loop, FunctionId function,
         FunctionId within)
      : whole_(whole), p_(whole.program), loop_(loop), function_(function),
        within_(within) {}

  std::optional<std::vector<Place>> find() {
    for (const LoopEffects::Call &call : loop_.calls)
      for (const EffectItem *item : call.items)
        if (item->kind == AccessKind::Write)
          for (ObjectId object : item->objects.ids)
            written_.insert(object);
    for (const LoopEffects::Call &call : loop_.calls)
      for (const EffectItem *item : call.items)
        if (!add(call, *item))
          return std::nullopt;
    return places();
  }

private:
  bool isFixed(ObjectId object) const {
    return !written_.count(object) && !loop_.written.count(object);
  }

  /// The object is no memory of the program's.
  bool mayTouchHidden(const EffectItem &item, ObjectId object) const {
    const HiddenObjects &hidden = p_.hidden;
    bool isWrite = item.kind == AccessKind::Write;
    if (object == hidden.allocator || object == hidden.control)
      return true;
    if (object == hidden.errnoValue)
      return isWrite;
    if (object == hidden.io)
      return !isWrite;
    return !isWrite && isFixed(object); // the library's, the outside's
  }

  /// Nobody misses what a call leaves there.
  bool isForgotten(ObjectId object) const {
    return !loop_.written.count(object) &&
           (whole_.isOwnHeap(object, function_) ||
            whole_.scratch.isScratch(object, function_, within_));
  }

  bool add(const LoopEffects::Call &call, const EffectItem &item) {
    if (item.isVolatile || item.objects.unknown)
      return false;
    std::vector<ObjectId> open;
    for (ObjectId object : item.objects.ids) {
      if (p_[object].kind == ObjectKind::Hidden) {
        if (!mayTouchHidden(item, object))
          return false;
      } else if (!isFixed(object) && !isForgotten(object))
        open.push_back(object);
    }
    if (open.empty())
      return true;
    if (std::optional<Place> place = exactPlace(call, item)) {
      note(*place, item, {open.begin(), open.end()});
      return true;
    }
    for (ObjectId object : open) {
      std::optional<Place> place = wholePlace(call, object);
      if (!place)
        return false;
      EffectItem part = item;
      part.must = false;
      note(*place, part, {object});
    }
    return true;
  }

  static std::optional<int> paramOf(const CallSite &site, ExprId address) {
    for (std::size_t i = 0; i < site.args.size(); ++i)
      if (site.args[i] == address)
        return int(i);
    return std::nullopt;
  }

  std::optional<Place> exactPlace(const LoopEffects::Call &call,
                                  const EffectItem &item) const {
    if (!isValid(item.address) || item.size == 0)
      return std::nullopt;
    Place place;
    place.begin = item.offset;
    place.end = item.offset + int64_t(item.size);
    if (std::optional<int> param = paramOf(*call.site, item.address)) {
      place.param = *param;
      return isThere(p_, place, call) ? std::optional(place) : std::nullopt;
    }
    const Expr &e = p_[item.address];
    if (e.kind != ExprKind::AddrOf || !isNamed(e.object) || place.begin < 0 ||
        uint64_t(place.end) > p_[e.object].size)
      return std::nullopt;
    place.object = e.object;
    return place;
  }

  bool isNamed(ObjectId object) const {
    const Object &o = p_[object];
    return o.kind == ObjectKind::Global &&
           whole_.isNamedIn(object, p_[function_].unit) && !o.isVolatile &&
           !o.isThreadLocal && !o.isVariablyModified;
  }

  std::optional<Place> wholePlace(const LoopEffects::Call &call,
                                  ObjectId object) const {
    const Object &o = p_[object];
    constexpr uint64_t most = 64 << 10;
    if (o.size == 0 || o.size > most)
      return std::nullopt;
    Place place;
    place.end = int64_t(o.size);
    if (isNamed(object)) {
      place.object = object;
      return place;
    }
    if (o.kind != ObjectKind::Local && o.kind != ObjectKind::Param &&
        o.kind != ObjectKind::Global)
      return std::nullopt;
    for (std::size_t i = 0; i < call.site->args.size(); ++i) {
      ExprId arg = call.site->args[i];
      if (isValid(arg) && p_[arg].kind == ExprKind::AddrOf &&
          p_[arg].object == object) {
        place.param = int(i);
        return place;
      }
    }
    return std::nullopt;
  }

  void note(const Place &place, const EffectItem &item,
            std::set<ObjectId> objects) {
    bool isWrite = item.kind == AccessKind::Write;
    Touched touched{place, !isWrite, isWrite, isWrite && item.must,
                    std::move(objects)};
    touched_.push_back(std::move(touched));
  }

  static bool meet(const Place &a, const Place &b) {
    return a.param == b.param && a.object == b.object && a.begin < b.end &&
           b.begin < a.end;
  }

  /// Those that meet as one.
  std::vector<Touched> united() const {
    std::vector<Touched> result;
    for (Touched next : touched_) {
      for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t i = 0; i < result.size(); ++i) {
          Touched &other = result[i];
          if (!meet(other.place, next.place))
            continue;
          bool isSame = other.place.begin == next.place.begin &&
                        other.place.end == next.place.end;
          next.surelyWrites =
              isSame && (next.surelyWrites || other.surelyWrites);
          next.place.begin = std::min(next.place.begin, other.place.begin);
          next.place.end = std::max(next.place.end, other.place.end);
          next.reads |= other.reads;
          next.writes |= other.writes;
          next.objects.insert(other.objects.begin(), other.objects.end());
          result.erase(result.begin() + std::ptrdiff_t(i));
          changes = true;
          break;
        }
      }
      result.push_back(std::move(next));
    }
    return result;
  }

  /// Nothing has been written there before the one call that there is while
  /// the variable lives, so the call reads nothing but what it has written.
  bool isFresh(const Touched &touched) const {
    if (loop_.calls.size() != 1 || touched.objects.size() != 1 ||
        !touched.writes)
      return false;
    ObjectId object = *touched.objects.begin();
    return !loop_.written.count(object) &&
           whole_.runsOnceIn(loop_.calls.front().stmt, object) &&
           isWithin(p_, p_[object].scope, loop_.loop);
  }

  bool isWrittenBesides(const Touched &touched) const {
    return std::any_of(
        touched.objects.begin(), touched.objects.end(),
        [&](ObjectId object) { return loop_.written.count(object) != 0; });
  }

  /// In every call the place is in one object, at the same bytes from its
  /// start.
  bool isSum(const Touched &touched) const {
    const Place &place = touched.place;
    const int64_t bytes = place.end - place.begin;
    if (touched.objects.size() != 1 ||
        (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
      return false;
    ObjectId object = *touched.objects.begin();
    bool isStart =
        place.param < 0 || std::all_of(
                               loop_.calls.begin(), loop_.calls.end(),
                               [&](const LoopEffects::Call &call) {
                                 return leadsToStart(call, place.param, object);
                               });
    return isStart && whole_.isSum(object, place.begin, place.end, function_);
  }

  bool leadsToStart(const LoopEffects::Call &call, int param,
                    ObjectId object) const {
    if (std::size_t(param) >= call.site->args.size())
      return false;
    const Expr &e = p_[call.site->args[std::size_t(param)]];
    if (e.kind == ExprKind::Var)
      return whole_.effects.holdsStart[index(e.object)];
    return e.kind == ExprKind::AddrOf && e.object == object;
  }

  std::optional<std::vector<Place>> places() const {
    std::vector<Touched> all = united();
    std::vector<Place> result;
    for (const Touched &one : all) {
      Place place = one.place;
      // The same bytes by another way: a sum would count twice.
      bool isAlone =
          std::none_of(all.begin(), all.end(), [&](const Touched &other) {
            return &other != &one &&
                   std::any_of(one.objects.begin(), one.objects.end(),
                               [&](ObjectId object) {
                                 return other.objects.count(object) != 0;
                               });
          });
      place.isSum = one.reads && one.writes && isAlone && isSum(one);
      place.isAnswer = one.writes && !place.isSum;
      // Of several calls in the loop one may write less surely.
      bool isOverwritten =
          one.surelyWrites && !one.reads && loop_.calls.size() == 1;
      place.isKey = !place.isSum && !isOverwritten && !isFresh(one);
      // Each call needs what the one before has left.
      if (place.isKey && place.isAnswer && !isWrittenBesides(one))
        return std::nullopt;
      result.push_back(place);
    }
    if (result.size() > mostPlaces)
      return std::nullopt;
    return result;
  }

  const WholeUse &whole_;
  const Program &p_;
  const LoopEffects &loop_;
  const FunctionId function_, within_;
  std::set<ObjectId> written_; ///< by the calls
  std::vector<Touched> touched_;
};

} // namespace

std::optional<std::vector<Place>> placesOf(const WholeUse &whole,
                                           const LoopEffects &loop,
                                           FunctionId function,
                                           FunctionId within) {
  return Finder(whole, loop, function, within).find();
}

} // namespace hocket::precomputation
