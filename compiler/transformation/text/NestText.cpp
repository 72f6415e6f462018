// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/NestText.h"

#include "ir/LoopPragmas.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "transformation/text/AreaText.h"
#include "transformation/text/LoadedValues.h"
#include "transformation/text/NestAst.h"
#include "transformation/text/NestNames.h"
#include "transformation/text/TableText.h"
#include "transformation/text/TileLoops.h"
#include "transformation/text/UnitText.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;

namespace {

class Printer {
public:
  Printer(const NestModel &model, const NestAst &ast, NestNames &names)
      : model_(model), nest_(model.nest()), ast_(ast), names_(names) {}

  /// Iterators of loops over tiles: whether their iterations are independent.
  const std::map<std::string, bool> &tileLoops() const { return tileLoops_; }

  std::string print() {
    std::vector<const Variable *> pending;
    for (const Variable &variable : names_.variables())
      pending.push_back(&variable);
    return node(ast_.root, pending);
  }

private:
  using Pending = std::vector<const Variable *>;

  // Which counter of isl is which iterator.

  /// What all units below take the counter for; nothing if they do not agree,
  /// or a loop inside is called the same.
  std::optional<Dimension> meaningOf(const isl::ast_node &node,
                                     const std::string &counter) const {
    std::optional<Dimension> result;
    bool isOne = true;
    forEachUse(node, [&](const std::string &id, const Dimension &dimension) {
      if (id != counter)
        return;
      isOne &= !result || *result == dimension;
      result = dimension;
    });
    forEachUse(node, [&](const std::string &id, const Dimension &dimension) {
      isOne &= id == counter || !result ||
               names_.of(dimension) != names_.of(*result);
    });
    return isOne ? result : std::nullopt;
  }

  template <typename Fn>
  void forEachUse(const isl::ast_node &node, const Fn &use) const {
    if (node.isa<isl::ast_node_user>()) {
      const std::vector<Dimension> &dimensions = ast_.callOf(node).dimensions;
      for (std::size_t k = 0; k < dimensions.size(); ++k)
        if (isl::ast_expr argument = argumentOf(node, k);
            argument.isa<isl::ast_expr_id>())
          use(argument.as<isl::ast_expr_id>().id().name(), dimensions[k]);
    }
    for (const isl::ast_node &child : childrenOf(node))
      forEachUse(child, use);
  }

  // The tree.

  std::string node(const isl::ast_node &n, Pending pending) {
    std::string declarations = declareVariables(n, pending);
    std::string text;
    if (n.isa<isl::ast_node_for>())
      text = loop(n.as<isl::ast_node_for>(), pending);
    else if (n.isa<isl::ast_node_if>())
      text = branch(n.as<isl::ast_node_if>(), pending);
    else if (n.isa<isl::ast_node_user>())
      text = unitText(model_, ast_, names_, n);
    else
      for (const isl::ast_node &child : childrenOf(n))
        text += node(child, needed(child, pending));
    return declarations.empty() ? text : "{\n" + declarations + text + "}\n";
  }

  bool isUsed(const isl::ast_node &n, const Variable &variable) const {
    bool result = false;
    forEachUser(n, [&](const isl::ast_node &user) {
      result |= names_.isUsedBy(variable, ast_.callOf(user));
    });
    return result;
  }

  Pending needed(const isl::ast_node &n, const Pending &pending) {
    Pending result;
    for (const Variable *variable : pending)
      if (isUsed(n, *variable))
        result.push_back(variable);
    return result;
  }

  /// Variables whose last place to be declared is here: no single child uses
  /// them, or the next loop is one that they outlive.
  std::string declareVariables(const isl::ast_node &n, Pending &pending) {
    std::string result;
    Pending later;
    std::vector<isl::ast_node> children = childrenOf(n);
    for (const Variable *variable : pending) {
      auto users = std::count_if(
          children.begin(), children.end(),
          [&](const isl::ast_node &child) { return isUsed(child, *variable); });
      if (users == 1 &&
          (!n.isa<isl::ast_node_for>() || isAround(n, *variable))) {
        later.push_back(variable);
        continue;
      }
      // A frame may take a copy along before anything is in it.
      const std::string extents = variable->extents();
      result += declared(nest_.scalars[variable->scalar].object,
                         variable->name + extents) +
                (extents.empty() ? " = 0;\n" : ";\n");
    }
    pending = std::move(later);
    return result;
  }

