# The module of the Python package, where there are headers of Python: one file for the stable ABI, with all of the
# library in it. In BUILD/python stands the package as it is imported.
set(LUDENS_PYTHON_INCLUDE "" CACHE PATH "The folder of Python.h; empty: pkg-config knows it")
if(LUDENS_FUZZ)
  return()
endif()
if(LUDENS_PYTHON_INCLUDE)
  set(PYTHON_INCLUDE_DIRS ${LUDENS_PYTHON_INCLUDE})
else()
  pkg_check_modules(PYTHON QUIET python3>=3.11)
endif()
if(NOT PYTHON_INCLUDE_DIRS)
  if(LUDENS_PYTHON_ONLY)
    message(FATAL_ERROR "Python.h is missing. On Debian: sudo apt-get install python3-dev")
  endif()
  return()
endif()
set(PYTHON_PACKAGE ${CMAKE_BINARY_DIR}/python/ludens)
file(GLOB MODULE_SOURCES CONFIGURE_DEPENDS python/module/*.c)
add_library(ludens_python MODULE ${MODULE_SOURCES})
set_target_properties(ludens_python PROPERTIES PREFIX "" OUTPUT_NAME _ludens SUFFIX .abi3.so
  LIBRARY_OUTPUT_DIRECTORY ${PYTHON_PACKAGE})
target_include_directories(ludens_python SYSTEM PRIVATE ${PYTHON_INCLUDE_DIRS})
target_link_libraries(ludens_python PRIVATE ludens_draw)
# A wheel needs nothing but libc at run time: jansson is taken whole from its archive, and its shared library is needed
# by nobody then. Archives of Debian are position independent but for data of other libraries, which is `stdin` here
# (json_loadf looks whether it reads that, and nobody calls it): the copy names a variable of the module in its place.
# No name but that of the entry point is seen outside.
option(LUDENS_PYTHON_BUNDLED "Take jansson into the module of Python" ON)
find_library(JANSSON_ARCHIVE libjansson.a)
if(LUDENS_PYTHON_BUNDLED AND JANSSON_ARCHIVE)
  set(BUNDLED ${CMAKE_BINARY_DIR}/archive/libjansson.a)
  add_custom_command(OUTPUT ${BUNDLED} DEPENDS ${JANSSON_ARCHIVE}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/archive
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym stdin=ludens_no_stdin ${JANSSON_ARCHIVE} ${BUNDLED} VERBATIM)
  add_custom_target(bundled_jansson DEPENDS ${BUNDLED})
  add_dependencies(ludens_python bundled_jansson)
  set_property(TARGET ludens_python APPEND PROPERTY LINK_DEPENDS ${BUNDLED})
  target_link_options(ludens_python PRIVATE -Wl,--as-needed -Wl,--exclude-libs,ALL
    -Wl,--whole-archive ${BUNDLED} -Wl,--no-whole-archive)
endif()
file(GLOB PACKAGE_FILES RELATIVE ${PROJECT_SOURCE_DIR}/python/ludens CONFIGURE_DEPENDS python/ludens/*)
file(MAKE_DIRECTORY ${PYTHON_PACKAGE})
foreach(file ${PACKAGE_FILES})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/python/ludens/${file} ${PYTHON_PACKAGE}/${file} SYMBOLIC)
endforeach()
