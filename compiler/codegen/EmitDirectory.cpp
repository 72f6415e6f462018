// SPDX-License-Identifier: Apache-2.0
#include "codegen/EmitDirectory.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace hocket::codegen {

namespace {

/// `# 12 "file.h" 1 3`
struct Marker {
  unsigned line = 0;
  std::string file;
  bool enters = false, returns = false, isSystem = false;
  bool isPinned = false; ///< see ir::pinnedMarker
};

std::optional<Marker> parseMarker(std::string_view text) {
  if (text.substr(0, 2) != "# " || text.size() < 3 || text[2] < '0' ||
      text[2] > '9')
    return std::nullopt;
  Marker marker;
  size_t at = 2;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    marker.line = marker.line * 10 + unsigned(text[at] - '0');
  size_t open = text.find('"', at), close = text.rfind('"');
  if (open == std::string_view::npos || close <= open)
    return std::nullopt;
  marker.file = std::string(text.substr(open + 1, close - open - 1));
  for (char flag : text.substr(close + 1)) {
    marker.enters |= flag == '1';
    marker.returns |= flag == '2';
    marker.isSystem |= flag == '3';
  }
  marker.isPinned = text.ends_with(' ');
  return marker;
}

/// How a header is named in an #include: its path below the last directory
/// called "include" and, below that, the directory of the machine.
std::string headerName(const std::string &path) {
  constexpr std::string_view include = "/include/";
  size_t at = path.rfind(include);
  if (at == std::string::npos)
    return path;
  std::string name = path.substr(at + include.size());
  size_t slash = name.find('/');
  if (slash != std::string::npos &&
      name.substr(0, slash).find("-linux-") != std::string::npos)
    name = name.substr(slash + 1);
  return name;
}

class Reader {
public:
  explicit Reader(const EmittedUnit &unit) : unit_(unit) {}

  std::string read() {
    std::string_view text = unit_.text;
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(out_);
  }

private:
  void line(std::string_view text) {
    if (std::optional<Marker> marker = parseMarker(text)) {
      if (!marker->isPinned)
        mark(*marker);
      return;
    }
    if (depth_ > 0)
      return;
    bool isBlank = text.find_first_not_of(" \t\r") == std::string_view::npos;
    if (isBlank) {
      ++blank_;
      return;
    }
    placeBefore();
    out_ += text;
    out_ += '\n';
    ++nextLine_;
  }

  void mark(const Marker &marker) {
    if (depth_ > 0) { // inside a system header: only its end matters
      depth_ += marker.enters;
      depth_ -= marker.returns;
      if (depth_ > 0)
        return;
      moveTo(marker);
      return;
    }
    if (marker.file.rfind("hocket", 0) == 0) {
      ours(marker.file);
      return;
    }
    bool isHeader = marker.enters && marker.isSystem;
    if (isHeader) {
      depth_ = 1;
      std::string name = headerName(marker.file);
      // What the compiler puts before every file is not the user's.
      if (name != "stdc-predef.h") {
        placeBefore();
        out_ += "#include <" + name + ">\n";
        known_ = false;
      }
      return;
    }
    moveTo(marker);
  }

  /// A marker of our own: "hocket: tasks of hk_main_1", or the ABI's.
  void ours(const std::string &file) {
    constexpr std::string_view title = "hocket: ";
    if (file.rfind(title, 0) == 0 && file != title_)
      out_ += "\n/* " + file.substr(title.size()) + " */\n";
    title_ = file;
    blank_ = 0;
    known_ = true;
    nextLine_ = wanted_ = 0; // lines of ours have no place in a user's file
    file_.clear();
    if (file.rfind("hocket/", 0) == 0)
      out_ += "#include \"" + file + "\"\n";
  }

  void moveTo(const Marker &marker) {
    bool isReal = !marker.file.empty() && marker.file.front() != '<';
    if (!isReal)
      return;
    if (file_ != marker.file)
      known_ = false;
    file_ = marker.file;
    wanted_ = marker.line;
    if (nextLine_ != marker.line)
      known_ = false;
    blank_ = 0;
  }

  /// Puts blank lines or a #line before the next line of text.
  void placeBefore() {
    if (file_.empty()) {
      out_.append(std::min(blank_, 1u), '\n');
      blank_ = 0;
      return;
    }
    unsigned target = (known_ ? nextLine_ : wanted_) + blank_;
    if (known_ && blank_ <= 2)
      out_.append(blank_, '\n');
    else
      out_ += "#line " + std::to_string(target) + " \"" + file_ + "\"\n";
    known_ = true;
    nextLine_ = target;
    blank_ = 0;
  }

  const EmittedUnit &unit_;
  std::string out_, file_;
  std::string title_; ///< the last marker of ours
  unsigned depth_ = 0, blank_ = 0, nextLine_ = 0, wanted_ = 0;
  bool known_ = false; ///< nextLine_ is where the output stands in file_
};

/// Cuts the pasted headers out: each from its marker to the next one.
EmittedUnit withoutAbi(const EmittedUnit &unit) {
  constexpr std::string_view start = "# 1 \"hocket/";
  EmittedUnit result = unit;
  std::string &text = result.text;
  for (size_t at = text.find(start); at != std::string::npos;
       at = text.find(start, at + 1)) {
    if (at > 0 && text[at - 1] != '\n')
      continue;
    size_t body = text.find('\n', at), next = text.find("\n# ", body);
    if (next != std::string::npos)
      text.erase(body, next - body);
  }
  return result;
}

} // namespace

std::string readableUnit(const EmittedUnit &unit,
                         const std::string &featureMacros) {
  EmittedUnit cut = withoutAbi(unit);
  return "/* Per-core C of " + unit.path + ", made by hocketcc. */\n" +
         featureMacros + Reader(cut).read();
}

} // namespace hocket::codegen
