// SPDX-License-Identifier: Apache-2.0
#include "forkjoin/CallRanges.h"

#include "analysis/objects/ObjectUnion.h"
#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using namespace ir;
using analysis::ObjectSet;

namespace {

constexpr unsigned maxTries = policy.loops.rangeTries;
constexpr int64_t maxScale = policy.loops.rangeScale;

bool meetSets(const ObjectSet &a, const ObjectSet &b) {
  return a.unknown || b.unknown || analysis::meet(a.ids, b.ids);
}

/// The same memory may be reached from both.
bool meet(const Footprints &footprints, ObjectId a, ObjectId b) {
  auto first = footprints.objects.find(a), second = footprints.objects.find(b);
  if (first == footprints.objects.end() || second == footprints.objects.end())
    return true;
  for (const ObjectSet &x : first->second)
    for (const ObjectSet &y : second->second)
      if (meetSets(x, y))
        return true;
  return false;
}

/// In some of these states, ranges of one base have a byte in common.
bool extentsOverlap(const LinearStates &states, const CallExtent &a,
                    const CallExtent &b, const isl::set &state) {
  isl::set both = state;
  for (auto [high, low] : {std::pair(&a.high, &a.low),
                           {&b.high, &b.low},
                           {&a.high, &b.low},
                           {&b.high, &a.low}}) {
    std::optional<Linear> bytes = sum(*high, *low, -1);
    std::optional<Linear> some =
        bytes ? sum(*bytes, Linear::of(1), -1) : std::nullopt;
    if (!some)
      return true;
    both = both.intersect(states.atLeastZero(*some));
  }
  return !both.is_empty();
}

} // namespace

CallRanges::~CallRanges() = default;

CallRanges::CallRanges(const ProgramIndex &index, FunctionId function,
                       unsigned long islBudget)
    : index_(index), program_(index.program()), function_(program_[function]),
      budget_(islBudget) {
  std::optional<bool> done = withIslBudget(ctx_, islBudget, [&] {
    states_ = std::make_unique<LinearStates>(index_, ctx_, function);
    footprints_ = std::make_unique<Footprints>(
        collectFootprints(index_, *states_, function));
    return true;
  });
  if (!done)
    problem_ = "it was not found out in time what they touch";
  else if (!footprints_->problem.empty())
    problem_ = "nothing bounds " + footprints_->problem;
  else
    prove(islBudget);
}

void CallRanges::prove(unsigned long islBudget) {
  findBases();
  std::optional<bool> proved = withIslBudget(ctx_, islBudget, [&] {
    std::vector<std::vector<RangeForm>> forms;
    for (const Base &base : bases_)
      forms.push_back(formsOf(base));
    return tryForms(0, forms);
  });
  if (!proved)
    problem_ = "it was not found out in time what they touch";
  else if (!*proved)
    problem_ = "no range in its arguments was found that holds what they write";
  else if (!readsAreDisjoint())
    problem_ = "they may read what others write";
}

void CallRanges::findBases() {
  std::set<ObjectId> known;
  auto add = [&](ObjectId object) -> Base & {
    if (known.insert(object).second)
      bases_.push_back({object, false, std::nullopt});
    return *std::find_if(bases_.begin(), bases_.end(), [&](const Base &base) {
      return base.object == object;
    });
  };
  for (const Footprint &footprint : footprints_->all)
    add(footprint.base).isWritten |= footprint.isWrite;
  // A call writes for its caller where it gets the address from it.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const SelfCall &call : footprints_->calls)
      for (std::size_t i = 0; i < function_.params.size(); ++i) {
        auto of = std::find_if(bases_.begin(), bases_.end(), [&](auto &base) {
          return base.object == function_.params[i];
        });
        if (of == bases_.end() || !call.pointers[i])
          continue;
        bool isWritten = of->isWritten;
        Base &given = add(call.pointers[i]->base);
        isChanged |= isWritten && !given.isWritten;
        given.isWritten |= isWritten;
      }
  }
  // The function's own variables are no concern of its caller's.
  std::erase_if(bases_, [&](const Base &base) {
    return program_[base.object].kind == ObjectKind::Local;
  });
}

std::vector<RangeForm> CallRanges::formsOf(const Base &base) const {
  std::vector<ObjectId> integers;
  for (ObjectId param : function_.params)
    if (states_->isTracked(param) && !program_[param].isPointer)
      integers.push_back(param);
  std::set<int64_t> scales;
  auto addScales = [&](const Linear &linear) {
    for (const auto &[name, coefficient] : linear.terms) {
      int64_t scale = std::abs(coefficient);
      if (name.front() != 't' && scale > 0 && scale < maxScale)
        scales.insert(scale);
    }
  };
  for (const Footprint &footprint : footprints_->all)
    if (footprint.base == base.object) {
      addScales(footprint.low);
      addScales(footprint.high);
    }
  for (const SelfCall &call : footprints_->calls)
    for (const std::optional<Place> &pointer : call.pointers)
      if (pointer && pointer->base == base.object)
        addScales(pointer->offset);
  std::vector<RangeForm> forms;
  auto add = [&](const RangeForm &form) {
    bool holds = std::all_of(footprints_->all.begin(), footprints_->all.end(),
                             [&](const Footprint &footprint) {
                               return footprint.base != base.object ||
                                      isInside(footprint, form);
                             });
    if (holds)
      forms.push_back(form);
  };
  // The narrowest first: parts of it are the most likely to be apart.
  for (int64_t scale : scales)
    for (int64_t more : {0, 1}) {
      for (ObjectId high : integers)
        for (ObjectId low : integers)
          if (low != high)
            add({low, high, scale, more});
      for (ObjectId high : integers)
        add({ObjectId::None, high, scale, more});
    }
  return forms;
}

