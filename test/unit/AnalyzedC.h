// SPDX-License-Identifier: Apache-2.0
//
// From C text to verdicts, for the tests of several folders. The text must need
// no preprocessing.
#pragma once

#include "analysis/ComputeEffects.h"
#include "frontend/ExtractProgram.h"
#include "ir/Tree.h"
#include "loops/ClassifyLoops.h"
#include "verdict/LoopVerdict.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace hocket::polyhedral::test {

struct AnalyzedC {
  ir::Program program;
  analysis::Effects effects;
  std::vector<LoopVerdict> verdicts;

  /// \param isWhole main and all it calls are there (else anyone may call).
  explicit AnalyzedC(const std::string &text, LoopOptions options = {},
                     bool hasForeignCode = false) {
    RemarkSink sink;
    program = extractProgram({{"test.c", text, {}}}, hasForeignCode, sink);
    if (!program.units.at(0).parsed)
      throw std::runtime_error(program.units[0].problem);
    effects = analysis::computeEffects(program);
    verdicts = classifyLoops(program, effects, options);
  }

  /// Loops in order of text; 0 is the first.
  ir::NodeId loop(std::size_t number) const { return verdicts.at(number).loop; }
  const LoopVerdict &verdict(std::size_t number = 0) const {
    return verdicts.at(number);
  }
  /// "doall", "reduction", "scan" or the id of the remark against.
  std::string kind(std::size_t number = 0) const {
    const LoopVerdict &v = verdict(number);
    if (v.kind() == LoopKind::Doall)
      return "doall";
    if (v.kind() == LoopKind::Reduction)
      return "reduction";
    if (v.kind() == LoopKind::Scan)
      return "scan";
    return std::string(info(v.remark.id).name);
  }
  /// Names of the private objects, with "!" where the last value is needed and
  /// without those of the body itself.
  std::string privates(std::size_t number = 0) const {
    std::string names;
    for (const PrivateObject &object : verdict(number).privates)
      if (!object.isLocalToBody)
        names += (names.empty() ? "" : " ") + program[object.object].name +
                 (object.isLastprivate ? "!" : "");
    return names;
  }
};

/// The kind of the first loop in a function body, with some declarations:
/// int n, m, k; double s; global arrays a, b, c (2-D), int idx, pointers p, q.
/// " if tested" follows where it holds only under conditions on entry.
inline std::string kindOf(const std::string &body, LoopOptions options = {}) {
  std::string text =
      "typedef unsigned long size_t;\n"
      "void *malloc(size_t); void free(void *); int printf(const char *, "
      "...);\n"
      "double sqrt(double); int rand(void); void exit(int);\n"
      "double a[1000], b[1000], c[100][100], d[100][100]; int idx[1000];\n"
      "struct point { double x, y; } points[1000];\n"
      "volatile int device;\n"
      "double f(int n, int m, int k, unsigned u, double *p, double *q, char "
      "*t,\n"
      "         double *restrict r1, double *restrict r2) {\n"
      "  double s = 0; int i, j;\n" +
      body + "\n  return s; }\n";
  AnalyzedC c(text, options, /*hasForeignCode=*/true);
  return c.kind(0) + (c.verdict().conditions.empty() ? "" : " if tested");
}

} // namespace hocket::polyhedral::test
