// SPDX-License-Identifier: Apache-2.0
#include "scheduling/files/GraphFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace hocket::scheduling {

using llvm::StringRef;

namespace {

struct Place {
  size_t line = 1, column = 1;
};

/// Words, with their places; from '#' on a line is a comment.
class Words {
public:
  explicit Words(StringRef text) : rest_(text) { skip(); }

  bool atEnd() const { return rest_.empty(); }
  const Place &place() const { return place_; }
  StringRef peek() const {
    return rest_.take_until([](char c) { return llvm::isSpace(c); });
  }
  void next() {
    drop(peek().size());
    skip();
  }

private:
  void drop(size_t count) {
    for (char c : rest_.take_front(count)) {
      place_.column += 1;
      if (c == '\n')
        place_ = {place_.line + 1, 1};
    }
    rest_ = rest_.drop_front(count);
  }
  void skip() {
    while (!rest_.empty())
      if (llvm::isSpace(rest_.front()))
        drop(1);
      else if (rest_.front() == '#')
        drop(rest_.take_until([](char c) { return c == '\n'; }).size());
      else
        break;
  }

  StringRef rest_;
  Place place_;
};

class Reader {
public:
  Reader(StringRef text, std::string &error) : words_(text), error_(error) {}

  std::optional<GraphFile> read() {
    size_t count = 0;
    if (!readNumber(count, "the number of tasks"))
      return std::nullopt;
    while (!words_.atEnd())
      if (!readTask())
        return std::nullopt;
    size_t given = graph_.tasks.size();
    if (given != count && given != count + 2) {
      fail(words_.place(), "expected " + std::to_string(count + 2) +
                               " tasks, the first and the last one among "
                               "them; there are " +
                               std::to_string(given));
      return std::nullopt;
    }
    if (!checkPredecessors())
      return std::nullopt;
    if (given == count + 2)
      dropEnds();
    return std::move(graph_);
  }

private:
  bool fail(Place place, const std::string &message) {
    error_ = ":" + std::to_string(place.line) + ":" +
             std::to_string(place.column) + ": error: " + message;
    return false;
  }

  template <typename T> bool readNumber(T &number, const std::string &what) {
    StringRef word = words_.peek();
    if (word.getAsInteger(10, number))
      return fail(words_.place(),
                  "expected " + what +
                      (word.empty() ? "; the file ends here"
                                    : ", not '" + word.str() + "'"));
    words_.next();
    return true;
  }

  bool readTime(double &time) {
    StringRef word = words_.peek();
    if (word.getAsDouble(time) || !std::isfinite(time) || time < 0)
      return fail(words_.place(),
                  "expected a processing time" +
                      (word.empty() ? std::string("; the file ends here")
                                    : ", not '" + word.str() + "'"));
    words_.next();
    return true;
  }

  bool readTask() {
    Place place = words_.place();
    TaskIndex number = 0, preds = 0, own = TaskIndex(graph_.tasks.size());
    if (!readNumber(number, "a task's number"))
      return false;
    if (number != own)
      return fail(place, "expected task " + std::to_string(own) + ", not " +
                             std::to_string(number));
    GraphTask &task = graph_.tasks.emplace_back();
    task.name = std::to_string(number);
    if (!readTime(task.cost) ||
        !readNumber(preds, "the number of predecessors"))
      return false;
    for (; preds > 0; --preds) {
      Edge edge;
      edge.to = own;
      places_.push_back(words_.place());
      if (!readNumber(edge.from, "a predecessor"))
        return false;
      graph_.edges.push_back(edge);
    }
    return true;
  }

  bool checkPredecessors() {
    for (size_t i = 0; i < graph_.edges.size(); ++i)
      if (graph_.edges[i].from >= graph_.tasks.size())
        return fail(places_[i], "expected a task's number; there is no task " +
                                    std::to_string(graph_.edges[i].from));
    if (std::optional<size_t> edge = sortTasks(graph_))
      return fail(places_[*edge],
                  "expected predecessors without a circle; this one closes "
                  "one");
    return true;
  }

  /// The first task, before all others, and the last one, after them. In the
  /// sorted order they are where they were.
  void dropEnds() {
    TaskIndex last = TaskIndex(graph_.tasks.size() - 1);
    bool areEnds = graph_.tasks[0].cost == 0 && graph_.tasks[last].cost == 0;
    for (const Edge &edge : graph_.edges)
      areEnds &= edge.to != 0 && edge.from != last;
    if (!areEnds)
      return;
    std::erase_if(graph_.edges, [&](const Edge &edge) {
      return edge.from == 0 || edge.to == last;
    });
    for (Edge &edge : graph_.edges) {
      --edge.from;
      --edge.to;
    }
    graph_.tasks.pop_back();
    graph_.tasks.erase(graph_.tasks.begin());
  }

  Words words_;
  std::string &error_;
  GraphFile graph_;
  std::vector<Place> places_; ///< of predecessors, by edge
};

} // namespace

std::optional<GraphFile> readStandardTaskGraph(const std::string &text,
                                               std::string &error) {
  return Reader(text, error).read();
}

} // namespace hocket::scheduling
