// SPDX-License-Identifier: Apache-2.0
#include "driver/PlanClocks.h"

#include "driver/system/Errors.h"
#include "report/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::driver {

using power::ChipPower;
using power::Objective;
using power::PricedPart;
using power::Prices;

namespace {

/// Points are bytes in the emitted C.
constexpr size_t mostPoints = 256;

/// Nothing, and why, where the chip's clocks cannot be planned.
std::optional<ChipPower> powerOf(const Options &options,
                                 const soc::SocSpec &soc,
                                 const std::vector<uint32_t> &cores,
                                 std::string &why) {
  if (options.soc == "host") {
    why = "no SoC spec is named";
    return std::nullopt;
  }
  for (const soc::FrequencyDomain &domain : soc.domains)
    if (domain.points.size() > mostPoints) {
      why = "'" + domain.name + "' has more than " +
            std::to_string(mostPoints) + " operating points";
      return std::nullopt;
    }
  std::optional<ChipPower> chip = power::chipPower(soc, cores, why);
  if (!chip)
    why = "the energies of '" + soc.name + "' are not known: " + why;
  return chip;
}

Objective::Kind kindOf(const Options &options) {
  return options.objective.value_or(Objective()).kind;
}

/// "big 1200 MHz, little 200 MHz"
std::string pointsOf(const ChipPower &chip,
                     const std::vector<uint32_t> &points) {
  std::string text;
  for (size_t d = 0; d < points.size(); ++d)
    text +=
        llvm::formatv("{0}{1} {2:F0} MHz", d ? ", " : "", chip.domains[d].name,
                      chip.domains[d].hertz[points[d]] * 1e-6)
            .str();
  return text;
}

std::string percent(double part) {
  return llvm::formatv("{0:F0} %", part * 100);
}

/// What a price comes to, beside the dearest.
std::string comparison(const PricedPart &part, double highestJoules,
                       size_t price) {
  return percent(part.joules[price] / highestJoules) + " of the energy, " +
         percent(part.stretch[price]) + " of the time";
}

double highestJoules(const power::TimedLevel &level, const ChipPower &chip) {
  std::vector<uint32_t> points;
  for (const power::DomainPower &domain : chip.domains)
    points.push_back(domain.highest());
  power::FixedPoints fixed(level, chip);
  return fixed.joules(points, fixed.makespan(points));
}

/// One line for people.
std::string describe(const PricedPart &part, const Prices &prices,
                     const ChipPower &chip, double highest) {
  std::string text = pointsOf(chip, part.points[prices.usual]) + ": " +
                     comparison(part, highest, prices.usual);
  if (!part.wishes.empty())
    text += ", with changes from task to task";
  size_t last = prices.watts.size() - 1;
  if (last != prices.usual && part.points[last] != part.points[prices.usual])
    text +=
        "; down to " + pointsOf(chip, part.points[last]) +
        " where a deadline leaves the time: " + comparison(part, highest, last);
  return text;
}

void sayChosen(const ir::Program &program,
               const planning::PlannedProgram &planned, const Prices &prices,
               const std::vector<power::TimedLevel> &levels,
               const ChipPower &chip, RemarkSink &remarks) {
  auto say = [&](SourceLocation at, const std::string &function,
                 const std::string &what, size_t part) {
    remarks.add({RemarkId::PointsChosen,
                 at,
                 function,
                 {what, describe(prices.parts[part], prices, chip,
                                 highestJoules(levels[part], chip))},
                 {}});
  };
  for (const ir::Function &function : program.functions)
    if (function.name == "main" && isValid(function.body))
      say(function.location, function.name, "what one core runs alone", 0);
  for (size_t i = 0; i < planned.regions.size(); ++i) {
    const taskgraph::Region &region = planned.regions[i].graph.region;
    const std::vector<ir::NodeId> &children =
        program[region.block].as<ir::Block>()->children;
    say(program[children[region.first]].location, program[region.function].name,
        "the region", firstRegion + i);
  }
}

/// Of all parts together, of what they take at the highest points.
double energyAt(const Prices &prices,
                const std::vector<power::TimedLevel> &levels,
                const ChipPower &chip, const std::vector<double> &ns,
                size_t price) {
  double joules = 0, highest = 0;
  for (size_t part = 0; part < ns.size(); ++part) {
    double runs = ns[part] / prices.parts[part].ns.front();
    joules += runs * prices.parts[part].joules[price];
    highest += runs * highestJoules(levels[part], chip);
  }
  return highest > 0 ? joules / highest : 1;
}

/// What each part takes in one run of the program; nothing where that is not
/// known.
std::vector<double> partTimes(const planning::ProgramTimes &times) {
  std::vector<double> ns = {times.aloneNs, 0};
  ns.insert(ns.end(), times.regionsNs.begin(), times.regionsNs.end());
  return ns;
}

/// The last price at which the program is foreseen to be in time; nothing where
/// it is not at any.
std::optional<size_t> priceInTime(const power::WholeProgram &whole) {
  std::optional<size_t> last;
  for (size_t price = 0; price < whole.takesNs.size(); ++price)
    if (whole.takesNs[price] <= whole.deadlineNs)
      last = price;
  return last;
}

void sayWhole(const ir::Program &program, const Prices &prices,
              const std::vector<power::TimedLevel> &levels,
              const ChipPower &chip, const std::vector<double> &ns,
              RemarkSink &remarks) {
  const power::WholeProgram &whole = *prices.whole;
  const std::string deadline = report::formatTime(whole.deadlineNs);
  const std::optional<size_t> price = priceInTime(whole);
  if (whole.takesNs.empty() || !price) {
    remarks.add(
        {RemarkId::ProgramDeadline,
         {},
         "",
         {deadline, whole.takesNs.empty()
                        ? "no profile tells how long the program takes"
                        : "it takes " +
                              report::formatTime(whole.takesNs.front()) +
                              " at the highest operating points"},
         {}});
    return;
  }
  for (const ir::Function &function : program.functions)
    if (function.name == "main" && isValid(function.body))
      remarks.add(
          {RemarkId::PointsChosen,
           function.location,
           function.name,
           {"the program",
            report::formatTime(whole.takesNs[*price]) + " of " + deadline +
                ", " + percent(energyAt(prices, levels, chip, ns, *price)) +
                " of the energy of the highest points, which "
                "take " +
                report::formatTime(whole.takesNs.front())},
           {}});
}

} // namespace

