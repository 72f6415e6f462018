// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/UnitText.h"

#include "ir/Holes.h"
#include "transformation/order/InPlace.h"

#include <algorithm>

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;

namespace {

class Writer {
public:
  Writer(const NestModel &model, const NestAst &ast, const NestNames &names,
         const isl::ast_node &user)
      : index_(model.model().index()), program_(index_.program()),
        nest_(model.nest()), names_(names), call_(ast.callOf(user)),
        unit_(nest_.units[call_.unit]), dimensions_(call_.dimensions) {}

  /// All values are computed before the first iterator hides another one.
  std::string declarations(const isl::ast_node &user) const {
    std::string values, iterators;
    for (std::size_t k = 0; k < dimensions_.size(); ++k) {
      isl::ast_expr value = argumentOf(user, k);
      if (names_.isCounterOf(value, dimensions_[k]) || !isUsed(dimensions_[k]))
        continue;
      std::string text = names_.text().text(value);
      if (!AstText::isSimple(value)) {
        std::string local = names_.fresh(names_.of(dimensions_[k]));
        values += "const long long " + local + " = " + text + ";\n";
        text = local;
      }
      iterators +=
          "const " + names_.declare(dimensions_[k]) + " = " + text + ";\n";
    }
    return values + iterators;
  }

  std::string statements() const {
    std::string result;
    ir::TextRange last;
    for (NodeId node : nodes()) {
      const ir::TextRange &text = program_[node].text;
      bool isSame = last.unit == text.unit && last.begin == text.begin;
      result += statement(node, isSame);
      last = text;
    }
    return result;
  }

private:
  std::vector<NodeId> nodes() const {
    std::vector<NodeId> result = unit_.repeated;
    result.insert(result.end(), unit_.nodes.begin(), unit_.nodes.end());
    return result;
  }

  /// The unit's text names it, or the place of a scalar's element.
  bool isUsed(const Dimension &dimension) const {
    for (const Variable &variable : names_.variables())
      for (const Expanded &one : variable.elements)
        if (one.loop == dimension.loop && names_.isUsedBy(variable, call_))
          return true;
    for (const Table &table : nest_.tables)
      if (table.unit == call_.unit && !dimension.isPiece &&
          std::count(table.loops.begin(), table.loops.end(), dimension.loop))
        return true;
    ObjectId iterator = names_.iteratorOf(dimension.loop);
    const std::vector<NodeId> all = nodes();
    return !dimension.isPiece &&
           std::any_of(all.begin(), all.end(), [&](NodeId node) {
             return names(program_[node].text, iterator);
           });
  }

  /// Or the place in memory of a scalar that it names does.
  bool names(const ir::TextRange &text, ObjectId iterator) const {
    std::span<const ir::Hole> holes = ir::holesIn(program_, text);
    return std::any_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
      const InPlaceScalar *scalar = inPlaceFor(nest_, call_.unit, hole.object);
      return hole.object == iterator ||
             (scalar && names(placeOf(index_, *scalar).text, iterator));
    });
  }

  /// \param isSame the node before has the same text: one declaration of
  /// several variables.
  std::string statement(NodeId node, bool isSame) const {
    auto filler = [this](ObjectId object) { return standInFor(object); };
    const ir::Leaf *leaf = program_[node].as<ir::Leaf>();
    const ir::Stmt *stmt = leaf ? &program_[leaf->stmt] : nullptr;
    ObjectId declared = stmt ? stmt->declares : ObjectId::None;
    bool isMoved = isValid(declared) && !filler(declared).empty();
    if (!isMoved)
      return isSame ? "" : written(program_[node].text, filler) + "\n";
    if (stmt->initText.empty())
      return "";
    return filler(declared) + " = " + written(stmt->initText, filler) + ";\n";
  }

  std::string standInFor(ObjectId object) const {
    const InPlaceScalar *scalar = inPlaceFor(nest_, call_.unit, object);
    return scalar ? written(placeOf(index_, *scalar).text,
                            [this](ObjectId other) {
                              return names_.standInFor(other, call_);
                            })
                  : names_.standInFor(object, call_);
  }

  std::string written(const ir::TextRange &range,
                      const ir::Filler &filler) const {
    return pinnedText(program_, range, {filler, names_.loads(), names_.pins()});
  }

  const polyhedral::ProgramIndex &index_;
  const ir::Program &program_;
  const Nest &nest_;
  const NestNames &names_;
  const Call &call_;
  const Unit &unit_;
  const std::vector<Dimension> &dimensions_;
};

} // namespace

std::string loopMarker(const NestModel &model, NodeId loop) {
  const SourceLocation &location = model.model().program()[loop].location;
  std::string indent(location.column > 1 ? location.column - 1 : 0, ' ');
  return ir::lineMarker(location, true) + indent;
}

std::string unitText(const NestModel &model, const NestAst &ast,
                     const NestNames &names, const isl::ast_node &user) {
  Writer writer(model, ast, names, user);
  std::string statements = writer.statements();
  if (statements.empty())
    return "";
  NodeId first = model.nest().units[ast.callOf(user).unit].nodes.front();
  return "{\n" + writer.declarations(user) +
         ir::lineMarker(model.model().program()[first].location, false) +
         statements + loopMarker(model, model.nest().root) + "}\n";
}

} // namespace hocket::transformation
