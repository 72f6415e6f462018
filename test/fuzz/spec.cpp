// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a SoC spec. Besides not to crash, the parser must keep its
// promises: a file is refused with mistakes that have a place and a text, or it
// is a spec from which a program gets cores, and which, written and read again,
// is the same.
#include "soc/LoadSpec.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace hocket::soc;

namespace {

void check(bool isRight, const char *promise, const std::string &text) {
  if (isRight)
    return;
  std::fprintf(stderr, "fuzz_spec: broken: %s\n%s\n", promise, text.c_str());
  std::abort();
}

void checkMistakes(const std::vector<SpecError> &errors) {
  check(!errors.empty(), "a refused spec has mistakes", "");
  for (const SpecError &error : errors) {
    check(error.location.isValid(), "a mistake has a place", error.message);
    check(!error.message.empty(), "a mistake has a text", "");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  std::vector<SpecError> errors;
  std::optional<SocSpec> spec = parseSpec(text, "input.yaml", errors);
  if (!spec) {
    checkMistakes(errors);
    return 0;
  }
  check(errors.empty(), "a spec that is given out has no mistakes", "");
  check(!spec->usableCores(0).empty(), "a program gets cores", "");
  check(withCores(*spec, 9).usableCores(0).size() >= 9,
        "a program gets as many as the user asks for", "");
  std::string written = toYaml(*spec);
  std::optional<SocSpec> again = parseSpec(written, "again.yaml", errors);
  check(again.has_value(), "what is written can be read",
        errors.empty() ? "" : errors[0].message + "\n" + written);
  check(toYaml(*again) == written, "what is read is what was written", written);
  return 0;
}
