// SPDX-License-Identifier: Apache-2.0
#include "loops/checks/EntryText.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace hocket::polyhedral {

namespace {

/// The value of a text that `number` made, if it is small.
std::optional<int64_t> constantOf(std::string_view text) {
  constexpr int64_t largest = int64_t(1) << 30;
  if (text.starts_with("(") && text.ends_with(")"))
    text = text.substr(1, text.size() - 2);
  if (!text.ends_with("LL"))
    return std::nullopt;
  text.remove_suffix(2);
  int64_t value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber && value >= -largest && value <= largest
             ? std::optional(value)
             : std::nullopt;
}

std::string call(const char *name, const std::string &a, const std::string &b) {
  return std::string("@") + name + "(" + a + ", " + b + ")";
}

} // namespace

std::string number(int64_t value) {
  std::string text = std::to_string(value) + "LL";
  return value < 0 ? "(" + text + ")" : text;
}

std::string plus(const std::string &a, const std::string &b) {
  std::optional<int64_t> x = constantOf(a), y = constantOf(b);
  if (x && y)
    return number(*x + *y);
  if (a.empty() || x == 0)
    return b;
  return b.empty() || y == 0 ? a : call("plus", a, b);
}

std::string times(const std::string &a, const std::string &b) {
  std::optional<int64_t> x = constantOf(a), y = constantOf(b);
  if (x && y)
    return number(*x * *y);
  if (x == 0 || y == 0)
    return number(0);
  if (x == 1)
    return b;
  return y == 1 ? a : call("times", a, b);
}

std::string over(const std::string &a, int64_t b) {
  std::optional<int64_t> x = constantOf(a);
  if (x)
    return number(*x / b);
  return b == 1 ? a : call("over", a, number(b));
}

std::string lesser(const std::string &a, const std::string &b) {
  std::optional<int64_t> x = constantOf(a), y = constantOf(b);
  if (x && y)
    return number(std::min(*x, *y));
  return a == b ? a : call("least", a, b);
}

std::string greater(const std::string &a, const std::string &b) {
  std::optional<int64_t> x = constantOf(a), y = constantOf(b);
  if (x && y)
    return number(std::max(*x, *y));
  return a == b ? a : call("most", a, b);
}

std::string atMost(const std::string &a, const std::string &b) {
  std::optional<int64_t> x = constantOf(a), y = constantOf(b);
  if (x && y)
    return *x <= *y ? "1" : "0";
  return call("at_most", a, b);
}

std::string both(const std::string &a, const std::string &b) {
  if (a == "1" || b == "1")
    return a == "1" ? b : a;
  return a + " && " + b;
}

} // namespace hocket::polyhedral
