// SPDX-License-Identifier: Apache-2.0
#include "codegen/chip/ChipText.h"

#include "codegen/AbiText.h"
#include "codegen/text/Text.h"

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace hocket::codegen {

namespace {

using soc::SocSpec;

class ChipWriter {
public:
  ChipWriter(const SocSpec &spec, const std::string &prefix)
      : spec_(spec), p_(prefix) {}

  std::string write() {
    std::string domains, idle;
    for (size_t i = 0; i < spec_.domains.size(); ++i)
      domains += row(domain(i));
    unsigned domainCount = unsigned(spec_.domains.size()), idleCount = 0;
    for (size_t i = 0; i < spec_.types.size(); ++i)
      if (!spec_.types[i].idleStates.empty()) {
        idle += row(idleGroup(i));
        ++idleCount;
      }
    std::string kept =
        cpus("kept", [](const soc::Core &core) { return core.isForOs; });
    const std::string domainsName =
        table("struct " + p_ + "power_domain", "domains", domains);
    const std::string idleName =
        table("struct " + p_ + "idle_group", "idle", idle);
    const std::string cores = coreTable(), machines = machineTable();
    return out_ + "const struct " + p_ + "chip " + p_ + "program_chip =\n  {{" +
           quoted(spec_.name) + ", " + domainsName + ", " +
           std::to_string(domainCount) + ", " + idleName + ", " +
           std::to_string(idleCount) + "}, " + kept + ", " + cores + ", " +
           machines + "};\n";
  }

private:
  static std::string row(const std::string &text) {
    return "  {" + text + "},\n";
  }

  static std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\')
        result += '\\';
      result += c == '?' ? std::string("\\?") : std::string(1, c);
    }
    return result + "\"";
  }

  static std::string rounded(double value) {
    return std::to_string(std::llround(value));
  }

  /// Defines an array. \returns its name, or 0 for one without elements.
  std::string table(const std::string &type, const std::string &name,
                    const std::string &rows) {
    if (rows.empty())
      return "0";
    out_ +=
        "static const " + type + " " + p_ + name + "[] = {\n" + rows + "};\n";
    return p_ + name;
  }

  std::string numbers(const std::string &name,
                      const std::vector<std::string> &values) {
    if (values.empty())
      return "0";
    out_ += "static const unsigned " + p_ + name + "[] = {";
    for (size_t i = 0; i < values.size(); ++i)
      out_ += (i ? ", " : "") + values[i];
    out_ += "};\n";
    return p_ + name;
  }

  /// \returns the array's name and length.
  std::string cpus(const std::string &name,
                   const std::function<bool(const soc::Core &)> &isWanted) {
    std::set<unsigned> ids;
    for (const soc::Core &core : spec_.cores)
      if (!core.isCopy && isWanted(core))
        ids.insert(core.id);
    std::vector<std::string> texts;
    for (unsigned id : ids)
      texts.push_back(std::to_string(id));
    return numbers(name, texts) + ", " + std::to_string(ids.size());
  }

  std::string registers(size_t index) {
    const soc::FrequencyDomain &domain = spec_.domains[index];
    std::string rows;
    for (size_t i = 0; i < domain.power.registers.size(); ++i) {
      const soc::PowerRegister &one = domain.power.registers[i];
      std::vector<std::string> values;
      for (uint32_t value : one.values)
        values.push_back(std::to_string(value) + "u");
      std::string name = numbers(
          "values" + std::to_string(index) + "_" + std::to_string(i), values);
      rows += row(std::to_string(one.offset) + "u, " +
                  std::to_string(one.mask) + "u, " + name + ", " +
                  rounded(one.settleUs) + ", " + (one.isVoltage ? "1" : "0"));
    }
    return table("struct " + p_ + "power_register",
                 "registers" + std::to_string(index), rows);
  }

  std::string domain(size_t index) {
    const soc::FrequencyDomain &domain = spec_.domains[index];
    const std::string number = std::to_string(index);
    std::string rows;
    for (const soc::OperatingPoint &point : domain.points)
      rows += row(std::to_string(point.frequencyHz / 1000) + ", " +
                  rounded(point.voltage.value_or(0) * 1e6));
    std::string points =
        table("struct " + p_ + "power_point", "points" + number, rows);
    std::string all = cpus("clock" + number, [&](const soc::Core &core) {
      return core.domain == index;
    });
    return quoted(domain.name) + ", " + all + ", " + points + ", " +
           std::to_string(domain.points.size()) + ", " +
           rounded(domain.transitionUs * 1000) + ", " +
           std::to_string(int(domain.power.backend)) + ", " +
           (domain.power.uio.empty() ? "0" : quoted(domain.power.uio)) + ", " +
           registers(index) + ", " +
           std::to_string(domain.power.registers.size());
  }

  std::string idleGroup(size_t index) {
    const soc::CoreType &type = spec_.types[index];
    const std::string number = std::to_string(index);
    std::string rows;
    for (const soc::IdleState &state : type.idleStates)
      rows += row(quoted(state.name) + ", " + rounded(state.entryUs * 1000) +
                  ", " + rounded(state.exitUs * 1000) + ", " +
                  rounded(state.breakEvenUs * 1000) + ", " +
                  rounded(state.powerMw * 1000));
    std::string states =
        table("struct " + p_ + "idle_state", "states" + number, rows);
    return cpus("type" + number,
                [&](const soc::Core &core) { return core.type == index; }) +
           ", " + states + ", " + std::to_string(type.idleStates.size());
  }

  /// The program's cores in the order in which regions use them, then those
  /// that are kept. \returns the array's name and length.
  std::string coreTable() {
    std::vector<uint32_t> order = spec_.usableCores(0);
    for (uint32_t i = 0; i < spec_.cores.size(); ++i)
      if (spec_.cores[i].isForOs)
        order.push_back(i);
    std::map<std::tuple<bool, uint32_t, uint32_t>, size_t> kinds;
    std::string rows;
    size_t count = 0;
    for (uint32_t position : order) {
      const soc::Core &core = spec_.cores[position];
      if (core.isCopy)
        continue;
      size_t kind = kinds
                        .try_emplace({core.isForOs, core.type, core.cluster},
                                     kinds.size())
                        .first->second;
      soc::CoreModel model =
          spec_.types[core.type].model.value_or(soc::CoreModel());
      rows += row(std::to_string(core.id) + ", " + std::to_string(kind) + ", " +
                  std::to_string(model.implementer) + ", " +
                  std::to_string(model.part));
      ++count;
    }
    return table("struct " + p_ + "chip_core", "cores", rows) + ", " +
           std::to_string(count);
  }

  std::string machineTable() {
    std::string rows;
    for (const std::string &machine : spec_.compatible)
      rows += "  " + quoted(machine) + ",\n";
    return table("char *const", "machines", rows) + ", " +
           std::to_string(spec_.compatible.size());
  }

  const SocSpec &spec_;
  const std::string &p_;
  std::string out_;
};

} // namespace

std::string chipText(const SocSpec &spec, const std::string &prefix) {
  return abiMarker("hocket/abi_chip.h", prefix) + chipAbiText(prefix) +
         "\n# 1 \"hocket: the chip that this is for\" 3\n" +
         ChipWriter(spec, prefix).write();
}

} // namespace hocket::codegen
