#include "PageFiles.h"

// C23 has #embed; clang takes it in older versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "../MapPackTool/Page/Web/page.html"
    , 0,
#embed "../MapPackTool/Page/Web/page.css"
    , 0,
#embed "../MapPackTool/Page/Web/words.js"
    , 0,
#embed "../MapPackTool/Page/Web/server.js"
    , 0,
#embed "../MapPackTool/Page/Web/map.js"
    , 0,
#embed "../MapPackTool/Page/Web/camera.js"
    , 0,
#embed "../MapPackTool/Page/Web/colors.js"
    , 0,
#embed "../MapPackTool/Page/Web/layers.js"
    , 0,
#embed "../MapPackTool/Page/Web/labels.js"
    , 0,
#embed "../MapPackTool/Page/Web/findings.js"
    , 0,
#embed "../MapPackTool/Page/Web/menu.js"
    , 0,
#embed "../MapPackTool/Page/Web/canvas.js"
    , 0,
#embed "../MapPackTool/Page/Web/limits.js"
    , 0,
#embed "../MapPackTool/Page/Web/problem.js"
    , 0,
#embed "../MapPackTool/Page/Web/settings.js"
    , 0,
#embed "../MapPackTool/Page/Web/panels.js"
    , 0,
#embed "../MapPackTool/Page/Web/gallery.js"
    , 0,
#embed "../MapPackTool/Page/Web/draft.js"
    , 0,
#embed "../MapPackTool/Page/Web/files.js"
    , 0,
#embed "../MapPackTool/Page/Web/fields.js"
    , 0,
#embed "../MapPackTool/Page/Web/names.js"
    , 0,
#embed "../MapPackTool/Page/Web/repair.js"
    , 0,
#embed "../MapPackTool/Page/Web/workshop.js"
    , 0,
#embed "../MapPackTool/Page/Web/sheets.js"
    , 0,
#embed "../MapPackTool/Page/Web/looks.js"
    , 0,
#embed "../MapPackTool/Page/Web/compare.js"
    , 0,
#embed "../MapPackTool/Page/Web/search.js"
    , 0,
#embed "../MapPackTool/Page/Web/main.js"
    , 0,
};

const unsigned char *page_files(void) { return page; }

size_t page_files_size(void) { return sizeof page; }
