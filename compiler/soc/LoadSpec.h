// SPDX-License-Identifier: Apache-2.0
//
// From YAML to a checked SocSpec.
#pragma once

#include "soc/SocSpec.h"
#include "soc/SpecError.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::soc {

/// Parses and checks `text`; `file` only names it in errors. Collects all
/// errors it can; the spec is empty if there is any.
std::optional<SocSpec> parseSpec(std::string_view text, const std::string &file,
                                 std::vector<SpecError> &errors);

/// `nameOrFile`: `host` (probed), a file (has a '/' or ends in .yaml), or a
/// name looked up as NAME.yaml in `searchDirs` in order; `generic-N` without
/// such a file is made (GenericChip.h).
std::optional<SocSpec> loadSpec(const std::string &nameOrFile,
                                const std::vector<std::string> &searchDirs,
                                std::vector<SpecError> &errors);

/// This machine, from sysfs under `sysRoot` ("/sys") and the affinity mask;
/// what sysfs does not tell gets the generic defaults.
SocSpec probeHost(const std::string &sysRoot = "/sys");

/// The spec as YAML that parseSpec reads back to the same values.
std::string toYaml(const SocSpec &spec);

} // namespace hocket::soc
