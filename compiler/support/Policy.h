// SPDX-License-Identifier: Apache-2.0
//
// Every threshold of the compiler, in one struct.
//
// Needs: nothing. Promises: plain numbers; no stage has a threshold of its own
// beside these. A threshold is a number that somebody chose and that could be
// another one with no program running wrong: how much faster a region has to
// be, how many statements of a call are copied, when an analysis gives up.
// What follows from arithmetic or from a file format is no threshold and
// stands where it is used: values beyond which int64_t would overflow, the
// sizes of a drawing, what a specification allows. Neither are figures of a
// chip, which stand in its spec.
//
// For each field: what it means, its unit, and what a larger value trades.
// docs/rationale/policy.md has the measurement that set it, or says that there
// is none.
//
// A function that decides by them takes its group as an argument, so that a
// test can pass others; a limit deep in an analysis is read from `policy`.
#pragma once

#include "support/RegionPolicy.h"

#include <cstddef>
#include <cstdint>

namespace hocket {

/// Operations of isl after which an analysis gives up and stays conservative.
/// They are counted, so that the same program has the same result on every
/// machine. Larger: more loops are understood, and the hard ones take longer.
struct IslBudgets {
  /// To classify one loop, each attempt of its own. --isl-budget replaces it.
  unsigned long loop = 200000;
  /// Attempts that follow indices which data moves have so many times as much.
  unsigned long monotonicFactor = 2;
  /// A loop that stays sequential because an attempt gave up is classified once
  /// more, with so many times as much. --isl-budget leaves that out.
  unsigned long retryFactor = 10;
  /// Such attempts in the whole program, those for the largest loops first.
  /// Larger: programs with many hard loops take longer to compile.
  unsigned retries = 6;
  /// Dependences among the tasks of one region. --isl-budget replaces it.
  unsigned long region = 8'000'000;
  /// Ranges that the calls of one recursive function touch. --isl-budget
  /// replaces it.
  unsigned long forkJoin = 1000000;
  /// Dependences of one nest and the orders that are tried. --isl-budget
  /// replaces it.
  unsigned long nest = 2000000;
  /// To prove that a nest does the same in its new order. Larger: more of them
  /// may have one. --isl-budget replaces it.
  unsigned long nestCheck = 8000000;
};

/// What is taken for what nobody knows before a run. All of it balances tasks
/// against each other; whether a region pays is tested on entry, with the real
/// counts, wherever those can be known there.
struct GuessPolicy {
  /// A value from outside the program, and the iterations of a loop that it
  /// bounds. Larger: work of unknown size seems to pay for more waits.
  double unknownTrips = 1000;
  /// A constant that a value from outside may replace is taken for the value
  /// from here on: below, it is rather a mark for "not given" or a beginning.
  double leastDefault = 2;
  /// No guess is above: iterations of one loop.
  double mostTrips = 1e9;
  /// Positions that a guessed shift is taken for, at most.
  double mostShift = 30;
  /// Values are followed through so many assignments and arguments. Larger:
  /// more is known, in more time.
  unsigned depth = 8;
  /// ... and through the results of so many calls within each other.
  unsigned calls = 2;
  /// Numbers in initializers that guesses know of. Larger: more sizes that
  /// are kept in globals and structs, in more memory.
  std::size_t initialNumbers = 65536;
  /// Share of the runs in which a branch is taken of which nothing is known.
  double branchTaken = 0.5;
};

/// Which loop nests get another order (transformation/).
struct TransformPolicy {
  /// Units and loops of a nest, at most. Larger: larger nests, in more time.
  std::size_t units = 24;
  std::size_t depth = 7;
  /// The new order has to be predicted to take at most this share of the time.
  double worthwhile = 0.8;
  /// Bytes of a cache line.
  double lineBytes = 64;
  /// To bring in a line, in the time of a plain operation.
  double lineCost = 8;
  /// An operation that waits for the one of the iteration before; in the time
  /// of one that does not.
  double chainCost = 4;
  /// ... in a loop of so many iterations at least: shorter chains overlap with
  /// those of the next iterations of the loop around.
  int64_t longChain = 64;
  /// An operation in a loop that a compiler can vectorize, likewise.
  double vectorCost = 0.5;
  /// To read or write a scalar that has become an element, and one that is a
  /// pointer, likewise.
  double elementCost = 1;
  double pointerCost = 3;
  /// What a loop of at most so many iterations brings into the nearest cache is
  /// still there in the next iteration of the loop around.
  int64_t shortTrips = 256;
  /// A loop that becomes the innermost one has so many iterations at least, and
  /// so have those that it is moved into; it is tested on entry where it is not
  /// known.
  int64_t leastTrips = 16;
  /// Iterations of a piece of a loop that is moved inwards: rows of so many
  /// elements stay in the nearest cache. Larger: longer runs, and fewer pieces
  /// for cores.
  int64_t tile = 256;
  /// The same of the outermost loop, whose pieces are what cores divide.
  int64_t outerTile = 64;
  /// Iterations of a loop that run side by side in the innermost one
  /// (unroll-and-jam); a power of two. Larger: fewer loads and stores, and more
  /// registers.
  int64_t jam = 4;
  /// Such a loop has so many iterations at least, if their number is known.
  int64_t leastJammed = 16;
  /// Registers that what runs side by side may take.
  double registers = 32;
  /// Jams that are asked whether a dependence forbids them.
  std::size_t jamTries = 4;
  /// Iterations of a block of a loop, where blocks of all loops of a nest are
  /// cut alike, as those of a factorization. Larger: more is reused, until
  /// three blocks leave the nearest caches.
  int64_t block = 64;
  /// Directions that are cut so, at most: there are 3^(n-1) kinds of blocks.
  std::size_t mostLevels = 4;
  /// Steps, and rows, of a tile of a stencil. Larger: the rows are reused more
  /// often, and fewer tiles run at the same time.
  int64_t steps = 16;
  int64_t rows = 32;
  /// The same in each direction but the last, where there are more than three.
  int64_t deepTile = 8;
  /// In tests that cut every nest.
  int64_t smallTile = 4;
  /// Iterations that the outermost loop, and the others, of a nest in tiles
  /// have at least.
  int64_t leastSteps = 16;
  int64_t leastTiled = 96;
  /// Units that run this often less than the most frequent one do not count.
  double heavyShare = 8;
  /// Work of a nest in iterations, below which its order does not matter.
  double leastWork = 4096;
};

/// Whether a region pays (profitability/). Costs are estimates; that the real
/// work is enough is tested on entry.
struct ProfitPolicy {
  /// A region, a level or a pipeline has to be predicted to take at most this
  /// share of the sequential time. Smaller: fewer regions, each a surer gain.
  double worthwhile = 0.92;
  /// To work out where a chunk begins and ends, and to enter its loop; ns.
  double chunkOverheadNs = 5;
  /// Hand-overs that a chunk has to make up for where the level as a whole
  /// does not pay for its waits.
  double unpaidWaits = 3;
  /// Other runs may find so many times the work of the profile's run; the
  /// test on entry tells. Larger: more regions that only other inputs need.
  double beyondProfile = 4;
  /// A region whose work is tested on entry is worth having if it pays with so
  /// many times the guessed work. Larger: more regions of which most entries
  /// are sequential, and larger programs.
  double testedWork = 1000;
  /// The same where the region is entered again and again: the test itself
  /// costs a little each time.
  double testedOftenWork = 100;
  /// What nobody knows and nothing tests may be as little as this share of the
  /// guess, where the region is entered again and again. Smaller: fewer such
  /// regions.
  double untestedShare = 0.01;
  /// An iteration of a pipeline takes at least so many hand-overs for each of
  /// its waits: cores that hand over all the time crawl where one of them is
  /// interrupted. Larger: fewer pipelines, each less disturbed.
  double hotHandovers = 16;
  /// ... and only one part in so many of that, where the first iterations show
  /// how long one takes.
  double shownIterations = 16;
  /// A part of a region that does not pay is no reason to keep the region out
  /// where it loses at most this share of the region's work. Larger: more
  /// regions, some with waits in vain.
  double mayLose = 0.02;
  /// What the regions of functions called in a parallel loop gain is at most
  /// this share of what the loop itself gains: each of them is to be entered.
  double calledShare = 0.9;
  /// Calls are followed so far to find what the regions of callees gain.
  unsigned calledDepth = 8;
  /// Share of a loop's work that running it speculatively may save, where a
  /// region that would run it on one core is weighed against that. Larger: more
  /// loops are tried, in fewer and smaller regions.
  double trialGain = 0.25;
  /// The same of loops whose iterations pass something on in a part at their
  /// beginning or end, as far as is known, and in no other (speculation's
  /// IterationParts.h): less can go wrong.
  double cutTrialGain = 0.42;
  /// What a call of a recursive function takes to be run as tasks, in entries
  /// of a region. Larger: coarser tasks.
  double forkJoinEntries = 25;
  /// Rounds of forming and estimating regions. Larger: what is small is found
  /// in regions that come late, too; each round costs as much as the first
  /// where it has new tasks.
  unsigned rounds = 24;

