// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

using namespace hocket::simulation;

namespace {

struct Moments {
  double mean = 0, deviation = 0, least = 1e9, most = 0;
};

/// Of a hundred thousand keys.
Moments momentsOf(const std::function<double(const NoiseKey &)> &value) {
  Moments moments;
  double squares = 0;
  constexpr unsigned count = 100000;
  for (uint32_t i = 0; i < count; ++i) {
    double x = value({i % 10, i / 10 % 10, i / 100});
    moments.mean += x / count;
    squares += x * x / count;
    moments.least = std::min(moments.least, x);
    moments.most = std::max(moments.most, x);
  }
  moments.deviation = std::sqrt(squares - moments.mean * moments.mean);
  return moments;
}

TEST(Noise, UniformStaysWithinItsSpread) {
  Noise noise{0.05, Noise::Shape::Uniform, 7};
  Moments moments =
      momentsOf([&](const NoiseKey &key) { return noiseFactor(noise, key); });
  EXPECT_NEAR(moments.mean, 1, 1e-3);
  EXPECT_NEAR(moments.deviation, 0.05 / std::sqrt(3), 1e-3);
  EXPECT_GE(moments.least, 0.95);
  EXPECT_LE(moments.most, 1.05);
  EXPECT_LE(moments.least, 0.951);
  EXPECT_GE(moments.most, 1.049);
}

TEST(Noise, NormalHasItsDeviationAndMeanOne) {
  Noise noise{0.05, Noise::Shape::Normal, 7};
  Moments moments =
      momentsOf([&](const NoiseKey &key) { return noiseFactor(noise, key); });
  EXPECT_NEAR(moments.mean, 1, 1e-3);
  EXPECT_NEAR(moments.deviation, 0.05, 1e-3);
}

TEST(Noise, PausesAreExponential) {
  Noise noise;
  Moments moments =
      momentsOf([&](const NoiseKey &key) { return exponential(noise, key); });
  EXPECT_NEAR(moments.mean, 1, 0.02);
  EXPECT_NEAR(moments.deviation, 1, 0.02);
}

TEST(Noise, EachKeyAndSeedHasItsOwn) {
  std::set<double> values;
  for (uint64_t seed = 1; seed <= 3; ++seed)
    for (uint32_t thread = 0; thread < 3; ++thread)
      for (uint32_t step = 0; step < 3; ++step)
        for (uint64_t occurrence = 0; occurrence < 3; ++occurrence)
          values.insert(noiseFactor({0.5, Noise::Shape::Uniform, seed},
                                    {thread, step, occurrence}));
  EXPECT_EQ(values.size(), 81u);
  EXPECT_EQ(noiseFactor({}, {1, 2, 3}), 1);
}

} // namespace
