// SPDX-License-Identifier: Apache-2.0
//
// The section is not loaded, and marked so that linkers leave it out. A tool
// may have changed the object's symbols or code since: then the text is no
// longer what the object does, and a digest (Digest.h) tells.
#include "driver/units/Objects.h"

#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"
#include "driver/units/AddSection.h"
#include "driver/units/Digest.h"

#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

namespace hocket::driver {
namespace {

namespace object = llvm::object;

constexpr llvm::StringRef SectionName = ".hocket.unit";

std::string nameOf(const object::SectionRef &section) {
  llvm::Expected<llvm::StringRef> name = section.getName();
  if (name)
    return name->str();
  llvm::consumeError(name.takeError());
  return "";
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
    llvm::Expected<std::string> digest = digestOf(*file);
    fits = digest && unit->digest == *digest;
    llvm::consumeError(digest.takeError());
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

/// Gives the file, or the one that a link leads to, other contents. Its mode
/// stays.
llvm::Error replace(const std::string &path, llvm::StringRef contents) {
  llvm::SmallString<256> target;
  if (std::error_code error = llvm::sys::fs::real_path(path, target))
    return llvm::errorCodeToError(error);
  llvm::ErrorOr<llvm::sys::fs::perms> mode =
      llvm::sys::fs::getPermissions(target);
  if (!mode)
    return llvm::errorCodeToError(mode.getError());
  try {
    writeFile(target.str().str(), contents);
  } catch (const UserError &error) {
    return llvm::createStringError(std::string(error.what()));
  }
  return llvm::errorCodeToError(llvm::sys::fs::setPermissions(target, *mode));
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
  llvm::Expected<std::string> digest = digestOf(*file);
  if (!digest)
    return digest.takeError();
  unit.digest = std::move(*digest);
  llvm::Expected<std::string> bytes = pack(unit);
  if (!bytes)
    return bytes.takeError();
  llvm::Expected<std::string> copy = withSection(*file, SectionName, *bytes);
  if (!copy)
    return copy.takeError();
  return replace(path, *copy);
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
