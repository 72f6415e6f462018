// SPDX-License-Identifier: Apache-2.0
//
// libhocket's JSON: events are put into slices, begin with end, core by core.
#include "trace/ReadTrace.h"

#include "support/JsonError.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>

namespace hocket::trace {

namespace json = llvm::json;

namespace {

/// More would be a mistake in the file; libhocket has no more either.
constexpr uint32_t maxCores = 1024;

class Reader {
public:
  /// All of the file.
  bool read(const json::Value &root, json::Path path) {
    const json::Object *object = root.getAsObject();
    if (!object) {
      path.report("expected an object");
      return false;
    }
    const json::Array *events = object->getArray("traceEvents");
    const json::Object *other = object->getObject("otherData");
    if (!other || other->getInteger("hocket-trace") != int64_t(1) || !events) {
      path.report("expected a trace of libhocket: 'traceEvents', and "
                  "'hocket-trace': 1 in 'otherData'");
      return false;
    }
    if (!readOther(*other, path.field("otherData")))
      return false;
    for (size_t i = 0; i < events->size(); ++i)
      if (!readEvent((*events)[i], path.field("traceEvents").index(i)))
        return false;
    return true;
  }

  /// An event of a kind that is not libhocket's is left out.
  bool readEvent(const json::Value &value, json::Path path) {
    const json::Object *event = value.getAsObject();
    llvm::StringRef phase;
    if (event)
      phase = event->getString("ph").value_or("");
    if (phase.empty()) {
      path.report("expected an event: an object with 'ph'");
      return false;
    }
    uint32_t core = 0;
    if (phase == "M")
      return true;
    if (!readNumber(*event, "tid", core, path))
      return false;
    if (core >= trace_.cores.size()) {
      path.field("tid").report("no such core");
      return false;
    }
    Time at = 0;
    if (!readTime(*event, "ts", at, path))
      return false;
    if (phase == "E")
      return end(*event, core, at, path);
    return begin(*event, core, at, path);
  }

  /// Gates come in any order; what is still open is cut.
  Trace finish() {
    for (const auto &[core, slice] : gates_)
      trace_.cores[core].slices.push_back(slice);
    for (size_t core = 0; core < trace_.cores.size(); ++core) {
      Core &c = trace_.cores[core];
      for (uint32_t slice : open_[core]) {
        c.slices[slice].end = std::max(c.slices[slice].begin, trace_.span.end);
        c.slices[slice].isCut = true;
      }
      std::stable_sort(
          c.slices.begin(), c.slices.end(),
          [](const Slice &a, const Slice &b) { return a.begin < b.begin; });
      std::stable_sort(c.clocks.begin(), c.clocks.end(),
                       [](const ClockChange &a, const ClockChange &b) {
                         return a.at < b.at;
                       });
    }
    return std::move(trace_);
  }

private:
  static bool readTime(const json::Object &object, llvm::StringRef key,
                       Time &time, json::Path path) {
    std::optional<double> us = object.getNumber(key);
    if (!us || !(*us >= 0 && *us < 4e15)) {
      path.field(key).report("expected microseconds");
      return false;
    }
    time = std::llround(*us * 1000);
    return true;
  }

  static bool readNumber(const json::Object &object, llvm::StringRef key,
                         uint32_t &number, json::Path path) {
    std::optional<int64_t> value = object.getInteger(key);
    if (!value || *value < 0 || *value >= int64_t(none)) {
      path.field(key).report("expected a number");
      return false;
    }
    number = uint32_t(*value);
    return true;
  }

  bool readOther(const json::Object &other, json::Path path) {
    uint32_t cores = 0;
    if (!readNumber(other, "cores", cores, path) ||
        !readTime(other, "begin", trace_.span.begin, path) ||
        !readTime(other, "end", trace_.span.end, path))
      return false;
    if (cores == 0 || cores > maxCores) {
      path.field("cores").report("expected a number of cores from 1 to 1024");
      return false;
    }
    trace_.cores.resize(cores);
    open_.resize(cores);
    trace_.program = other.getString("program").value_or("").str();
    trace_.process = uint64_t(other.getInteger("process").value_or(0));
    trace_.entered = uint64_t(other.getInteger("entered").value_or(0));
    trace_.sequential = uint64_t(other.getInteger("sequential").value_or(0));
    trace_.lostElsewhere =
        uint64_t(other.getInteger("lost-elsewhere").value_or(0));
    trace_.missing = uint64_t(other.getInteger("missing").value_or(0));
    if (const json::Array *lost = other.getArray("lost"))
      for (size_t i = 0; i < lost->size() && i < cores; ++i)
        trace_.cores[i].lost = uint64_t((*lost)[i].getAsInteger().value_or(0));
    const json::Array *regions = other.getArray("regions");
    for (size_t i = 0; regions && i < regions->size(); ++i)
      if (!readRegion((*regions)[i], path.field("regions").index(i)))
        return false;
    return true;
  }

  bool readRegion(const json::Value &value, json::Path path) {
    json::ObjectMapper map(value, path);
    Region &region = trace_.regions.emplace_back();
    return map && map.map("name", region.name) &&
           map.map("cores", region.cores) && map.map("tasks", region.tasks);
  }

