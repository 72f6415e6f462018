// SPDX-License-Identifier: Apache-2.0
#include "trace/Chart.h"
#include "trace/ComparePlan.h"
#include "trace/MergeSwitches.h"
#include "trace/ReadTrace.h"
#include "trace/Summary.h"

#include "gtest/gtest.h"

#include <regex>

using namespace hocket::trace;

namespace {

/// An event at a number of microseconds.
std::string event(const char *phase, int core, double us,
                  const std::string &more = "") {
  return "{\"ph\":\"" + std::string(phase) +
         "\",\"pid\":1,\"tid\":" + std::to_string(core) +
         ",\"ts\":" + std::to_string(us) + more + "},\n";
}

std::string begin(const char *category, const char *name, int core, double us,
                  const std::string &args) {
  return event("B", core, us,
               ",\"cat\":\"" + std::string(category) + "\",\"name\":\"" + name +
                   "\",\"args\":{" + args + "}");
}

std::string fileOf(const std::string &events) {
  return "{\"traceEvents\":[\n" + events +
         "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"x\"}\n],\n"
         "\"otherData\":{\"hocket-trace\":1,\"program\":\"p\",\"process\":1,"
         "\"cores\":2,\"begin\":0,\"end\":100,\"lost\":[0,4],\"regions\":[{"
         "\"name\":\"a.c:1 f\",\"cores\":2,\"tasks\":[\"loop a.c:1 [1/2]\","
         "\"loop a.c:1 [2/2]\"]}]}}";
}

/// Core 0: task 10 to 40, with a wait 20 to 30, and a wait 40 to 60. Core 1:
/// task 10 to 60.
std::string known() {
  return fileOf(
      begin("region", "a.c:1 f", 0, 5, "\"region\":0") +
      begin("task", "loop a.c:1 [1/2]", 0, 10, "\"task\":0") +
      begin("wait", "wait for flag 0", 0, 20, "\"number\":1") +
      event("E", 0, 30) + event("E", 0, 40) +
      begin("wait", "wait for core 1", 0, 40, "\"number\":1,\"core\":1") +
      event("E", 0, 60) + event("E", 0, 65) +
      event("i", 1, 8, ",\"cat\":\"thread\",\"args\":{\"thread\":77}") +
      begin("region", "a.c:1 f", 1, 8, "\"region\":0") +
      begin("task", "loop a.c:1 [2/2]", 1, 10, "\"task\":1") +
      event("E", 1, 60) + event("E", 1, 61) +
      event("X", 0, 45, ",\"cat\":\"gate\",\"dur\":10,\"args\":{\"state\":2}") +
      event("C", 1, 50, ",\"cat\":\"clock\",\"args\":{\"kHz\":600000}"));
}

Trace read(const std::string &text) {
  std::string error;
  std::optional<Trace> trace = readTrace(text, error);
  EXPECT_TRUE(trace) << error;
  return trace ? *trace : Trace();
}

std::string errorOf(const std::string &text) {
  std::string error;
  EXPECT_FALSE(readTrace(text, error));
  return error;
}

} // namespace

TEST(Trace, isReadAsSlices) {
  Trace t = read(known());
  ASSERT_EQ(t.cores.size(), 2u);
  EXPECT_EQ(t.cores[1].lost, 4u);
  ASSERT_EQ(t.cores[0].slices.size(), 5u);
  const Slice &wait = t.cores[0].slices[2];
  EXPECT_EQ(wait.kind, SliceKind::Wait);
  EXPECT_EQ(wait.begin, 20000);
  EXPECT_EQ(wait.end, 30000);
  EXPECT_EQ(wait.depth, 2u);
  EXPECT_EQ(wait.region, 0u);
  EXPECT_EQ(t.cores[0].slices[3].awaitedCore, 1u);
  EXPECT_EQ(t.cores[0].slices[4].kind, SliceKind::Gate);
  EXPECT_EQ(t.cores[0].slices[4].state, 2u);
  ASSERT_EQ(t.cores[1].clocks.size(), 1u);
  EXPECT_EQ(t.cores[1].clocks[0].kHz, 600000u);
  ASSERT_EQ(t.cores[1].threads.size(), 1u);
  EXPECT_EQ(t.cores[1].threads[0].thread, 77u);
}

