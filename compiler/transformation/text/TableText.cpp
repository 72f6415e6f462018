// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/TableText.h"

#include "support/Policy.h"
#include "transformation/order/Tables.h"
#include "transformation/text/AstText.h"

#include <algorithm>
#include <map>
#include <vector>

namespace hocket::transformation {

using ir::NodeId;
using polyhedral::SymbolId;
using polyhedral::Value;

namespace {

class Writer {
public:
  Writer(NestModel &model, EntryText &entry, const FreshName &freshName,
         const Table &table, bool isTested)
      : values_(model.model()), program_(values_.program()), entry_(entry),
        freshName_(freshName), table_(table), isTested_(isTested),
        address_(addressOf(model, table)) {}

  /// \returns false: C cannot say it.
  bool write(const TableBox &box, TableText &text) {
    const std::optional<std::string> pointer = entry_.pointer(*address_.base);
    if (!pointer)
      return false;
    std::string open = "{\n";
    for (std::size_t k = 0; k < table_.loops.size(); ++k) {
      const std::optional<std::string> low = valueOf(box.low[k]);
      const std::optional<std::string> high = valueOf(box.high[k]);
      if (!low || !high)
        return false;
      lows_.push_back(*low);
      if (*low != "0") {
        lows_.back() = freshName_("ht_low");
        open += "const long long " + lows_.back() + " = " + *low + ";\n";
      }
      counts_.push_back(freshName_("ht_n"));
      open += "const long long " + counts_.back() + " = " + *high + " + 1" +
              (*low == "0" ? "" : " - " + lows_.back()) + ";\n";
    }
    const std::string name = freshName_("ht_table");
    const std::optional<std::string> filled = filling(name, *pointer);
    if (!filled)
      return false;
    text.open += open + "if (" + fits() + ") {\n" + table_.type +
                 " *restrict " + name + " = __builtin_malloc(" +
                 product(counts_) + " * sizeof *" + name + ");\nif (" + name +
                 ") {\n" + *filled;
    text.close = "}\n__builtin_free(" + name + ");\n}\n}\n" + text.close;
    for (const Table::Read &read : table_.reads)
      text.reads.push_back(
          {read.text.begin, read.text.end, name + "[" + subscript() + "]"});
    return true;
  }

private:
  /// What isl computes from parameters.
  std::optional<std::string> valueOf(const isl::pw_aff &value) {
    bool canSay = true;
    auto name = [&](const std::string &param) {
      std::optional<std::string> text = entry_.param(param);
      canSay &= text.has_value();
      return text.value_or("0");
    };
    const isl::ast_expr expr = isl_ext::managed(
        value.ctx(), isl_ast_build_expr_from_pw_aff(
                         isl::ast_build(value.ctx()).get(), value.copy()));
    const std::string text = AstText(name, name).text(expr);
    if (!canSay)
      return std::nullopt;
    return AstText::isSimple(expr) ? text : "(" + text + ")";
  }

  static std::string product(const std::vector<std::string> &factors) {
    std::string result;
    for (const std::string &factor : factors)
      result += (result.empty() ? "" : " * ") + factor;
    return result;
  }

  /// There is not too much of it, nor too little.
  std::string fits() const {
    std::string result,
        most = std::to_string(policy.tables.bytes / int64_t(sizeOfElement()));
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      const bool isAlong = k + 1 == counts_.size();
      const int64_t least =
          isAlong && isTested_ ? policy.transform.leastTrips : 1;
      result += (k == 0 ? "" : " && ") + counts_[k] +
                " >= " + std::to_string(least) + " && " + counts_[k] +
                " <= " + most;
      most += " / " + counts_[k];
    }
    return result;
  }

  std::size_t sizeOfElement() const {
    const ir::Stmt &stmt = program_[table_.reads.front().stmt];
    const ir::TextRange &text = table_.reads.front().text;
    auto read = std::find_if(stmt.accesses.begin(), stmt.accesses.end(),
                             [&](const ir::Access &access) {
                               return access.kind == ir::AccessKind::Read &&
                                      access.text.begin == text.begin &&
                                      access.text.end == text.end;
                             });
    return read->size;
  }

  static std::string fromLow(const std::string &value, const std::string &low) {
    return low == "0" ? value : "(" + value + " - " + low + ")";
  }

