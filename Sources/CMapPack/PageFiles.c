#include "PageFiles.h"

// C23 has #embed; clang takes it in older versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "../MapPackTool/Page/Web/page.html"
};
static const unsigned char page_css[] = {
#embed "../MapPackTool/Page/Web/page.css"
};
static const unsigned char errors_js[] = {
#embed "../MapPackTool/Page/Web/errors.js"
};
static const unsigned char bits_js[] = {
#embed "../MapPackTool/Page/Web/bits.js"
};
static const unsigned char checksum_js[] = {
#embed "../MapPackTool/Page/Web/checksum.js"
};
static const unsigned char mercator_js[] = {
#embed "../MapPackTool/Page/Web/mercator.js"
};
static const unsigned char container_js[] = {
#embed "../MapPackTool/Page/Web/container.js"
};
static const unsigned char cases_js[] = {
#embed "../MapPackTool/Page/Web/cases.js"
};
static const unsigned char numbers_js[] = {
#embed "../MapPackTool/Page/Web/numbers.js"
};
static const unsigned char arcs_js[] = {
#embed "../MapPackTool/Page/Web/arcs.js"
};
static const unsigned char squares_js[] = {
#embed "../MapPackTool/Page/Web/squares.js"
};
static const unsigned char verify_js[] = {
#embed "../MapPackTool/Page/Web/verify.js"
};
static const unsigned char pack_js[] = {
#embed "../MapPackTool/Page/Web/pack.js"
};
static const unsigned char words_js[] = {
#embed "../MapPackTool/Page/Web/words.js"
};
static const unsigned char server_js[] = {
#embed "../MapPackTool/Page/Web/server.js"
};
static const unsigned char camera_js[] = {
#embed "../MapPackTool/Page/Web/camera.js"
};
static const unsigned char colors_js[] = {
#embed "../MapPackTool/Page/Web/colors.js"
};
static const unsigned char lakes_js[] = {
#embed "../MapPackTool/Page/Web/lakes.js"
};
static const unsigned char layers_js[] = {
#embed "../MapPackTool/Page/Web/layers.js"
};
static const unsigned char labels_js[] = {
#embed "../MapPackTool/Page/Web/labels.js"
};
static const unsigned char findings_js[] = {
#embed "../MapPackTool/Page/Web/findings.js"
};
static const unsigned char menu_js[] = {
#embed "../MapPackTool/Page/Web/menu.js"
};
static const unsigned char canvas_js[] = {
#embed "../MapPackTool/Page/Web/canvas.js"
};
static const unsigned char limits_js[] = {
#embed "../MapPackTool/Page/Web/limits.js"
};
static const unsigned char problem_js[] = {
#embed "../MapPackTool/Page/Web/problem.js"
};
static const unsigned char settings_js[] = {
#embed "../MapPackTool/Page/Web/settings.js"
};
static const unsigned char panels_js[] = {
#embed "../MapPackTool/Page/Web/panels.js"
};
static const unsigned char gallery_js[] = {
#embed "../MapPackTool/Page/Web/gallery.js"
};
static const unsigned char draft_js[] = {
#embed "../MapPackTool/Page/Web/draft.js"
};
static const unsigned char files_js[] = {
#embed "../MapPackTool/Page/Web/files.js"
};
static const unsigned char fields_js[] = {
#embed "../MapPackTool/Page/Web/fields.js"
};
static const unsigned char names_js[] = {
#embed "../MapPackTool/Page/Web/names.js"
};
static const unsigned char repair_js[] = {
#embed "../MapPackTool/Page/Web/repair.js"
};
static const unsigned char workshop_js[] = {
#embed "../MapPackTool/Page/Web/workshop.js"
};
static const unsigned char sheets_js[] = {
#embed "../MapPackTool/Page/Web/sheets.js"
};
static const unsigned char looks_js[] = {
#embed "../MapPackTool/Page/Web/looks.js"
};
static const unsigned char compare_js[] = {
#embed "../MapPackTool/Page/Web/compare.js"
};
static const unsigned char search_js[] = {
#embed "../MapPackTool/Page/Web/search.js"
};
static const unsigned char main_js[] = {
#embed "../MapPackTool/Page/Web/main.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} files[] = {
    FILE("page.html", page_html),
    FILE("page.css", page_css),
    FILE("errors.js", errors_js),
    FILE("bits.js", bits_js),
    FILE("checksum.js", checksum_js),
    FILE("mercator.js", mercator_js),
    FILE("container.js", container_js),
    FILE("cases.js", cases_js),
    FILE("numbers.js", numbers_js),
    FILE("arcs.js", arcs_js),
    FILE("squares.js", squares_js),
    FILE("verify.js", verify_js),
    FILE("pack.js", pack_js),
    FILE("words.js", words_js),
    FILE("server.js", server_js),
    FILE("camera.js", camera_js),
    FILE("colors.js", colors_js),
    FILE("lakes.js", lakes_js),
    FILE("layers.js", layers_js),
    FILE("labels.js", labels_js),
    FILE("findings.js", findings_js),
    FILE("menu.js", menu_js),
    FILE("canvas.js", canvas_js),
    FILE("limits.js", limits_js),
    FILE("problem.js", problem_js),
    FILE("settings.js", settings_js),
    FILE("panels.js", panels_js),
    FILE("gallery.js", gallery_js),
    FILE("draft.js", draft_js),
    FILE("files.js", files_js),
    FILE("fields.js", fields_js),
    FILE("names.js", names_js),
    FILE("repair.js", repair_js),
    FILE("workshop.js", workshop_js),
    FILE("sheets.js", sheets_js),
    FILE("looks.js", looks_js),
    FILE("compare.js", compare_js),
    FILE("search.js", search_js),
    FILE("main.js", main_js),
};

size_t page_file_count(void) { return sizeof files / sizeof files[0]; }

const char *page_file_name(size_t index) { return files[index].name; }

const unsigned char *page_file_bytes(size_t index) { return files[index].bytes; }

size_t page_file_size(size_t index) { return files[index].size; }