  /// Each iteration of the loop begins with none of the variable's values.
  bool isAround(const isl::ast_node &n, const Variable &variable) const {
    std::optional<Dimension> dimension =
        meaningOf(n, counterOf(n.as<isl::ast_node_for>()));
    if (!dimension)
      return false;
    const OwnScalar &own = nest_.scalars[variable.scalar];
    const std::vector<NodeId> &loops = nest_.units[own.units.front()].loops;
    auto home = std::find(loops.begin(), loops.end(), own.loop);
    auto here = std::find(loops.begin(), loops.end(), dimension->loop);
    bool hasElements = std::any_of(
        variable.elements.begin(), variable.elements.end(),
        [&](const Expanded &one) { return one.loop == dimension->loop; });
    return here <= home && (dimension->isPiece || !hasElements);
  }

  static std::string counterOf(const isl::ast_node_for &loop) {
    return loop.iterator().as<isl::ast_expr_id>().id().name();
  }

  std::string loop(const isl::ast_node_for &n, const Pending &pending) {
    std::string counter = counterOf(n);
    std::optional<Dimension> dimension = meaningOf(n, counter);
    const bool isOfTiles = countsTiles(ast_, n);
    if (isOfTiles)
      dimension = std::nullopt;
    std::string name = dimension   ? names_.of(*dimension)
                       : isOfTiles ? names_.fresh("ht_tile")
                                   : names_.fresh("ht_c");
    if (dimension && isWholeJam(n, *dimension))
      return wholeJam(n, *dimension, pending);
    Bounds bounds = boundsOf(n, dimension, name);
    names_.setCounter(counter, dimension, name);
    std::string declaration =
        dimension ? names_.declare(*dimension) : "long long " + name;
    std::string body = node(n.body(), pending);
    if (n.is_degenerate())
      return "{\n" + bounds.declarations + declaration + " = " + bounds.begin +
             ";\n" + body + "}\n";
    if (isOfTiles)
      tileLoops_[name] = isOverIndependentTiles(ast_, n);
    std::string step = names_.text().text(n.inc());
    std::string text =
        loopMarker(model_, dimension ? dimension->loop : nest_.root) + "for (" +
        declaration + " = " + bounds.begin + "; " + name + " < " + bounds.end +
        "; " + (step == "1" ? name + "++" : name + " += " + step) + ") {\n" +
        (dimension && staysScalar(n, *dimension) ? scalar : "") + body + "}\n";
    return bounds.declarations.empty()
               ? text
               : "{\n" + bounds.declarations + text + "}\n";
  }

  /// Compilers make no vectors of a loop with it.
  static constexpr const char *scalar = "__asm__ __volatile__ (\"\");\n";

  /// Several sums side by side, each in its order.
  bool staysScalar(const isl::ast_node_for &n,
                   const Dimension &dimension) const {
    return !dimension.isPiece && names_.isChain(dimension.loop) &&
           !n.body().isa<isl::ast_node_user>() && holdsJamsOnly(n.body());
  }

  /// for (c = piece; c <= piece + 3; ...)
  bool isWholeJam(const isl::ast_node_for &n,
                  const Dimension &dimension) const {
    const Sunk *jam = names_.jamOf(dimension.loop);
    const Dimension piece{dimension.loop, true};
    if (!jam || dimension.isPiece || n.is_degenerate() ||
        !names_.isCounterOf(n.init(), piece))
      return false;
    isl::ast_expr_op cond = n.cond().as<isl::ast_expr_op>();
    if (isl_ast_expr_op_get_type(cond.get()) != isl_ast_expr_op_le ||
        !cond.arg(1).isa<isl::ast_expr_op>())
      return false;
    isl::ast_expr_op last = cond.arg(1).as<isl::ast_expr_op>();
    return isl_ast_expr_op_get_type(last.get()) == isl_ast_expr_op_add &&
           names_.isCounterOf(last.arg(0), piece) &&
           names_.text().text(last.arg(1)) == std::to_string(jam->size - 1);
  }

