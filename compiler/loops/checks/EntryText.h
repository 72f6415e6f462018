// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic in the C text of tests on entry, by the functions of hocket/abi.h:
// what leaves the range of believable offsets makes every test fail. Constants
// are computed here.
#pragma once

#include <cstdint>
#include <string>

namespace hocket::polyhedral {

std::string number(int64_t value);
std::string plus(const std::string &a, const std::string &b);
std::string times(const std::string &a, const std::string &b);
/// a / b, towards 0; b > 0.
std::string over(const std::string &a, int64_t b);
std::string lesser(const std::string &a, const std::string &b);
std::string greater(const std::string &a, const std::string &b);

/// Truth values; "1" is true.
std::string atMost(const std::string &a, const std::string &b);
std::string both(const std::string &a, const std::string &b);

} // namespace hocket::polyhedral
