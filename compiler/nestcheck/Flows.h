// SPDX-License-Identifier: Apache-2.0
//
// Scalar variables that the nest writes: each read gets the value of the same
// write as in the user's order, or the one from before the nest; and what is
// read after the nest is the same write's. In the new order a variable may have
// another place, also one for each iteration: an element of an array, or a
// variable of an inner block. Its lifetime is a part of its place.
//
// The last write before a read is found as in Feautrier, "Dataflow analysis of
// array and scalar references", 1991, by isl (isl_union_access_info).
#pragma once

#include "nestcheck/Instances.h"

#include <string>

namespace hocket::nestcheck {

/// Empty: they do. Else which variable does not, or may not.
std::string brokenFlow(const Question &question, const Copies &copies,
                       const BothOrders &orders);

} // namespace hocket::nestcheck
