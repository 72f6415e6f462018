// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Flows.h"

#include "dataflow/ScalarFlow.h"
#include "ir/Holes.h"
#include "ir/Tree.h"
#include "nestcheck/Exposed.h"
#include "nestcheck/Places.h"

#include <algorithm>
#include <map>

namespace hocket::nestcheck {

using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// A run of the new order that touches the variable, and where that is then.
struct Touch {
  const Copy *copy;
  const NewRun *run;
  Use use;
  ObjectId here;
  isl::map place;      ///< { T[...] -> place }
  isl::map morePlaces; ///< for more than what runs
};

/// A write, and a read that gets its value.
struct Link {
  const Touch *write, *read;
  isl::map pairs; ///< { T[...] -> T[...] }, or more
};

/// One for all that the statement does.
ObjectId placeIn(const Copy &copy, ObjectId object) {
  ObjectId here = ObjectId::None;
  for (const auto &[user, place] : copy.places) {
    if (user != object)
      continue;
    if (isValid(here) && here != place)
      return ObjectId::None;
    here = place;
  }
  return here;
}

isl::map lexBefore(const isl::map &a, const isl::map &b) {
  return isl_ext::managed(a.ctx(), isl_map_lex_lt_map(a.copy(), b.copy()));
}

/// The first dimensions of the times.
isl::map prefixOf(const isl::map &times, unsigned count) {
  auto all = unsigned(isl_map_dim(times.get(), isl_dim_out));
  return isl_ext::managed(
      times.ctx(),
      isl_map_project_out(times.copy(), isl_dim_out, count, all - count));
}

class Checker {
public:
  Checker(const Question &question, const Copies &copies,
          const BothOrders &orders)
      : q_(question), index_(question.before.index()), copies_(copies),
        orders_(orders) {}

  std::string run() {
    for (ObjectId object : q_.variables.written)
      if (why_.empty() && !q_.variables.computed.count(object))
        check(object);
    return std::move(why_);
  }

private:
  void refuse(ObjectId object) {
    if (why_.empty())
      why_ = "'" + index_.program()[object].name +
             "' may have another value where it is read";
  }

  void check(ObjectId object) {
    const bool isLive =
        !ir::isDeclaredIn(index_.program(), object, q_.before.root) &&
        polyhedral::ScalarFlow(index_, object).isLiveAfter(q_.before.root);
    std::vector<Use> uses;
    bool isExposed = false;
    for (const Run &run : q_.before.runs.all) {
      uses.push_back(useOf(index_, run.node, object));
      isExposed |= uses.back().isExposed;
    }
    // What no run leaves to another is as the text has it.
    if ((!isExposed && !isLive) || isOfCalls(object, uses))
      return;
    isl::union_flow flow = usersFlow(uses, isLive);
    std::optional<std::vector<Touch>> touches = touchesOf(object, uses);
    std::optional<std::vector<Link>> links;
    if (touches)
      links = linksOf(flow.must_dependence(), *touches);
    if (!links || !keepEntry(flow.must_no_source(), *touches))
      return refuse(object);
    const unsigned together =
        leavesValues(flow.must_dependence()) ? 0 : dimensionsTogether(*links);
    for (const Touch &first : *touches)
      for (const Touch &second : *touches)
        if (!keepOrder(first, second, together))
          return refuse(object);
    if (!areFresh(*touches))
      refuse(object);
  }

  /// A variable of functions that one run calls, which no text here names.
  bool isOfCalls(ObjectId object, const std::vector<Use> &uses) const {
    std::span<const ir::Hole> holes =
        ir::holesIn(index_.program(), index_.program()[q_.before.root].text);
    return std::none_of(
               holes.begin(), holes.end(),
               [&](const ir::Hole &hole) { return hole.object == object; }) &&
           std::count_if(uses.begin(), uses.end(), [](const Use &use) {
             return use.isExposed || use.isWritten;
           }) <= 1;
  }

  isl::ctx ctx() const { return q_.before.model.ctx(); }