  // The test on entry.

  /// Share of the work that running in parallel saves, at least, where the
  /// test on entry is made. Larger: entries with little work run in parallel.
  double leastGain = 0.05;
  /// A repetition of a level has to take so many times its waits.
  double levelWaits = 2;
  /// A search does as many iterations by itself first as take so many entries.
  double searchEntries = 2;
  /// An iteration of a search takes at least so long: to load and compare; ns.
  double searchIterationNs = 0.3;
  /// The first iterations of a search are at least and at most so many.
  double leastFirst = 2, mostFirst = 8192;

  // --always-parallel.

  /// Waits count for no more than this, so that work is spread where that does
  /// not pay either; across clusters for twice as much; ns.
  double littleNs = 150;
};

/// What tasks are estimated to take (cost/, codegen/CostText).
struct CostPolicy {
  /// Statements compiled for the estimate, in all rounds together.
  /// --cost-budget replaces it. Larger: regions of larger programs are
  /// estimated, and compiling them takes longer.
  unsigned long statements = 25000;
  /// Cycles of a function outside the program: an elementary function of the
  /// mathematics library, about.
  double externalCallCycles = 40;
  /// Share of a branch's rarer side that the predictor gets wrong.
  double mispredictedShare = 0.25;
  /// Rounds of a loop that nothing seems to leave.
  double endlessRounds = 4096;
  /// Blocks that jumps back without a natural loop go to, in one function or
  /// loop. Larger: computed gotos to more labels are counted, in more time.
  unsigned cycleEntries = 256;
  /// Runs of a recursive function whose figures say that it never ends.
  double recursiveRuns = 1000;
  /// Cycles per ns of a core without operating points.
  double cyclesPerNs = 2.0;
  /// Replicated scalar statements; ns.
  double replicatedNs = 2;
  /// To set and to combine one element of one chunk's copy; ns.
  double elementNs = 0.5;
  /// To put down one update in a log, and to make it from there; ns.
  double loggedNs = 2;
  /// Elements of a copy whose size the entry finds out.
  double elementsGuessed = 1000;
  /// To look at one element of an index array; ns.
  double scannedNs = 0.3;
  /// Rounds of an innermost loop that are played before others are measured.
  unsigned warmUpRounds = 8;
  /// Rounds that are measured. Larger: smoother, in more time.
  unsigned playedRounds = 8;
  /// Loops of so many iterations vanish: gcc's max-completely-peel-times.
  unsigned peeledTrips = 16;
};

/// Where reading and whole-program analyses give up (frontend/, analysis/).
/// Larger: more is known of large programs, in more time and memory.
struct AnalysisLimits {
  /// Addresses in one initializer; more count as unknown.
  std::size_t initialPointers = 65536;
  /// Nodes of one expression; larger ones become Unknown.
  uint32_t expressionNodes = 400;
  /// Steps of the points-to solver; about a second.
  uint64_t pointsToSteps = 10'000'000;
  /// Locations of one object; one more stands for all others. Bounds what a
  /// pointer that moves by constants around a cycle can make.
  unsigned locationsPerObject = 96;
  /// Pairs of a copy of memory; above, it goes through an object of its own.
  uint64_t copiedPairs = 64;
  /// An object of at least so many cells, into which at least so many pointers
  /// are stored at places that nobody knows, is no longer told apart by place.
  unsigned foldedCells = 16;
  unsigned foldedPointers = 64;
  /// Items of the summary of a function; above, it gives up places and types,
  /// and then parameters.
  std::size_t summaryItems = 200;
  /// Objects in all sets of a summary.
  std::size_t summaryObjects = 4000;
  /// Functions that call each other in a circle; larger circles are not
  /// iterated to a fixed point.
  std::size_t iteratedFunctions = 8;
  /// Sets of objects that are merged; more are kept beside each other.
  std::size_t mergedSets = 16;
  /// Copies of allocators, of the program in all.
  std::size_t heapClones = 4000;
  /// Names for the memory that one function allocates.
  std::size_t heapNames = 16;
  /// Functions below one that allocates.
  std::size_t heapFunctions = 64;
  /// Calls in calls whose bodies the analyses see through.
  unsigned seenDepth = 4;
  /// Statements of a callee by itself that are seen through.
  std::size_t seenCallee = 120;
  /// ... with all calls below.
  std::size_t seenCall = 400;
  /// ... of all calls in the program.
  std::size_t seenInAll = 12000;
};

/// Where the classification of loops and the analyses beside it give up
/// (polyhedral stages). Larger: more is proved, in more time.
struct LoopLimits {
  /// Expressions are followed so deep to become symbolic values.
  unsigned valueDepth = 60;
  /// Pointers that are assigned to each other are followed so far to the block
  /// that they stay in.
  unsigned movedPointers = 4;
  /// Degree of a symbolic value.
  std::size_t degree = 6;
  /// Terms on each side of an exclusive or that are told apart.
  std::size_t xorTerms = 4;
  /// Nodes between a loop and the assignment of a variable before it.
  std::size_t nodesBefore = 200;
  /// Operands of a value that may wrap around are followed so deep.
  unsigned wrapDepth = 8;
  /// Depth of an expression whose interval is found.
  unsigned rangeDepth = 32;
  /// Steps for one interval; common parts are walked again.
  unsigned rangeSteps = 4000;
  /// Functions that read an object which may be empty between runs.
  std::size_t stateReaders = 4;
  /// Objects in a set above which own and hidden objects are looked up instead.
  std::size_t longList = 64;
  /// Bytes of copies: on the stack, on the heap, and what each chunk fills in.
  uint64_t stackCopyBytes = 64 * 1024;
  uint64_t copyBytes = 256 << 20;
  int64_t copiedInBytes = 64 * 1024;
  /// Iterations between two that depend on each other; further counts as far.
  int64_t distance = 1 << 20;
  /// Constant trips up to which a loop around others, or a core's part of it,
  /// may be unrolled as a whole.
  int64_t unrolledWhole = 256;

