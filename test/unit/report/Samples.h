// SPDX-License-Identifier: Apache-2.0
//
// Made-up results, as a compilation of a stencil would give them.
#pragma once

#include "report/ReportData.h"

#include "llvm/Support/FormatVariadic.h"

#include <string>

namespace hocket::report {

inline SourceFile sampleSource() {
  return {"heat.c",
          "#include <stdio.h>\n"
          "#define N 1000 /* points */\n"
          "\n"
          "static double a[N][N], b[N][N];\n"
          "\n"
          "/* One step of the\n"
          "   stencil. */\n"
          "static void step(double (*to)[N], double (*from)[N]) {\n"
          "  for (int i = 1; i < N - 1; i++)\n"
          "    for (int j = 1; j < N - 1; j++)\n"
          "      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] +\n"
          "                         from[i][j - 1] + from[i][j + 1]);\n"
          "}\n"
          "\n"
          "int main(int argc, char **argv) {\n"
          "  int steps = argc > 1 ? 100 : 10;\n"
          "  for (int t = 0; t < steps; t++) { // time goes on\n"
          "    step(b, a);\n"
          "    step(a, b);\n"
          "  }\n"
          "  double sum = 0;\n"
          "  for (int i = 0; i < N; i++)\n"
          "    sum += a[i][i];\n"
          "  printf(\"%g & <%s>\\n\", sum, argv[0]);\n"
          "  return 0;\n"
          "}\n"};
}

inline void addChunks(RegionRow &region, uint32_t first, uint32_t chunks,
                      double start, double length, uint32_t line) {
  for (uint32_t c = 0; c < chunks; ++c) {
    TaskRow task;
    task.id = first + c;
    task.kind = "chunk";
    task.name =
        llvm::formatv("loop heat.c:{0} [{1}/{2}]", line, c + 1, chunks).str();
    task.file = "heat.c";
    task.line = line;
    task.core = c % region.cores;
    task.startNs = start + c / region.cores * length;
    task.endNs = task.startNs + length * (1 - 0.02 * (c % 3));
    task.level = 1;
    region.tasks.push_back(task);
  }
}

/// A time loop with `loops` parallel loops of `cores` chunks each.
inline RegionRow sampleRegion(uint32_t cores, uint32_t loops) {
  RegionRow region;
  region.file = "heat.c";
  region.function = "main";
  region.line = 17;
  region.endLine = 20;
  region.cores = cores;
  region.sequentialNs = 410e6;
  region.parallelNs = 114e6;
  region.predictedSpeedup = 3.596;
  double length = 551e3;
  region.levels = {{"region", -1, 17, 1, 110.9e6, 110.9e6, "sequential"},
                   {"loop heat.c:17", 0, 17, 100, loops * (length + 4e3) + 9e3,
                    loops * (length + 4e3), "cp-dt-misf"}};
  for (uint32_t core = 0; core < cores; ++core)
    region.tasks.push_back(
        {1000, "loop", "loop heat.c:17", "heat.c", 17, core, 0, 110.9e6, 0});
  for (uint32_t loop = 0; loop < loops; ++loop)
    addChunks(region, loop * cores, cores, loop * (length + 4e3), length, 9);
  for (uint32_t loop = 0; loop < loops; ++loop)
    for (uint32_t to = 0; to < cores; ++to)
      for (uint32_t from = to ? to - 1 : 0; from <= to + 1 && from < cores;
           ++from) {
        EdgeRow edge;
        edge.from = loop * cores + from;
        edge.to = (loop + 1) % loops * cores + to;
        edge.object = loop % 2 ? "a" : "b";
        edge.kind = from == to ? "flow" : loop % 3 == 2 ? "anti" : "flow";
        edge.bytes = from == to ? 2000000 : 8000;
        edge.distance = loop + 1 == loops;
        edge.isSync = from != to;
        region.edges.push_back(edge);
      }
  for (uint32_t core = 0; core < cores; ++core)
    for (uint32_t step = 0; step < 2; ++step) {
      TaskRow task;
      task.id = 2000 + core * 2 + step;
      task.kind = "replicated";
      task.name = "replicated heat.c:17";
      task.file = "heat.c";
      task.line = 17;
      task.core = core;
      task.startNs = step * (loops * (length + 4e3) + 9e3);
      task.endNs = task.startNs + 20;
      task.level = 1;
      region.tasks.push_back(task);
      uint32_t chunk = step ? (loops - 1) * cores + core : core;
      region.edges.push_back({step ? chunk : task.id, step ? task.id : chunk,
                              "t", "order", 0, 0, false});
    }
  uint32_t last = loops * cores;
  region.tasks.push_back({last, "call", "call of 'show_progress(t)'", "heat.c",
                          18, 0, loops * (length + 4e3),
                          loops * (length + 4e3) + 9e3, 1});
  region.edges.push_back({last - cores, last, "a", "flow", 64, 0, false});
  region.edges.push_back({0, last, "stdout", "output", 0, 0, false});
  return region;
}

inline ReportData sampleReport() {
  ReportData data;
  data.program = "heat";
  data.soc = "generic-4";
  data.cores = 4;
  data.sources = {sampleSource()};
  data.regions = {sampleRegion(4, 2)};
  data.loops = {
      {"heat.c",
       "step",
       9,
       3,
       10,
       true,
       "doall",
       "loop-doall",
       "loop is DOALL: its iterations are independent",
       {}},
      {"heat.c",
       "step",
       10,
       5,
       11,
       false,
       "doall",
       "not-in-region",
       "loop is parallel but not run so: the loop around it is",
       {}},
      {"heat.c",
       "main",
       17,
       3,
       18,
       false,
       "sequential",
       "carried-dependence",
       "loop stays sequential: read of 'from[i - 1][j]' depends on "
       "'to[i][j]' of an earlier iteration",
       {{{"heat.c", 11, 7}, "written here"},
        {{"heat.c", 11, 26}, "read here"}}},
      {"heat.c",
       "main",
       22,
       3,
       23,
       false,
       "sequential",
       "float-reduction",
       "loop stays sequential: reordering the floating-point reduction of "
       "'sum' would change its result",
       {},
       "allow it with -ffast-math or -fassociative-math"}};
  Remark remark{};
  remark.id = RemarkId::FloatReduction;
  remark.location = {"heat.c", 22, 3};
  remark.function = "main";
  remark.args = {"sum"};
  data.remarks = {remark};
  return data;
}

} // namespace hocket::report
