// SPDX-License-Identifier: Apache-2.0
//
// The form: a magic word with the form's number; the number of bytes of the
// head, as 8 digits; the head in JSON, with a digest of all that it says and of
// the text; the text, compressed.
#include "driver/units/Unit.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

namespace hocket::driver {
namespace {

namespace compression = llvm::compression;

constexpr llvm::StringRef Magic = "hocket unit 2\n";
constexpr llvm::StringRef AnyMagic = "hocket unit ";
constexpr std::size_t LengthDigits = 8;
/// No preprocessed unit is longer; a damaged length is not believed.
constexpr uint64_t MostText = uint64_t(1) << 32;

/// Of all that a unit is. An option that a flipped bit made another would give
/// the text another meaning.
std::string digestOf(const Unit &unit) {
  llvm::SHA256 hash;
  auto add = [&](llvm::StringRef part) {
    hash.update(std::to_string(part.size()) + "\n");
    hash.update(part);
  };
  for (llvm::StringRef part :
       {llvm::StringRef(unit.source), llvm::StringRef(unit.directory),
        llvm::StringRef(unit.compiler), llvm::StringRef(unit.digest)})
    add(part);
  for (const std::string &flag : unit.flags)
    add(flag);
  add(unit.text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

llvm::Error otherVersion() {
  return llvm::createStringError(
      "its unit is of another version of Hocket than " HOCKET_VERSION);
}

llvm::Error damaged(const char *what) {
  return llvm::createStringError(std::string("its unit is damaged: ") + what);
}

bool isReadable(const Unit &unit) {
  bool result = llvm::json::isUTF8(unit.source) &&
                llvm::json::isUTF8(unit.directory) &&
                llvm::json::isUTF8(unit.compiler);
  for (const std::string &flag : unit.flags)
    result &= llvm::json::isUTF8(flag);
  return result;
}

llvm::Expected<Unit> readHead(llvm::StringRef head, uint64_t &length,
                              std::string &digest) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(head);
  if (!value) {
    llvm::consumeError(value.takeError());
    return damaged("its head cannot be read");
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return damaged("its head is no object");
  if (object->getString("version") != llvm::StringRef(HOCKET_VERSION))
    return otherVersion();
  auto text = [&](const char *key, std::string &to) {
    std::optional<llvm::StringRef> found = object->getString(key);
    to = found.value_or("").str();
    return found.has_value();
  };
  Unit unit;
  std::optional<int64_t> size = object->getInteger("length");
  const llvm::json::Array *flags = object->getArray("flags");
  if (!text("source", unit.source) || !text("directory", unit.directory) ||
      !text("compiler", unit.compiler) || !text("object", unit.digest) ||
      !text("digest", digest) || !size || *size < 0 ||
      uint64_t(*size) > MostText || !flags)
    return damaged("its head lacks a part");
  length = uint64_t(*size);
  for (const llvm::json::Value &flag : *flags) {
    std::optional<llvm::StringRef> word = flag.getAsString();
    if (!word)
      return damaged("an option is no text");
    unit.flags.push_back(word->str());
  }
  return unit;
}

llvm::Expected<std::string> expand(llvm::StringRef packed, uint64_t length) {
  if (!compression::zlib::isAvailable())
    return damaged("this build cannot expand it");
  llvm::SmallVector<uint8_t, 0> out;
  // The most that the format can expand to: no more memory is asked for.
  if (length > packed.size() * uint64_t(1032) + 64)
    return damaged("its length cannot be true");
  if (llvm::Error error = compression::zlib::decompress(
          llvm::arrayRefFromStringRef(packed), out, length)) {
    llvm::consumeError(std::move(error));
    return damaged("its text cannot be expanded");
  }
  return llvm::toStringRef(out).str();
}

} // namespace

llvm::Expected<std::string> pack(const Unit &unit) {
  if (!compression::zlib::isAvailable())
    return llvm::createStringError("this build cannot compress");
  if (!isReadable(unit))
    return llvm::createStringError("a name is not in UTF-8");
  llvm::json::Object head{{"version", HOCKET_VERSION},
                          {"source", unit.source},
                          {"directory", unit.directory},
                          {"compiler", unit.compiler},
                          {"flags", llvm::json::Array(unit.flags)},
                          {"object", unit.digest},
                          {"digest", digestOf(unit)},
                          {"length", int64_t(unit.text.size())}};
  std::string text = llvm::formatv("{0}", llvm::json::Value(std::move(head)));
  llvm::SmallVector<uint8_t, 0> packed;
  compression::zlib::compress(llvm::arrayRefFromStringRef(unit.text), packed);
  return (Magic + llvm::formatv("{0,8}", text.size()).str() + text +
          llvm::toStringRef(packed))
      .str();
}

llvm::Expected<Unit> unpack(llvm::StringRef bytes) {
  if (!bytes.consume_front(Magic))
    return bytes.starts_with(AnyMagic) ? otherVersion()
                                       : damaged("it does not begin as one");
  uint64_t size = 0;
  if (bytes.size() < LengthDigits ||
      bytes.take_front(LengthDigits).ltrim().getAsInteger(10, size) ||
      size > bytes.size() - LengthDigits)
    return damaged("it is cut off");
  bytes = bytes.drop_front(LengthDigits);
  uint64_t length = 0;
  std::string digest;
  llvm::Expected<Unit> unit = readHead(bytes.take_front(size), length, digest);
  if (!unit)
    return unit.takeError();
  llvm::Expected<std::string> text = expand(bytes.drop_front(size), length);
  if (!text)
    return text.takeError();
  unit->text = std::move(*text);
  if (digestOf(*unit) != digest)
    return damaged("it is not what it was");
  return unit;
}

} // namespace hocket::driver
