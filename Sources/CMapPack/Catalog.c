#include "Catalog.h"

// C23 has #embed; clang takes it in older versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char text[] = {
#embed "../MapPackProject/Catalog/catalog.yml"
};

const unsigned char *catalog_text(size_t *size) {
  *size = sizeof text;
  return text;
}
