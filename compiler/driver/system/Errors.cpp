// SPDX-License-Identifier: Apache-2.0
//
// How the driver's own messages look.
#include "driver/system/Errors.h"

#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {

UserError::UserError(const std::string &message)
    : std::runtime_error(message), messages_{message} {}

UserError UserError::located(std::vector<std::string> messages) {
  UserError error(messages.empty() ? "unknown error" : messages.front());
  error.messages_ = std::move(messages);
  error.isLocated_ = true;
  return error;
}

void UserError::print(const std::string &program) const {
  for (const std::string &message : messages_) {
    if (!isLocated_)
      llvm::errs() << program << ": error: ";
    llvm::errs() << message << '\n';
  }
}

void noteInternalProblem(const std::string &where, const std::string &what,
                         const std::string &consequence) {
  llvm::errs() << "hocketcc: internal problem in '" << where << "': " << what
               << "; " << consequence
               << "; this is a bug in hocket, please report it\n";
}

} // namespace hocket::driver
