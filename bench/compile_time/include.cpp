#include "tenon/tenon.hpp"