  // Run-time checks.

  /// Range checks of one loop.
  std::size_t rangeChecks = 8;
  /// Alias checks of one loop. Larger: more loops, and longer entries.
  std::size_t aliasChecks = 6;
  /// Those of them that compare but where two objects start.
  std::size_t startChecks = 24;
  /// Tests of rows of one loop.
  std::size_t rowChecks = 6;
  /// Expressions that a check computes are followed so deep.
  unsigned checkDepth = 12;
  /// Nodes of a bound's tree; larger ones are not worth a check.
  std::size_t checkNodes = 450;
  /// Values of an index whose range is taken from its type or its arrays; an
  /// object with more would never be allocated.
  int64_t checkedRange = 1 << 24;
  /// Factors above make a product that would be tested in vain.
  int64_t checkedFactor = 1 << 20;
  /// Unknowns of a fact about elements; each pair makes the sets several times
  /// larger.
  std::size_t elementUnknowns = 4;

  // Reductions.

  /// Bytes of the copy that each chunk has of an array.
  uint64_t reductionCopy = 1 << 20;
  /// Updates that a core puts down before it has to make them. Larger: fewer
  /// waits, but more than its caches hold.
  unsigned logRecords = 1 << 14;
  /// Elements of a copy of a size that the entry finds out: always allowed,
  int64_t fewElements = 1024;
  /// ... at most,
  int64_t mostElements = 4194304;
  /// ... and one for so many iterations, where data chooses the elements:
  /// setting and combining one takes about as long as an update.
  int64_t iterationsPerElement = 4;

