// SPDX-License-Identifier: Apache-2.0
#include "trace/ReadSwitches.h"
#include "trace/Tlp.h"

#include "gtest/gtest.h"

#include <random>

using namespace hocket::trace;

namespace {

struct Event {
  Time us = 0;
  uint32_t cpu = 0, from = 0, to = 0;
};

std::string nameOf(uint32_t thread, uint32_t cpu) {
  return thread == 0 ? "swapper/" + std::to_string(cpu)
                     : "work er-" + std::to_string(thread);
}

enum class Form { Ftrace, Android, TraceCmd, Raw, Perf };

std::string lineOf(const Event &e, Form form) {
  char text[400];
  std::string from = nameOf(e.from, e.cpu), to = nameOf(e.to, e.cpu);
  char time[40];
  snprintf(time, sizeof time, "%lld.%06lld", (long long)e.us / 1000000,
           (long long)e.us % 1000000);
  char fields[200];
  snprintf(fields, sizeof fields,
           "prev_comm=%s prev_pid=%u prev_prio=120 prev_state=R ==> "
           "next_comm=%s next_pid=%u next_prio=120",
           from.c_str(), e.from, to.c_str(), e.to);
  switch (form) {
  case Form::Ftrace:
    snprintf(text, sizeof text, "%16s-%-7u [%03u] d..2. %s: sched_switch: %s\n",
             e.from ? from.c_str() : "<idle>", e.from, e.cpu, time, fields);
    break;
  case Form::Android:
    snprintf(text, sizeof text,
             "%16s-%-5u (-----) [%03u] d..3 %s: sched_switch: %s\n",
             e.from ? from.c_str() : "<idle>", e.from, e.cpu, time, fields);
    break;
  case Form::TraceCmd:
    snprintf(text, sizeof text,
             "%16s-%-5u [%03u] %s: sched_switch:         %s:%u [120] R ==> "
             "%s:%u [120]\n",
             e.from ? from.c_str() : "<idle>", e.from, e.cpu, time,
             from.c_str(), e.from, to.c_str(), e.to);
    break;
  case Form::Raw: // trace-cmd report -R -t
    snprintf(text, sizeof text,
             "%16s-%-5u [%03u] %s000: sched_switch:         prev_comm=%s "
             "prev_pid=%u prev_prio=120 prev_state=0 next_comm=%s next_pid=%u "
             "next_prio=120\n",
             e.from ? from.c_str() : "<idle>", e.from, e.cpu, time,
             from.c_str(), e.from, to.c_str(), e.to);
    break;
  case Form::Perf:
    snprintf(text, sizeof text, "%16s %5u [%03u] %s: sched:sched_switch: %s\n",
             from.c_str(), e.from, e.cpu, time, fields);
    break;
  }
  return text;
}

std::string textOf(const std::vector<Event> &events, Form form) {
  std::string text = form == Form::TraceCmd ? "cpus=3\n"
                     : form == Form::Perf   ? ""
                                            : "# tracer: nop\n#\n";
  for (const Event &e : events)
    text += lineOf(e, form);
  return text;
}

Switches read(const std::string &text) {
  std::string error;
  std::optional<Switches> switches = readSwitches(text, error);
  EXPECT_TRUE(switches) << error;
  return switches ? *switches : Switches();
}

std::string errorOf(const std::string &text) {
  std::string error;
  EXPECT_FALSE(readSwitches(text, error));
  return error;
}

double tlpOf(const Switches &switches) {
  return computeTlp(busyTimes(switches, {}), switches.span).value.value_or(0);
}

/// Threads that wander over CPUs, each on one at a time.
std::vector<Event> randomRun(std::mt19937 &random, uint32_t cpus) {
  std::vector<Event> events;
  std::vector<uint32_t> now(cpus);
  for (Time us = 1000; events.size() < 200; us += 1 + random() % 20) {
    uint32_t cpu = random() % cpus, next = random() % 6;
    if (next == now[cpu] ||
        (next != 0 && std::count(now.begin(), now.end(), next)))
      continue;
    events.push_back({us, cpu, now[cpu], next});
    now[cpu] = next;
  }
  return events;
}

} // namespace

