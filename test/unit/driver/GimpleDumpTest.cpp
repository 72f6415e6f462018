// SPDX-License-Identifier: Apache-2.0
//
// Which operations gcc's dumps show at a place of the text.
#include "driver/fusing/GimpleDump.h"

#include "gtest/gtest.h"

namespace hocket::driver {
namespace {

/// "sums products fused" at a place; "unknown", "none".
std::string at(const std::string &dump, unsigned line, unsigned column) {
  GimpleOperations operations = readGimpleDump(dump);
  std::optional<OperationCounts> counts = operations.at({line, column});
  if (!counts)
    return "unknown";
  if (!counts->sums && !counts->products && !counts->fused)
    return "none";
  return std::to_string(counts->sums) + " " + std::to_string(counts->products) +
         " " + std::to_string(counts->fused);
}

std::string function(const std::string &statements) {
  return "\n;; Function mm (mm, funcdef_no=0, decl_uid=4595)\n\n"
         "Removing basic block 17\n"
         "real mm (int n, double alpha)\n{\n"
         "  vector(8) double vect_s_18.18;\n"
         "  vector(8) double * vectp_b.14;\n"
         "  double stmp_s_9.18;\n"
         "  real x;\n"
         "  size i;\n"
         "  double s;\n"
         "  double _1;\n"
         "  float _2;\n"
         "  int _5;\n\n"
         "  <bb 2> [local count: 1804255]:\n" +
         statements + "\n}\n\n\n";
}

TEST(GimpleDump, CountsAllCopies) {
  const std::string dump = function(
      "  [/tmp/a b.i:8:11] gimple_call <.FMA, vect_s_18.18_56, vect_s_18.18_4, "
      "vect_s_18.18_5, vect_s_18.18_6>\n"
      "  [/tmp/a b.i:8:11 discrim 2] gimple_call <.FNMS, s_23(D), _1, _1, "
      "s_36>\n"
      "  [/tmp/a b.i:8:20] gimple_assign <mult_expr, _1, _1, alpha_17(D), "
      "NULL>\n"
      "  [/tmp/a b.i:9:20] gimple_assign <minus_expr, _2, _2, 1.0e+0, NULL>\n");
  EXPECT_EQ(at(dump, 8, 11), "0 0 2");
  EXPECT_EQ(at(dump, 8, 20), "0 1 0");
  EXPECT_EQ(at(dump, 9, 20), "1 0 0");
  EXPECT_EQ(at(dump, 9, 21), "none");
  EXPECT_EQ(at(dump + dump, 8, 11), "0 0 4");
}

TEST(GimpleDump, KnowsIntegersAndPointers) {
  const std::string dump = function(
      "  [a.i:4:1] gimple_assign <plus_expr, _5, _5, 1, NULL>\n"
      "  gimple_assign <mult_expr, _5, _5, 64, NULL>\n"
      "  [a.i:4:2] gimple_assign <pointer_plus_expr, vectp_b.14_3, "
      "vectp_b.14_2, 800, NULL>\n"
      "  gimple_assign <plus_expr, i_7, i_6, 18446744073709551615, NULL>\n"
      "  [a.i:4:3] gimple_assign <plus_expr, x_7, x_6, x_5, NULL>\n"
      "  [a.i:4:4] gimple_assign <plus_expr, x_7, x_6, _1, NULL>\n"
      "  gimple_assign <rdiv_expr, _1, _1, _1, NULL>\n"
      "  gimple_call <.MASK_LOAD, vect_s_18.18_9, _5, 64B, _5>\n");
  EXPECT_EQ(at(dump, 4, 1), "none");
  EXPECT_EQ(at(dump, 4, 2), "none");
  EXPECT_EQ(at(dump, 4, 3), "1 0 0");
  EXPECT_EQ(at(dump, 4, 4), "1 0 0");
}

TEST(GimpleDump, FollowsSumsInOrder) {
  const std::string sums =
      "  [a.i:4:73] gimple_assign <mult_expr, vect_s_18.18_3, vect_s_18.18_1, "
      "vect_s_18.18_2, NULL>\n"
      "  gimple_assign <plus_expr, stmp_s_9.18_39, s_12, stmp_s_9.18_38, "
      "NULL>\n"
      "  gimple_assign <plus_expr, stmp_s_9.18_41, stmp_s_9.18_39, "
      "stmp_s_9.18_40, NULL>\n";
  EXPECT_EQ(at(function(sums), 4, 73), "unknown");
  EXPECT_EQ(at(function(sums +
                        "  [a.i:4:65] gimple_assign <plus_expr, s_9, "
                        "stmp_s_9.18_41, stmp_s_9.18_42, NULL>\n"
                        "  [a.i:4:65] gimple_call <.FMA, s_18, _1, _1, s_7>\n"),
               4, 65),
            "3 0 1");
}

TEST(GimpleDump, DoubtsWhatHasNoPlace) {
  for (const char *statement :
       {"  gimple_assign <plus_expr, s_1, s_2, _1, NULL>\n",
        "  gimple_assign <mult_expr, _2, _2, _2, NULL>\n",
        "  [a.i:8:0] gimple_assign <minus_expr, x_1, x_2, x_3, NULL>\n",
        "  gimple_call <.FMA, s_18, _1, _1, s_7>\n"})
    EXPECT_EQ(at(function(statement), 1, 1), "unknown") << statement;
  // Where the function has lines of the text, that is about these.
  const std::string placed =
      function("  [a.i:100:8] gimple_assign <mem_ref, _1, MEM[x_1], NULL>\n"
               "  gimple_assign <mult_expr, _2, _2, _2, NULL>\n");
  EXPECT_EQ(at(placed, 100, 1), "unknown");
  EXPECT_EQ(at(placed, 62, 1), "unknown");
  EXPECT_EQ(at(placed, 130, 1), "unknown");
  EXPECT_EQ(at(placed, 300, 1), "none");
}

TEST(GimpleDump, KnowsOperationsUnderConditions) {
  const std::string dump = function(
      "  [a.i:4:1] gimple_call <.COND_ADD, s_1, _5, s_2, _1, s_2>\n"
      "  [a.i:4:1] gimple_call <.COND_FMA, s_1, _5, s_2, _1, s_2, s_3>\n"
      "  [a.i:4:1] gimple_call <.COND_MUL, s_1, _5, s_2, _1, s_2>\n"
      "  [a.i:4:2] gimple_call <.FOLD_LEFT_PLUS, s_1, s_2, vect_s_18.18_3>\n"
      "  [a.i:4:3] gimple_call <.FMAX, s_1, s_2, s_3>\n"
      "  [a.i:4:3] gimple_call <.REDUC_MAX, s_1, vect_s_18.18_3>\n");
  EXPECT_EQ(at(dump, 4, 1), "1 1 1");
  EXPECT_EQ(at(dump, 4, 2), "1 1 1");
  EXPECT_EQ(at(dump, 4, 3), "none");
}

} // namespace
} // namespace hocket::driver
