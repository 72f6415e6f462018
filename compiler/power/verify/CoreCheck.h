// SPDX-License-Identifier: Apache-2.0
//
// What the verifier checks core by core: gaps, idle states, energies; and what
// cores have together.
#pragma once

#include "power/verify/Clock.h"
#include "power/verify/Levels.h"

#include <map>

namespace hocket::power {

class CoreCheck {
public:
  /// \param clocks of the plan, by domain; found right, as are its tasks and
  /// what its units take.
  /// \param doneAt by task, when its core is done with it
  CoreCheck(const scheduling::Schedule &schedule, const ChipPower &chip,
            const Plan &plan, const std::vector<Clock> &clocks,
            const std::vector<double> &doneAt, std::vector<std::string> &wrong)
      : schedule_(schedule), chip_(chip), plan_(plan), clocks_(clocks),
        doneAt_(doneAt), levels_(chip, clocks), wrong_(wrong) {}

  void run();

private:
  /// A time of a core with what it does in it.
  struct Piece {
    double begin = 0, end = 0;
    enum class Kind { Task, Change, Gap } kind = Kind::Task;
    uint32_t index = 0; ///< the task, or a position in the plan's list
  };

  /// When something that cores do together begins or ends.
  struct Together {
    double time = 0;
    bool begins = false;
  };
  /// A time, of a gap or of several cores.
  struct Time {
    double begin = 0, end = 0;
  };

  /// Of a core that is awake.
  double awake(scheduling::CoreIndex core, double begin, double end) const {
    const CorePower &power = chip_.cores[core];
    return levels_.joules(power.domain, power.watts, power.wattsAt, begin, end);
  }
  /// Of a gap, without falling asleep and waking.
  Time asleepIn(const Gap &gap) const;
  /// When `cores` sleepers sleep at once. \param events of all of them
  static std::vector<Time> meetings(std::vector<Together> events, size_t cores);
  void findMeetings();
  double joulesAsleep(const Gap &gap) const;
  void checkShared();

  std::vector<Piece> piecesOf(scheduling::CoreIndex core) const;
  void checkCore(scheduling::CoreIndex core);
  void checkGap(const Gap &gap, CoreEnergy &energy);
  void compare(scheduling::CoreIndex core, const CoreEnergy &counted);

  const scheduling::Schedule &schedule_;
  const ChipPower &chip_;
  const Plan &plan_;
  const std::vector<Clock> &clocks_;
  const std::vector<double> &doneAt_;
  Levels levels_;
  std::vector<std::string> &wrong_;
  double joules_ = 0;
  /// By cluster: when it sleeps, as all its cores are in a state for that.
  std::map<uint32_t, std::vector<Time>> clusterSleeps_;
};

} // namespace hocket::power