/// An end of the form, of the arguments of a call, or of those of the function.
std::optional<Linear> CallRanges::end(const RangeForm &form, bool isHigh,
                                      const SelfCall *call) const {
  ObjectId param = isHigh ? form.high : form.low;
  if (!isValid(param))
    return Linear{};
  std::optional<Linear> value = states_->onEntry(param);
  if (call) {
    auto at =
        std::find(function_.params.begin(), function_.params.end(), param);
    value = call->integers[std::size_t(at - function_.params.begin())];
  }
  if (value && isHigh)
    value = sum(*value, Linear::of(form.more), 1);
  return value ? sum({}, *value, form.scale) : std::nullopt;
}

bool CallRanges::isInside(const Footprint &footprint,
                          const RangeForm &form) const {
  std::optional<Linear> low = end(form, false, nullptr);
  std::optional<Linear> high = end(form, true, nullptr);
  std::optional<Linear> bytes = sum(footprint.high, footprint.low, -1);
  if (!low || !high || !bytes)
    return false;
  std::optional<Linear> some = sum(*bytes, Linear::of(1), -1);
  isl::set state = footprint.state.intersect(states_->atLeastZero(*some));
  std::optional<Linear> above = sum(footprint.low, *low, -1);
  std::optional<Linear> below = sum(*high, footprint.high, -1);
  return above && below && states_->proves(state, *above) &&
         states_->proves(state, *below);
}

CallExtent CallRanges::extentOf(const Base &base, const SelfCall &call) const {
  CallExtent result;
  Place place{base.object, {}};
  auto at =
      std::find(function_.params.begin(), function_.params.end(), base.object);
  if (at != function_.params.end()) {
    const std::optional<Place> &given =
        call.pointers[std::size_t(at - function_.params.begin())];
    if (!given)
      return result;
    place = *given;
  }
  std::optional<Linear> low = end(*base.form, false, &call);
  std::optional<Linear> high = end(*base.form, true, &call);
  low = low ? sum(*low, place.offset, 1) : std::nullopt;
  high = high ? sum(*high, place.offset, 1) : std::nullopt;
  return low && high ? CallExtent{place.base, *low, *high} : result;
}

bool CallRanges::areCallsInside() const {
  for (const SelfCall &call : footprints_->calls)
    for (const Base &base : bases_) {
      if (!base.form)
        continue;
      CallExtent extent = extentOf(base, call);
      if (!isValid(extent.base))
        return false;
      if (program_[extent.base].kind == ObjectKind::Local)
        continue;
      auto outer = std::find_if(bases_.begin(), bases_.end(), [&](auto &other) {
        return other.object == extent.base;
      });
      if (outer == bases_.end() || !outer->form ||
          !isInside({extent.base, true, call.state, extent.low, extent.high},
                    *outer->form))
        return false;
    }
  return true;
}

/// The first forms, base by base, with which all calls are inside. What is only
/// read may have none.
bool CallRanges::tryForms(std::size_t at,
                          const std::vector<std::vector<RangeForm>> &forms) {
  if (at == bases_.size())
    return ++tries_ <= maxTries && areCallsInside();
  for (const RangeForm &form : forms[at]) {
    bases_[at].form = form;
    if (tryForms(at + 1, forms))
      return true;
  }
  bases_[at].form.reset();
  return !bases_[at].isWritten && tryForms(at + 1, forms);
}

bool CallRanges::mayWrite(const ObjectSet &objects) const {
  for (const Base &base : bases_) {
    auto known = footprints_->objects.find(base.object);
    if (!base.isWritten || known == footprints_->objects.end())
      continue;
    for (const ObjectSet &written : known->second)
      if (meetSets(written, objects))
        return true;
  }
  return false;
}

/// What is read in no range is nothing that is written.
bool CallRanges::readsAreDisjoint() const {
  for (const ObjectSet &read : footprints_->readAnywhere)
    if (mayWrite(read))
      return false;
  for (const Base &base : bases_)
    if (auto it = footprints_->objects.find(base.object);
        !base.form && it != footprints_->objects.end())
      for (const ObjectSet &read : it->second)
        if (mayWrite(read))
          return false;
  return true;
}

std::optional<bool> CallRanges::areDisjoint(std::pair<StmtId, uint32_t> a,
                                            std::pair<StmtId, uint32_t> b) {
  auto before = footprints_->before.find(a.first);
  if (before == footprints_->before.end())
    return true; // never reached
  return withIslBudget(ctx_, budget_, [&] {
    SelfCall one =
        argumentsOf(program_, *states_, a.first, a.second, before->second);
    SelfCall other =
        argumentsOf(program_, *states_, b.first, b.second, one.state);
    for (const Base &x : bases_)
      for (const Base &y : bases_) {
        if ((!x.isWritten && !y.isWritten) || !x.form || !y.form)
          continue; // without a form: only read, and nothing that is written
        CallExtent e = extentOf(x, one), f = extentOf(y, other);
        if (!isValid(e.base) || !isValid(f.base))
          return false;
        if (e.base == f.base ? extentsOverlap(*states_, e, f, other.state)
                             : meet(*footprints_, x.object, y.object))
          return false;
      }
    return true;
  });
}

} // namespace hocket::polyhedral
