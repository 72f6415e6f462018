// SPDX-License-Identifier: Apache-2.0
#include "scheduling/files/GraphFile.h"

#include "support/JsonError.h"
#include "support/JsonLists.h"

#include "llvm/Support/JSON.h"

#include <cmath>
#include <limits>

namespace hocket::scheduling {

namespace json = llvm::json;

namespace {

bool readAmount(const json::Value &value, double &out, json::Path path) {
  std::optional<double> number = value.getAsNumber();
  if (!number || !std::isfinite(*number) || *number < 0) {
    path.report("expected a number of at least 0");
    return false;
  }
  out = *number;
  return true;
}

/// \param what for the message: "a task's number".
template <typename T>
bool readCount(const json::Object &object, llvm::StringLiteral key, T &out,
               json::Path path, llvm::StringLiteral what) {
  const json::Value *member = object.get(key);
  std::optional<uint64_t> number;
  if (member)
    number = member->getAsUINT64();
  if (!number || *number > std::numeric_limits<T>::max()) {
    path.field(key).report(what);
    return false;
  }
  out = T(*number);
  return true;
}

class Reader {
public:
  /// \param lists what was taken out of the file, if that was done
  std::optional<GraphFile> read(const json::Value &root, json::Path path,
                                const JsonLists *lists = nullptr) {
    const json::Object *file = root.getAsObject();
    const json::Object *graph = file ? file->getObject("graph") : nullptr;
    if (!graph) {
      path.report("expected an object with a 'graph'");
      return std::nullopt;
    }
    json::Path inside = path.field("graph");
    json::Path tasks = inside.field("tasks"), edges = inside.field("edges");
    auto readOneTask = [&](const json::Value &task, json::Path at) {
      return readTask(*task.getAsObject(), at);
    };
    auto readOneEdge = [&](const json::Value &edge, json::Path at) {
      return readEdge(*edge.getAsObject(), at);
    };
    if (!readList(graph->get("tasks"), tasks, readOneTask) ||
        !readTakenOut(lists, "tasks", tasks, readOneTask) ||
        (graph->get("edges") &&
         !readList(graph->get("edges"), edges, readOneEdge)) ||
        !readTakenOut(lists, "edges", edges, readOneEdge))
      return std::nullopt;
    if (std::optional<size_t> edge = sortTasks(graph_)) {
      edges.index(*edge).report("expected edges without a circle; this one "
                                "closes one");
      return std::nullopt;
    }
    return std::move(graph_);
  }

private:
  template <typename Fn>
  bool readList(const json::Value *list, json::Path path, Fn read) {
    const json::Array *array = list ? list->getAsArray() : nullptr;
    if (!array) {
      path.report("expected an array");
      return false;
    }
    for (size_t i = 0; i < array->size(); ++i) {
      if (!(*array)[i].getAsObject()) {
        path.index(i).report("expected an object");
        return false;
      }
      if (!read((*array)[i], path.index(i)))
        return false;
    }
    return true;
  }
  template <typename Fn>
  bool readTakenOut(const JsonLists *lists, llvm::StringRef name,
                    json::Path path, Fn read) {
    return !lists ||
           lists->read("graph", name, [&](const json::Value &item, size_t i) {
             return read(item, path.index(unsigned(i)));
           });
  }

  bool readTask(const json::Object &object, json::Path path) {
    GraphTask &task = graph_.tasks.emplace_back();
    task.name = object.getString("name")
                    .value_or("task " + std::to_string(graph_.tasks.size() - 1))
                    .str();
    const json::Value *cost = object.get("cost");
    if (!cost) {
      path.report("expected a 'cost'");
      return false;
    }
    if (!readAmount(*cost, task.cost, path.field("cost")))
      return false;
    if (!readByName(object, "costs", task.costOn, path,
                    "expected an object: costs by core type") ||
        !readByName(object, "accelerators", task.costOnAccelerator, path,
                    "expected an object: costs by accelerator"))
      return false;
    if (const json::Value *memory = object.get("memory"))
      if (!readAmount(*memory, task.memory, path.field("memory")))
        return false;
    return !object.get("pinned") ||
           readCount(object, "pinned", task.pinned.emplace(), path,
                     "expected a core's number");
  }

  bool readByName(const json::Object &object, llvm::StringLiteral key,
                  std::map<std::string, double> &out, json::Path path,
                  llvm::StringLiteral what) {
    const json::Value *costs = object.get(key);
    if (!costs)
      return true;
    const json::Object *byName = costs->getAsObject();
    if (!byName) {
      path.field(key).report(what);
      return false;
    }
    for (const auto &[name, value] : *byName)
      if (!readAmount(value, out[name.str()], path.field(key).field(name)))
        return false;
    return true;
  }

  bool readEdge(const json::Object &object, json::Path path) {
    Edge edge;
    if (!readCount(object, "from", edge.from, path,
                   "expected a task's number") ||
        !readCount(object, "to", edge.to, path, "expected a task's number") ||
        (object.get("bytes") && !readCount(object, "bytes", edge.bytes, path,
                                           "expected a number of bytes")))
      return false;
    for (auto [key, task] : {std::pair("from", edge.from), {"to", edge.to}})
      if (task >= graph_.tasks.size()) {
        path.field(key).report("expected a task's number; there is no such");
        return false;
      }
    graph_.edges.push_back(edge);
    return true;
  }

  GraphFile graph_;
};

} // namespace

std::optional<GraphFile> readGraphJson(const std::string &text,
                                       std::string &error) {
  const JsonLists::Path known[] = {{"graph", "tasks"}, {"graph", "edges"}};
  if (std::optional<JsonLists> lists = JsonLists::split(text);
      lists && lists->areOthersJson(known)) {
    json::Path::Root path; // what it is told is not asked for
    if (std::optional<GraphFile> graph =
            Reader().read(lists->rest(), path, &*lists))
      return graph;
  }
  // Read at once, each mistake is known by its path.
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error = locatedJsonError(root.takeError());
    return std::nullopt;
  }
  constexpr llvm::StringLiteral name = "graph file";
  json::Path::Root path(name);
  std::optional<GraphFile> graph = Reader().read(*root, path);
  if (!graph)
    error = locatedJsonError(path.getError(), text, name);
  return graph;
}

} // namespace hocket::scheduling
