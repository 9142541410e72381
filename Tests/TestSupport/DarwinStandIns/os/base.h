#include <os/generic_unix_base.h>
