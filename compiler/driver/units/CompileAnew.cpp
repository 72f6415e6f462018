// SPDX-License-Identifier: Apache-2.0
#include "driver/units/CompileAnew.h"

#include "driver/cache/ObjectKeys.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <optional>
#include <thread>

namespace hocket::driver {
namespace {

/// A text that is to be compiled, and what came of it.
struct Job {
  std::vector<std::string> words;
  std::string object;
  std::string key; ///< empty: not to be kept
  Compiler::Result run;
};

/// How a text that stands for the unit is compiled, but for the files.
std::vector<std::string> compileWords(const Unit &unit, bool isReordered,
                                      const EmittedTexts &emitted) {
  std::vector<std::string> words;
  if (isReordered)
    words = emitted.flags;
  words.insert(words.end(), unit.flags.begin(), unit.flags.end());
  // Its warnings were shown when it was compiled.
  for (const char *word : {"-w", "-c"})
    words.push_back(word);
  return words;
}

/// Other builds run at the same time, as far as we know.
unsigned numWorkers(std::size_t jobs) {
  constexpr unsigned most = 4;
  const unsigned here = std::max(1u, std::thread::hardware_concurrency());
  return unsigned(std::min<std::size_t>({most, here, jobs}));
}

/// Until one of them fails.
void runAll(std::vector<Job> &jobs, const Compiler &compiler) {
  llvm::outs().flush(); // each run would
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> hasFailed = false;
  auto work = [&] {
    for (std::size_t i; !hasFailed && (i = next++) < jobs.size();) {
      jobs[i].run = compiler.run(jobs[i].words);
      if (jobs[i].run.status != 0)
        hasFailed = true;
    }
  };
  std::vector<std::future<void>> others;
  for (unsigned i = 1; i < numWorkers(jobs.size()); ++i)
    others.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void> &other : others)
    other.get();
}

} // namespace

NewObjects compileAnew(const LinkedProgram &program, const Compiler &compiler,
                       const EmittedTexts &emitted, const Store &store,
                       TempFiles &temp) {
  const std::vector<std::string> &texts = emitted.units;
  ObjectKeys keys(compiler);
  NewObjects result;
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Unit &unit = program.units[i].unit;
    result.paths.emplace_back();
    if (texts[i] == unit.text)
      continue;
    const std::string stem = llvm::sys::path::stem(unit.source).str();
    Job job;
    job.object = result.paths.back() = temp.create(stem, "o");
    job.words = compileWords(
        unit, !emitted.isReordered.empty() && emitted.isReordered[i], emitted);
    if (store.isOpen())
      job.key = keys.of(job.words, texts[i]);
    if (std::optional<std::string> kept = store.find(job.key)) {
      TempFiles::write(job.object, *kept);
      continue;
    }
    const std::string file = temp.create(stem, "i");
    TempFiles::write(file, texts[i]);
    for (const std::string &word :
         {std::string("-o"), job.object, std::string("-x"),
          std::string("cpp-output"), file})
      job.words.push_back(word);
    jobs.push_back(std::move(job));
  }
  runAll(jobs, compiler);
  for (Job &job : jobs)
    if (job.run.status != 0) {
      result.run = std::move(job.run);
      return result;
    }
  for (const Job &job : jobs)
    if (!job.key.empty())
      store.keep(job.key, TempFiles::read(job.object));
  return result;
}

} // namespace hocket::driver
