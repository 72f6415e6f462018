// SPDX-License-Identifier: Apache-2.0
#include "checks/Evaluate.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

namespace hocket::polyhedral {

namespace {

constexpr int64_t kFar = int64_t(1) << 60;

/// The number, if it is a believable offset.
int64_t near(int64_t a) { return a > kFar || a < -kFar ? kUnknown : a; }

bool areNear(int64_t a, int64_t b) {
  return near(a) != kUnknown && near(b) != kUnknown;
}

int64_t sum(int64_t a, int64_t b) {
  return areNear(a, b) ? near(a + b) : kUnknown;
}

int64_t product(int64_t a, int64_t b) {
  int64_t result = 0;
  if (!areNear(a, b) || __builtin_mul_overflow(a, b, &result))
    return kUnknown;
  return near(result);
}

bool isAtMost(int64_t a, int64_t b) { return areNear(a, b) && a <= b; }

int64_t where(int64_t low, int64_t high, int64_t count) {
  return sum(low, high) == kUnknown ? -1 : low <= high ? count : 0;
}

/// The bytes [low, high) from `a` and those from `b` have none in common.
bool areDisjoint(const std::vector<int64_t> &v) {
  int64_t lowA = v[1], highA = v[2], lowB = v[4], highB = v[5];
  if (sum(sum(lowA, highA), sum(lowB, highB)) == kUnknown)
    return false;
  int64_t beginA = v[0] + lowA, beginB = v[3] + lowB;
  return lowA >= highA || lowB >= highB || beginA + (highA - lowA) <= beginB ||
         beginB + (highB - lowB) <= beginA;
}

/// Evaluation in one state.
class Evaluation {
public:
  explicit Evaluation(const CheckState &state) : state_(state) {}

  int64_t of(const CheckExpr &expr) const {
    const CheckNode &node = *expr;
    switch (node.kind) {
    case CheckKind::And:
      return std::all_of(node.operands.begin(), node.operands.end(),
                         [&](const CheckExpr &operand) { return of(operand); });
    case CheckKind::CountIf:
      return of(node.operands[0]) ? of(node.operands[1]) : -1;
    case CheckKind::IndexMin:
    case CheckKind::IndexMax:
    case CheckKind::IsMonotonic:
    case CheckKind::IsInjective:
    case CheckKind::RowsDisjoint:
      return ofElements(node);
    case CheckKind::PointerIn:
      return cell(of(node.operands[0]) + of(node.operands[1]), node.value);
    default:
      return node.operands.empty() ? ofLeaf(node) : ofValues(node);
    }
  }

private:
  int64_t ofLeaf(const CheckNode &node) const {
    switch (node.kind) {
    case CheckKind::Constant:
      return node.value;
    case CheckKind::Variable:
      return state_.variables.at(node.object);
    case CheckKind::Load:
      return state_.loads.at(node.load.expr);
    case CheckKind::AddressOf:
      return state_.addresses.at(node.object);
    case CheckKind::SizeOf:
      return state_.sizes.at(node.object);
    default:
      return node.kind == CheckKind::True;
    }
  }

  int64_t ofValues(const CheckNode &node) const {
    std::vector<int64_t> v;
    for (const CheckExpr &operand : node.operands)
      v.push_back(of(operand));
    switch (node.kind) {
    case CheckKind::Signed:
      return v[0];
    case CheckKind::Natural: // an unsigned value, by its bits
      return v[0] < 0 ? kUnknown : near(v[0]);
    case CheckKind::Distance:
      return v[1] - v[0];
    case CheckKind::Negate:
      return product(-1, v[0]);
    case CheckKind::Plus:
      return sum(v[0], v[1]);
    case CheckKind::Times:
      return product(v[0], v[1]);
    case CheckKind::Over:
      return near(v[0]) == kUnknown || v[1] <= 0 ? kUnknown : v[0] / v[1];
    case CheckKind::Least:
    case CheckKind::Most:
      if (v[0] == kUnknown || v[1] == kUnknown)
        return kUnknown;
      return node.kind == CheckKind::Least ? std::min(v[0], v[1])
                                           : std::max(v[0], v[1]);
    case CheckKind::Last:
      return isAtMost(v[0], v[1]) ? v[0] + (v[1] - v[0]) / v[2] * v[2] : v[1];
    case CheckKind::Count:
      return where(v[0], v[1], 1) <= 0 ? where(v[0], v[1], 1)
                                       : (v[1] - v[0]) / v[2] + 1;
    case CheckKind::Where:
      return where(v[0], v[1], v[2]);
    case CheckKind::More:
      return v[0] > 0 ? v[0] + v[1] : v[0];
    default:
      return ofTest(node.kind, v);
    }
  }

