// SPDX-License-Identifier: Apache-2.0
//
// What is decided about bodies, as printed plans, and the C that is written of
// them. The programs are made by hand.

#include "ProgramByHand.h"

#include "codegen/bodies/WriteBody.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::codegen;
using test::ProgramByHand;

namespace {

std::string planOf(const ProgramByHand &p, taskgraph::TaskId task,
                   unsigned chunks = 4) {
  return print(planBody(p.context(), task, chunks, {}));
}

/// The printed plan's lines that begin so.
std::string lines(const std::string &plan, const std::string &start) {
  std::string result;
  for (size_t at = 0; at < plan.size();) {
    size_t end = plan.find('\n', at) + 1;
    if (plan.compare(at, start.size(), start) == 0)
      result += plan.substr(at, end - at);
    at = end;
  }
  return result;
}

/// A sum of a value over the iterations.
struct Sum : ProgramByHand {
  taskgraph::TaskId chunks_ = 0, combine_ = 0;

  Sum() : ProgramByHand("s += x;") {
    ir::ObjectId s = scalar("s", "long "), x = scalar("x", "double ");
    finish();
    member(s, Storage::Value);
    member(x, Storage::Pointer);
    polyhedral::ReductionObject sum;
    sum.object = s;
    sum.name = "s";
    sum.type = "long";
    sum.bits = 64;
    verdicts[0].of = polyhedral::ReductionLoop{{sum}, {}};
    chunks_ = chunks(4);
    combine_ = combine(chunks_);
    Partial partial;
    partial.task = chunks_;
    partial.reduction = sum;
    partial.name = "hk_part_s";
    frame.partials.push_back(partial);
  }
};

} // namespace

TEST(BodyPlan, ChunksOfAReduction) {
  Sum p;
  EXPECT_EQ(planOf(p, p.chunks_),
            "body hk_f_1_loop3_0 apart\n"
            "parameter struct hk_f_1_frame *hk_f\n"
            "parameter unsigned hk_c\n"
            "local value: int n = hk_f->n\n"
            "local partial: unsigned long long hk_sum_s = 0\n"
            "local reference: double *__restrict x = hk_f->x\n"
            "local own: const int hk_start = 0\n"
            "local own: const long long hk_count = hk_trips(hk_start, n, 1)\n"
            "local own: const long long hk_first = "
            "hk_chunk(hk_count, hk_c, 4, 1)\n"
            "local own: const long long hk_last = "
            "hk_chunk(hk_count, hk_c + 1, 4, 1)\n"
            "local own: const int hk_end = hk_start + hk_last\n"
            "name hk_sum_s\n"
            "name (*x)\n"
            "loop int i = hk_start + hk_first; i < hk_end; i++\n"
            "store hk_f->hk_part_s[hk_c].value = hk_sum_s\n");
}

TEST(BodyPlan, CombiningTaskTakesWhatTheChunksLeft) {
  Sum p;
  EXPECT_EQ(planOf(p, p.combine_), "body hk_f_1_combine3_1\n"
                                   "parameter struct hk_f_1_frame *hk_f\n"
                                   "local own: unsigned hk_k\n"
                                   "combine 4 chunks of task 0\n"
                                   "  partial into hk_f->s\n");
}

TEST(BodyPlan, SecondPassStartsFromTheTotals) {
  Sum p;
  std::get<taskgraph::Chunks>(p.region.tasks[0].kind).isFirstPass = true;
  p.verdicts[0].of =
      polyhedral::ScanLoop{{}, {p.program[p.loop()].as<ir::Loop>()->body}};
  taskgraph::TaskId second = p.chunks(4);
  std::get<taskgraph::Chunks>(p.region.tasks[second].kind).secondPassOf = 0;
  EXPECT_EQ(lines(planOf(p, 0), "store"),
            "store hk_f->hk_part_s[hk_c].value = hk_sum_s\n");
  EXPECT_EQ(lines(planOf(p, 1), "  "), "  total into hk_f->s\n");
  std::string plan = planOf(p, second);
  EXPECT_EQ(lines(plan, "local partial"),
            "local partial: long hk_sum_s = hk_f->hk_part_s[hk_c].value\n");
  EXPECT_EQ(lines(plan, "store"), "");
}

TEST(BodyPlan, LastValueOfAPrivateVariable) {
  ProgramByHand p("x = i;");
  ir::ObjectId x = p.scalar("x", "int ");
  p.finish();
  p.member(x, Storage::Value);
  polyhedral::PrivateObject copy;
  copy.object = x;
  copy.isLastprivate = true;
  p.verdicts[0].privates.push_back(copy);
  std::string plan = planOf(p, p.chunks(4));
  EXPECT_EQ(lines(plan, "local private"), "local private: int x\n");
  EXPECT_EQ(lines(plan, "store"),
            "store hk_f->x = x if hk_first < hk_last && hk_c == 3\n");
}

