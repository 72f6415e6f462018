// SPDX-License-Identifier: Apache-2.0
//
// The forms, with what may stand in brackets here:
//   ftrace     "comm-12 [(tgid)] [001] [d..2.] 1.234567: sched_switch: FIELDS"
//   trace-cmd  "comm-12 [001] [d..2.] 1.234567: sched_switch: SHORT"
//   perf       "comm 12[/12] [001] 1.234567: [1] sched:sched_switch: FIELDS"
//   FIELDS     "prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==>
//               next_comm=b next_pid=2 next_prio=120"
//               next_comm=b next_pid=2 next_prio=120"; without the arrow, and
//               with the state as a number, where trace-cmd shows them raw
//   SHORT      "a:1 [120] R ==> b:2 [120]"
// Names may hold spaces, brackets and dashes.
#include "trace/SwitchLine.h"

namespace hocket::trace {

using llvm::StringRef;

namespace {

constexpr uint32_t maxCpus = 4096;

/// Seconds with a point, as nanoseconds.
std::optional<Time> readTime(StringRef text) {
  auto [whole, fraction] = text.split('.');
  uint64_t seconds = 0, part = 0;
  if (whole.getAsInteger(10, seconds) || seconds > 9000000000 ||
      fraction.size() > 9 || fraction.getAsInteger(10, part))
    return std::nullopt;
  for (std::size_t digits = fraction.size(); digits < 9; ++digits)
    part *= 10;
  return Time(seconds * 1000000000 + part);
}

bool readThreadNumber(StringRef text, uint32_t &number) {
  return !text.empty() && !text.getAsInteger(10, number);
}

/// "comm-12" or "comm 12" or "comm 12/13".
bool readCurrent(StringRef text, ThreadName &thread) {
  text = text.rtrim();
  if (text.ends_with(")")) // the process
    text = text.take_front(text.rfind('(')).rtrim();
  std::size_t space = text.find_last_of(" \t");
  StringRef last = space == StringRef::npos ? text : text.drop_front(space + 1);
  std::size_t slash = last.rfind('/');
  StringRef number =
      slash == StringRef::npos ? last : last.drop_front(slash + 1);
  if (space != StringRef::npos && isdigit(last.front()) &&
      readThreadNumber(number, thread.number)) {
    thread.name = text.take_front(space).trim().str();
    return true;
  }
  std::size_t dash = text.rfind('-');
  if (dash == StringRef::npos ||
      !readThreadNumber(text.drop_front(dash + 1), thread.number))
    return false;
  thread.name = text.take_front(dash).trim().str();
  return true;
}

/// "[001] d..2. 1.234567: name: rest" from the bracket on.
bool readPlace(StringRef text, SwitchEvent &event, StringRef &name,
               StringRef &rest) {
  std::size_t end = text.find(']');
  if (end == StringRef::npos ||
      text.slice(1, end).getAsInteger(10, event.cpu) || event.cpu >= maxCpus)
    return false;
  text = text.drop_front(end + 1).ltrim();
  auto [first, others] = text.split(' ');
  if (!first.ends_with(":")) { // the flags
    text = others.ltrim();
    std::tie(first, others) = text.split(' ');
  }
  std::optional<Time> time;
  if (first.consume_back(":"))
    time = readTime(first);
  if (!time)
    return false;
  event.at = *time;
  text = others.ltrim();
  std::tie(name, rest) = text.split(' ');
  if (!name.empty() && name.find_first_not_of("0123456789") == StringRef::npos)
    std::tie(name, rest) = rest.ltrim().split(' '); // perf's period
  return name.consume_back(":") && !name.empty();
}

/// "prev_comm=a prev_pid=1 ...", or "next_".
bool readFields(StringRef text, StringRef prefix, ThreadName &thread) {
  std::string key = " " + prefix.str() + "_pid=";
  std::size_t at = text.rfind(key);
  if (!text.consume_front(prefix.str() + "_comm=") || at == StringRef::npos)
    return false;
  std::size_t moved = prefix.size() + 6;
  thread.name = text.take_front(at - moved).str();
  StringRef number = text.drop_front(at - moved + key.size());
  return readThreadNumber(number.take_until([](char c) { return c == ' '; }),
                          thread.number);
}

/// "a:1 [120] R". \returns what follows the bracket in `rest`.
bool readShort(StringRef text, ThreadName &thread, StringRef &rest) {
  std::size_t bracket = text.rfind(" [");
  if (bracket == StringRef::npos)
    return false;
  rest = text.drop_front(text.find(']', bracket)).ltrim("] ");
  text = text.take_front(bracket);
  std::size_t colon = text.rfind(':');
  if (colon == StringRef::npos ||
      !readThreadNumber(text.drop_front(colon + 1), thread.number))
    return false;
  thread.name = text.take_front(colon).str();
  return true;
}

/// "R", "R+", or as a number.
bool isRunnable(StringRef state) {
  constexpr unsigned preempted = 0x100; // TASK_REPORT_MAX
  unsigned number = 1;
  bool isNumber = !state.getAsInteger(0, number);
  return isNumber ? number == 0 || number == preempted : state.starts_with("R");
}

bool readSwitch(StringRef text, SwitchEvent &event) {
  text = text.trim();
  bool isShort = !text.starts_with("prev_comm=");
  std::size_t arrow = text.find(isShort ? " ==> " : " ==> next_comm=");
  std::size_t length = 5;
  if (!isShort && arrow == StringRef::npos) {
    arrow = text.rfind(" next_comm=");
    length = 1;
  }
  if (arrow == StringRef::npos)
    return false;
  StringRef left = text.take_front(arrow);
  StringRef right = text.drop_front(arrow + length);
  StringRef state, nothing;
  if (isShort) {
    if (!readShort(left, event.current, state) ||
        !readShort(right, event.next, nothing))
      return false;
  } else {
    if (!readFields(left, "prev", event.current) ||
        !readFields(right, "next", event.next))
      return false;
    std::size_t at = left.rfind("prev_state=");
    state = at == StringRef::npos ? "" : left.drop_front(at + 11).trim();
  }
  event.couldGoOn = isRunnable(state);
  event.isSwitch = true;
  return true;
}

} // namespace

LineKind readSwitchLine(StringRef line, SwitchEvent &event) {
  if (line.ltrim().starts_with("#"))
    return LineKind::Nothing;
  for (std::size_t at = line.find('['); at != StringRef::npos;
       at = line.find('[', at + 1)) {
    StringRef name, rest;
    if (!readPlace(line.drop_front(at), event, name, rest))
      continue;
    if (!readCurrent(line.take_front(at), event.current))
      continue;
    if (name != "sched_switch" && !name.ends_with(":sched_switch"))
      return LineKind::Event;
    return readSwitch(rest, event) ? LineKind::Event : LineKind::Wrong;
  }
  return line.contains("sched_switch: ") ? LineKind::Wrong : LineKind::Nothing;
}

/// The number that `text` begins with.
static uint64_t leadingNumber(StringRef text) {
  uint64_t number = 0;
  text.ltrim().consumeInteger(10, number);
  return number;
}

std::optional<LostMark> readLostMark(StringRef line) {
  line = line.trim();
  LostMark mark;
  uint32_t cpu = 0;
  StringRef rest = line;
  if (rest.consume_front("CPU:") && !rest.consumeInteger(10, cpu)) {
    rest = rest.ltrim();
    if (!rest.consume_front("[") || !rest.consume_back("]") ||
        !rest.contains("EVENTS"))
      return std::nullopt;
    mark.cpu = cpu;
    rest.consume_front("LOST");
    mark.events = leadingNumber(rest); // "LOST 3 EVENTS", "3 EVENTS DROPPED"
    return mark;
  }
  std::size_t at = line.find("PERF_RECORD_LOST lost ");
  if (at == StringRef::npos)
    return std::nullopt;
  mark.events = leadingNumber(line.drop_front(at + 22));
  std::size_t bracket = line.find('[');
  if (bracket < at && !line.drop_front(bracket + 1).consumeInteger(10, cpu))
    mark.cpu = cpu;
  return mark;
}

void readSwitchHeader(StringRef line, SwitchHeader &header) {
  StringRef text = line.trim();
  if (text.consume_front("# entries-in-buffer/entries-written:")) {
    text = text.ltrim();
    uint64_t there = 0, written = 0;
    if (!text.consumeInteger(10, there) && text.consume_front("/") &&
        !text.consumeInteger(10, written) && written > there)
      header.lost = written - there;
    std::size_t cpus = text.find("#P:");
    if (cpus != StringRef::npos)
      header.cpus = uint32_t(leadingNumber(text.drop_front(cpus + 3)));
  } else if (text.consume_front("cpus=")) {
    header.cpus = uint32_t(leadingNumber(text));
  }
  if (header.cpus > maxCpus)
    header.cpus = 0;
}

} // namespace hocket::trace
