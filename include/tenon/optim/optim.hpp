#ifndef TENON_OPTIM_OPTIM_HPP
#define TENON_OPTIM_OPTIM_HPP

#include "tenon/optim/adam.hpp"
#include "tenon/optim/optimizer.hpp"
#include "tenon/optim/sgd.hpp"

#endif
