// SPDX-License-Identifier: Apache-2.0
//
// What a function's definition is like, for who wants its body elsewhere: its
// control flow, its returns, what it takes of its caller's stack, and what its
// names mean. Who copies the body for the analyses, clones the function, writes
// it in the place of a call or asks the compiler to do that decides by these
// facts; what to do with them is theirs.
//
// Needs: functions with a body. Promises: facts of the text and the tree alone,
// nothing of what other functions do.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::ir {

// Control flow --------------------------------------------------------------

/// Empty if the tree says in which order the function's statements run, and
/// the statements what they do: no labels but those of a switch, no goto,
/// nothing opaque. Else what it has, as in "has labels".
std::string whyUnstructured(const Program &program, FunctionId function);

/// The node is in a switch, or another Opaque, or is one.
bool isInOpaque(const Program &program, NodeId node);

/// Control never comes to the end of the node: it returns before. (Not sure:
/// false.)
bool alwaysReturns(const Program &program, NodeId node);

/// `if (c) return; rest`: what follows the Branch in its Block is as good as
/// its other side.
bool isEarlyReturn(const Program &program, NodeId node);

// The caller's stack --------------------------------------------------------

/// Bytes of the variables that the function declares, parameters and those with
/// static storage excepted.
uint64_t localBytes(const Program &program, FunctionId function);

/// The type of each parameter is complete, and no variable is in it.
bool hasFixedParameters(const Program &program, FunctionId function);

/// The first word of the function's text that means its own activation, as
/// `alloca` and `setjmp` do; empty: none.
std::string_view wordOfFrame(const Program &program, FunctionId function);

// Declaration ---------------------------------------------------------------

/// The function's text up to its body.
std::string_view headerOf(const Program &program, FunctionId function);

/// The words between `__attribute__` and the end of its parentheses, without
/// the underscores around them; nothing if there is anything but words.
std::optional<std::vector<std::string>> attributesOf(const Program &program,
                                                     FunctionId function);

// Names ---------------------------------------------------------------------

/// A parameter, or a variable declared in a function.
bool isOfFunction(const Object &object);

/// Names that the function declares: parameters and variables.
std::set<std::string_view> declaredNames(const Program &program,
                                         FunctionId function);

/// Names in the function that mean something outside it.
std::set<std::string_view> outerNames(const Program &program,
                                      FunctionId function);

/// The variable's name means it wherever the function may be, and is known
/// there: nothing in the function hides it, and its declaration comes before.
bool isVisibleIn(const Program &program, ObjectId object, FunctionId function);

/// The function's text asks for types, so that a `const` matters.
bool asksForTypes(const Program &program, FunctionId function);

/// The function declares types, or functions, in its body.
bool declaresOtherThanVariables(const Program &program, FunctionId function);

} // namespace hocket::ir
