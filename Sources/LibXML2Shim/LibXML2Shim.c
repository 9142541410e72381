#include "LibXML2Shim.h"

#include <libxml/parser.h>
#include <stdlib.h>

int xml_shim_version(void) { return atoi(xmlParserVersion); }
