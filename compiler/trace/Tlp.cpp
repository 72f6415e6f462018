// SPDX-License-Identifier: Apache-2.0
#include "trace/Tlp.h"

#include "trace/Summary.h"

#include <algorithm>

namespace hocket::trace {

namespace {

/// At `at`, so many CPUs more are busy.
struct Step {
  Time at;
  int change;
};

std::vector<Step> stepsOf(const BusyTimes &busy) {
  std::vector<Step> steps;
  for (const std::vector<Interval> &cpu : busy)
    for (const Interval &interval : cpu)
      if (interval.end > interval.begin) {
        steps.push_back({interval.begin, 1});
        steps.push_back({interval.end, -1});
      }
  std::sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) {
    return a.at != b.at ? a.at < b.at : a.change < b.change;
  });
  return steps;
}

/// Sums up from one moment to the next.
class Sweep {
public:
  Sweep(const BusyTimes &busy)
      : steps_(stepsOf(busy)), times_(busy.size() + 1) {}

  /// \param span begins where the one before it ended.
  Tlp next(Interval span) {
    std::fill(times_.begin(), times_.end(), 0);
    Time at = span.begin;
    for (; next_ < steps_.size() && steps_[next_].at < span.end; ++next_) {
      Time until = std::max(at, steps_[next_].at);
      times_[count_] += until - at;
      at = until;
      count_ += steps_[next_].change;
    }
    times_[count_] += std::max<Time>(span.end - at, 0);
    return result(span);
  }

private:
  Tlp result(Interval span) const {
    Tlp tlp;
    tlp.span = span;
    double length = double(span.length()), sum = 0;
    for (size_t i = 0; i < times_.size(); ++i) {
      tlp.parts.push_back(length > 0 ? double(times_[i]) / length
                                     : (i == 0 ? 1.0 : 0.0));
      sum += double(times_[i]) * double(i);
    }
    Time busy = span.length() - times_[0];
    if (busy > 0)
      tlp.value = sum / double(busy);
    return tlp;
  }

  std::vector<Step> steps_;
  std::size_t next_ = 0;
  int count_ = 0;           ///< CPUs that are busy
  std::vector<Time> times_; ///< by how many are
};

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Tlp computeTlp(const BusyTimes &busy, Interval span) {
  return Sweep(busy).next(span);
}

std::vector<Tlp> tlpOverTime(const BusyTimes &busy, Interval span,
                             Time window) {
  std::vector<Tlp> result;
  Sweep sweep(busy);
  for (Time begin = span.begin; begin < span.end;) {
    Time end = span.end - begin > window ? begin + window : span.end;
    result.push_back(sweep.next({begin, end}));
    begin = end;
  }
  return result;
}

bool ThreadFilter::accepts(const Running &running) const {
  bool isNamed = names.empty() || contains(names, running.name);
  bool isNumbered = threads.empty() ||
                    std::find(threads.begin(), threads.end(), running.thread) !=
                        threads.end();
  return isNamed && isNumbered && !contains(ignored, running.name);
}

BusyTimes busyTimes(const Switches &switches, const ThreadFilter &filter) {
  BusyTimes result(switches.cpus.size());
  for (std::size_t cpu = 0; cpu < switches.cpus.size(); ++cpu)
    for (const Running &running : switches.cpus[cpu])
      if (filter.accepts(running))
        result[cpu].push_back(running);
  return result;
}

BusyTimes busyTimes(const Trace &trace) {
  BusyTimes result;
  for (const Core &core : trace.cores)
    result.push_back(
        without(workOf(core), {core.away.begin(), core.away.end()}));
  return result;
}

} // namespace hocket::trace
