// SPDX-License-Identifier: Apache-2.0
#include "support/Duration.h"

#include "gtest/gtest.h"

namespace hocket {
namespace {

TEST(Duration, Units) {
  EXPECT_EQ(readDuration("33ms"), 33e6);
  EXPECT_EQ(readDuration("1.5us"), 1500);
  EXPECT_EQ(readDuration("7ns"), 7);
  EXPECT_EQ(readDuration("2s"), 2e9);
}

TEST(Duration, WhatIsNone) {
  for (const char *text : {"", "33", "ms", "-1ms", "0s", "1e999s", "nans",
                           "infs", "0.1ns", "2e10s", "3 ms", "1h", "1msx"})
    EXPECT_FALSE(readDuration(text)) << text;
}

} // namespace
} // namespace hocket
