// SPDX-License-Identifier: Apache-2.0
#include "driver/EmitFiles.h"

#include "codegen/EmitDirectory.h"
#include "driver/system/Errors.h"
#include "driver/system/Installation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace hocket::driver {

namespace {

using llvm::StringRef;

std::string joined(const std::string &directory, const std::string &name) {
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// A C identifier-like name for CMake's target.
std::string targetName(const std::string &output) {
  std::string name = llvm::sys::path::stem(output).str();
  for (char &c : name)
    if (!llvm::isAlnum(c) && c != '_' && c != '-')
      c = '_';
  return name.empty() || name == "hocket" ? "app" : name;
}

std::string quoted(StringRef word) {
  std::string text = "\"";
  for (char c : word) {
    if (c == '"' || c == '\\' || c == '$')
      text += '\\';
    text += c;
  }
  return text + "\"";
}

/// Options that the emitted C is to be compiled with: what the user gave, less
/// what named files or is done already.
std::vector<std::string> compileOptions(const Options &options) {
  std::vector<std::string> words;
  for (const Argument &a : options.arguments) {
    bool isMacro = StringRef(a.name).starts_with("-D") ||
                   StringRef(a.name).starts_with("-U");
    if (a.role == ArgRole::Other ||
        (a.role == ArgRole::Preprocessor && isMacro))
      words.insert(words.end(), a.words.begin(), a.words.end());
  }
  return words;
}

/// Libraries and linker options, in order.
std::vector<std::string> linkOptions(const Options &options) {
  std::vector<std::string> words;
  for (const Argument &a : options.arguments) {
    if (a.role == ArgRole::Link)
      words.insert(words.end(), a.words.begin(), a.words.end());
    if (a.role == ArgRole::LinkerInput) {
      llvm::SmallString<256> path(a.value());
      llvm::sys::fs::make_absolute(path);
      words.push_back(path.str().str());
    }
  }
  return words;
}

std::string quotedList(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += " " + quoted(word);
  return text;
}

std::string cmakeText(const std::vector<std::string> &sources,
                      const EmittedTexts &emitted, const Options &options) {
  std::string name = targetName(options.facts.output);
  std::string text = "# Made by hocketcc: per-core C and its runtime.\n"
                     "cmake_minimum_required(VERSION 3.13)\n"
                     "project(" +
                     name +
                     " C)\n"
                     "find_package(Threads REQUIRED)\n"
                     "add_subdirectory(hocket)\n"
                     "add_executable(" +
                     name + quotedList(sources) + ")\n";
  // gcc's own, for speed alone; another compiler may build the directory.
  std::string compile;
  for (const std::string &flag : emitted.flags)
    compile += " $<$<C_COMPILER_ID:GNU>:" + flag + ">";
  compile += quotedList(compileOptions(options));
  if (!compile.empty())
    text += "target_compile_options(" + name + " PRIVATE" + compile + ")\n";
  return text + "target_link_libraries(" + name + " PRIVATE hocket" +
         (emitted.triesLoops ? " " + quoted(wrapsHeap) : "") +
         quotedList(linkOptions(options)) + " Threads::Threads)\n";
}

/// libhocket's own sources, as they are.
void addRuntime(const Options &options, std::vector<OutputFile> &files) {
  std::string root = runtimeSources();
  if (!llvm::sys::fs::is_directory(root))
    throw UserError("--emit: the sources of libhocket are not at " + root);
  std::error_code error;
  std::vector<std::string> paths;
  for (llvm::sys::fs::recursive_directory_iterator it(root, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::fs::is_regular_file(it->path()))
      paths.push_back(it->path());
  std::sort(paths.begin(), paths.end());
  for (const std::string &path : paths) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      throw UserError(path + ": " + buffer.getError().message());
    files.push_back(
        {joined(options.emitDirectory, "hocket" + path.substr(root.size())),
         (*buffer)->getBuffer().str()});
  }
}

/// The units' file names, told apart where two are the same.
std::vector<std::string>
fileNames(const std::vector<codegen::EmittedUnit> &units) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const codegen::EmittedUnit &unit : units) {
    std::string stem = llvm::sys::path::stem(unit.path).str();
    std::string name = stem + ".c";
    for (unsigned n = 2; !taken.insert(name).second; ++n)
      name = stem + "_" + std::to_string(n) + ".c";
    names.push_back(name);
  }
  return names;
}

/// "heat.c-9-diffuse", and behind it what tells a level inside from the
/// region's own: ".loop-12".
std::string levelName(const ir::Program &program,
                      const taskgraph::Region &region,
                      const taskgraph::Level &level) {
  const ir::Node &first =
      program[program[region.block].as<ir::Block>()->children[region.first]];
  std::string name = llvm::sys::path::filename(first.location.file).str() +
                     "-" + std::to_string(first.location.line) + "-" +
                     program[region.function].name;
  if (level.parent != taskgraph::none)
    name += (level.repeats ? ".loop-" : ".branch-") +
            std::to_string(program[level.node].location.line);
  return name;
}

} // namespace

std::vector<OutputFile> scheduleFiles(const ir::Program &program,
                                      const planning::PlannedProgram &planned,
                                      const Options &options) {
  std::vector<OutputFile> files;
  std::set<std::string> taken;
  for (const planning::PlannedRegion &r : planned.regions)
    for (size_t l = 0; l < r.plan.levels.size(); ++l) {
      const taskgraph::Region &region = r.graph.region;
      const std::string stem = levelName(program, region, region.levels[l]);
      std::string name = stem;
      for (unsigned n = 2; !taken.insert(name).second; ++n)
        name = stem + "-" + std::to_string(n);
      const taskgraph::LevelPlan &level = r.plan.levels[l];
      files.push_back(
          {joined(joined(options.emitDirectory, "schedules"), name + ".json"),
           scheduling::toJson(level.problem, &level.schedule)});
    }
  return files;
}

std::vector<OutputFile>
emittedFiles(const std::vector<codegen::EmittedUnit> &units,
             const std::vector<std::string> &featureMacros,
             const EmittedTexts &emitted, const Options &options) {
  std::vector<OutputFile> files;
  std::vector<std::string> names = fileNames(units);
  for (size_t i = 0; i < units.size(); ++i)
    files.push_back({joined(options.emitDirectory, names[i]),
                     codegen::readableUnit(units[i], featureMacros[i])});
  files.push_back({joined(options.emitDirectory, "CMakeLists.txt"),
                   cmakeText(names, emitted, options)});
  addRuntime(options, files);
  return files;
}

} // namespace hocket::driver
