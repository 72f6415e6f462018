// SPDX-License-Identifier: Apache-2.0
//
// A fuzzer for compilers without one: takes files that are right, damages them
// in the ways people and programs do - words and lines that are changed,
// doubled, lost, exchanged; bytes of any kind - and hands them on. The same
// seed makes the same inputs: with --left each stands in a file while it is
// read, which takes longer, and the one that ends the program stays there.
//
//   NAME [--seed=N] [--runs=N] [--left=FILE] FILE...
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

constexpr size_t mostBytes = 1 << 15;

class Mutator {
public:
  Mutator(std::vector<std::string> files, uint64_t seed)
      : files_(std::move(files)), random_(seed) {
    for (const std::string &file : files_)
      addWords(file);
    // Where numbers, YAML and text in general have their edges.
    for (const char *word :
         {"-1",          "0",  "1e308",       "1e-300", "nan",
          "inf",         "0x", "4294967296",  "4095",   "4096",
          "0-4095",      "''", "\"\\u0000\"", "&a",     "*a",
          "!!str",       "|",  ">",           "---",    "...",
          "{}",          "[]", "{",           "]",      "? ",
          "#",           "%",  "\t",          "\xff",   "\xef\xbb\xbf",
          "\xe2\x80\xa8"})
      words_.push_back(word);
  }

  std::string next() {
    std::string text = one(files_);
    for (size_t changes = 1 + below(6); changes > 0; --changes)
      change(text);
    text.resize(std::min(text.size(), mostBytes));
    return text;
  }

private:
  void addWords(const std::string &file) {
    constexpr const char *between = " \n,:{}[]\"'#";
    for (size_t at = 0; at < file.size();) {
      size_t end = std::min(file.find_first_of(between, at), file.size());
      if (end > at)
        words_.push_back(file.substr(at, end - at));
      at = end + 1;
    }
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  }

  void change(std::string &text) {
    size_t at = below(text.size() + 1);
    switch (below(9)) {
    case 0: // a byte
      if (at < text.size())
        text[at] = char(below(256));
      break;
    case 1: // a word more
      text.insert(at, one(words_));
      break;
    case 2: // a word in another's place
    case 3:
      replaceWord(text, at);
      break;
    case 4: // a piece lost
      text.erase(at, 1 + below(20));
      break;
    case 5: // a line lost
      text.erase(lineAt(text, at), lengthAt(text, at));
      break;
    case 6: { // a line doubled, or put where another one is
      std::string line = text.substr(lineAt(text, at), lengthAt(text, at));
      text.insert(lineAt(text, below(text.size() + 1)), line);
      break;
    }
    case 7: // deeper, or less deep
      text.insert(lineAt(text, at), below(2) ? "  " : " - ");
      break;
    case 8: // the end of another file
      text.resize(at);
      text += tailOf(one(files_));
      break;
    }
  }

  void replaceWord(std::string &text, size_t at) {
    auto isWord = [](char c) { return std::strchr(" \n,:{}[]", c) == nullptr; };
    size_t end = at;
    while (at > 0 && isWord(text[at - 1]))
      --at;
    while (end < text.size() && isWord(text[end]))
      ++end;
    text.replace(at, end - at, one(words_));
  }

  std::string tailOf(const std::string &text) {
    return text.substr(lineAt(text, below(text.size() + 1)));
  }

  static size_t lineAt(const std::string &text, size_t at) {
    size_t end = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return end == std::string::npos ? 0 : end + 1;
  }

  static size_t lengthAt(const std::string &text, size_t at) {
    size_t begin = lineAt(text, at), end = text.find('\n', begin);
    return (end == std::string::npos ? text.size() : end + 1) - begin;
  }

  /// Not a distribution of the library: those differ from one to the next.
  size_t below(size_t limit) { return size_t(random_() % limit); }

  const std::string &one(const std::vector<std::string> &of) {
    return of[below(of.size())];
  }

  std::vector<std::string> files_, words_;
  std::mt19937_64 random_;
};

std::string read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(const std::string &input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()),
                         input.size());
}

} // namespace

int main(int argc, char **argv) {
  uint64_t seed = std::random_device()(), runs = 20000;
  std::string left;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word.rfind("--seed=", 0) == 0)
      seed = std::stoull(word.substr(7));
    else if (word.rfind("--runs=", 0) == 0)
      runs = std::stoull(word.substr(7));
    else if (word.rfind("--left=", 0) == 0)
      left = word.substr(7);
    else
      files.push_back(read(argv[i]));
  }
  if (files.empty()) {
    std::fprintf(stderr,
                 "usage: %s [--seed=N] [--runs=N] [--left=FILE] FILE...\n",
                 argv[0]);
    return 1;
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  for (const std::string &file : files)
    run(file);
  Mutator mutator(files, seed);
  for (uint64_t i = 0; i < runs; ++i) {
    std::string input = mutator.next();
    if (!left.empty())
      std::ofstream(left, std::ios::binary) << input;
    run(input);
  }
  if (!left.empty())
    std::remove(left.c_str());
  std::printf("%llu inputs\n", static_cast<unsigned long long>(runs));
  return 0;
}
