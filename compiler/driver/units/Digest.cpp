// SPDX-License-Identifier: Apache-2.0
//
// Read by ELFFile, which answers damage with an error; the object files' own
// iterators end the program.
#include "driver/units/Digest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>
#include <vector>

namespace hocket::driver {
namespace {

namespace object = llvm::object;

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

} // namespace

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

} // namespace hocket::driver