  bool holdsJamsOnly(const isl::ast_node &n) const {
    if (n.isa<isl::ast_node_for>()) {
      std::optional<Dimension> dimension =
          meaningOf(n, counterOf(n.as<isl::ast_node_for>()));
      if (!dimension || dimension->isPiece || !names_.jamOf(dimension->loop))
        return false;
    }
    std::vector<isl::ast_node> children = childrenOf(n);
    return std::all_of(
        children.begin(), children.end(),
        [this](const isl::ast_node &child) { return holdsJamsOnly(child); });
  }

  /// Unrolled before anything else: what is around it becomes vectors.
  std::string wholeJam(const isl::ast_node_for &n, const Dimension &dimension,
                       const Pending &pending) {
    std::string name = names_.of(dimension);
    std::string piece = names_.of({dimension.loop, true});
    std::string size = std::to_string(names_.jamOf(dimension.loop)->size);
    names_.setCounter(counterOf(n), dimension, name);
    std::string unroll =
        holdsJamsOnly(n.body()) ? "\n#pragma GCC unroll " + size + "\n" : "";
    // Compilers do not count `k < piece + 4` where the sum may wrap around.
    if (names_.isUnsigned(dimension)) {
      const std::string counter = names_.fresh("ht_c");
      return unroll + loopMarker(model_, dimension.loop) + "for (int " +
             counter + " = 0; " + counter + " < " + size + "; " + counter +
             "++) {\n" + names_.declare(dimension) + " = " + piece + " + " +
             counter + ";\n" + node(n.body(), pending) + "}\n";
    }
    return unroll + loopMarker(model_, dimension.loop) + "for (" +
           names_.declare(dimension) + " = " + piece + "; " + name + " < " +
           piece + " + " + size + "; " + name + "++) {\n" +
           node(n.body(), pending) + "}\n";
  }

  struct Bounds {
    std::string declarations; ///< of what the others name
    std::string begin, end;   ///< the end is exclusive
  };

  Bounds boundsOf(const isl::ast_node_for &n,
                  const std::optional<Dimension> &dimension,
                  const std::string &name) {
    Bounds result;
    auto inLocal = [&](const std::string &type, const std::string &like,
                       const std::string &value) {
      std::string local = names_.fresh(name + like);
      result.declarations +=
          "const " + type + " " + local + " = " + value + ";\n";
      return local;
    };
    auto isComputed = [](const std::string &text) {
      return text.find_first_of("?/%") != std::string::npos;
    };
    result.begin = names_.text().text(n.init());
    if (isComputed(result.begin))
      result.begin = inLocal("long long", "_begin", result.begin);
    if (n.is_degenerate())
      return result;
    isl::ast_expr_op cond = n.cond().as<isl::ast_expr_op>();
    bool isClosed = isl_ast_expr_op_get_type(cond.get()) == isl_ast_expr_op_le;
    result.end = isClosed ? names_.text().successor(cond.arg(1))
                          : names_.text().text(cond.arg(1));
    if (isComputed(result.end))
      result.end = inLocal("long long", "_end", result.end);
    if (!dimension || !names_.isUnsigned(*dimension))
      return result;
    // A comparison with what may be negative would be one of large numbers.
    if (std::string variable = names_.entry().unsignedVariable(result.end);
        !variable.empty())
      result.end = variable;
    else
      result.end = inLocal(typeOf(names_.iteratorOf(dimension->loop)), "_end",
                           result.end + " > 0 ? " + result.end + " : 0");
    return result;
  }

  /// As the user declares it, what it points to as const as there; it is
  /// assigned here itself.
  std::string declared(ObjectId id, const std::string &name) const {
    const ir::Object &object = model_.model().program()[id];
    return object.isPointer && !object.isConst && !object.isRestrict &&
                   object.type.isNameable && object.type.needs.empty()
               ? object.type.declare(name)
               : typeOf(id) + " " + name;
  }

