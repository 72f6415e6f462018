// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that depend on the seed and on what they are for, not on when
// they are asked for. So two policies meet the same noise, and what differs is
// the policies' doing.
#pragma once

#include <cstdint>

namespace hocket::simulation {

struct Noise {
  enum class Shape : uint8_t {
    Uniform, ///< up to `spread` more or less
    Normal   ///< `spread` is the standard deviation of the logarithm; mean 1
  };
  double spread = 0; ///< 0.05: 5 %
  Shape shape = Shape::Uniform;
  uint64_t seed = 1;
};

/// What a number is for.
struct NoiseKey {
  uint32_t thread = 0, step = 0;
  uint64_t occurrence = 0;
};

/// By what the time of a step is multiplied.
double noiseFactor(const Noise &noise, const NoiseKey &key);

/// Exponentially distributed, 1 on average.
double exponential(const Noise &noise, const NoiseKey &key);

} // namespace hocket::simulation
