// SPDX-License-Identifier: Apache-2.0
#include "driver/cache/Parts.h"

namespace hocket::driver {

using llvm::StringRef;

void addPart(std::string &to, StringRef part) {
  to += std::to_string(part.size()) + "\n";
  to += part;
}

void addNumber(std::string &to, uint64_t number) {
  addPart(to, std::to_string(number));
}

void addParts(std::string &to, const std::vector<std::string> &parts) {
  addNumber(to, parts.size());
  for (const std::string &part : parts)
    addPart(to, part);
}

bool takePart(StringRef &from, std::string &part) {
  std::size_t size = 0;
  auto [number, rest] = from.split('\n');
  if (number.getAsInteger(10, size) || size > rest.size())
    return false;
  part = rest.take_front(size).str();
  from = rest.drop_front(size);
  return true;
}

bool takeNumber(StringRef &from, uint64_t &number) {
  std::string part;
  return takePart(from, part) && !StringRef(part).getAsInteger(10, number);
}

bool takeParts(StringRef &from, std::vector<std::string> &parts) {
  uint64_t count = 0;
  if (!takeNumber(from, count) || count > from.size())
    return false;
  parts.resize(count);
  for (std::string &part : parts)
    if (!takePart(from, part))
      return false;
  return true;
}

} // namespace hocket::driver
