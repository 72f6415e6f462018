// SPDX-License-Identifier: Apache-2.0
//
// Which members of an archive a link takes, only the linker knows: it is asked
// by a link on trial.
#include "driver/units/LinkedProgram.h"

#include "driver/command/PassThrough.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::driver {
namespace {

using Flags = std::vector<std::string>;

/// Says nothing of what the text means nor of what its values may be: each unit
/// keeps its own.
bool isOfTheObject(llvm::StringRef word) {
  constexpr llvm::StringRef begins[] = {"-g",
                                        "-fPI",
                                        "-fpi",
                                        "-fno-pi",
                                        "-fno-PI",
                                        "-fvisibility",
                                        "-fstack-protector",
                                        "-fno-stack-protector",
                                        "-fomit-frame-pointer",
                                        "-fno-omit-frame-pointer",
                                        "-ffunction-sections",
                                        "-fdata-sections",
                                        "-fno-plt",
                                        "-fno-semantic-interposition",
                                        "-fasynchronous-unwind-tables",
                                        "-fno-asynchronous-unwind-tables",
                                        "-fstack-clash-protection",
                                        "-fcf-protection",
                                        "-pthread"};
  return llvm::any_of(
      begins, [&](llvm::StringRef begin) { return word.starts_with(begin); });
}

/// Levels that allow an optimizer the same are one.
Flags meaning(const Unit &unit) {
  Flags flags = unit.flags;
  llvm::erase_if(flags, isOfTheObject);
  std::replace(flags.begin(), flags.end(), std::string("-O3"),
               std::string("-O2"));
  return flags;
}

/// What the flags say that most of the text was compiled with.
Flags commonMeaning(const std::vector<LinkedUnit> &units) {
  std::map<Flags, std::size_t> bytes;
  for (const LinkedUnit &linked : units)
    bytes[meaning(linked.unit)] += linked.unit.text.size();
  auto most = std::max_element(
      bytes.begin(), bytes.end(),
      [](const auto &a, const auto &b) { return a.second < b.second; });
  return most == bytes.end() ? Flags() : most->first;
}

std::string pathOf(const Options &options, const LinkedUnit &linked) {
  const std::string &file = options.arguments[linked.argument].value();
  return linked.member.empty() ? file : file + "(" + linked.member + ")";
}

/// Drops the units that cannot be read with the others.
void dropStrangers(const Options &options, std::vector<LinkedUnit> &units,
                   std::vector<UnreadObject> &unread) {
  llvm::erase_if(units, [&](const LinkedUnit &linked) {
    if (linked.unit.compiler == options.compiler)
      return false;
    unread.push_back({pathOf(options, linked),
                      "it was compiled by '" + linked.unit.compiler + "'"});
    return true;
  });
  const Flags common = commonMeaning(units);
  llvm::erase_if(units, [&](const LinkedUnit &linked) {
    if (meaning(linked.unit) == common)
      return false;
    unread.push_back({pathOf(options, linked),
                      "it was compiled with other options than most"});
    return true;
  });
}

/// GNU ld writes (ARCHIVE)MEMBER, others ARCHIVE(MEMBER), as we do.
std::string asPath(llvm::StringRef line) {
  if (!line.consume_front("("))
    return line.str();
  std::size_t end = line.rfind(')');
  return end == llvm::StringRef::npos
             ? line.str()
             : (line.take_front(end) + "(" + line.drop_front(end + 1) + ")")
                   .str();
}

/// What the linker says that it takes (GNU ld names members where asked twice);
/// nothing without archives that carry units.
llvm::StringSet<> askLinker(const Options &options, const Compiler &compiler,
                            TempFiles &temp,
                            const std::vector<LinkedUnit> &units) {
  llvm::StringSet<> taken;
  if (llvm::none_of(units, [](const LinkedUnit &linked) {
        return !linked.member.empty();
      }))
    return taken;
  std::vector<std::string> words;
  for (const Argument &argument : options.arguments)
    if (argument.role != ArgRole::Output)
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  for (const std::string &word :
       {std::string("-Wl,--trace,--trace"), std::string("-o"),
        temp.create("link", "out")})
    words.push_back(word);
  Compiler::Result run = compiler.run(words);
  llvm::SmallVector<llvm::StringRef, 64> lines;
  if (run.status == 0)
    llvm::StringRef(run.output).split(lines, '\n');
  for (llvm::StringRef line : lines)
    taken.insert(asPath(line.trim()));
  return taken;
}

bool isSameFile(const Argument &a, const Argument &b) {
  bool same = false;
  return a.role == ArgRole::LinkerInput && b.role == ArgRole::LinkerInput &&
         !llvm::sys::fs::equivalent(a.value(), b.value(), same) && same;
}

/// Archives with units of which no other member is linked: no code that we do
/// not see.
std::set<std::size_t> wholeArchives(const Options &options,
                                    const std::vector<LinkedUnit> &units,
                                    const llvm::StringSet<> &taken) {
  std::set<std::size_t> result;
  std::set<std::string> known;
  for (const LinkedUnit &linked : units)
    known.insert(pathOf(options, linked));
  for (const LinkedUnit &linked : units) {
    const std::string begin = options.arguments[linked.argument].value() + "(";
    bool isWhole = llvm::all_of(taken.keys(), [&](llvm::StringRef line) {
      return !line.starts_with(begin) || known.count(line.str()) != 0;
    });
    if (linked.member.empty() || !isWhole)
      continue;
    for (std::size_t i = linked.argument; i < options.arguments.size(); ++i)
      if (isSameFile(options.arguments[i], options.arguments[linked.argument]))
        result.insert(i);
  }
  return result;
}

/// Archives stand in a command more than once where they need each other; what
/// is new takes the first one's place. Of objects that is the linker's
/// business, as where the names differ.
bool isRepeated(const Options &options, const Argument &argument,
                bool isArchive) {
  unsigned others = 0;
  bool isFirst = true;
  for (const Argument &other : options.arguments) {
    if (&other == &argument)
      isFirst = false;
    else if (isSameFile(other, argument)) {
      bool isHarmless = isArchive && other.value() == argument.value();
      if (!isHarmless || isFirst)
        ++others;
    }
  }
  return others != 0;
}

std::vector<LinkedUnit> readUnits(const Options &options,
                                  std::vector<UnreadObject> &unread) {
  std::vector<LinkedUnit> units;
  const bool takesWhole =
      llvm::any_of(join(options.arguments), [](llvm::StringRef word) {
        return word.contains("-whole-archive");
      });
  for (std::size_t i = 0; i < options.arguments.size(); ++i) {
    const Argument &argument = options.arguments[i];
    if (argument.role != ArgRole::LinkerInput)
      continue;
    std::vector<CarriedUnit> found = findUnits(argument.value(), unread);
    // All members come in, also those that new objects stand for.
    if (takesWhole)
      llvm::erase_if(found, [](const CarriedUnit &carried) {
        return !carried.member.empty();
      });
    if (found.empty() ||
        isRepeated(options, argument, !found.front().member.empty()))
      continue;
    for (CarriedUnit &carried : found)
      units.push_back({i, carried.member, std::move(carried.unit)});
  }
  return units;
}

/// A text as an input of the command, by a name that is right here. Two of one
/// name are told apart by where they were compiled, or else by a number.
Argument inputOf(const Unit &unit, llvm::StringSet<> &names) {
  llvm::SmallString<128> here, place(unit.directory);
  llvm::sys::fs::current_path(here);
  llvm::sys::path::append(place, unit.source);
  const bool isAbsolute = llvm::sys::path::is_absolute(unit.source);
  const std::string whole = isAbsolute ? unit.source : place.str().str();
  std::string name = here == unit.directory ? unit.source : whole;
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = number == 1 ? whole : std::to_string(number) + "." + whole;
  Argument argument;
  argument.words = {name};
  argument.role = ArgRole::PreprocessedC;
  argument.values = {name};
  return argument;
}

std::vector<Argument> programArguments(const Options &options,
                                       const std::vector<LinkedUnit> &units,
                                       const std::set<std::size_t> &archives) {
  bool isComplete = true;
  std::vector<Argument> arguments =
      cutCommandLine(units.front().unit.flags, isComplete);
  llvm::StringSet<> names;
  std::size_t next = 0;
  for (std::size_t i = 0; i < options.arguments.size(); ++i) {
    bool isRead = archives.count(i) != 0;
    for (; next < units.size() && units[next].argument == i; ++next) {
      arguments.push_back(inputOf(units[next].unit, names));
      isRead |= units[next].member.empty();
    }
    // What the link command says of compiling is for no file.
    if (!isRead && options.arguments[i].role != ArgRole::Other)
      arguments.push_back(options.arguments[i]);
  }
  return arguments;
}

/// The program's arguments and what the link command says of compiling.
std::vector<Argument> allArguments(const Options &options,
                                   const Options &joined) {
  std::vector<Argument> all = joined.arguments;
  for (const Argument &argument : options.arguments)
    if (argument.role == ArgRole::Other)
      all.push_back(argument);
  return all;
}

/// Why units are of no use in this link; empty: they are.
std::string whyNotJoined(const Options &options, const Options &joined) {
  const std::vector<Argument> all = allArguments(options, joined);
  if (std::string reason = passThroughReason(all); !reason.empty())
    return reason;
  if (options.facts.anySanitizer != joined.facts.anySanitizer ||
      options.facts.threadSanitizer != joined.facts.threadSanitizer ||
      options.facts.memorySanitizer != joined.facts.memorySanitizer)
    return "its objects are compiled with other sanitizers than it links";
  return "";
}

/// The command could be ours but for its inputs.
bool isPlainLink(const Options &options) {
  return options.cInputs().empty() && !options.noWholeProgram &&
         !options.checkDependences && !options.noParallel &&
         options.facts.passThroughReason ==
             passThroughReason(options.arguments) &&
         llvm::none_of(options.arguments, [](const Argument &argument) {
           return argument.role == ArgRole::OtherSource ||
                  argument.role == ArgRole::Language ||
                  argument.role == ArgRole::StandardInput;
         });
}

} // namespace

