#ifndef TENON_OPS_OPS_HPP
#define TENON_OPS_OPS_HPP

// All operations.

#include "tenon/ops/activation.hpp"
#include "tenon/ops/arithmetic.hpp"
#include "tenon/ops/contraction.hpp"
#include "tenon/ops/einsum.hpp"
#include "tenon/ops/functions.hpp"
#include "tenon/ops/gradient.hpp"
#include "tenon/ops/indexing.hpp"
#include "tenon/ops/loss.hpp"
#include "tenon/ops/movement.hpp"
#include "tenon/ops/normalization.hpp"
#include "tenon/ops/random.hpp"
#include "tenon/ops/reduction.hpp"
#include "tenon/ops/scan.hpp"
#include "tenon/ops/sorting.hpp"

#endif
