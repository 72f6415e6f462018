# The ABI as a C++ string literal, for codegen, which pastes it into units that
# are preprocessed already: hence without the lines that begin with '#'.
set(abi_header ${CMAKE_CURRENT_SOURCE_DIR}/include/hocket/abi.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${abi_header})
file(READ ${abi_header} abi_text)
string(REGEX REPLACE "\n#[^\n]*" "" abi_text "${abi_text}")
if(abi_text MATCHES "\\)hocket_abi\"")
  message(FATAL_ERROR "abi.h holds the delimiter of AbiText.inc")
endif()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/compiler/codegen/AbiText.inc
  CONTENT "// Generated from runtime/include/hocket/abi.h.\nR\"hocket_abi(@abi_text@)hocket_abi\"\n"
  @ONLY)