  /// Which write each read gets its value from; the end reads what is live.
  isl::union_flow usersFlow(const std::vector<Use> &uses, bool isLive) const {
    isl::union_map reads = isl::union_map::empty(ctx()), writes = reads,
                   times = reads;
    const isl::set own = ownPlace(ctx());
    std::string zeros;
    for (std::size_t k = 0; k < uses.size(); ++k) {
      const Instances &one = orders_.users[k];
      isl::union_map access(toPlace(one.runs, own));
      if (uses[k].isRead())
        reads = reads.unite(access);
      if (uses[k].isWritten)
        writes = writes.unite(access);
      times = times.unite(isl::union_map(afterStart(one.before)));
      if (k == 0)
        for (int d = 0; d < isl_map_dim(one.before.get(), isl_dim_out); ++d)
          zeros += ", 0";
    }
    if (isLive) {
      isl::set end = isl_ext::parsedMap(ctx(), "{ [] -> End[] }").range();
      reads = reads.unite(isl::union_map(toPlace(end, own)));
      times = times.unite(isl::union_map(
          isl_ext::parsedMap(ctx(), "{ End[] -> [1" + zeros + "] }")));
    }
    return isl::union_access_info(reads)
        .set_must_source(writes)
        .set_schedule_map(times)
        .compute_flow();
  }

  /// With a first dimension that is less than that of the end.
  static isl::map afterStart(const isl::map &times) {
    isl::map result = isl_ext::managed(
        times.ctx(), isl_map_insert_dims(times.copy(), isl_dim_out, 0, 1));
    return isl_ext::managed(
        times.ctx(), isl_map_fix_si(result.release(), isl_dim_out, 0, 0));
  }

  std::optional<std::vector<Touch>> touchesOf(ObjectId object,
                                              const std::vector<Use> &uses) {
    std::vector<Touch> result;
    for (const Copy &copy : copies_.all) {
      const Use &use = uses[copy.before];
      if (!use.isRead() && !use.isWritten)
        continue;
      ObjectId here = placeIn(copy, object);
      const NewRun &run = orders_.others[copy.after];
      if (!isValid(here))
        return std::nullopt;
      const Run &now = q_.after.runs.all[copy.after];
      std::optional<isl::map> more = placeOf(q_, now, run, here);
      if (!more)
        return std::nullopt;
      result.push_back(
          {&copy, &run, use, here, more->intersect_domain(run.runs), *more});
    }
    return result;
  }

  /// { S -> S } of the union, as one map; nothing if it is empty.
  std::optional<isl::map> between(const isl::union_map &flow,
                                  const Instances &from,
                                  const Instances &to) const {
    isl::map all = toPlace(from.runs, to.runs);
    isl::union_map part = flow.intersect(isl::union_map(all));
    if (part.is_empty())
      return std::nullopt;
    return part.as_map();
  }

  bool leavesValues(const isl::union_map &flow) const {
    isl::set end = isl_ext::parsedMap(ctx(), "{ [] -> End[] }").range();
    return !flow.intersect_range(isl::union_set(end)).is_empty();
  }

  /// A read looks where the write has left its value; nothing if one does not.
  std::optional<std::vector<Link>>
  linksOf(const isl::union_map &flow, const std::vector<Touch> &touches) const {
    std::vector<Link> links;
    isl::set end = isl_ext::parsedMap(ctx(), "{ [] -> End[] }").range();
    const isl::union_set left =
        flow.intersect_range(isl::union_set(end)).domain();
    for (const Touch &write : touches) {
      if (!write.use.isWritten)
        continue;
      if (isOfNewText(q_, write.here) &&
          !left.is_disjoint(isl::union_set(write.run->users->range())))
        return std::nullopt;
      for (const Touch &read : touches) {
        if (!read.use.isRead())
          continue;
        std::optional<isl::map> values =
            between(flow, orders_.users[write.copy->before],
                    orders_.users[read.copy->before]);
        if (!values)
          continue;
        std::optional<isl::map> pairs = pairsOf(*values, write, read);
        if (!pairs)
          return std::nullopt;
        if (!pairs->is_empty())
          links.push_back({&write, &read, *pairs});
      }
    }
    return links;
  }

  /// Of the write and the read in one place; nothing if some are not.
  std::optional<isl::map> pairsOf(const isl::map &values, const Touch &write,
                                  const Touch &read) const {
    isl::map same = isl::map::empty(write.place.space());
    if (write.here == read.here) {
      isl::map pairs = write.run->moreUsers->apply_range(values).apply_range(
          read.run->moreUsers->reverse());
      same = write.morePlaces.apply_range(read.morePlaces.reverse());
      if (pairs.is_subset(same))
        return pairs;
    }
    isl::map pairs = write.run->users->apply_range(values).apply_range(
        read.run->users->reverse());
    if (pairs.is_empty() || (write.here == read.here && pairs.is_subset(same)))
      return pairs;
    return std::nullopt;
  }

