// SPDX-License-Identifier: Apache-2.0
#include "codegen/CacheText.h"

#include "ir/Holes.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>

namespace hocket::codegen {

using namespace ir;
using taskgraph::CacheLines;

namespace {

bool isIdentifierChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string addressOf(const RegionContext &c, ObjectId object) {
  const Member *member = c.frame.find(object);
  return member && member->storage == Storage::Pointer
             ? c.naming.prefix + "f->" + member->name
             : "&" + c.program[object].name;
}

void writeCalls(const RegionContext &c, const std::string &function,
                const CacheLines &lines, CWriter &out) {
  const std::string call = c.naming.prefix + "cache_" + function;
  if (lines.hasOther) {
    out.line(call + "_all();");
    return;
  }
  for (ObjectId object : lines.objects)
    out.line(call + "(" + addressOf(c, object) + ", " +
             std::to_string(c.program[object].size) + ");");
}

/// Behind the whole declarator that begins with the name at [begin, end), if it
/// is a name with or without dimensions; else 0.
uint32_t endOfDeclarator(llvm::StringRef text, size_t end) {
  size_t at = end;
  for (;;) {
    size_t next = text.find_first_not_of(" \t\n", at);
    if (next == llvm::StringRef::npos)
      return 0;
    if (text[next] != '[')
      return text[next] == ';' || text[next] == ',' || text[next] == '='
                 ? uint32_t(at)
                 : 0;
    int depth = 0;
    do {
      depth += text[next] == '[' ? 1 : text[next] == ']' ? -1 : 0;
      ++next;
    } while (depth > 0 && next < text.size());
    at = next;
  }
}

/// Behind a literal, or a line of the preprocessor, that begins at `at`; `at`
/// if none does.
size_t skipped(llvm::StringRef text, size_t at) {
  const char c = text[at];
  if (c == '#' && (at == 0 || text[at - 1] == '\n'))
    return std::min(text.find('\n', at), text.size());
  if (c != '"' && c != '\'')
    return at;
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == c)
      return i + 1;
  }
  return text.size();
}

/// At file scope, outside of parentheses and braces.
class FileScope {
public:
  FileScope(llvm::StringRef text, llvm::StringRef name)
      : text_(text), name_(name) {}

  std::vector<uint32_t> find() {
    for (size_t at = 0; at < text_.size();) {
      if (size_t behind = skipped(text_, at); behind != at)
        at = behind;
      else if (isIdentifierChar(text_[at]))
        at = word(at);
      else
        punctuation(text_[at++]);
    }
    return std::move(ends_);
  }

private:
  void punctuation(char c) {
    depth_ += c == '{' || c == '(' || c == '['   ? 1
              : c == '}' || c == ')' || c == ']' ? -1
                                                 : 0;
    if (depth_ == 0 && (c == ';' || c == '}'))
      isOther_ = isInitializer_ = false;
    else if (depth_ == 0)
      isInitializer_ = c == '=' || (isInitializer_ && c != ',');
  }

  size_t word(size_t begin) {
    size_t end = begin;
    while (end < text_.size() && isIdentifierChar(text_[end]))
      ++end;
    const llvm::StringRef word = text_.slice(begin, end);
    if (depth_ == 0 && (word == "extern" || word == "typedef"))
      isOther_ = true;
    else if (depth_ == 0 && !isOther_ && !isInitializer_ && word == name_)
      if (uint32_t behind = endOfDeclarator(text_, end))
        ends_.push_back(behind);
    return end;
  }

  llvm::StringRef text_, name_;
  std::vector<uint32_t> ends_;
  int depth_ = 0;
  bool isOther_ = false;       ///< in a declaration that defines nothing
  bool isInitializer_ = false; ///< behind a `=`
};

} // namespace

void writeBack(const RegionContext &c, const CacheLines &lines, CWriter &out) {
  writeCalls(c, "write_back", lines, out);
}

void invalidate(const RegionContext &c, const CacheLines &lines, CWriter &out) {
  writeCalls(c, "invalidate", lines, out);
}

std::string uncachedAttribute(const RegionContext &c) {
  return c.caches ? " __attribute__((section(\"hk_uncached\")))" : "";
}

/// The lines of what the functions below put on the stack while the region runs
/// must not be those of the user's variables: these stand further up, beyond
/// some bytes that nobody writes.
std::string emitRunOnClusters(const RegionContext &c) {
  const std::string &p = c.naming.prefix;
  const std::string frame = "(struct " + c.name + "_frame *" + p + "f";
  std::string clusters;
  for (uint32_t cluster : c.caches->cluster)
    clusters += (clusters.empty() ? "" : ", ") + std::to_string(cluster);
  CWriter out;
  out.line("static const unsigned char " + c.name + "_clusters[] = {" +
           clusters + "};");
  out.line("");
  out.line("static __attribute__((__noinline__)) int " + c.name + "_run_below" +
           frame + ", const volatile char *" + p + "apart)");
  out.line("{");
  out.indent();
  out.line("int " + p + "ran;");
  out.line("(void)" + p + "apart;");
  writeBack(c, c.caches->writeBackOnEntry, out);
  out.line(p + "ran = " + p + "run_clusters(&" + c.name + "_region, " + p +
           "f, sizeof *" + p + "f, " + c.name + "_clusters);");
  invalidate(c, c.caches->invalidateOnExit, out);
  out.line("return " + p + "ran;");
  out.close();
  out.line("");
  out.line("static __attribute__((__noinline__)) int " + c.name + "_run" +
           frame + ")");
  out.line("{");
  out.indent();
  out.line("volatile char " + p + "apart[" +
           std::to_string(2 * c.caches->lineBytes) + "];");
  out.line(p + "apart[0] = 0;");
  out.line("return " + c.name + "_run_below(" + p + "f, " + p + "apart) + " +
           p + "apart[0];");
  out.close();
  out.line("");
  return out.take();
}

std::vector<std::string> lineTests(const RegionContext &c) {
  std::vector<std::string> tests;
  if (!c.caches)
    return tests;
  for (ObjectId id : c.caches->aligned) {
    const Object &object = c.program[id];
    tests.push_back(c.naming.prefix + "is_at_line(" +
                    (object.isPointer ? "" : "&") + object.name + ", " +
                    std::to_string(c.caches->lineBytes) + ")");
  }
  return tests;
}

std::string lineAttribute(const RegionContext &c, ObjectId object) {
  if (!c.caches || c.program[object].isPointer ||
      !std::binary_search(c.caches->aligned.begin(), c.caches->aligned.end(),
                          object))
    return "";
  return " __attribute__((aligned(" + std::to_string(c.caches->lineBytes) +
         ")))";
}

std::vector<uint32_t> declaratorEnds(const Program &program, UnitId unit,
                                     ObjectId id) {
  const Object &object = program[id];
  const llvm::StringRef text = program[unit].text;
  if (object.kind == ObjectKind::Global)
    return !isValid(object.unit) || object.unit == unit
               ? FileScope(text, object.name).find()
               : std::vector<uint32_t>();
  std::vector<uint32_t> ends;
  for (const Hole &hole : program[unit].holes)
    if (hole.object == id && hole.isDeclarator)
      if (uint32_t end = endOfDeclarator(text, hole.end))
        ends.push_back(end);
  return ends;
}

} // namespace hocket::codegen
