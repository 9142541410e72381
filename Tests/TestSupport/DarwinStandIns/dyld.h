// What module MachO.dyld alone has.
#pragma once
#include <Darwin.h>
int _NSGetExecutablePath(char *, uint32_t *);
