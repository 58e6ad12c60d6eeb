# The flags of Tenon's own programs. None of them is on the interface that users link.

add_library(tenon_own_flags INTERFACE)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(tenon_own_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror)
  # g++ 12 takes the undefined operands of its own AVX-512 intrinsics for mistakes (GCC bug 105593).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(tenon_own_flags INTERFACE -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
  if(TENON_NATIVE)
    target_compile_options(tenon_own_flags INTERFACE -march=native)
  endif()
elseif(MSVC)
  target_compile_options(tenon_own_flags INTERFACE /W4 /WX /bigobj /permissive-)
endif()

# tenon_program(target name source...): an executable of that file name, strictly compiled.
function(tenon_program target name)
  add_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name})
  target_link_libraries(${target} PRIVATE tenon::tenon tenon_own_flags)
endfunction()

# tenon_test(name source...): an executable of GoogleTests and the ctest that runs it.
function(tenon_test name)
  tenon_program(test_${name} ${name} ${ARGN})
  target_link_libraries(test_${name} PRIVATE GTest::gtest_main)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(test_${name} PRIVATE TENON_TEST_VALUES="${PROJECT_SOURCE_DIR}/tests/values")
  if(TARGET tenon_test_precompiled)
    target_precompile_headers(test_${name} REUSE_FROM tenon_test_precompiled)
  endif()
  add_dependencies(tenon_tests test_${name})
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()
