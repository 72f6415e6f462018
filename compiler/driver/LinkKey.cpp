// SPDX-License-Identifier: Apache-2.0
//
// Everything that the pipeline looks at. The texts come from the objects: no
// time stamp of a file counts, and no file is missed.
#include "driver/LinkKey.h"

#include "driver/cache/Identity.h"
#include "driver/cache/Key.h"
#include "soc/LoadSpec.h"

#include "llvm/Support/MemoryBuffer.h"

#include <set>

namespace hocket::driver {
namespace {

/// Files beside the program, or what stages print, which no link keeps; or what
/// a run of the compiler behind answers, which may fail once.
bool asksForMore(const Options &options) {
  return options.pinsSums || !options.emitDirectory.empty() ||
         !options.reports.empty() || options.stopAfter ||
         !options.printAfter.empty() || options.timePhases ||
         options.checkDependences || options.profileGenerate;
}

void addUnit(Key &key, const LinkedUnit &linked) {
  key.add(std::to_string(linked.argument));
  key.add(linked.member);
  key.add(linked.unit.source);
  key.add(linked.unit.directory);
  key.add(linked.unit.compiler);
  key.add(linked.unit.flags);
  key.add(linked.unit.text);
}

/// What the compiler is to each of the units; false: not known.
bool addCompiler(Key &key, const LinkedProgram &linked,
                 const Compiler &compiler) {
  std::set<std::vector<std::string>> all;
  for (const LinkedUnit &unit : linked.units)
    all.insert(unit.unit.flags);
  for (const std::vector<std::string> &flags : all) {
    std::optional<std::string> identity = compilerIdentity(compiler, flags);
    if (!identity)
      return false;
    key.add(*identity);
  }
  return true;
}

/// What earlier runs have shown; false: it cannot be read.
bool addProfiles(Key &key, const std::vector<std::string> &files) {
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return false;
    key.add((*buffer)->getBuffer());
  }
  return true;
}

} // namespace

std::string linkKey(const Options &asked, const LinkedProgram &linked,
                    const Compiler &compiler, const TargetMachine &target,
                    const soc::SocSpec &soc) {
  if (asksForMore(asked))
    return "";
  Key key("link 1");
  key.add(ownCode());
  addSurroundings(key);
  key.add(asked.words);
  key.add(asked.compiler);
  key.add(join(linked.options.arguments));
  key.add(linked.options.facts.hasForeignCode ? "foreign code" : "");
  for (const LinkedUnit &unit : linked.units)
    addUnit(key, unit);
  key.add(soc::toYaml(soc));
  key.add(target.triple);
  key.add(target.isThisMachine ? "here" : "");
  key.add(std::vector<std::string>(target.macros.begin(), target.macros.end()));
  if (!addProfiles(key, asked.profileUse) ||
      !addCompiler(key, linked, compiler))
    return "";
  return key.digest() + ".program";
}

} // namespace hocket::driver
