// SPDX-License-Identifier: Apache-2.0
//
// LLVM's YAML parser hands out nodes as it reads; this copies them at once. Its
// nesting is recursive, so depth and size are limited before the stack is.
#include "soc/YamlValue.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <algorithm>

namespace hocket::soc {
namespace {

constexpr unsigned maxDepth = 32;
constexpr size_t maxBytes = 1 << 20;

class TreeBuilder {
public:
  TreeBuilder(std::string_view text, const std::string &file,
              std::vector<SpecError> &errors)
      : file_(file), errors_(errors), before_(errors.size()),
        text_(text.data(), text.size()), stream_(text_, sources_, false) {
    sources_.setDiagHandler(
        [](const llvm::SMDiagnostic &problem, void *self) {
          static_cast<TreeBuilder *>(self)->syntaxError(problem);
        },
        this);
  }

  std::optional<YamlValue> build() {
    auto document = stream_.begin();
    YamlValue root;
    if (document != stream_.end()) {
      if (llvm::yaml::Node *node = document->getRoot())
        root = convert(*node, 0);
      if (!failed() && ++document != stream_.end() && !failed())
        fail(root.where, "a second YAML document starts here or before; "
                         "expected one document in a spec");
    }
    if (failed())
      return std::nullopt;
    return root;
  }

private:
  YamlValue convert(llvm::yaml::Node &node, unsigned depth) {
    YamlValue value;
    value.where = place(startOf(node));
    if (depth > maxDepth) {
      fail(value.where, "nested too deeply for a SoC spec");
      return value;
    }
    if (auto *scalar = llvm::dyn_cast<llvm::yaml::ScalarNode>(&node)) {
      llvm::SmallString<64> storage;
      value.kind = YamlValue::Kind::Scalar;
      value.scalar = scalar->getValue(storage).str();
    } else if (auto *block =
                   llvm::dyn_cast<llvm::yaml::BlockScalarNode>(&node)) {
      value.kind = YamlValue::Kind::Scalar;
      value.scalar = block->getValue().str();
    } else if (auto *list = llvm::dyn_cast<llvm::yaml::SequenceNode>(&node)) {
      value.kind = YamlValue::Kind::List;
      // To step over a node that was not read reads it, however deep it is.
      for (auto item = list->begin(); item != list->end(); ++item) {
        value.items.push_back(convert(*item, depth + 1));
        if (failed())
          break;
      }
    } else if (auto *map = llvm::dyn_cast<llvm::yaml::MappingNode>(&node)) {
      value.kind = YamlValue::Kind::Map;
      llvm::StringSet<> seen;
      for (auto entry = map->begin(); entry != map->end(); ++entry) {
        addEntry(value, seen, *entry, depth);
        if (failed())
          break;
      }
    }
    return value;
  }

  void addEntry(YamlValue &map, llvm::StringSet<> &seen,
                llvm::yaml::KeyValueNode &entry, unsigned depth) {
    auto *key = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(entry.getKey());
    if (!key) {
      fail(map.where, "expected a plain name as key of this map");
      return;
    }
    llvm::SmallString<64> storage;
    std::string name = key->getValue(storage).str();
    SourceLocation where = place(key->getSourceRange().Start);
    llvm::yaml::Node *node = entry.getValue();
    if (!node || failed())
      return;
    if (llvm::isa<llvm::yaml::AliasNode>(node)) {
      fail(where, "aliases ('*name') are not supported; expected the value "
                  "of '" +
                      name + "' itself");
      return;
    }
    YamlValue value = convert(*node, depth + 1);
    if (!value.where.isValid() || value.kind == YamlValue::Kind::Null)
      value.where = where;
    if (!seen.insert(name).second) {
      fail(where, "the key '" + name + "' stands twice in this map");
      return;
    }
    map.keys.push_back(std::move(name));
    map.keyPlaces.push_back(where);
    map.items.push_back(std::move(value));
  }

  /// A list or map in brackets starts at its bracket; the parser says one
  /// later.
  llvm::SMLoc startOf(const llvm::yaml::Node &node) const {
    llvm::SMLoc start = node.getSourceRange().Start;
    bool isNested = llvm::isa<llvm::yaml::SequenceNode>(node) ||
                    llvm::isa<llvm::yaml::MappingNode>(node);
    const char *at = start.getPointer();
    if (isNested && at && at > text_.begin() && at <= text_.end() &&
        (at[-1] == '{' || at[-1] == '['))
      return llvm::SMLoc::getFromPointer(at - 1);
    return start;
  }

  SourceLocation place(llvm::SMLoc at) const {
    if (!at.isValid() || !sources_.FindBufferContainingLoc(at))
      return {file_, 0, 0};
    auto [line, column] = sources_.getLineAndColumn(at);
    return {file_, line, column};
  }

  /// Only the first counts: what comes after it follows from it.
  void syntaxError(const llvm::SMDiagnostic &problem) {
    if (errors_.size() > before_)
      return;
    fail({file_, uint32_t(std::max(1, problem.getLineNo())),
          uint32_t(problem.getColumnNo() + 1)},
         "not valid YAML: " + problem.getMessage().str());
  }

  void fail(SourceLocation where, std::string message) {
    errors_.push_back({std::move(where), std::move(message)});
  }

  bool failed() { return errors_.size() > before_ || stream_.failed(); }

  const std::string &file_;
  std::vector<SpecError> &errors_;
  size_t before_; ///< errors of earlier work
  llvm::StringRef text_;
  llvm::SourceMgr sources_;
  llvm::yaml::Stream stream_;
};

} // namespace

std::optional<YamlValue> parseYaml(std::string_view text,
                                   const std::string &file,
                                   std::vector<SpecError> &errors) {
  if (text.size() > maxBytes) {
    errors.push_back({{file, 1, 1}, "too long for a SoC spec (over 1 MiB)"});
    return std::nullopt;
  }
  // LLVM's scanner wants a terminated buffer.
  std::string copy(text);
  return TreeBuilder(copy, file, errors).build();
}

} // namespace hocket::soc