  std::string typeOf(ObjectId object) const {
    return model_.model().index().typeOf(object);
  }

  std::string branch(const isl::ast_node_if &n, const Pending &pending) {
    std::string text = "if (" + names_.text().text(n.cond()) + ") {\n" +
                       node(n.then_node(), needed(n.then_node(), pending)) +
                       "}\n";
    if (n.has_else_node())
      text += "else {\n" + node(n.else_node(), needed(n.else_node(), pending)) +
              "}\n";
    return text;
  }

  const NestModel &model_;
  const Nest &nest_;
  const NestAst &ast_;
  NestNames &names_;
  std::map<std::string, bool> tileLoops_;
};

/// { : each loop that moves inwards is long enough, and so are those together
/// that it moves into: one of them is }, as far as that can be known on entry
/// and is not anyway. What is left of a loop over jams runs as before.
std::optional<isl::set> longEnough(NestModel &model,
                                   const Reordered &reordered) {
  polyhedral::AffineModel &values = model.model();
  // Nothing: the loop is, or nobody knows.
  auto isLong =
      [&](ir::NodeId loop,
          int64_t least =
              policy.transform.leastTrips) -> std::optional<isl::set> {
    if (std::optional<int64_t> trips = model.trips(loop))
      return *trips >= least ? std::nullopt : std::optional(values.nothing());
    std::optional<polyhedral::Polynomial> extent = model.extent(loop);
    if (!extent)
      extent = model.extent(model.nest().root);
    if (!extent || extent->isConstant() || !values.isLinear(*extent))
      return std::nullopt;
    return values.toIsl(*extent).ge_set(values.constant(least));
  };
  isl::set all = values.universe();
  for (const Sunk &sunk : reordered.sunk) {
    if (sunk.isJam())
      continue;
    if (std::optional<isl::set> moved = isLong(sunk.loop))
      all = all.intersect(*moved);
    isl::set any = values.nothing();
    for (ir::NodeId loop : sunk.into)
      any = any.unite(isLong(loop).value_or(values.universe()));
    if (!sunk.into.empty())
      all = all.intersect(any);
  }
  for (const auto &[loop, least] : reordered.leastTrips)
    if (std::optional<isl::set> enough = isLong(loop, least))
      all = all.intersect(*enough);
  return all.is_equal(values.universe()) ? std::nullopt : std::optional(all);
}

/// Both conditions, of which each may be missing.
std::string bothOf(const std::string &a, const std::string &b) {
  return a.empty() || b.empty() ? a + b : a + " && (" + b + ")";
}

/// { : no counter of jams leaves the iterator's type }; nothing: never.
std::optional<isl::set> jamsFit(NestModel &model, const Reordered &reordered) {
  const ir::Program &program = model.model().program();
  std::optional<isl::set> result;
  for (const Sunk &sunk : reordered.sunk) {
    const ir::Object &iterator =
        program[program[sunk.loop].as<ir::Loop>()->counted->iterator];
    if (!sunk.isJam() || iterator.bits > 32)
      continue;
    int64_t largest = (int64_t(1) << (iterator.isSigned ? 31 : 32)) - 1;
    for (std::size_t unit = 0; unit < model.nest().units.size(); ++unit) {
      const std::vector<NodeId> &loops = model.nest().units[unit].loops;
      auto at = std::find(loops.begin(), loops.end(), sunk.loop);
      if (at == loops.end())
        continue;
      const isl::set &runs = model.runs(unit);
      const isl::set tooFar =
          isl_ext::managed(
              runs.ctx(),
              isl_set_lower_bound_val(
                  runs.copy(), isl_dim_set, unsigned(at - loops.begin()),
                  isl::val(runs.ctx(), long(largest - sunk.size + 1))
                      .release()))
              .params()
              .gist(model.onEntry());
      if (!tooFar.is_empty())
        result = result.value_or(model.model().universe()).subtract(tooFar);
    }
  }
  return result;
}

} // namespace

