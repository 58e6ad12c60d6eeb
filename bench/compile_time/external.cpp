// What every program that uses Tenon includes of others.

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <xsimd/xsimd.hpp>
