// SPDX-License-Identifier: Apache-2.0
//
// Two threads, each on its core, hand a number to and fro. Other processes and
// the kernel interrupt them, which makes single rounds long and none short: the
// median of many short series counts.
#include "soc/probe/MeasureCosts.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace hocket::soc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned roundsOfSeries = 50, fewestSeries = 5, mostSeries = 400;
constexpr auto longest = std::chrono::milliseconds(100);
constexpr size_t words = 32768; ///< 256 KiB, which private caches hold

/// Places the thread that calls it.
bool runOn(unsigned cpu) {
#ifdef __linux__
  cpu_set_t *set = CPU_ALLOC(cpu + 1);
  size_t size = CPU_ALLOC_SIZE(cpu + 1);
  CPU_ZERO_S(size, set);
  CPU_SET_S(cpu, size, set);
  bool isPlaced = sched_setaffinity(0, size, set) == 0;
  CPU_FREE(set);
  return isPlaced;
#else
  (void)cpu;
  return false;
#endif
}

double nanosecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct PairCosts {
  double syncNs = 0, bytesPerNs = 0;
};

/// The first thread leads: it counts up by odd steps what the second one
/// answers, and ends the game.
class Pair {
public:
  std::optional<PairCosts> measure(unsigned first, unsigned second) {
    std::thread other([&] { follow(second); });
    PairCosts costs;
    bool isMeasured = false;
    std::thread leader([&] { isMeasured = lead(first, costs); });
    leader.join();
    other.join();
    return isMeasured ? std::optional(costs) : std::nullopt;
  }

private:
  static constexpr uint32_t ended = ~0u, placed = 1, notPlaced = 2;

  void wait(uint32_t number) {
    while (ball_.load(std::memory_order_acquire) != number)
      ;
  }
  void send(uint32_t number) { ball_.store(number, std::memory_order_release); }

  void follow(unsigned cpu) {
    state_.store(runOn(cpu) ? placed : notPlaced);
    for (uint32_t next = 1;; next += 2) {
      uint32_t seen;
      while ((seen = ball_.load(std::memory_order_acquire)) != next)
        if (seen == ended)
          return;
      if (isWriting_)
        for (uint64_t &word : data_)
          word += next;
      send(next + 1);
    }
  }

  bool lead(unsigned cpu, PairCosts &costs) {
    bool isPlaced = runOn(cpu);
    uint32_t state;
    while ((state = state_.load()) == 0)
      std::this_thread::yield();
    isPlaced = isPlaced && state == placed;
    if (isPlaced) {
      costs.syncNs = median(series([&] { return signals(); }));
      isWriting_ = true; // the other thread sees it with the next signal
      costs.bytesPerNs = median(series([&] { return transfer(); }));
    }
    send(ended);
    return isPlaced;
  }

  template <typename Measure> std::vector<double> series(Measure measure) {
    std::vector<double> results;
    Clock::time_point start = Clock::now();
    while (results.size() < fewestSeries ||
           (results.size() < mostSeries && Clock::now() - start < longest))
      results.push_back(measure());
    return results;
  }

  void round() {
    send(next_);
    wait(next_ + 1);
    next_ += 2;
  }

  /// Nanoseconds of one signal.
  double signals() {
    Clock::time_point start = Clock::now();
    for (unsigned i = 0; i < roundsOfSeries; ++i)
      round();
    return nanosecondsSince(start) / (2 * roundsOfSeries);
  }

  /// Bytes per nanosecond of reading what the other core has written.
  double transfer() {
    round();
    Clock::time_point start = Clock::now();
    uint64_t sum = 0;
    for (uint64_t word : data_)
      sum += word;
    double ns = nanosecondsSince(start);
    sum_.store(sum, std::memory_order_relaxed); // so it has to be read
    return double(words * sizeof(uint64_t)) / std::max(ns, 1.0);
  }

  alignas(128) std::atomic<uint32_t> ball_{0};
  alignas(128) std::atomic<uint32_t> state_{0};
  std::atomic<uint64_t> sum_{0};
  bool isWriting_ = false;
  uint32_t next_ = 1;
  std::vector<uint64_t> data_ = std::vector<uint64_t>(words, 1);
};

/// Three digits: more would say that it is known better.
double rounded(double value) {
  int digits = 2 - int(std::floor(std::log10(value)));
  double scale = std::pow(10, std::abs(digits));
  return digits > 0 ? std::round(value * scale) / scale
                    : std::round(value / scale) * scale;
}

/// The first two usable cores in one cluster, or in two.
std::optional<std::pair<unsigned, unsigned>> somePair(const SocSpec &spec,
                                                      bool inOneCluster) {
  std::vector<uint32_t> usable = spec.usableCores(0);
  for (uint32_t a : usable)
    for (uint32_t b : usable)
      if (a != b &&
          (spec.cores[a].cluster == spec.cores[b].cluster) == inOneCluster)
        return std::pair(spec.cores[a].id, spec.cores[b].id);
  return std::nullopt;
}

std::optional<PairCosts> measured(const SocSpec &spec, bool inOneCluster) {
  auto cores = somePair(spec, inOneCluster);
  if (!cores)
    return std::nullopt;
  auto costs = Pair().measure(cores->first, cores->second);
  if (!costs || !(costs->syncNs > 0) || !(costs->bytesPerNs > 0))
    return std::nullopt;
  costs->syncNs = std::clamp(rounded(costs->syncNs), 1.0, 1e9);
  costs->bytesPerNs = std::clamp(rounded(costs->bytesPerNs), 1e-6, 1e6);
  return costs;
}

} // namespace

void measureCosts(SocSpec &host) {
  Costs &costs = host.costs;
  if (auto near = measured(host, true)) {
    costs.syncNs = near->syncNs;
    costs.syncAcrossNs = 2 * near->syncNs;
    costs.bytesPerNs = near->bytesPerNs;
    costs.bytesPerNsAcross = rounded(near->bytesPerNs / 2);
  }
  if (auto far = measured(host, false)) {
    costs.syncAcrossNs = far->syncNs;
    costs.bytesPerNsAcross = far->bytesPerNs;
  }
}

} // namespace hocket::soc
