# Files that are built into the report library, as C++ raw strings:
# <build>/compiler/report/<name>.inc holds one string literal. CMake runs again
# when one of them changes.
function(hocket_embed file)
  get_filename_component(name ${file} NAME)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/report/${name}.inc
       CONTENT "R\"HOCKET(@text@)HOCKET\"\n" @ONLY)
endfunction()

hocket_embed(${CMAKE_CURRENT_LIST_DIR}/page.css)
hocket_embed(${CMAKE_CURRENT_LIST_DIR}/page.js)
hocket_embed(${CMAKE_CURRENT_LIST_DIR}/profile/profile.css)
hocket_embed(${CMAKE_CURRENT_LIST_DIR}/../../docs/remarks.md)
