#include "SimdJSONShim.h"