TEST(Trace, isReadInAnyLayout) {
  std::string text = known();
  std::string spread = std::regex_replace(text, std::regex(","), " ,\n ");
  std::string one = std::regex_replace(text, std::regex("\n"), "");
  for (const std::string &other : {spread, one}) {
    Trace a = read(text), b = read(other);
    ASSERT_EQ(a.cores.size(), b.cores.size());
    for (std::size_t core = 0; core < a.cores.size(); ++core) {
      ASSERT_EQ(a.cores[core].slices.size(), b.cores[core].slices.size());
      for (std::size_t i = 0; i < a.cores[core].slices.size(); ++i) {
        EXPECT_EQ(a.cores[core].slices[i].end, b.cores[core].slices[i].end);
        EXPECT_EQ(a.cores[core].slices[i].name, b.cores[core].slices[i].name);
      }
    }
    EXPECT_EQ(a.regions.size(), b.regions.size());
    EXPECT_EQ(a.program, b.program);
  }
}

TEST(Trace, summaryTakesWaitsAndGatesApart) {
  Trace t = read(known());
  Summary s = summarize(t);
  EXPECT_EQ(s.cores[0].busy, 20000);
  EXPECT_EQ(s.cores[0].waiting, 20000);
  EXPECT_EQ(s.cores[0].gated, 10000);
  EXPECT_EQ(s.cores[0].regions, 60000);
  EXPECT_EQ(s.cores[1].busy, 50000);
  ASSERT_EQ(s.tasks.size(), 2u);
  EXPECT_EQ(s.tasks[0].task, 1u);
  EXPECT_EQ(s.tasks[0].core, 1u);
  EXPECT_EQ(s.tasks[1].sum, 20000);
  ASSERT_EQ(s.waits.size(), 2u);
  EXPECT_EQ(t.names[s.waits[0].name], "wait for core 1");
  EXPECT_EQ(s.waits[0].longest, 20000);
  ASSERT_EQ(s.regions.size(), 1u);
  EXPECT_EQ(s.regions[0].sum, 60000);
  std::optional<double> tlp = computeTlp(busyTimes(t), regionSpan(t)).value;
  EXPECT_DOUBLE_EQ(*tlp, 70.0 / 50);
}

TEST(Trace, whatHasNotEndedIsCut) {
  Trace t = read(fileOf(begin("region", "a.c:1 f", 0, 5, "\"region\":0") +
                        begin("task", "t", 0, 10, "\"task\":0")));
  EXPECT_TRUE(t.cores[0].slices[1].isCut);
  EXPECT_EQ(t.cores[0].slices[1].end, 100000);
  EXPECT_TRUE(summarize(t).regions.empty());
}

TEST(Trace, chartHasBarsThatDoNotOverlap) {
  Trace t = read(known());
  Chart chart = chartOf(t, {15000, 50000});
  ASSERT_EQ(chart.rows.size(), 2u);
  ASSERT_EQ(chart.families.size(), 1u);
  EXPECT_EQ(chart.families[0], "loop a.c:1");
  std::vector<std::pair<BarKind, Time>> expected{{BarKind::Task, 15000},
                                                 {BarKind::Wait, 20000},
                                                 {BarKind::Task, 30000},
                                                 {BarKind::Wait, 40000},
                                                 {BarKind::Gate, 45000}};
  ASSERT_EQ(chart.rows[0].bars.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(chart.rows[0].bars[i].kind, expected[i].first);
    EXPECT_EQ(chart.rows[0].bars[i].begin, expected[i].second);
  }
  EXPECT_EQ(chart.rows[0].bars.back().end, 50000);
}

TEST(Trace, clippedHoldsThePartAlone) {
  Trace t = read(known());
  clip(t, {25000, 50000});
  Summary s = summarize(t);
  EXPECT_EQ(s.cores[0].busy, 10000);
  EXPECT_EQ(s.cores[1].busy, 25000);
  EXPECT_TRUE(s.regions.empty());
}