  bool ofTest(CheckKind kind, const std::vector<int64_t> &v) const {
    switch (kind) {
    case CheckKind::AtMost:
      return isAtMost(v[0], v[1]);
    case CheckKind::Divides:
      return v[0] > 0 && near(v[1]) != kUnknown && v[1] % v[0] == 0;
    case CheckKind::IsWithin:
      return isAtMost(v[0], v[1]) && isAtMost(v[2], v[3]);
    case CheckKind::IsMultiple:
      return v[0] % v[1] == 0;
    case CheckKind::ExtentAtMost:
      return isAtMost(sum(v[1], product(-1, v[0])), v[2]);
    case CheckKind::Disjoint:
      return areDisjoint(v);
    case CheckKind::Readable:
    case CheckKind::ReadableNear:
      if (!areNear(v[1], v[2]))
        return false;
      for (int64_t at = v[0] + v[1]; at < v[0] + v[2]; ++at)
        if (!state_.memory.count(at))
          return false;
      return true;
    default:
      throw std::logic_error("a check of a kind without a meaning");
    }
  }

  /// A little-endian number in memory.
  int64_t cell(int64_t at, int64_t type) const {
    unsigned bytes = static_cast<unsigned>(std::abs(type));
    uint64_t bits = 0;
    for (unsigned i = 0; i < bytes; ++i)
      bits |= uint64_t(state_.memory.at(at + i)) << (8 * i);
    if (type > 0 || bytes == 8)
      return static_cast<int64_t>(bits);
    uint64_t sign = uint64_t(1) << (8 * bytes - 1);
    return static_cast<int64_t>((bits ^ sign) - sign);
  }

  /// What stands in the cells; nothing if they may not be looked at.
  std::optional<std::vector<int64_t>> read(const CheckNode &cells) const {
    int64_t count = of(cells.operands[2]);
    if (count < 0)
      return std::nullopt;
    std::vector<int64_t> values;
    int64_t at = count == 0 ? 0 : of(cells.operands[0]) + of(cells.operands[1]);
    for (int64_t i = 0; i < count; ++i, at += of(cells.operands[3]))
      values.push_back(cell(at, cells.value));
    return values;
  }

  int64_t ofElements(const CheckNode &node) const {
    bool isNumber =
        node.kind == CheckKind::IndexMin || node.kind == CheckKind::IndexMax;
    std::optional<std::vector<int64_t>> values = read(*node.operands[0]);
    if (!values)
      return isNumber ? kUnknown : 0;
    // An unsigned number that is no long long looks negative here.
    bool isBeyond = node.operands[0]->value == 8 &&
                    std::any_of(values->begin(), values->end(),
                                [](int64_t value) { return value < 0; });
    if (isBeyond)
      return isNumber ? kUnknown : 0;
    auto [least, greatest] =
        std::minmax_element(values->begin(), values->end());
    switch (node.kind) {
    case CheckKind::IndexMin:
      return values->empty() ? 0 : near(*least);
    case CheckKind::IndexMax:
      return values->empty() ? -1 : near(*greatest);
    case CheckKind::IsMonotonic:
      return std::is_sorted(values->begin(), values->end());
    case CheckKind::IsInjective:
      return std::set<int64_t>(values->begin(), values->end()).size() ==
             values->size();
    default:
      return rowsAreDisjoint(*values, of(node.operands[1]));
    }
  }

  /// No two of the addresses are closer than `span` bytes.
  static bool rowsAreDisjoint(std::vector<int64_t> rows, int64_t span) {
    if (near(span) == kUnknown)
      return false;
    std::sort(rows.begin(), rows.end());
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (rows[i] - rows[i - 1] < span)
        return false;
    return true;
  }

  const CheckState &state_;
};

} // namespace

int64_t evaluate(const CheckExpr &expr, const CheckState &state) {
  return Evaluation(state).of(expr);
}

} // namespace hocket::polyhedral