void checkObjective(const Options &options, const soc::SocSpec &soc) {
  std::string why;
  if (kindOf(options) != Objective::Kind::Time &&
      !powerOf(options, soc, soc.usableCores(options.cores), why))
    throw UserError(std::string("--objective=") +
                    power::toString(kindOf(options)) + ": " + why);
}

bool mayPlanClocks(unsigned deadlines, const Compilation &c) {
  return (c.options.objective || deadlines != 0) && !c.options.checkDependences;
}

std::optional<Prices>
planClocks(const ir::Program &program, const planning::PlannedProgram &planned,
           const std::optional<planning::ProgramTimes> &times,
           const std::string &threads, unsigned deadlines, Compilation &c) {
  if (!mayPlanClocks(deadlines, c))
    return std::nullopt;
  std::string why;
  if (!threads.empty()) {
    c.remarks.add(
        {RemarkId::ClocksNotPlanned, {}, "", {"the program " + threads}, {}});
    return std::nullopt;
  }
  std::optional<ChipPower> chip = powerOf(c.options, c.soc, planned.cores, why);
  if (!chip) {
    c.remarks.add({RemarkId::ClocksNotPlanned, {}, "", {why}, {}});
    return std::nullopt;
  }
  const auto cores = scheduling::CoreIndex(planned.cores.size());
  const double waiting =
      times && times->aloneNs > 0 ? times->aloneWaitingNs / times->aloneNs : 0;
  const power::PlainLevel alone(cores, 1, waiting), together(cores, cores);
  std::vector<power::TimedLevel> levels = {alone.level(), together.level()};
  for (const planning::PlannedRegion &region : planned.regions) {
    const taskgraph::LevelPlan &level = region.plan.levels.front();
    levels.push_back({&level.problem, &level.schedule, true});
  }
  Prices prices = power::choosePrices(levels, *chip, kindOf(c.options),
                                      /*isLadder=*/deadlines != 0);
  sayChosen(program, planned, prices, levels, *chip, c.remarks);
  if (kindOf(c.options) == Objective::Kind::Deadline) {
    std::vector<double> ns = times ? partTimes(*times) : std::vector<double>();
    prices.whole = {c.options.objective->deadlineNs,
                    times ? power::programNs(prices, ns) : ns};
    sayWhole(program, prices, levels, *chip, ns, c.remarks);
  }
  return prices;
}

} // namespace hocket::driver
