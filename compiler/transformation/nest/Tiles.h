// SPDX-License-Identifier: Apache-2.0
//
// A nest cut into tiles, as plain data: boxes over directions that may be
// permuted, each run by one core from its first run to its last. (Wolfe, "More
// iteration space tiling", Supercomputing 1989; Bondhugula et al., "A practical
// automatic polyhedral parallelizer and locality optimizer", PLDI 2008.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hocket::transformation {

/// constant + sum of coefficient * iterator, over the loops around a unit.
struct LinearForm {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;

  bool operator==(const LinearForm &) const = default;
};

/// A direction of tiles: where along it a run of a unit is.
struct TileDirection {
  std::vector<LinearForm> forms; ///< by unit
  int64_t size = 0;              ///< of a tile; 0: it is not cut

  bool operator==(const TileDirection &) const = default;
};

/// Which tiles are independent of each other.
enum class TileOrder : uint8_t {
  /// Of a step of the first direction: those that agree with it in as many
  /// other directions. First the tile where all numbers are the same, then
  /// those where all but one are, and so on, as in a blocked factorization.
  Levels,
  /// Those whose numbers in the first two directions have the same sum.
  Wavefront,
};

struct Tiles {
  TileOrder order = TileOrder::Wavefront;
  std::vector<TileDirection> directions; ///< outermost first
  /// Runs of a tile: by the directions in this order, innermost last; empty:
  /// as they come in the order that is cut.
  std::vector<std::size_t> inside;

  bool operator==(const Tiles &) const = default;
};

} // namespace hocket::transformation
