// SPDX-License-Identifier: Apache-2.0
//
// Walking the tree of nodes.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <vector>

namespace hocket::ir {

/// Direct children in order of text. A Loop's is its body; a Branch's are its
/// sides.
std::vector<NodeId> childrenOf(const Program &program, NodeId node);

/// Statements that belong to the node itself, not to a child: a Leaf's, a
/// Loop's init, condition and step, a Branch's condition, a Jump's value.
std::vector<StmtId> ownStmts(const Program &program, NodeId node);

/// Every statement in the node and below, in order of text.
std::vector<StmtId> allStmts(const Program &program, NodeId node);

/// The same, and before each statement what its seen-through calls do.
std::vector<StmtId> stmtsSeenThrough(const Program &program, NodeId node);

/// Calls `visit` for the node and all below, parents first.
void forEachNode(const Program &program, NodeId node,
                 const std::function<void(NodeId)> &visit);

/// True if `ancestor` is `node` or above it.
bool isWithin(const Program &program, NodeId node, NodeId ancestor);

/// True if the variable, an automatic one, is declared in the node or below, in
/// no block of the function around it.
bool isDeclaredIn(const Program &program, ObjectId object, NodeId node);

/// The texts that a counted loop's trip count is computed from, without those
/// that are empty.
std::vector<TextRange> headerTexts(const Counted &counted);

/// The parts of the node's text that it does: all but what is omitted.
std::vector<TextRange> textPieces(const Program &program, NodeId node);

/// True for a Leaf whose statement is a call, or assigns the result of one.
bool isCallNode(const Program &program, NodeId node);

/// `do { ... } while (0)`: no loop but a way to write a block. Nothing leaves
/// its body early.
bool runsOnce(const Program &program, NodeId node);

/// The loops around `node` (not itself), outermost first.
std::vector<NodeId> loopsAround(const Program &program, NodeId node);

} // namespace hocket::ir
