// SPDX-License-Identifier: Apache-2.0
//
// What the reports show: results of all stages as plain values. The driver
// fills it; `report` renders it and computes nothing.
#pragma once

#include "support/Remarks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hocket::report {

struct TaskRow {
  uint32_t id = 0;  ///< unique within the region
  std::string kind; ///< "loop", "chunk", "block", "call", "combine",
                    ///< "replicated", "control"
  std::string name; ///< "loop heat.c:40 [1/2]"
  std::string file;
  uint32_t line = 0;
  uint32_t core = 0; ///< "replicated"/"control" rows: one row for each core
  double startNs = 0,
         endNs = 0;        ///< from the start of its level's first repetition
  uint32_t level = 0;      ///< position in RegionRow::levels
  std::string accelerator; ///< that runs it, started by the core; else empty
  uint32_t unit = 0;       ///< of the accelerators in its level, from 0 on
};

struct EdgeRow {
  uint32_t from = 0, to = 0; ///< task ids
  std::string object;        ///< what carries the dependence
  std::string kind;          ///< "flow", "anti", "output"
  uint64_t bytes = 0;        ///< 0: unknown or none moved
  uint8_t distance = 0;      ///< 1: into the next repetition of the level
  bool isSync = false;       ///< a wait is emitted for it
};

/// A level of the hierarchy: the region itself, or the body of a loop in it.
struct LevelRow {
  std::string name;    ///< "region", "loop heat.c:38"
  int32_t parent = -1; ///< level it is nested in; -1 for the region's own
  uint32_t line = 0;
  double repetitions = 1; ///< estimated
  double makespanNs = 0;  ///< of one repetition
  double periodNs = 0;    ///< from one to the next; less where they overlap
  std::string algorithm;  ///< scheduler that won
};

/// A branch took a side.
struct DecisionRow {
  uint32_t branch = 0; ///< number of the macro-task that ends in it
  bool side = true;    ///< then
};

/// A macro-task of the layer that has it: the region, or the body of a loop
/// that cores follow.
struct MacroTaskRow {
  uint32_t number = 0; ///< from 1 on, in the region
  std::string block;   ///< "BB", "RB", "SB"
  std::string name;    ///< "loop heat.c:40"
  std::string file;
  uint32_t line = 0, column = 0;
  uint32_t layer = 0; ///< position in RegionRow::levels
  bool isBranch = false;
  std::string condition; ///< earliest executable: "1 AND (4 OR 3_f) AND 2_t"
  std::vector<DecisionRow> control; ///< any of them; empty: it always runs
  struct DataRow {
    uint32_t task = 0;              ///< has finished, or
    std::vector<DecisionRow> orNot; ///< any of these says that it does not run
  };
  std::vector<DataRow> data; ///< all of them
};

struct RegionRow {
  std::string file, function;
  uint32_t line = 0, endLine = 0;
  uint32_t cores = 0;
  double sequentialNs = 0, parallelNs = 0, predictedSpeedup = 1;
  uint32_t measured = 0; ///< loops and calls whose times are from a profile
  std::vector<LevelRow> levels;
  std::vector<MacroTaskRow> macroTasks;
  std::vector<TaskRow> tasks;
  std::vector<EdgeRow> edges;
};

/// A core of the plan.
struct CoreRow {
  uint32_t id = 0;  ///< as the system numbers it
  double speed = 1; ///< of what the chip's spec takes it for, by a profile
};

struct LoopRow {
  std::string file, function;
  uint32_t line = 0, column = 0, endLine = 0;
  bool isParallel = false; ///< runs in parallel in the emitted program
  std::string kind;        ///< "doall", "reduction", "doacross", "sequential"
  std::string remark;      ///< stable id
  std::string reason;
  std::vector<RemarkNote> notes;
  std::string help = {}; ///< what would change it; may be empty
};

struct SourceFile {
  std::string path;
  std::string text; ///< as the user wrote it; empty if unreadable
};

struct ReportData {
  std::string program; ///< output name
  std::string soc;
  std::string chip; ///< as profiles call it
  uint32_t cores = 0;
  std::vector<CoreRow> coreRows; ///< in the order of the plan
  std::vector<RegionRow> regions;
  std::vector<LoopRow> loops;
  std::vector<Remark> remarks;
  std::vector<SourceFile> sources;
};

} // namespace hocket::report