  /// What is read from before the nest stands where it stood, and nothing has
  /// been written there.
  bool keepEntry(const isl::union_map &entry,
                 const std::vector<Touch> &touches) const {
    const isl::union_set reads = entry.domain();
    if (reads.is_empty())
      return true;
    for (const Touch &read : touches) {
      if (!read.use.isRead())
        continue;
      isl::union_set here =
          reads.apply(isl::union_map(isl::map(*read.run->users).reverse()))
              .intersect(isl::union_set(read.run->runs));
      if (here.is_empty())
        continue;
      if (isOfNewText(q_, read.here))
        return false;
      for (const Touch &write : touches)
        if (write.use.isWritten && write.here == read.here &&
            !isl::union_map(lexBefore(write.run->times, read.run->times))
                 .intersect_range(here)
                 .is_empty())
          return false;
    }
    return true;
  }

  /// So many first dimensions of the new times are the same for each write and
  /// the reads that get its value: what is elsewhere cannot come between.
  static unsigned dimensionsTogether(const std::vector<Link> &links) {
    unsigned count = ~0U;
    for (const Link &link : links) {
      const isl::map &from = link.write->run->moreTimes,
                     &to = link.read->run->moreTimes;
      auto all = unsigned(isl_map_dim(from.get(), isl_dim_out));
      count = std::min(count, all);
      while (
          count > 0 &&
          !link.pairs.is_subset(
              prefixOf(from, count).apply_range(prefixOf(to, count).reverse())))
        --count;
    }
    return count;
  }

  /// Of two accesses to one place, with a write among them, the first stays
  /// first.
  bool keepOrder(const Touch &first, const Touch &second,
                 unsigned together) const {
    if (first.here != second.here ||
        (!first.use.isWritten && !second.use.isWritten))
      return true;
    const NewRun &a = *first.run, &b = *second.run;
    isl::map early = lexBefore(orders_.users[first.copy->before].before,
                               orders_.users[second.copy->before].before);
    isl::map swapped = lateIn(a.moreTimes, b.moreTimes, together)
                           .intersect(first.morePlaces.apply_range(
                               second.morePlaces.reverse()));
    if (swapped.is_empty())
      return true;
    swapped = swapped.intersect(
        a.moreUsers->apply_range(early).apply_range(b.moreUsers->reverse()));
    return swapped.intersect_domain(a.runs).intersect_range(b.runs).is_empty();
  }

  /// Pairs of which the second does not come later, with so many dimensions
  /// the same.
  isl::map lateIn(const isl::map &a, const isl::map &b,
                  unsigned together) const {
    isl::map late =
        isl_ext::managed(ctx(), isl_map_lex_ge_map(a.copy(), b.copy()));
    const auto all = unsigned(isl_map_dim(a.get(), isl_dim_out));
    together = std::min(together, all);
    return late.intersect(
        prefixOf(a, together).apply_range(prefixOf(b, together).reverse()));
  }

  /// What the new text itself sets is not left where a read could see it: it
  /// comes before all else in that place.
  bool areFresh(const std::vector<Touch> &touches) {
    for (std::size_t other : copies_.others)
      for (const Touch &touch : touches) {
        const Run &run = q_.after.runs.all[other];
        if (!useOf(q_.after.index(), run.node, touch.here).isWritten)
          continue;
        const NewRun &known = orders_.others[other];
        std::optional<isl::map> place = placeOf(q_, run, known, touch.here);
        if (!place || !lexBefore(touch.run->moreTimes, known.moreTimes)

                           .is_disjoint(touch.morePlaces.apply_range(
                               isl::map(*place).reverse())))
          return false;
      }
    return true;
  }

  const Question &q_;
  const polyhedral::ProgramIndex &index_;
  const Copies &copies_;
  const BothOrders &orders_;
  std::string why_;
};

} // namespace

std::string brokenFlow(const Question &question, const Copies &copies,
                       const BothOrders &orders) {
  return Checker(question, copies, orders).run();
}

} // namespace hocket::nestcheck