  bool begin(const json::Object &event, uint32_t core, Time at,
             json::Path path) {
    llvm::StringRef category = event.getString("cat").value_or("");
    static const json::Object nothing;
    const json::Object *args = event.getObject("args");
    if (!args)
      args = &nothing;
    Core &c = trace_.cores[core];
    uint32_t number = 0;
    if (category == "clock") {
      if (!readNumber(*args, "kHz", number, path.field("args")))
        return false;
      c.clocks.push_back({at, number});
    } else if (category == "thread") {
      if (!readNumber(*args, "thread", number, path.field("args")))
        return false;
      c.threads.push_back({at, number});
    } else if (category == "lost") {
      c.recordedTo = at;
    } else if (category == "gate") {
      return addGate(event, *args, core, at, path);
    } else if (category == "region" || category == "task" ||
               category == "wait") {
      addSlice(event, *args, core, at);
    }
    return true;
  }

  void addSlice(const json::Object &event, const json::Object &args,
                uint32_t core, Time at) {
    llvm::StringRef category = event.getString("cat").value_or("");
    std::vector<uint32_t> &open = open_[core];
    std::vector<Slice> &slices = trace_.cores[core].slices;
    Slice slice;
    slice.begin = slice.end = at;
    slice.depth = uint32_t(open.size());
    slice.name = nameOf(event.getString("name").value_or(""));
    auto number = [&](llvm::StringRef key) {
      return uint32_t(args.getInteger(key).value_or(none));
    };
    if (category == "region") {
      slice.kind = SliceKind::Region;
      slice.region = number("region");
      if (uint32_t processor = number("processor"); processor != none)
        trace_.cores[core].processor = processor;
    } else {
      slice.kind = category == "task" ? SliceKind::Task : SliceKind::Wait;
      slice.task = number("task");
      slice.awaitedCore = number("core");
      slice.region = open.empty() ? none : slices[open.back()].region;
    }
    if (slice.region >= trace_.regions.size())
      slice.region = none;
    open.push_back(uint32_t(slices.size()));
    slices.push_back(slice);
  }

  bool addGate(const json::Object &event, const json::Object &args,
               uint32_t core, Time at, json::Path path) {
    Slice slice;
    slice.kind = SliceKind::Gate;
    Time length = 0;
    if (!readTime(event, "dur", length, path) ||
        !readNumber(args, "state", slice.state, path.field("args")))
      return false;
    slice.begin = at;
    slice.end = at + length;
    slice.name = nameOf("gated, state " + std::to_string(slice.state));
    gates_.push_back({core, slice});
    return true;
  }

  bool end(const json::Object &event, uint32_t core, Time at, json::Path path) {
    std::vector<uint32_t> &open = open_[core];
    if (open.empty()) {
      path.report("an end without a beginning");
      return false;
    }
    Slice &slice = trace_.cores[core].slices[open.back()];
    open.pop_back();
    slice.end = std::max(slice.begin, at);
    if (const json::Object *args = event.getObject("args"))
      slice.isCut = args->getBoolean("cut").value_or(false);
    return true;
  }

  uint32_t nameOf(llvm::StringRef name) {
    auto [it, isNew] = names_.try_emplace(name, uint32_t(trace_.names.size()));
    if (isNew)
      trace_.names.push_back(name.str());
    return it->second;
  }

  Trace trace_;
  std::vector<std::vector<uint32_t>> open_; ///< by core: positions of slices
  std::vector<std::pair<uint32_t, Slice>> gates_;
  llvm::StringMap<uint32_t> names_;
};

/// A file as libhocket writes it: an event a line. So a file of any length is
/// read without a syntax tree of all of it. \returns nothing if it has another
/// form or a mistake.
std::optional<Trace> readByLine(llvm::StringRef text) {
  constexpr llvm::StringLiteral first = "{\"traceEvents\":[\n", last = "\n],\n";
  std::size_t end = text.rfind(last);
  if (!text.starts_with(first) || end == llvm::StringRef::npos)
    return std::nullopt;
  llvm::StringRef events = text.slice(first.size(), end);
  std::string around =
      (first + "]," + text.drop_front(end + last.size())).str();
  llvm::Expected<json::Value> other = json::parse(around);
  Reader reader;
  json::Path::Root path;
  bool isGood = other && reader.read(*other, path);
  if (!other)
    llvm::consumeError(other.takeError());
  while (isGood && !events.empty()) {
    llvm::StringRef line;
    std::tie(line, events) = events.split('\n');
    line.consume_back(",");
    llvm::Expected<json::Value> event = json::parse(line);
    isGood = event && reader.readEvent(*event, path);
    if (!event)
      llvm::consumeError(event.takeError());
  }
  if (!isGood)
    return std::nullopt;
  return reader.finish();
}

} // namespace

std::optional<Trace> readTrace(const std::string &text, std::string &error) {
  if (std::optional<Trace> trace = readByLine(text))
    return trace;
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error = locatedJsonError(root.takeError());
    return std::nullopt;
  }
  Reader reader;
  json::Path::Root path("trace");
  if (!reader.read(*root, path)) {
    error = ": error: " + llvm::toString(path.getError());
    return std::nullopt;
  }
  return reader.finish();
}

} // namespace hocket::trace
