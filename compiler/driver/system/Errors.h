// SPDX-License-Identifier: Apache-2.0
//
// The driver's voices. A *user error* is a mistake in what the user asked for:
// `hocketcc: error: ...`, exit status 1, nothing is compiled. A *remark* is a
// decision about the user's program (support/Remarks.h). An *internal problem*
// is a bug of ours: the program is compiled as it is, a note says so and asks
// for a report, and the exit status is the compiler's own. Only where nothing
// is to be compiled (--stop-after), or a developer wants no fallback
// (--no-fallback), does an internal problem end in status 70.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace hocket::driver {

inline constexpr int ExitUserError = 1;
inline constexpr int ExitInternal = 70;

/// A mistake of the user's, or a file that cannot be read or written. Each
/// line is a message of its own: "heat.c: cannot be written: ...".
class UserError : public std::runtime_error {
public:
  explicit UserError(const std::string &message);
  /// Messages that already say where they come from ("file:line:col: error:
  /// ...") and are printed as they stand.
  static UserError located(std::vector<std::string> messages);

  /// Prints all messages to standard error, after the program's name.
  void print(const std::string &program) const;

private:
  std::vector<std::string> messages_;
  bool isLocated_ = false;
};

/// A temporary file cannot be made, written or read: not a mistake in what the
/// user asked for, which the compiler may do without such a file.
class TempFileError : public UserError {
public:
  using UserError::UserError;
};

/// Says that a bug of ours came up in `where` and what happens instead.
void noteInternalProblem(const std::string &where, const std::string &what,
                         const std::string &consequence);

} // namespace hocket::driver
