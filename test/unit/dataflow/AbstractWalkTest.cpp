// SPDX-License-Identifier: Apache-2.0
//
// The walk's control flow, with a domain of constants: which numbers a variable
// may hold where a function returns.
#include "dataflow/AbstractWalk.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

/// The numbers that variables may hold, those with any missing; nothing: does
/// not run.
using Numbers = std::map<ir::ObjectId, std::set<int64_t>>;

template <bool PeelsDoLoops> class Constants {
public:
  using State = std::optional<Numbers>;
  static constexpr bool peelsDoLoops = PeelsDoLoops;

  explicit Constants(const ir::Program &program) : program_(program) {}

  bool enters(ir::NodeId, const State &) const { return true; }
  State nowhere() const { return std::nullopt; }
  State join(const State &a, const State &b) const {
    if (!a || !b)
      return a ? a : b;
    Numbers result;
    for (const auto &[object, numbers] : *a)
      if (auto it = b->find(object); it != b->end()) {
        result[object] = numbers;
        result[object].insert(it->second.begin(), it->second.end());
      }
    return result;
  }
  State execute(ir::StmtId id, const State &state) {
    before[id] = join(before[id], state);
    return written(id, state);
  }
  std::pair<State, State> decide(ir::StmtId id, const State &state) {
    before[id] = join(before[id], state);
    return {written(id, assumed(id, state, true)),
            written(id, assumed(id, state, false))};
  }
  State repeat(ir::NodeId, const State &state,
               const Iteration<State> &iteration) {
    State head = state;
    for (State next = head;; head = next) {
      next = join(head, iteration(head).back);
      if (next == head)
        return iteration(head).exit;
    }
  }
  State leaveScope(ir::NodeId, const State &state) const { return state; }
  State leaveCall(ir::NodeId, const State &, const State &after,
                  const State &returned) const {
    return join(after, returned);
  }

  std::map<ir::StmtId, State> before;

private:
  /// Constants alone are known.
  State written(ir::StmtId id, State state) const {
    if (!state)
      return state;
    for (const ir::Access &access : program_[id].accesses) {
      if (access.kind != ir::AccessKind::Write)
        continue;
      ir::ObjectId object = program_[access.address].object;
      state->erase(object);
      if (isValid(access.value) &&
          program_[access.value].kind == ir::ExprKind::Const)
        (*state)[object] = {program_[access.value].value};
    }
    return state;
  }
  /// `x == constant`.
  State assumed(ir::StmtId id, State state, bool truth) const {
    const ir::Expr &condition = program_[program_[id].value];
    if (!state || condition.kind != ir::ExprKind::Eq)
      return state;
    const ir::Expr &a = program_[condition.operands[0]];
    const ir::Expr &b = program_[condition.operands[1]];
    const ir::Expr &variable = a.kind == ir::ExprKind::Var ? a : b;
    const ir::Expr &number = a.kind == ir::ExprKind::Var ? b : a;
    auto it = state->find(variable.object);
    if (variable.kind != ir::ExprKind::Var ||
        number.kind != ir::ExprKind::Const || it == state->end())
      return state;
    std::erase_if(it->second,
                  [&](int64_t one) { return (one == number.value) != truth; });
    return it->second.empty() ? std::nullopt : state;
  }

  const ir::Program &program_;
};

/// What x may hold in the last statement, `return x;`: its numbers, "any" or
/// "never".
template <bool PeelsDoLoops = false>
std::string lastOf(const std::string &body) {
  test::AnalyzedC c("int f(int n) { int x = 0, y = 0;\n" + body +
                    "\nreturn x; }\n");
  ProgramIndex index(c.program, c.effects);
  Constants<PeelsDoLoops> domain(c.program);
  AbstractWalk(index, domain).visit(c.program.functions.at(0).body, Numbers{});
  auto x = std::find_if(c.program.objects.begin(), c.program.objects.end(),
                        [](const ir::Object &o) { return o.name == "x"; });
  const ir::Block &block =
      *c.program[c.program.functions.at(0).body].as<ir::Block>();
  const ir::Jump &last = *c.program[block.children.back()].as<ir::Jump>();
  std::optional<Numbers> state = domain.before[last.value];
  if (!state)
    return "never";
  auto it = state->find(x->id);
  if (it == state->end())
    return "any";
  std::string said;
  for (int64_t number : it->second)
    said += (said.empty() ? "" : " ") + std::to_string(number);
  return said;
}

} // namespace

TEST(AbstractWalk, BothSidesOfABranch) {
  EXPECT_EQ(lastOf("if (n) x = 1; else x = 2;"), "1 2");
  EXPECT_EQ(lastOf("if (n) x = 1;"), "0 1");
  EXPECT_EQ(lastOf("if (n) return 0; x = 1;"), "1");
  EXPECT_EQ(lastOf("x = n;"), "any");
}

TEST(AbstractWalk, ConditionsAreAskedBeforeTheyMoveVariables) {
  EXPECT_EQ(lastOf("y = 3; if (y-- == 3) x = 1; else x = 2;"), "1");
  EXPECT_EQ(lastOf("y = 3; if (y-- == 2) x = 1; else x = 2;"), "2");
}

TEST(AbstractWalk, LoopsMayHaveNoIterations) {
  EXPECT_EQ(lastOf("while (n--) x = 1;"), "0 1");
  EXPECT_EQ(
      lastOf("for (y = 0; y < n; y++) { if (x == 1) x = 2; else x = 1; }"),
      "0 1 2");
}

TEST(AbstractWalk, DoLoopsHaveOne) {
  EXPECT_EQ(lastOf<false>("do x = 1; while (n--);"), "1");
  EXPECT_EQ(lastOf<true>("do x = 1; while (n--);"), "1");
  // What a `continue` skips need not have run.
  EXPECT_EQ(lastOf<false>("do { if (n) continue; x = 1; } while (n--);"),
            "0 1");
  EXPECT_EQ(lastOf<true>("do { if (n) continue; x = 1; } while (n--);"), "0 1");
}

TEST(AbstractWalk, JumpsLeaveTheInnermostLoop) {
  EXPECT_EQ(lastOf("for (;;) { if (n) { x = 1; break; } x = 2; }"), "1");
  EXPECT_EQ(lastOf("for (;;) { while (n--) { x = 1; break; } break; }"), "0 1");
  EXPECT_EQ(lastOf("for (;;) x = 1;"), "never");
  EXPECT_EQ(lastOf("for (;;) { if (n) return 1; x = 1; }"), "never");
}

TEST(AbstractWalk, CasesFollowTheirLabels) {
  EXPECT_EQ(lastOf("switch (n) { case 0: x = 1; break; case 1: x = 2; }"),
            "0 1 2");
  // The first case falls through to the second.
  EXPECT_EQ(lastOf("switch (n) { case 0: y = 1; case 1: if (y == 1) x = 3; }"),
            "0 3");
  EXPECT_EQ(lastOf("switch (n) { case 0: y = 1; break;"
                   "case 1: if (y == 1) x = 3; }"),
            "0");
}

TEST(AbstractWalk, CasesInBlocksComeInAnyOrder) {
  EXPECT_EQ(lastOf("switch (n) { case 0: if (n) { case 1: x = 1; } }"), "0 1");
}