TEST(BodyPlan, InductionVariableIsMovedToTheChunk) {
  ProgramByHand p("j += 3;");
  ir::ObjectId j = p.scalar("j", "int ");
  p.finish();
  p.member(j, Storage::Value);
  polyhedral::InductionObject induction;
  induction.object = j;
  induction.step = 3;
  induction.isLastprivate = true;
  p.verdicts[0].inductions.push_back(induction);
  std::string plan = planOf(p, p.chunks(4));
  EXPECT_EQ(lines(plan, "local induction"),
            "local induction: int j = hk_f->j\n");
  EXPECT_EQ(lines(plan, "  advance"),
            "  advance: j = (int )((unsigned long long)j + "
            "(unsigned long long)hk_first * (unsigned long long)3LL)\n");
  EXPECT_EQ(lines(plan, "store"), "store hk_f->hk_last0_j = j if hk_c == 3\n");
}

TEST(BodyPlan, SelfScheduledChunksTakeBlocks) {
  ProgramByHand p("f(i);");
  p.finish();
  taskgraph::TaskId task = p.chunks(4);
  std::get<taskgraph::Chunks>(p.region.tasks[task].kind).mode =
      taskgraph::ChunkMode::SelfScheduled;
  BodyPlan plan = planBody(p.context(), task, 4, {});
  ASSERT_EQ(plan.statics.size(), 1u);
  EXPECT_EQ(plan.statics[0], "static struct hk_turn hk_f_1_loop3_0_turn;");
  EXPECT_EQ(plan.parameters.back().declaration, "unsigned hk_i");
  EXPECT_EQ(lines(print(plan), "  block"),
            "  blocks: (hk_first = hk_take(&hk_f_1_loop3_0_turn, hk_i, hk_c, "
            "4, hk_count, hk_size)) < hk_count\n"
            "  block own: const long long hk_last = "
            "hk_block_end(hk_count, hk_size, hk_first)\n"
            "  block own: const int hk_end = hk_start + hk_last\n");
}

TEST(BodyPlan, KnownValuesAreWrittenDown) {
  ProgramByHand p("f(i);");
  p.finish();
  taskgraph::TaskId task = p.chunks(2);
  p.region.tasks[task].known = {{p.frame.members[0].object, 100}};
  EXPECT_EQ(lines(planOf(p, task, 2), "local value"),
            "local value: int n = 100\n");
}

TEST(WriteBody, ChunksOfAReduction) {
  Sum p;
  EXPECT_EQ(writeBody(p.context(), planBody(p.context(), p.chunks_, 4, {})),
            "# 1 \"hocket: tasks of hk_f_1\" 3\n"
            "# 1 \"hocket: tasks of hk_f_1\" 3\n"
            "static __attribute__((__noinline__)) void hk_f_1_loop3_0("
            "struct hk_f_1_frame *hk_f, unsigned hk_c)\n"
            "{\n"
            "  int n = hk_f->n;\n"
            "  unsigned long long hk_sum_s = 0;\n"
            "  double *__restrict x = hk_f->x;\n"
            "  const int hk_start = 0;\n"
            "  const long long hk_count = hk_trips(hk_start, n, 1);\n"
            "  const long long hk_first = hk_chunk(hk_count, hk_c, 4, 1);\n"
            "  const long long hk_last = hk_chunk(hk_count, hk_c + 1, 4, 1);\n"
            "  const int hk_end = hk_start + hk_last;\n"
            "# 3 \"t.c\" 3\n"
            "  for (int i = hk_start + hk_first; i < hk_end; i++)\n"
            "# 3 \"t.c\" 3\n"
            "  hk_sum_s += (*x);\n"
            "# 1 \"hocket: tasks of hk_f_1\" 3\n"
            "  hk_f->hk_part_s[hk_c].value = hk_sum_s;\n"
            "}\n"
            "\n"
            "# 1 \"hocket: tasks of hk_f_1\" 3\n");
}

TEST(WriteBody, UpdatesAndTheirConditions) {
  CWriter out;
  write(Update{"", {{"a", "1"}, {"", "f()"}}}, out);
  write(Update{"c", {{"a", "1"}}}, out);
  write(Update{"c", {{"a", "1"}, {"b", "a", /*isBytes=*/true}}, true}, out);
  EXPECT_EQ(out.text(), "a = 1;\n"
                        "f();\n"
                        "if (c)\n"
                        "  a = 1;\n"
                        "if (c) {\n"
                        "  a = 1;\n"
                        "  __builtin_memcpy(&b, &a, sizeof b);\n"
                        "}\n");
}

TEST(WriteBody, CopiesOfArraysAreFilledWhereTheyAreDeclared) {
  CWriter out(2);
  write(Local{LocalKind::Own,
              "unsigned long k",
              "",
              {},
              Fill{"copy", "k", "8", "0"}},
        out);
  EXPECT_EQ(out.text(), "  unsigned long k;\n"
                        "  for (k = 0; k < 8; k++)\n"
                        "    copy[k] = 0;\n");
}
