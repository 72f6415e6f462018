// SPDX-License-Identifier: Apache-2.0
//
// The section is not loaded, and marked so that linkers leave it out. A tool
// may have changed the object's symbols or code since: then the text is no
// longer what the object does, and a digest of both tells.
#include "driver/units/Objects.h"

#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

namespace hocket::driver {
namespace {

namespace object = llvm::object;
namespace objcopy = llvm::objcopy;

constexpr llvm::StringRef SectionName = ".hocket.unit";

std::string nameOf(const object::SectionRef &section) {
  llvm::Expected<llvm::StringRef> name = section.getName();
  if (name)
    return name->str();
  llvm::consumeError(name.takeError());
  return "";
}

/// What the linker sees of it, but for places: loaded sections and symbols that
/// have a name outside.
std::string digestOf(const object::ELFObjectFileBase &file) {
  std::vector<std::string> parts;
  for (const object::ELFSectionRef section : file.sections()) {
    if (!(section.getFlags() & llvm::ELF::SHF_ALLOC))
      continue;
    std::string part = "section " + nameOf(section) + " " +
                       std::to_string(section.getSize()) + "\n";
    if (section.getType() != llvm::ELF::SHT_NOBITS) {
      llvm::Expected<llvm::StringRef> contents = section.getContents();
      if (contents)
        part += *contents;
      else
        llvm::consumeError(contents.takeError());
    }
    parts.push_back(std::move(part));
  }
  for (const object::ELFSymbolRef symbol : file.symbols()) {
    if (symbol.getBinding() == llvm::ELF::STB_LOCAL)
      continue;
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    parts.push_back("symbol " + std::string(name ? name->str() : "") + " " +
                    std::to_string(symbol.getBinding()) + " " +
                    std::to_string(symbol.getOther()) + " " +
                    std::to_string(flags ? *flags : 0));
    llvm::consumeError(name.takeError());
    llvm::consumeError(flags.takeError());
  }
  std::sort(parts.begin(), parts.end());
  llvm::SHA256 hash;
  for (const std::string &part : parts) {
    hash.update(std::to_string(part.size()) + "\n");
    hash.update(part);
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

/// Copies the object with the section.
llvm::Expected<std::string> withSection(object::ObjectFile &file,
                                        llvm::StringRef bytes) {
  objcopy::ConfigManager config;
  config.Common.AddSection.emplace_back(
      SectionName, llvm::MemoryBuffer::getMemBufferCopy(bytes, SectionName));
  config.Common.SetSectionFlags[SectionName] = {
      SectionName, objcopy::SectionFlag(objcopy::SectionFlag::SecReadonly |
                                        objcopy::SectionFlag::SecExclude)};
  llvm::SmallString<0> copy;
  llvm::raw_svector_ostream out(copy);
  if (llvm::Error error = objcopy::executeObjcopyOnBinary(config, file, out))
    return error;
  return copy.str().str();
}

/// The unit of one object; nothing where it has none. It need not fit.
llvm::Expected<std::optional<Unit>> unitOf(llvm::MemoryBufferRef buffer,
                                           bool &fits) {
  llvm::Expected<std::unique_ptr<object::ObjectFile>> opened =
      object::ObjectFile::createObjectFile(buffer);
  if (!opened) {
    llvm::consumeError(opened.takeError()); // the linker's business
    return std::nullopt;
  }
  const auto *file = llvm::dyn_cast<object::ELFObjectFileBase>(opened->get());
  if (!file || !file->isRelocatableObject())
    return std::nullopt;
  for (const object::SectionRef section : file->sections()) {
    if (nameOf(section) != SectionName)
      continue;
    llvm::Expected<llvm::StringRef> bytes = section.getContents();
    if (!bytes)
      return bytes.takeError();
    llvm::Expected<Unit> unit = unpack(*bytes);
    if (!unit)
      return unit.takeError();
    fits = unit->digest == digestOf(*file);
    return std::move(*unit);
  }
  return std::nullopt;
}

/// Takes what an object carries into `found`.
void take(llvm::MemoryBufferRef buffer, const std::string &path,
          const std::string &member, std::vector<CarriedUnit> &found,
          std::vector<UnreadObject> &unread) {
  const std::string name = member.empty() ? path : path + "(" + member + ")";
  bool fits = true;
  llvm::Expected<std::optional<Unit>> unit = unitOf(buffer, fits);
  if (!unit)
    unread.push_back({name, llvm::toString(unit.takeError()), true});
  else if (!fits)
    unread.push_back({name, "it has been changed since it was compiled"});
  else if (*unit)
    found.push_back({member, std::move(**unit)});
}

void findMembers(const object::Archive &archive, const std::string &path,
                 std::vector<CarriedUnit> &found,
                 std::vector<UnreadObject> &unread) {
  std::map<std::string, unsigned> times; // the linker's words tell no more
  llvm::Error error = llvm::Error::success();
  std::vector<CarriedUnit> all;
  for (const object::Archive::Child &child : archive.children(error)) {
    llvm::Expected<llvm::StringRef> name = child.getName();
    llvm::Expected<llvm::MemoryBufferRef> buffer = child.getMemoryBufferRef();
    if (name && buffer) {
      ++times[name->str()];
      take(*buffer, path, name->str(), all, unread);
    }
    llvm::consumeError(name.takeError());
    llvm::consumeError(buffer.takeError());
  }
  llvm::consumeError(std::move(error));
  for (CarriedUnit &unit : all)
    if (times[unit.member] == 1)
      found.push_back(std::move(unit));
    else
      unread.push_back(
          {path + "(" + unit.member + ")", "several members have that name"});
}

} // namespace

llvm::Error attachUnit(const std::string &path, Unit unit) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false,
                                  /*IsVolatile=*/true);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  llvm::Expected<std::unique_ptr<object::ObjectFile>> opened =
      object::ObjectFile::createObjectFile((*buffer)->getMemBufferRef());
  if (!opened)
    return opened.takeError();
  const auto *file = llvm::dyn_cast<object::ELFObjectFileBase>(opened->get());
  if (!file || !file->isRelocatableObject())
    return llvm::createStringError("it is no ELF object");
  unit.digest = digestOf(*file);
  llvm::Expected<std::string> bytes = pack(unit);
  if (!bytes)
    return bytes.takeError();
  llvm::Expected<std::string> copy = withSection(**opened, *bytes);
  if (!copy)
    return copy.takeError();
  try {
    writeFile(path, *copy);
  } catch (const UserError &error) {
    return llvm::createStringError(std::string(error.what()));
  }
  return llvm::Error::success();
}

std::vector<CarriedUnit> findUnits(const std::string &path,
                                   std::vector<UnreadObject> &unread) {
  std::vector<CarriedUnit> found;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return found;
  llvm::MemoryBufferRef bytes = (*buffer)->getMemBufferRef();
  if (llvm::identify_magic(bytes.getBuffer()) != llvm::file_magic::archive) {
    take(bytes, path, "", found, unread);
    return found;
  }
  llvm::Expected<std::unique_ptr<object::Archive>> archive =
      object::Archive::create(bytes);
  if (archive)
    findMembers(**archive, path, found, unread);
  llvm::consumeError(archive.takeError());
  return found;
}

} // namespace hocket::driver
