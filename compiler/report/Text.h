// SPDX-License-Identifier: Apache-2.0
//
// Text for people: escaped for HTML, shortened, amounts with units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hocket::report {

/// Safe as text and in a quoted attribute: &, <, >, quotes; bytes that are not
/// UTF-8 and control characters become U+FFFD.
std::string escape(std::string_view text);

/// At most `characters` characters; an ellipsis stands for what is lost, nearer
/// to the end than to the start, so that "loop a.c:40 [3/16]" keeps its chunk.
std::string shorten(std::string_view text, std::size_t characters);

/// "740 ns", "12.3 µs", "4.56 ms", "1.20 s".
std::string formatTime(double nanoseconds);

/// "12.30 µJ", as times are written.
std::string formatEnergy(double joules);

/// "64 B", "4.0 KiB", "1.5 MiB".
std::string formatBytes(uint64_t bytes);

/// With the given digits after the point; never "-0.0".
std::string formatNumber(double value, int digits);

} // namespace hocket::report
