// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Noise.h"

#include <cmath>

namespace hocket::simulation {

namespace {

/// The output function of SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// In (0, 1).
double unit(const Noise &noise, const NoiseKey &key, uint64_t which) {
  uint64_t hash = mixed(noise.seed + 0x9e3779b97f4a7c15u);
  hash = mixed(hash ^ (uint64_t(key.thread) << 32 | key.step));
  hash = mixed(hash ^ (key.occurrence * 4 + which));
  return (double(hash >> 11) + 0.5) * 0x1p-53;
}

} // namespace

double noiseFactor(const Noise &noise, const NoiseKey &key) {
  if (noise.spread == 0)
    return 1;
  double u = unit(noise, key, 0);
  if (noise.shape == Noise::Shape::Uniform)
    return 1 + noise.spread * (2 * u - 1);
  // Box and Muller's transformation.
  double normal =
      std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * unit(noise, key, 1));
  return std::exp(noise.spread * normal - noise.spread * noise.spread / 2);
}

double exponential(const Noise &noise, const NoiseKey &key) {
  return -std::log(unit(noise, key, 2));
}

} // namespace hocket::simulation
