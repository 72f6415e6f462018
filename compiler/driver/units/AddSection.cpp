// SPDX-License-Identifier: Apache-2.0
//
// What is new is appended: the contents, the sections' names with one more, and
// the table of sections with one more. Offsets and numbers of all that was
// there stay. Tools that write an object anew (objcopy) may not keep what they
// have no notion of: LLVM's takes groups with a local name, as gcc has them for
// -g3, out of COMDAT.
#include "driver/units/AddSection.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <vector>

namespace hocket::driver {
namespace {

namespace object = llvm::object;

template <class ELFT> class Extended {
public:
  Extended(const object::ELFFile<ELFT> &file) : file_(file) {}

  llvm::Expected<std::string> with(llvm::StringRef name,
                                   llvm::StringRef contents) {
    llvm::Expected<typename ELFT::ShdrRange> sections = file_.sections();
    if (!sections)
      return sections.takeError();
    table_.assign(sections->begin(), sections->end());
    const uint32_t names = namesIndex();
    if (table_.empty() || names == 0 || names >= table_.size())
      return llvm::createStringError("its sections have no names");
    llvm::Expected<llvm::StringRef> old = file_.getStringTable(table_[names]);
    if (!old)
      return old.takeError();
    bytes_.assign(reinterpret_cast<const char *>(file_.base()),
                  file_.getBufSize());
    Section section = {};
    section.sh_name = old->size();
    section.sh_type = llvm::ELF::SHT_PROGBITS;
    section.sh_flags = llvm::ELF::SHF_EXCLUDE;
    section.sh_addralign = 1;
    section.sh_offset = append(contents, 1);
    section.sh_size = contents.size();
    std::string longer = (*old + name).str();
    longer += '\0';
    table_[names].sh_offset = append(longer, 1);
    table_[names].sh_size = longer.size();
    table_.push_back(section);
    writeTable();
    return std::move(bytes_);
  }

private:
  using Header = typename ELFT::Ehdr;
  using Section = typename ELFT::Shdr;

  /// The section of the sections' names. Large numbers stand in the table.
  uint32_t namesIndex() const {
    uint32_t index = file_.getHeader().e_shstrndx;
    return index == llvm::ELF::SHN_XINDEX && !table_.empty()
               ? uint32_t(table_[0].sh_link)
               : index;
  }

  /// \returns where it is
  uint64_t append(llvm::StringRef text, uint64_t alignment) {
    bytes_.resize(llvm::alignTo(bytes_.size(), alignment));
    uint64_t offset = bytes_.size();
    bytes_ += text;
    return offset;
  }

  void writeTable() {
    Header header = file_.getHeader();
    const bool isLarge = table_.size() >= llvm::ELF::SHN_LORESERVE;
    header.e_shnum = isLarge ? 0 : table_.size();
    if (isLarge)
      table_[0].sh_size = table_.size();
    header.e_shoff = append({reinterpret_cast<const char *>(table_.data()),
                             table_.size() * sizeof(Section)},
                            sizeof(typename ELFT::uint));
    std::memcpy(bytes_.data(), &header, sizeof header);
  }

  const object::ELFFile<ELFT> &file_;
  std::vector<Section> table_;
  std::string bytes_;
};

template <class ELFT>
llvm::Expected<std::string> extend(const object::ELFObjectFile<ELFT> &file,
                                   llvm::StringRef name,
                                   llvm::StringRef contents) {
  return Extended<ELFT>(file.getELFFile()).with(name, contents);
}

} // namespace

llvm::Expected<std::string> withSection(const object::ELFObjectFileBase &file,
                                        llvm::StringRef name,
                                        llvm::StringRef contents) {
  if (const auto *elf = llvm::dyn_cast<object::ELF64LEObjectFile>(&file))
    return extend(*elf, name, contents);
  if (const auto *elf = llvm::dyn_cast<object::ELF32LEObjectFile>(&file))
    return extend(*elf, name, contents);
  if (const auto *elf = llvm::dyn_cast<object::ELF64BEObjectFile>(&file))
    return extend(*elf, name, contents);
  return extend(llvm::cast<object::ELF32BEObjectFile>(file), name, contents);
}

} // namespace hocket::driver
