# The ABI as C++ string literals, for codegen, which pastes it into units that
# are preprocessed already: hence without the lines that begin with '#'.
# hocket_abi_text(FILE header...): compiler/codegen/FILE holds these headers.
function(hocket_abi_text file)
  set(abi_text "")
  foreach(header ${ARGN})
    set(path ${CMAKE_CURRENT_SOURCE_DIR}/include/hocket/${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    string(REGEX REPLACE "\n#[^\n]*" "" text "${text}")
    string(APPEND abi_text "${text}")
  endforeach()
  if(abi_text MATCHES "\\)hocket_abi\"")
    message(FATAL_ERROR "abi.h holds the delimiter of ${file}")
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/compiler/codegen/${file}
    CONTENT "// Generated from runtime/include/hocket.\nR\"hocket_abi(@abi_text@)hocket_abi\"\n"
    @ONLY)
endfunction()
hocket_abi_text(AbiText.inc abi.h abi_divide.h abi_net.h abi_overlap.h abi_order.h)
hocket_abi_text(AbiCheckText.inc abi.h abi_divide.h abi_net.h abi_overlap.h abi_check.h)
hocket_abi_text(AbiProfileText.inc abi_profile.h)
hocket_abi_text(AbiChipText.inc abi_chip.h)
hocket_abi_text(AbiPointsText.inc abi_points.h)
hocket_abi_text(AbiSpecText.inc abi_spec.h)
hocket_abi_text(AbiPreText.inc abi_pre.h)
hocket_abi_text(AbiAcceleratorText.inc abi_accelerator.h)
hocket_abi_text(AbiClustersText.inc abi_clusters.h)
