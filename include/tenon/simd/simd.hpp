#ifndef TENON_SIMD_SIMD_HPP
#define TENON_SIMD_SIMD_HPP

// All of the folder.

#include "tenon/simd/exchange.hpp"
#include "tenon/simd/lanes.hpp"
#include "tenon/simd/pack.hpp"
#include "tenon/simd/partition.hpp"
#include "tenon/simd/pointwise.hpp"
#include "tenon/simd/random.hpp"
#include "tenon/simd/reduce.hpp"
#include "tenon/simd/scan.hpp"
#include "tenon/simd/streaming.hpp"
#include "tenon/simd/transpose.hpp"

#endif