TEST(Switches, ofAKnownRun) {
  // CPU 0: thread 1 until 100, idle until 300, thread 2. CPU 1: idle, thread 1
  // from 200 to 400.
  Switches s = read(textOf({{0, 0, 5, 1},
                            {100, 0, 1, 0},
                            {200, 1, 0, 1},
                            {300, 0, 0, 2},
                            {400, 1, 1, 0}},
                           Form::Ftrace));
  ASSERT_EQ(s.cpus.size(), 2u);
  EXPECT_EQ(s.events, 5u);
  EXPECT_EQ(s.lost + s.reappeared + s.replaced, 0u);
  EXPECT_EQ(s.inDoubt, 0);
  EXPECT_EQ(s.span.length(), 400000);
  ASSERT_EQ(s.cpus[1].size(), 1u);
  EXPECT_EQ(s.cpus[1][0].begin, 200000);
  EXPECT_EQ(s.cpus[1][0].end, 400000);
  EXPECT_EQ(s.cpus[1][0].name, "work er-1");
  EXPECT_TRUE(s.cpus[1][0].couldGoOn);
  // None is busy from 100 to 200, two are from 300 to 400.
  EXPECT_DOUBLE_EQ(tlpOf(s), (100 + 100 + 200) / 300.0);
}

TEST(Switches, areTheSameInEachForm) {
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) {
    std::vector<Event> events = randomRun(random, 1 + random() % 4);
    Switches first = read(textOf(events, Form::Ftrace));
    EXPECT_EQ(first.replaced + first.reappeared, 0u);
    EXPECT_GE(tlpOf(first), 1);
    EXPECT_LE(tlpOf(first), double(first.cpus.size()));
    for (Form form : {Form::Android, Form::TraceCmd, Form::Raw, Form::Perf}) {
      Switches other = read(textOf(events, form));
      EXPECT_EQ(other.events, first.events);
      EXPECT_EQ(other.replaced + other.reappeared, 0u);
      EXPECT_DOUBLE_EQ(tlpOf(other), tlpOf(first));
      for (std::size_t cpu = 0; cpu < first.cpus.size(); ++cpu)
        for (std::size_t j = 0; j < first.cpus[cpu].size(); ++j)
          EXPECT_EQ(first.cpus[cpu][j].couldGoOn, other.cpus[cpu][j].couldGoOn);
    }
  }
}

TEST(Switches, lostOnesAreSeenAndCounted) {
  // The switch of CPU 0 from thread 1 to idle is missing; thread 1 turns up on
  // CPU 1, so it had left CPU 0 by then.
  std::string text = "CPU:0 [LOST 3 EVENTS]\n";
  Switches s = read(lineOf({0, 0, 2, 1}, Form::Ftrace) + text +
                    lineOf({500, 1, 0, 1}, Form::Ftrace) +
                    lineOf({900, 1, 1, 0}, Form::Ftrace) +
                    lineOf({1000, 0, 0, 3}, Form::Ftrace));
  EXPECT_EQ(s.lost, 3u);
  EXPECT_EQ(s.reappeared, 1u);
  EXPECT_EQ(s.replaced, 0u);
  EXPECT_EQ(s.inDoubt, 500000);
  ASSERT_EQ(s.cpus[0].size(), 1u);
  EXPECT_EQ(s.cpus[0][0].thread, 1u);
  EXPECT_EQ(s.cpus[0][0].end, 500000);
  EXPECT_DOUBLE_EQ(tlpOf(s), 1);
}

TEST(Switches, otherEventsTellWhereAThreadIs) {
  std::string waking = "  work er-1  [001] dN.5. 0.000400: sched_waking: "
                       "comm=x pid=9 prio=120 target_cpu=000\n";
  Switches s = read(lineOf({0, 0, 2, 1}, Form::Ftrace) + waking +
                    lineOf({900, 1, 1, 0}, Form::Ftrace));
  EXPECT_EQ(s.reappeared, 1u);
  EXPECT_EQ(s.replaced, 0u); // nothing is known of CPU 1 before
  ASSERT_EQ(s.cpus[1].size(), 1u);
  Switches later = read(lineOf({0, 0, 2, 1}, Form::Ftrace) +
                        lineOf({100, 1, 3, 4}, Form::Ftrace) + waking +
                        lineOf({900, 1, 1, 0}, Form::Ftrace));
  EXPECT_EQ(later.reappeared, 1u);
  EXPECT_EQ(later.replaced, 1u);
  EXPECT_EQ(later.cpus[0].back().end, 400000);
  EXPECT_EQ(later.cpus[1].back().begin, 400000);
}

