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
#include "llvm/Support/FileSystem.h"
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

/// What the linker sees of an object, as text: loaded sections, their
/// relocations, and the symbols that have a name outside. Symbols go by name,
/// or by place where they have none outside: tools number them anew.
template <class ELFT> class LinkView {
public:
  explicit LinkView(const object::ELFFile<ELFT> &file) : file_(file) {}

  llvm::Expected<std::string> digest() {
    llvm::Expected<typename ELFT::ShdrRange> sections = file_.sections();
    if (!sections)
      return sections.takeError();
    for (const Section &section : *sections)
      if (llvm::Error error = add(section))
        return error;
    std::sort(parts_.begin(), parts_.end());
    llvm::SHA256 hash;
    for (const std::string &part : parts_) {
      hash.update(std::to_string(part.size()) + "\n");
      hash.update(part);
    }
    return llvm::toHex(hash.final(), /*LowerCase=*/true);
  }

private:
  using Section = typename ELFT::Shdr;
  using Symbol = typename ELFT::Sym;

  llvm::Error add(const Section &section) {
    switch (section.sh_type) {
    case llvm::ELF::SHT_SYMTAB:
      return addSymbols(section);
    case llvm::ELF::SHT_REL:
    case llvm::ELF::SHT_RELA:
      return addRelocations(section);
    }
    return section.sh_flags & llvm::ELF::SHF_ALLOC ? addLoaded(section)
                                                   : llvm::Error::success();
  }

  llvm::Error addLoaded(const Section &section) {
    llvm::Expected<llvm::StringRef> name = file_.getSectionName(section);
    if (!name)
      return name.takeError();
    std::string part = ("section " + *name).str();
    for (uint64_t number :
         {uint64_t(section.sh_type), uint64_t(section.sh_flags),
          uint64_t(section.sh_size), uint64_t(section.sh_addralign)})
      part += " " + std::to_string(number);
    if (section.sh_type != llvm::ELF::SHT_NOBITS) {
      llvm::Expected<llvm::ArrayRef<uint8_t>> bytes =
          file_.getSectionContents(section);
      if (!bytes)
        return bytes.takeError();
      part += "\n" + llvm::toStringRef(*bytes).str();
    }
    parts_.push_back(std::move(part));
    return llvm::Error::success();
  }

  llvm::Error addSymbols(const Section &table) {
    llvm::Expected<typename ELFT::SymRange> symbols = file_.symbols(&table);
    if (!symbols)
      return symbols.takeError();
    for (const Symbol &symbol : *symbols) {
      if (symbol.getBinding() == llvm::ELF::STB_LOCAL)
        continue;
      llvm::Expected<std::string> name = nameOf(symbol, table);
      if (!name)
        return name.takeError();
      llvm::Expected<std::string> place = placeOf(symbol);
      if (!place)
        return place.takeError();
      parts_.push_back("symbol " + *name + " at " + *place + " " +
                       std::to_string(symbol.st_info) + " " +
                       std::to_string(symbol.st_other) + " " +
                       std::to_string(symbol.st_size));
    }
    return llvm::Error::success();
  }

  llvm::Error addRelocations(const Section &section) {
    llvm::Expected<const Section *> of = file_.getSection(section.sh_info);
    if (!of)
      return of.takeError();
    if (!((*of)->sh_flags & llvm::ELF::SHF_ALLOC))
      return llvm::Error::success();
    llvm::Expected<const Section *> table = file_.getSection(section.sh_link);
    llvm::Expected<llvm::StringRef> name = file_.getSectionName(**of);
    if (!table || !name)
      return llvm::joinErrors(table.takeError(), name.takeError());
    if (section.sh_type == llvm::ELF::SHT_REL) {
      auto all = file_.rels(section);
      return all ? addAll(*all, *name, **table, [](const auto &) { return 0; })
                 : all.takeError();
    }
    auto all = file_.relas(section);
    return all ? addAll(*all, *name, **table,
                        [](const auto &r) { return int64_t(r.r_addend); })
               : all.takeError();
  }

  template <class Range, class Addend>
  llvm::Error addAll(const Range &relocations, llvm::StringRef section,
                     const Section &table, Addend addend) {
    for (const auto &relocation : relocations) {
      llvm::Expected<const Symbol *> symbol = file_.template getEntry<Symbol>(
          table, relocation.getSymbol(file_.isMips64EL()));
      if (!symbol)
        return symbol.takeError();
      bool isLocal = (*symbol)->getBinding() == llvm::ELF::STB_LOCAL;
      llvm::Expected<std::string> where =
          isLocal ? placeOf(**symbol) : nameOf(**symbol, table);
      if (!where)
        return where.takeError();
      parts_.push_back("relocation " + section.str() + " " +
                       std::to_string(relocation.r_offset) + " " +
                       std::to_string(relocation.getType(file_.isMips64EL())) +
                       " " + std::to_string(addend(relocation)) +
                       (isLocal ? " at " : " ") + *where);
    }
    return llvm::Error::success();
  }

  llvm::Expected<std::string> nameOf(const Symbol &symbol,
                                     const Section &table) {
    llvm::Expected<llvm::StringRef> names =
        file_.getStringTableForSymtab(table);
    if (!names)
      return names.takeError();
    llvm::Expected<llvm::StringRef> name = symbol.getName(*names);
    if (!name)
      return name.takeError();
    return name->str();
  }

  /// The section and the offset there.
  llvm::Expected<std::string> placeOf(const Symbol &symbol) {
    std::string result = std::to_string(symbol.st_value) + " of ";
    unsigned index = symbol.st_shndx;
    if (index == llvm::ELF::SHN_UNDEF || index >= llvm::ELF::SHN_LORESERVE)
      return result + std::to_string(index);
    llvm::Expected<const Section *> section = file_.getSection(index);
    if (!section)
      return section.takeError();
    llvm::Expected<llvm::StringRef> name = file_.getSectionName(**section);
    if (!name)
      return name.takeError();
    return result + name->str();
  }

  const object::ELFFile<ELFT> &file_;
  std::vector<std::string> parts_;
};

llvm::Expected<std::string> digestOf(const object::ObjectFile &file) {
  if (const auto *elf = llvm::dyn_cast<object::ELF64LEObjectFile>(&file))
    return LinkView(elf->getELFFile()).digest();
  if (const auto *elf = llvm::dyn_cast<object::ELF32LEObjectFile>(&file))
    return LinkView(elf->getELFFile()).digest();
  if (const auto *elf = llvm::dyn_cast<object::ELF64BEObjectFile>(&file))
    return LinkView(elf->getELFFile()).digest();
  if (const auto *elf = llvm::dyn_cast<object::ELF32BEObjectFile>(&file))
    return LinkView(elf->getELFFile()).digest();
  return llvm::createStringError("it is no ELF object");
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
  llvm::Expected<std::string> copy = withSection(**opened, *bytes);
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
