# The dependencies of the headers, then those of the tests and benchmarks: installed packages first, pinned releases where
# TENON_FETCH_DEPS asks for them.

include(tenon_dependencies)

if(TENON_BUILD_TESTS)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  if(NOT Python3_FOUND)
    message(FATAL_ERROR "Tenon's tests need Python 3: install it (Debian: python3) or set TENON_BUILD_TESTS=OFF.")
  endif()
  find_package(GTest QUIET GLOBAL)
  if(NOT TARGET GTest::gtest_main)
    list(APPEND TENON_MISSING "GoogleTest (Debian: libgtest-dev)")
  endif()
endif()
if(TENON_BUILD_BENCHMARKS)
  find_package(benchmark CONFIG QUIET GLOBAL)
  if(NOT TARGET benchmark::benchmark)
    list(APPEND TENON_MISSING "Google Benchmark (Debian: libbenchmark-dev)")
  endif()
endif()

if(TENON_MISSING AND TENON_FETCH_DEPS)
  include(fetch_dependencies)
elseif(TENON_MISSING)
  list(JOIN TENON_MISSING ", " missing)
  message(FATAL_ERROR "Tenon needs ${missing}: install it, or set TENON_FETCH_DEPS=ON to fetch pinned releases.")
endif()