std::optional<NestText> nestText(NestModel &model, const Reordered &reordered,
                                 const AliasTests &tests,
                                 const FreshName &freshName, bool isTested) {
  const ir::Program &program = model.model().program();
  const ir::Node &root = program[model.nest().root];
  std::optional<isl::set> isLong = jamsFit(model, reordered);
  if (isTested)
    if (std::optional<isl::set> enough = longEnough(model, reordered))
      isLong = isLong ? isLong->intersect(*enough) : *enough;
  EntryText needed(model, freshName);
  const std::optional<TableText> tables =
      tableText(model, needed, freshName, isTested);
  if (!tables)
    return std::nullopt;
  const bool hasTables = !model.nest().tables.empty();
  if (!tables->isRead.is_equal(model.model().universe()))
    isLong = isLong ? isLong->intersect(tables->isRead) : tables->isRead;
  NestAst ast = nestAst(
      model, reordered.order, isLong.value_or(model.model().universe()),
      [&](const std::string &name) { return needed.param(name).has_value(); });
  if (!needed.canSay(ast.params) ||
      (isLong && !needed.canSay(isl_ext::involvedParamsOf(*isLong))))
    return std::nullopt;
  std::optional<AreaTest> areas = areaTest(model, tests, needed, freshName);
  if (!areas)
    return std::nullopt;
  EntryText all = needed;
  loadFactors(model, all);
  std::optional<std::string> open = all.open();
  EntryText &entry = open ? all : needed;
  if (!open)
    open = entry.open();
  if (!open)
    return std::nullopt;
  OnlyWays ways = onlyWays(model, tests, entry, freshName);
  for (ir::Replacement &load : loadedIntegers(model, entry))
    ways.loads.push_back(std::move(load));
  ways.loads.insert(ways.loads.begin(), tables->reads.begin(),
                    tables->reads.end());
  ways.loads = ir::outermost(std::move(ways.loads));
  NestNames names(model, reordered, ast, entry, ways, freshName);
  Printer printer(model, ast, names);
  std::string text = ways.open + printer.print() + ways.close;
  const std::string generated = ir::lineMarker(root.location, true);
  const std::string &whole = program[root.text.unit].text;
  uint32_t begin = ir::pragmasAbove(whole, root.text.begin);
  const std::string asItWas =
      " {\n" + whole.substr(begin, root.text.begin - begin) + "\n" +
      ir::lineMarker(root.location, false) +
      std::string(program.text(root.text)) + "\n" + generated + "}\n";
  // One test has an else branch: that either runs is plain to see then.
  std::string before = entry.namesAreSmall(), inside = entry.loadsAreSmall();
  if (isLong)
    inside = bothOf(inside, conditionText(entry, *isLong));
  if (open->empty())
    inside = bothOf(std::exchange(before, ""), inside);
  const std::size_t count = std::size_t(!before.empty()) +
                            std::size_t(!inside.empty()) +
                            std::size_t(!tests.isEmpty());
  const bool hasElse = count == 1 && !entry.isConditional() && !hasTables;
  const bool hasFlag =
      !hasElse && (count > 0 || entry.isConditional() || hasTables);
  const std::string done = hasFlag ? freshName("ht_done") : "";
  const std::string otherwise = hasElse ? "else" + asItWas : "";
  if (hasFlag)
    text = tables->open + done + " = 1;\n" + text + tables->close;
  if (!tests.isEmpty())
    text = areas->declarations + "if (" + areas->condition + ") {\n" + text +
           "}\n" + otherwise;
  if (!inside.empty())
    text = "if (" + inside + ") {\n" + text + "}\n" +
           (tests.isEmpty() ? otherwise : "");
  text = *open + text + entry.close();
  if (!before.empty())
    text = "if (" + before + ") {\n" + text + "}\n" + otherwise;
  if (hasFlag)
    text = "int " + done + " = 0;\n" + text + "if (!" + done + ")" + asItWas;
  SourceLocation end = root.location;
  end.line = root.endLine;
  return NestText{
      {begin, root.text.end,
       "\n" + generated + "{\n" + text + "}\n" + ir::lineMarker(end, false)},
      printer.tileLoops()};
}

} // namespace hocket::transformation