LinkedProgram readLink(const Options &options, const Compiler &compiler,
                       TempFiles &temp, std::vector<UnreadObject> &unread) {
  LinkedProgram program;
  if (!isPlainLink(options))
    return program;
  program.units = readUnits(options, unread);
  const llvm::StringSet<> taken =
      askLinker(options, compiler, temp, program.units);
  llvm::erase_if(program.units, [&](const LinkedUnit &linked) {
    return !linked.member.empty() && !taken.contains(pathOf(options, linked));
  });
  dropStrangers(options, program.units, unread);
  if (program.units.empty())
    return program;
  program.options = options;
  Options &joined = program.options;
  joined.arguments = programArguments(
      options, program.units, wholeArchives(options, program.units, taken));
  joined.facts = readCommand(joined.arguments);
  // Whoever says so, the compiler may bring in code of its own (-specs=).
  joined.facts.hasForeignCode |=
      readCommand(allArguments(options, joined)).hasForeignCode;
  joined.facts.passThroughReason = whyNotJoined(options, joined);
  return program;
}

std::vector<std::string> linkCommand(const Options &options,
                                     const LinkedProgram &program,
                                     const std::vector<std::string> &objects) {
  std::vector<std::string> words;
  std::size_t next = 0;
  for (std::size_t i = 0; i < options.arguments.size(); ++i) {
    bool isReplaced = false;
    for (; next < program.units.size() && program.units[next].argument == i;
         ++next)
      if (!objects[next].empty()) {
        words.push_back(objects[next]);
        isReplaced |= program.units[next].member.empty();
      }
    const std::vector<std::string> &own = options.arguments[i].words;
    if (!isReplaced)
      words.insert(words.end(), own.begin(), own.end());
  }
  return words;
}

} // namespace hocket::driver
