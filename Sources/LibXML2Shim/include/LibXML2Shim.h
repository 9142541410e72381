// A narrow door to libxml2's streaming parser. Its own headers bring in those of ICU, which clash with the copy that
// Foundation has: nothing of them may stand here.
#ifndef LIBXML2_SHIM_H
#define LIBXML2_SHIM_H

/// The version of libxml2 that is linked, as 20914 for 2.9.14.
int xml_shim_version(void);

#endif