  // Indices that data moves.

  /// Variables that are followed.
  std::size_t monotonicVariables = 14;
  /// Pointers to pointers.
  unsigned monotonicDepth = 3;
  /// Parts of a state above which it is coalesced,
  int monotonicParts = 3;
  /// ... and above which its hull is taken.
  int mostMonotonicParts = 8;
  /// Ratios of growth that are tried.
  std::size_t monotonicRatios = 12;
  /// Growth of a variable in one iteration that is looked for.
  int64_t monotonicGrowth = 1 << 20;

  // Splitting.

  /// Parts of a body that is split.
  std::size_t splitChildren = 48;
  /// Iterations that are peeled off.
  int64_t peeled = 3;
  /// Variables at whose values a loop is cut.
  std::size_t cutVariables = 4;
  /// Cuts of one loop.
  std::size_t cuts = 3;
  /// Iterations of a part that is not worth a cut.
  int64_t fewIterations = 4;

  // Recursive fork-join tasks.

  /// Rounds of a loop that are walked exactly, before widening,
  unsigned exactRounds = 2;
  /// ... and in all.
  unsigned mostRounds = 12;
  /// Combinations of ranges that are tried for one function.
  unsigned rangeTries = 200;
  /// Scale of a range.
  int64_t rangeScale = 1 << 20;

