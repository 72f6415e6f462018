// SPDX-License-Identifier: Apache-2.0
//
// What the function of a macro-task is to do, as plain data: parameters, locals
// with their storage and initial value, the form of what it runs, and what it
// leaves behind. PlanBody.h decides, WriteBody.h writes C; a plan can be
// printed for people and tests.
//
// C expressions are strings over names that the plan itself declares, members
// of the frame and the user's own text with its holes filled. Nothing reads
// them again.
#pragma once

#include "ir/Program.h"
#include "ir/Text.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hocket::codegen {

/// `target = value;`
struct Assignment {
  std::string target = {}; ///< may declare; empty: `value` is a statement
  std::string value = {};
  bool isBytes = false; ///< copied byte by byte: arrays, structs with constants
};

/// Assignments that are made together.
struct Update {
  std::string condition = {}; ///< under which; empty: always
  std::vector<Assignment> assignments = {};
  bool isBlock = false; ///< in braces
};

/// What a local of a body stands for.
enum class LocalKind : uint8_t {
  Value,     ///< the value of a variable, from the frame or known before
  Reference, ///< a pointer to a variable that others see, too
  Copy,      ///< a variable that nobody else touches meanwhile
  Private,   ///< a variable of which each chunk has its own
  Induction, ///< one that moves with the iterations; at its value on entry
  Partial,   ///< what the chunk accumulates or selects into
  Own,       ///< ours: bounds, counters, notes
};

/// `for (counter = 0; counter < count; counter++) array[counter] = value;`
struct Fill {
  std::string array, counter, count, value;
};

struct Local {
  LocalKind kind = LocalKind::Own;
  std::string declaration = {}; ///< "double *x"
  std::string initial = {};     ///< empty: none, or set later
  // Right behind the declaration:
  std::vector<Assignment> then = {};
  std::optional<Fill> fill = {};
};

struct ForLoop {
  std::string init, condition, next;
};

/// `while ((first = take) < count) { locals; loop }`: blocks of iterations,
/// taken at run time. Or of a pipeline, whose loop is over blocks.
struct BlockLoop {
  std::string condition = {};
  std::vector<Local> locals = {};
  ForLoop inner = {}; ///< of a pipeline: over a block's iterations
};

/// A counted loop that runs one chunk.
struct ChunkLoop {
  std::vector<Local> locals;     ///< where it starts, trip count, borders
  std::vector<Assignment> start; ///< sets what the locals declare
  std::optional<BlockLoop> blocks;
  ForLoop header;
  /// First in the body: the iterator, where the header counts otherwise.
  std::vector<Assignment> iteration;
  /// Behind the loop: an iterator that outlives it.
  std::vector<Assignment> end;
};

/// The user's text as it is.
struct UserText {
  ir::NodeId node = ir::NodeId::None;
};

/// A declaration of the region, which is declared elsewhere.
struct InitialValue {
  ir::StmtId stmt = ir::StmtId::None;
  std::string target;
};

/// Some iterations before the first, for what they hand on.
struct WarmUp {
  ForLoop header;
  Assignment iterator;
  std::vector<ir::NodeId> parts; ///< of the loop's body
};

/// What stands around an ordered stage of a pipeline.
struct StageTexts {
  std::string enter; ///< waits
  std::string begin; ///< has waited
  std::string store, leave;
};

/// How a chunk overlaps its iterations with those of others.
struct PipelineForm {
  std::vector<Assignment> start; ///< behind the trip count
  std::vector<Assignment> iteration;
  std::vector<StageTexts> stages; ///< the ordered ones
  std::string pass;           ///< behind a block: a call that makes its updates
  bool mayContinue = false;   ///< a `continue` leaves stages out
  std::optional<Update> note; ///< behind the body: an error that it left
};

/// A chunk of a parallel loop, or part of a loop.
struct ChunkForm {
  ir::NodeId loop = ir::NodeId::None;
  ChunkLoop chunk;
  std::vector<Update> start; ///< behind the borders: values on entry
  std::optional<WarmUp> warmUp;
  /// Variables moved from the loop's first iteration to the chunk's.
  std::vector<Assignment> advance;
  /// Parts of the body, if not all: what the totals of a scan need.
  std::optional<std::vector<ir::NodeId>> parts;
  std::optional<PipelineForm> pipeline;
  bool isIndependent = false; ///< as in IndependentLoops.h
};

/// A chunk of a search: blocks of iterations in turn, until one has been found
/// that ends the loop.
struct SearchForm {
  ir::NodeId loop = ir::NodeId::None;
  std::vector<Assignment> start;
  unsigned chunks = 1, blockSize = 1;
  std::string place; ///< the address of the `hk_search`
  /// Everything in one block, and nothing is found: for cost estimation.
  bool isEstimate = false;
  std::vector<Assignment> restart; ///< of what moves, for each block
  ForLoop header;
  std::vector<Assignment> iteration;
  std::string until; ///< condition without which an iteration ends the loop
  std::vector<ir::NodeId> exits; ///< nodes that end it
};

/// The user's loop from some iteration on, or until some iteration.
struct UserLoop {
  ir::NodeId loop = ir::NodeId::None;
  std::vector<Assignment> start;
  bool isDo = false;
  ForLoop header;
  std::vector<Update> end;
};

/// What a task does with something that chunks left.
enum class CombineKind : uint8_t {
  Errno,       ///< the last error that a chunk left
  LastErrno,   ///< the error of the last iteration that left one
  Lastprivate, ///< what the last chunk left in an induction variable
  Partial,     ///< partial results, combined into the target
  Total,       ///< totals of a scan, which become values to start from
  Selection,   ///< what each chunk selected, compared in order
  Conditional, ///< what the last chunk that assigned the variable left in it
};

struct CombineStep {
  CombineKind kind = CombineKind::Partial;
  uint32_t index = 0; ///< in the frame's partials, selections or last values
  std::string target = {}; ///< empty: in memory
  std::string value = {};  ///< Lastprivate
  /// Selection: by target of it.
  std::vector<std::string> targets = {};
};

struct CombineForm {
  uint32_t chunksTask = 0; ///< whose chunks
  unsigned chunks = 1;
  std::vector<CombineStep> steps;
};

struct Parameter {
  std::string declaration;
  std::string name; ///< or what it is given
};

struct BodyPlan {
  std::string region; ///< prefix of the region's identifiers: "hk_heat1"
  std::string name;
  /// The function that holds the text, and which `name` calls; else `name`.
  std::string inlineName;
  bool isNoInline = false;
  std::vector<Parameter> parameters;
  std::vector<std::string> statics; ///< declarations at file scope
  std::string clones; ///< called functions for this body's copies: C
  /// What the user's text calls a variable, if not by its own name.
  std::map<ir::ObjectId, std::string> names;
  /// Into the user's text.
  ir::Insertions insertions;
  /// Of loads in the user's text; in order, none in another.
  ir::Replacements replacements;
  /// Parameters of the function with the text, and what they are given.
  std::vector<Parameter> restricts;
  std::vector<Local> locals;
  std::variant<UserText, InitialValue, ChunkForm, SearchForm, UserLoop,
               CombineForm>
      form;
  std::vector<Update> stores; ///< at the end
};

/// Stable text, one line for each thing.
std::string print(const BodyPlan &plan);

} // namespace hocket::codegen
