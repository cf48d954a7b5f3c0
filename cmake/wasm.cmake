# The library of sessions as WebAssembly, and the page around it: see cmake/page-static.sh.
set(JANSSON_SOURCE "" CACHE PATH "The source of jansson")
file(GLOB JANSSON_FILES ${JANSSON_SOURCE}/src/*.c)
set(JANSSON_CONFIG ${CMAKE_BINARY_DIR}/jansson-config)
set(json_inline inline)
set(json_have_long_long 1)
set(json_have_localeconv 0)
set(json_have_atomic_builtins 1)
set(json_have_sync_builtins 1)
configure_file(${JANSSON_SOURCE}/src/jansson_config.h.in ${JANSSON_CONFIG}/jansson_config.h @ONLY)
file(CONFIGURE OUTPUT ${JANSSON_CONFIG}/jansson_private_config.h
  CONTENT "#define HAVE_STDINT_H 1\n#define HAVE_UNISTD_H 1\n#define HAVE_SYS_TYPES_H 1\n#define HAVE_SNPRINTF 1\n#define INITIAL_HASHTABLE_ORDER 3\n")
add_library(jansson STATIC ${JANSSON_FILES})
target_compile_options(jansson PRIVATE -w)
target_compile_definitions(jansson PRIVATE HAVE_CONFIG_H)
target_include_directories(jansson PUBLIC ${JANSSON_SOURCE}/src ${JANSSON_CONFIG})
add_library(PkgConfig::JANSSON ALIAS jansson)

# Small, as it is loaded over the network; what games are played by is fast.
set(CMAKE_C_FLAGS_RELEASE "-Os -DNDEBUG")
file(GLOB WASM_HOT src/automaton/vm*.c src/automaton/arithmetic.c src/circuit/eval.c src/circuit/slices*.c src/logic/join.c src/logic/relation.c
  src/answerset/eval.c src/structures/logic.c src/agents/mcts/*.c src/agents/alphabeta/*.c)
set_source_files_properties(${WASM_HOT} PROPERTIES COMPILE_OPTIONS -O2)

# size_t has 32 bits there
add_compile_options(-sSUPPORT_LONGJMP=wasm -msimd128)
set(WASM_WARNINGS -Wno-shorten-64-to-32 -Wno-sign-conversion)
add_link_options(-sSUPPORT_LONGJMP=wasm)

function(ludens_page_static)
  set(SITE ${CMAKE_BINARY_DIR}/site)
  file(MAKE_DIRECTORY ${SITE})
  add_executable(ludens_wasm page/wasm.c)
  target_link_libraries(ludens_wasm PRIVATE ludens_session)
  set_target_properties(ludens_wasm PROPERTIES OUTPUT_NAME ludens SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY ${SITE})
  target_link_options(ludens_wasm PRIVATE -O2 -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sALLOW_TABLE_GROWTH=1
    -sMAXIMUM_MEMORY=2GB -sTOTAL_STACK=8MB -sEXPORTED_FUNCTIONS=_page_open,_page_ask,_malloc,_free
    -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8 -sFILESYSTEM=1)
  ludens_bundle(worker.ts worker.js --external:./ludens.mjs)
  foreach(file page.js editor.js editor.css page.css worker.js)
    configure_file(${CMAKE_BINARY_DIR}/generated/page/${file} ${SITE}/${file} COPYONLY)
  endforeach()
  foreach(file icon.svg pictures.json)
    configure_file(page/${file} ${SITE}/${file} COPYONLY)
  endforeach()
  file(READ page/index.html INDEX)
  string(REPLACE "<meta charset=\"utf-8\">" "<meta charset=\"utf-8\">\n<meta name=\"carrier\" content=\"worker\">" INDEX "${INDEX}")
  file(CONFIGURE OUTPUT ${SITE}/index.html CONTENT "${INDEX}" @ONLY)
endfunction()