  /// By the nest's iterators.
  std::string subscript() const {
    std::string result;
    for (std::size_t k = 0; k < table_.loops.size(); ++k) {
      const ir::Object &iterator = program_[iteratorOf(table_.loops[k])];
      // gcc 12 follows no counter through a needless conversion.
      const std::string value = fromLow(
          (iterator.bits < 64 ? "(long long)" : "") + iterator.name, lows_[k]);
      result = k == 0 ? value
                      : (k == 1 ? result : "(" + result + ")") + " * " +
                            counts_[k] + " + " + value;
    }
    return result;
  }

  ir::ObjectId iteratorOf(NodeId loop) const {
    return program_[loop].as<ir::Loop>()->counted->iterator;
  }

  /// A line of the cache along the table at a time: whichever way its cells
  /// come, each line is there once.
  std::optional<std::string> filling(const std::string &name,
                                     const std::string &pointer) {
    std::vector<std::string> counters;
    std::string target, loops;
    const std::string first = freshName_("ht_c"), last = freshName_("ht_end");
    const std::string &along = counts_.back();
    const std::string step = std::to_string(std::max<int64_t>(
        1, int64_t(policy.transform.lineBytes) / int64_t(sizeOfElement())));
    auto loop = [](const std::string &counter, const std::string &from,
                   const std::string &to, const std::string &by) {
      return "for (long long " + counter + " = " + from + "; " + counter +
             " < " + to + "; " + counter + by + ")";
    };
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      const bool isAlong = k + 1 == counts_.size();
      counters.push_back(freshName_("ht_c"));
      loops += isAlong ? loop(counters[k], first, last, "++")
                       : loop(counters[k], "0", counts_[k], "++") + "\n";
      target = k == 0 ? counters[k]
                      : (k == 1 ? target : "(" + target + ")") + " * " +
                            counts_[k] + " + " + counters[k];
    }
    const std::optional<std::string> source = sourceAt(pointer, counters);
    if (!source)
      return std::nullopt;
    return loop(first, "0", along, " += " + step) + " {\nconst long long " +
           last + " = " + along + " - " + first + " < " + step + " ? " + along +
           " : " + first + " + " + step + ";\n" + loops + "\n" + name + "[" +
           target + "] = " + *source + ";\n}\n";
  }

  /// The cell of these counters, where the user's nest reads it.
  std::optional<std::string>
  sourceAt(const std::string &pointer,
           const std::vector<std::string> &counters) {
    const auto size = int64_t(sizeOfElement());
    const bool isInElements = std::all_of(
        address_.polynomial.terms().begin(), address_.polynomial.terms().end(),
        [&](const auto &term) { return term.second % size == 0; });
    const int64_t unit = isInElements ? size : 1;
    std::string offset =
        std::to_string(address_.polynomial.constantTerm() / unit);
    for (const auto &[monomial, coefficient] : address_.polynomial.terms()) {
      if (monomial.empty())
        continue;
      std::string term = std::to_string(coefficient / unit) + "LL";
      for (SymbolId id : monomial) {
        const std::optional<std::string> factor = factorOf(id, counters);
        if (!factor)
          return std::nullopt;
        term += " * " + *factor;
      }
      offset += " + " + term;
    }
    const std::string type = "const " + table_.type + " *";
    return isInElements ? "((" + type + ")" + pointer + ")[" + offset + "]"
                        : "*(" + type + ")((const char *)" + pointer + " + (" +
                              offset + "))";
  }

  std::optional<std::string>
  factorOf(SymbolId id, const std::vector<std::string> &counters) {
    const polyhedral::Symbol symbol = values_.symbol(id);
    if (!symbol.isVariant)
      return entry_.symbol(id);
    auto at = std::find(table_.loops.begin(), table_.loops.end(), symbol.loop);
    const auto k = std::size_t(at - table_.loops.begin());
    return lows_[k] == "0" ? counters[k]
                           : "(" + counters[k] + " + " + lows_[k] + ")";
  }

  polyhedral::AffineModel &values_;
  const ir::Program &program_;
  EntryText &entry_;
  const FreshName &freshName_;
  const Table &table_;
  const bool isTested_;
  const Value address_;
  std::vector<std::string> lows_, counts_; ///< by dimension
};

} // namespace

std::optional<TableText> tableText(NestModel &model, EntryText &entry,
                                   const FreshName &freshName, bool isTested) {
  TableText result{{}, {}, {}, model.model().universe()};
  for (const Table &table : model.nest().tables) {
    const std::optional<TableBox> box = boxOf(model, table);
    if (!box ||
        !Writer(model, entry, freshName, table, isTested).write(*box, result))
      return std::nullopt;
    result.isRead = result.isRead.intersect(box->isRead);
  }
  return result;
}

} // namespace hocket::transformation
