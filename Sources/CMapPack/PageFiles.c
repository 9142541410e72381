#include "PageFiles.h"

// C23 has #embed; clang takes it in older versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "../MapPackPage/Web/page.html"
    , 0,
#embed "../MapPackPage/Web/page.css"
    , 0,
#embed "../MapPackPage/Web/words.js"
    , 0,
#embed "../MapPackPage/Web/server.js"
    , 0,
#embed "../MapPackPage/Web/map.js"
    , 0,
#embed "../MapPackPage/Web/camera.js"
    , 0,
#embed "../MapPackPage/Web/colors.js"
    , 0,
#embed "../MapPackPage/Web/layers.js"
    , 0,
#embed "../MapPackPage/Web/marks.js"
    , 0,
#embed "../MapPackPage/Web/labels.js"
    , 0,
#embed "../MapPackPage/Web/pictures.js"
    , 0,
#embed "../MapPackPage/Web/canvas.js"
    , 0,
#embed "../MapPackPage/Web/draft.js"
    , 0,
#embed "../MapPackPage/Web/limits.js"
    , 0,
#embed "../MapPackPage/Web/session.js"
    , 0,
#embed "../MapPackPage/Web/files.js"
    , 0,
#embed "../MapPackPage/Web/menu.js"
    , 0,
#embed "../MapPackPage/Web/sections.js"
    , 0,
#embed "../MapPackPage/Web/source.js"
    , 0,
#embed "../MapPackPage/Web/regions.js"
    , 0,
#embed "../MapPackPage/Web/borders.js"
    , 0,
#embed "../MapPackPage/Web/detail.js"
    , 0,
#embed "../MapPackPage/Web/looks.js"
    , 0,
#embed "../MapPackPage/Web/pane.js"
    , 0,
#embed "../MapPackPage/Web/table.js"
    , 0,
#embed "../MapPackPage/Web/file.js"
    , 0,
#embed "../MapPackPage/Web/compare.js"
    , 0,
#embed "../MapPackPage/Web/search.js"
    , 0,
#embed "../MapPackPage/Web/drop.js"
    , 0,
#embed "../MapPackPage/Web/head.js"
    , 0,
#embed "../MapPackPage/Web/main.js"
    , 0,
};

const unsigned char *page_files(void) { return page; }

size_t page_files_size(void) { return sizeof page; }
