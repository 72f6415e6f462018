// SPDX-License-Identifier: Apache-2.0
//
// Which programs and files they are that something is made by, so that another
// one in its place is noticed.
#pragma once

#include <optional>
#include <string>

namespace hocket::driver {

/// Which file it is, and whether it was written since; nothing: there is none.
std::optional<std::string> fileIdentity(const std::string &path);

/// The same of a program and of the libraries that it is started with.
std::optional<std::string> programIdentity(const std::string &path);

} // namespace hocket::driver