TEST(Switches, arePlausibleWithAnyEventsMissing) {
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    uint32_t cpus = 2 + random() % 3;
    std::vector<Event> all = randomRun(random, cpus), some;
    for (const Event &e : all)
      if (random() % 4 != 0)
        some.push_back(e);
    Switches s = read(textOf(some, Form::Perf));
    double tlp = tlpOf(s);
    EXPECT_GE(tlp, 1);
    EXPECT_LE(tlp, double(cpus));
    // A thread is on one CPU at a time, a CPU runs one thread at a time.
    std::vector<std::vector<Interval>> threads(6);
    for (const std::vector<Running> &cpu : s.cpus)
      for (std::size_t j = 0; j < cpu.size(); ++j) {
        if (j > 0) {
          EXPECT_LE(cpu[j - 1].end, cpu[j].begin);
        }
        for (const Interval &other : threads[cpu[j].thread])
          EXPECT_TRUE(other.end <= cpu[j].begin || cpu[j].end <= other.begin);
        threads[cpu[j].thread].push_back(cpu[j]);
      }
  }
}

TEST(Switches, headersAndMarksTellWhatIsLost) {
  std::string event = lineOf({5, 0, 1, 0}, Form::Ftrace);
  Switches s =
      read("# entries-in-buffer/entries-written: 205/264205   #P:8\n" + event);
  EXPECT_EQ(s.lost, 264000u);
  EXPECT_EQ(s.cpus.size(), 8u);
  EXPECT_EQ(read("# entries-in-buffer/entries-written: 164205/164205   #P:8\n" +
                 event)
                .lost,
            0u);
  EXPECT_EQ(
      read("CPU:1 [12 EVENTS DROPPED]\nCPU:0 [EVENTS DROPPED]\n" + event).lost,
      12u);
  EXPECT_EQ(read("CPU:0 [LOST EVENTS]\n" + event).lost, 0u);
  EXPECT_EQ(read("perf 12 [001] 0.5: PERF_RECORD_LOST lost 7\n" + event).lost,
            7u);
}

TEST(Switches, namesMayHoldAnything) {
  Switches s = read("a [0] prev_pid=3 ==> b-77 [000] d..2. 1.5: sched_switch: "
                    "prev_comm=a prev_pid=3 ==> b prev_pid=77 prev_prio=1 "
                    "prev_state=S ==> next_comm=c next_pid=9 d next_pid=8 "
                    "next_prio=1\n"
                    "x-8 [000] 2.5: sched_switch: prev_comm=x prev_pid=8 "
                    "prev_prio=1 prev_state=S ==> next_comm=swapper/0 "
                    "next_pid=0 next_prio=120\n");
  ASSERT_EQ(s.cpus[0].size(), 1u);
  EXPECT_EQ(s.cpus[0][0].thread, 8u);
  EXPECT_EQ(s.cpus[0][0].name, "c next_pid=9 d");
  EXPECT_EQ(s.replaced, 0u);
}

TEST(Switches, mistakesHaveALine) {
  EXPECT_EQ(errorOf(""), ": error: expected 'sched_switch' events");
  EXPECT_EQ(errorOf("# tracer: nop\n"),
            ": error: expected 'sched_switch' events");
  EXPECT_EQ(errorOf("x-1 [000] 1.0: sched_switch: nonsense\n").substr(0, 10),
            ":1: error:");
  EXPECT_EQ(errorOf("#\n#\nx-1 [000] 1.0.0: sched_switch: a:1 [1] R ==> b:2 "
                    "[1]\n")
                .substr(0, 10),
            ":3: error:");
  EXPECT_EQ(errorOf("x-1 [99999] 1.0: sched_switch: a:1 [1] R ==> b:2 [1]\n")
                .substr(0, 10),
            ":1: error:");
}

TEST(Switches, filtersChooseThreads) {
  Switches s = read(
      textOf({{0, 0, 1, 2}, {0, 1, 3, 4}, {100, 0, 2, 0}}, Form::TraceCmd));
  ThreadFilter none, named, numbered, ignoring;
  named.names = {"work er-2"};
  numbered.threads = {4};
  ignoring.ignored = {"work er-2", "work er-4"};
  EXPECT_EQ(busyTimes(s, none)[0].size() + busyTimes(s, none)[1].size(), 2u);
  EXPECT_EQ(busyTimes(s, named)[0].size(), 1u);
  EXPECT_EQ(busyTimes(s, named)[1].size(), 0u);
  EXPECT_EQ(busyTimes(s, numbered)[1].size(), 1u);
  EXPECT_EQ(busyTimes(s, ignoring)[0].size(), 0u);
}
