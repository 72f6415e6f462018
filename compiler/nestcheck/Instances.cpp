// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Instances.h"

#include <algorithm>

namespace hocket::nestcheck {

using polyhedral::Polynomial;

namespace {

std::size_t longest(const Runs &runs) {
  std::size_t result = 0;
  for (const Run &run : runs.all)
    result = std::max(result, run.path.size());
  return result;
}

/// The statement as the text of the run in the first line; for messages.
std::string textOf(const ir::Program &program, const Run &run) {
  std::string_view text = program.text(program[run.node].text);
  return std::string(
      text.substr(0, std::min<std::size_t>(text.find('\n'), 40)));
}

class Builder {
public:
  Builder(const Question &question, const Copies &copies,
          const isl::set &entered)
      : q_(question), copies_(copies),
        entered_(question.values.asBefore(
            withoutDerived(question.after.model, entered)
                .value_or(question.after.model.universe()))) {}

  BothOrders run() {
    for (std::size_t k = 0; k < q_.before.runs.all.size(); ++k)
      addUsers(k);
    for (std::size_t k = 0; k < q_.after.runs.all.size(); ++k)
      addNew(k);
    for (const Copy &copy : copies_.all)
      if (!addCopy(copy))
        return std::move(result_);
    for (std::size_t k = 0; k < result_.users.size(); ++k)
      if (!copies_.isComputed[k])
        compare(k);
    return std::move(result_);
  }

private:
  void refuse(const std::string &why, const Run &run) {
    if (result_.why.empty())
      result_.why = "'" + textOf(q_.before.program(), run) + "' " + why;
  }

  void addUsers(std::size_t k) {
    const Run &run = q_.before.runs.all[k];
    const std::string name = "S" + std::to_string(k);
    isl::set runs = domainOf(q_.before.model, run, name);
    runs = runs.intersect_params(entered_);
    isl::map times =
        timesOf(q_.before.model, run, name, longest(q_.before.runs));
    result_.users.push_back({name, runs, times.intersect_domain(runs)});
  }

  void addNew(std::size_t k) {
    const Run &run = q_.after.runs.all[k];
    const std::string name = "T" + std::to_string(k);
    isl::set runs = q_.values.asBefore(domainOf(q_.after.model, run, name));
    isl::map times = timesOf(q_.after.model, run, name, longest(q_.after.runs));
    result_.others.push_back(
        {name, runs, times.intersect_domain(runs), std::nullopt, times});
  }

  bool addCopy(const Copy &copy) {
    const Run &old = q_.before.runs.all[copy.before];
    const Run &now = q_.after.runs.all[copy.after];
    polyhedral::AffineModel &model = q_.after.model;
    isl::set set = model.universe();
    Tuple to{result_.users[copy.before].name, {}};
    for (std::size_t k = 0; k < old.loops.size(); ++k) {
      const Polynomial &value = copy.iterators.at(old.loops[k]);
      if (!model.isLinear(value))
        return refuse("has an iterator that nobody can tell", old), false;
      std::string name = "x" + std::to_string(k);
      to.dimensions.push_back(name);
      set = set.intersect(model.definitions(value))
                .intersect(model.universe()
                               .param_pw_aff_on_domain(
                                   isl_ext::named(model.ctx(), name))
                               .eq_set(model.toIsl(value)));
    }
    std::optional<isl::set> more = withoutDerived(model, set);
    std::optional<isl::set> known =
        withoutDerived(model, set.intersect(model.domain(now.node).set));
    if (!known || !more)
      return refuse("has an iterator that nobody can tell", old), false;
    NewRun &run = result_.others[copy.after];
    isl::map pairs = renamed(asPairs(*known, tupleOf(now, run.name), to));
    run.moreUsers = renamed(asPairs(*more, tupleOf(now, run.name), to));
    Instances &users = result_.users[copy.before];
    isl::map times = pairs.reverse().apply_range(run.times);
    users.after = users.after ? users.after->unite(times) : times;
    run.users = std::move(pairs);
    return true;
  }

  /// Over the user's parameters.
  isl::map renamed(const isl::map &map) {
    return q_.values.asBefore(map.wrap()).unwrap();
  }

  void compare(std::size_t k) {
    Instances &one = result_.users[k];
    const Run &run = q_.before.runs.all[k];
    if (!one.after) {
      if (!one.runs.is_empty())
        refuse("is not in the new order", run);
      return;
    }
    one.after = one.after->coalesce();
    isl::set now = one.after->domain();
    if (!one.runs.is_subset(now))
      refuse("does not run in all iterations", run);
    else if (!now.is_subset(one.runs))
      refuse("runs in other iterations, too", run);
    else if (!one.after->is_single_valued())
      refuse("runs twice in an iteration", run);
  }

  const Question &q_;
  const Copies &copies_;
  const isl::set entered_;
  BothOrders result_;
};

} // namespace

BothOrders bothOrders(const Question &question, const Copies &copies,
                      const isl::set &entered) {
  return Builder(question, copies, entered).run();
}

} // namespace hocket::nestcheck