TEST(Trace, switchesShowWhenAThreadIsAway) {
  Trace t = read(known());
  Switches s;
  s.span = {0, 100000};
  s.cpus.resize(1);
  auto run = [&](Time begin, Time end, uint32_t thread, const char *next) {
    Running running;
    running.begin = begin;
    running.end = end;
    running.thread = thread;
    running.couldGoOn = true;
    running.nextName = next;
    s.cpus[0].push_back(running);
  };
  run(0, 20000, 77, "other");
  run(20000, 35000, 5, "p");
  run(35000, 90000, 77, "");
  ASSERT_TRUE(mergeSwitches(s, t));
  ASSERT_EQ(t.cores[1].away.size(), 1u);
  EXPECT_EQ(t.cores[1].away[0].begin, 20000);
  EXPECT_EQ(t.cores[1].away[0].end, 35000);
  EXPECT_TRUE(t.cores[1].away[0].isPreempted);
  EXPECT_EQ(t.cores[1].away[0].by, "other");
  EXPECT_EQ(summarize(t).cores[1].away, 15000);
  // Core 0 works from 10 to 20 and from 30 to 40, core 1 from 10 to 20 and from
  // 35 to 60.
  Tlp tlp = computeTlp(busyTimes(t), regionSpan(t));
  EXPECT_DOUBLE_EQ(*tlp.value, (10 + 10 + 10 + 25) / 40.0);
  for (Running &running : s.cpus[0])
    running.thread += 1000;
  EXPECT_FALSE(mergeSwitches(s, t));
}

TEST(Trace, isComparedWithThePlan) {
  std::string error;
  std::optional<Plan> plan = readPlan(
      "{\"program\":\"p\",\"regions\":[{\"file\":\"src/a.c\",\"line\":1,"
      "\"function\":\"f\",\"cores\":2,\"sequential_ns\":90000,\"parallel_ns\":"
      "50000,\"tasks\":[{\"name\":\"loop a.c:1 [1/2]\",\"core\":0,\"start\":0,"
      "\"end\":40000},{\"name\":\"loop a.c:1 [2/2]\",\"core\":1,\"start\":5000,"
      "\"end\":45000}]}]}",
      error);
  ASSERT_TRUE(plan) << error;
  Trace t = read(known());
  std::vector<RegionComparison> c = comparePlan(*plan, t, summarize(t));
  ASSERT_EQ(c.size(), 1u);
  EXPECT_EQ(c[0].name, "a.c:1 f");
  EXPECT_DOUBLE_EQ(c[0].plannedNs, 50000);
  EXPECT_DOUBLE_EQ(c[0].measuredNs, 60000);
  ASSERT_EQ(c[0].tasks.size(), 2u);
  EXPECT_DOUBLE_EQ(c[0].tasks[0].plannedNs, 40000);
  EXPECT_DOUBLE_EQ(c[0].tasks[0].measuredNs, 20000);
  plan->regions[0].name = "a.c:2 f";
  EXPECT_TRUE(comparePlan(*plan, t, summarize(t)).empty());
  EXPECT_FALSE(readPlan("{\"program\":\"p\"}", error));
  EXPECT_FALSE(readPlan("[", error));
}

TEST(Trace, mistakesAreNamed) {
  EXPECT_EQ(errorOf("{\"a\":\n1,}").substr(0, 12), ":2:3: error:");
  EXPECT_NE(errorOf("{}").find("expected a trace of libhocket"),
            std::string::npos);
  EXPECT_NE(errorOf("[]").find("expected an object"), std::string::npos);
  EXPECT_NE(errorOf(fileOf(event("E", 0, 5))).find("traceEvents[0]"),
            std::string::npos);
  EXPECT_NE(errorOf(fileOf(event("B", 7, 5))).find("no such core"),
            std::string::npos);
  EXPECT_NE(errorOf(fileOf(event("B", 0, -5))).find("expected microseconds"),
            std::string::npos);
  EXPECT_NE(
      errorOf(fileOf("{\"ph\":\"B\",\"tid\":0},\n")).find("traceEvents[0].ts"),
      std::string::npos);
  EXPECT_NE(errorOf(fileOf("3,\n")).find("expected an event"),
            std::string::npos);
}