  // Rows whose width is a number in the text.

  /// Iterations for which a test must allow that subscripts stay within a row.
  int64_t rowIterations = 8;

  // Dependences among the tasks of a region.

  /// Pairs of chunks that are asked about in one region; where there would be
  /// more, chunks that distances do not keep apart wait for each other.
  std::size_t chunkPairs = 4000;
  /// Accesses of a region with copies of calls, above which these are not seen
  /// through.
  std::size_t regionAccesses = 500;
};

/// Which calls are written out in place.
struct InliningPolicy {
  /// Statements of a call with all calls in it. Larger: more loops around
  /// calls become levels of one region, and the program grows.
  std::size_t statementsOfCall = 600;
  /// Statements of all copies in the program.
  std::size_t statements = 3000;
  /// Calls in calls.
  unsigned depth = 6;
  /// A loop of so few iterations is not worth a region.
  int64_t fewTrips = 64;
  /// Bytes of variables of a callee: each copy may take as much of the
  /// caller's stack.
  uint64_t localBytes = 64 * 1024;
};

/// Where emitted C follows what compilers do (codegen/).
struct EmissionPolicy {
  /// Bytes of variables of a function that is called once, above which gcc
  /// does not inline it: the caller's stack would grow too much.
  uint64_t calledOnceBytes = 2048;
  /// Bytes of its text: the caller would.
  uint32_t calledOnceText = 12000;
  /// Calls of it in the text by now: each may stand there twice again.
  uint32_t calledOnceCopies = 6;
  /// Bytes of the texts of called functions that a task has once more.
  uint32_t mostTwinText = 40000;
  /// Iterations of innermost loops that compilers unroll: they are not counted
  /// by --profile-generate.
  int64_t uncountedTrips = 64;
};

/// Which loops run speculatively (speculation/); whether that pays is measured
/// as they run.
struct SpeculationPolicy {
  /// Loops inside each other, calls included, that one must have: shorter ones
  /// do not repay what a copy of the process costs.
  unsigned leastHeight = 2;
  /// A loop of fewer iterations, as constants tell, is tried only if none is
  /// inside it that could be. Larger: more inner loops are tried.
  int64_t fewIterations = 16;
  /// A nest of fewer iterations, as constants tell, is not tried: it ends
  /// before a copy of the process has begun.
  double leastIterations = 100000;
  /// A loop with a region inside is left to it from this work on, ns for each
  /// entry. Larger: more loops are tried in which regions would gain.
  double leastRegionNs = 20000;
  /// The same of regions in functions that it calls, which run sequentially
  /// while somebody runs ahead.
  double leastCalledRegionNs = 1e6;
  /// Shares of an iteration, by its text: what the program may have to do by
  /// itself at the end of each, and what a copy repeats of those before its
  /// own. Larger: more loops are tried, which gain less.
  double mostEpilogue = 0.4, mostPrologue = 0.4;
  /// The same of an epilogue that takes in what is not always passed on.
  double mostOfBoth = 0.2;
  /// What the text tells of work there, in statements: iterations of a loop
  /// where no constant tells, and at most; a call of a function without a body;
  /// one of a function that calls itself. They decide where iterations are cut.
  double usualTrips = 20, mostTrips = 1000, unknownCall = 10,
         recursiveCall = 1000;
  /// Bytes of text of functions, without loops and calls, that clones have in
  /// place. Larger: faster clones, and more text.
  uint32_t mostInPlace = 400;
  /// In one program. Larger: more text, and more to compile.
  std::size_t mostLoops = 16;
  /// Bytes of text that are cloned in one program.
  std::size_t mostText = 400000;
};

/// Schedules that are better than those of the list schedulers (scheduling/).
/// Work is counted, not time, so that the same problem has the same schedule on
/// every machine.
struct SchedulingPolicy {
  /// Tasks and edges that the search for a level's schedule looks at. Larger:
  /// shorter schedules, in more time, for each level of each plan.
  uint64_t searchWork = 200'000;
  /// Steps of the exact search for a level: tasks put on cores.
  uint64_t exactSteps = 5'000;
  /// What is found has to be shorter by this share: it does not care which
  /// data meet which core from level to level.
  double leastGain = 0.01;
  /// The same for `hocket schedule`; --effort multiplies them.
  uint64_t standaloneWork = 100'000'000;
  uint64_t standaloneSteps = 1'000'000;
  /// The search is not begun where it could look at fewer moves of tasks.
  uint64_t standaloneLooks = 256;
};

struct PowerPolicy {
  /// Pushes and relabels for one circulation: a trade-off of time and energy.
  /// Past that, points are chosen without it.
  uint64_t flowWork = 50'000'000;
  /// Steps of plans that are tried, together.
  uint64_t planWork = 2'000'000;
  /// How often a network is cut anew, where cores share a clock.
  unsigned rounds = 4;
  /// Plans tried each time, however large.
  unsigned leastTries = 200;
  /// Prices of time for a program with deadlines; the runtime takes no more
  /// (hk_most_prices).
  std::size_t mostPrices = 32;
  /// Vectors of points of one part that are timed, about.
  uint64_t priceTries = 20'000;
  /// Prices that differ by so small a part are one.
  double samePrice = 0.02;
};

/// Copies of what nests read, in another order of their cells
/// (transformation/order/Tables.h).
struct TablePolicy {
  /// Bytes of one, at most.
  int64_t bytes = int64_t(1) << 26;
  /// With them a nest has to be predicted to take at most this share of the
  /// time: that they have to be made is not predicted.
  double worthwhile = 0.6;
};

struct Policy {
  IslBudgets isl;
  GuessPolicy guess;
  TransformPolicy transform;
  RegionPolicy region;
  GroupPolicy groups;
  ProfitPolicy profit;
  CostPolicy cost;
  AnalysisLimits analysis;
  LoopLimits loops;
  InliningPolicy inlining;
  EmissionPolicy emission;
  SpeculationPolicy speculation;
  SchedulingPolicy scheduling;
  PowerPolicy power;
  TablePolicy tables;
};

/// What the compiler goes by.
inline constexpr Policy policy{};

} // namespace hocket
