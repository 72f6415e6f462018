// SPDX-License-Identifier: Apache-2.0
//
// What a run-time check computes, as a small tree over variables, loads and
// memory on entry to a loop.
//
// Analyses build the trees, by the functions below that fold constants and
// leave out what changes nothing; codegen/text/CheckText.cpp prints them as C.
// Trees are values: nodes never change, and copies share them. So a tree that
// stands in two places is one in memory, but counts as two.
//
// Arithmetic is that of hocket/abi.h: wide signed numbers, where what leaves
// the range of believable offsets is unknown, and fails every test. So the
// compiler folds small constants alone, which cannot get there.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hocket::polyhedral {

enum class CheckKind : uint8_t {
#define CHECK_LEAF(name) name,
#define CHECK_FORM(name, operands) name,
#define CHECK_CALL(name, operands, function) name,
#include "checks/CheckKinds.def"
};

/// A read of memory that the loop makes too, and that means the same on entry.
struct CheckLoad {
  ir::ExprId expr = ir::ExprId::None; ///< the Load
  /// Where the user wrote it. Two loads of one spelling in a loop have the
  /// same, so that trees that read the same are equal.
  ir::TextRange text;
  std::vector<ir::ObjectId> names; ///< variables that the text names
};

/// What is read, by access. The sets stay apart: long ones are shared by the
/// whole program (ObjectIds.h), and each union would be one more in memory.
using ReadObjects = std::vector<analysis::ObjectSet>;

struct CheckNode;

/// A tree, or none.
class CheckExpr {
public:
  CheckExpr() = default;
  explicit CheckExpr(CheckNode node);

  /// There is one.
  explicit operator bool() const { return node_ != nullptr; }
  const CheckNode &operator*() const { return *node_; }
  const CheckNode *operator->() const { return node_.get(); }
  bool is(CheckKind kind) const;

  /// Same kinds, leaves and operands; None equals itself alone.
  bool operator==(const CheckExpr &other) const;

private:
  std::shared_ptr<const CheckNode> node_;
};

struct CheckNode {
  CheckKind kind = CheckKind::True;
  int64_t value = 0; ///< Constant; Elements: their type; PointerIn: its bytes
  ir::ObjectId object = ir::ObjectId::None; ///< Variable, AddressOf, SizeOf
  CheckLoad load = {};                      ///< Load, PointerIn
  /// Load, Elements, PointerIn: where what is read stands, with all that is
  /// read on the way to it.
  ReadObjects reads = {};
  std::vector<CheckExpr> operands = {};
  /// Nodes of the tree from here, the limit of what is worth a check.
  std::size_t size = 1;
};

/// A node with such operands, as they are: nothing is folded.
CheckExpr node(CheckKind kind, std::vector<CheckExpr> operands);

// Leaves.
CheckExpr constant(int64_t value);
CheckExpr variable(ir::ObjectId object);
CheckExpr addressOf(ir::ObjectId object);
CheckExpr sizeOf(ir::ObjectId object);
CheckExpr load(CheckLoad load, ReadObjects reads);
CheckExpr truth(bool value);

// Numbers. Constants up to 2^40 are folded: no object is larger. `plus` takes
// none for nothing to be added.
CheckExpr plus(const CheckExpr &a, const CheckExpr &b);
CheckExpr times(const CheckExpr &a, const CheckExpr &b);
CheckExpr negated(const CheckExpr &a);
/// a / b, towards 0; b > 0.
CheckExpr over(const CheckExpr &a, const CheckExpr &b);
CheckExpr lesser(const CheckExpr &a, const CheckExpr &b);
CheckExpr greater(const CheckExpr &a, const CheckExpr &b);

/// \param type their size in bytes, negative if they are signed
CheckExpr elements(const CheckExpr &base, const CheckExpr &low,
                   const CheckExpr &count, int64_t step, int type,
                   ReadObjects reads);
/// The pointer, of `bytes`, in a cell that the user's text at the entry does
/// not name. \param spelling how the function says it that loads it
CheckExpr pointerIn(const CheckExpr &base, const CheckExpr &offset, int bytes,
                    ReadObjects reads, const ir::TextRange &spelling);

// Truth values.
CheckExpr atMost(const CheckExpr &a, const CheckExpr &b);
CheckExpr both(const CheckExpr &a, const CheckExpr &b);

/// The value of a Constant that may be folded.
std::optional<int64_t> smallConstant(const CheckExpr &expr);

/// Variables that the trees name, each once, sorted.
std::vector<ir::ObjectId>
variablesOf(const std::vector<const CheckExpr *> &trees);

/// What the trees read through pointers or elements of arrays, or nothing.
std::optional<analysis::ObjectSet>
memoryReadBy(const std::vector<const CheckExpr *> &trees);

/// How long it takes on entry, in nanoseconds, where each array that it looks
/// through has `elements` of them that take `elementNs` each. Arithmetic counts
/// nothing beside that and beside the hand-over.
double nanoseconds(const CheckExpr &expr, double elements, double elementNs);

/// The pointer's name for people, as in "&a" or "s->data".
std::string baseName(const ir::Program &program, const CheckExpr &base);
/// The same without the "&": the array's.
std::string arrayName(const ir::Program &program, const CheckExpr &base);

} // namespace hocket::polyhedral
