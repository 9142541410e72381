#include "PageFiles.h"

// C23 has #embed; clang takes it in older versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "../MapPreview/Page/page.html"
};
static const unsigned char page_css[] = {
#embed "../MapPreview/Page/page.css"
};
static const unsigned char errors_js[] = {
#embed "../MapPreview/Page/errors.js"
};
static const unsigned char bits_js[] = {
#embed "../MapPreview/Page/bits.js"
};
static const unsigned char checksum_js[] = {
#embed "../MapPreview/Page/checksum.js"
};
static const unsigned char mercator_js[] = {
#embed "../MapPreview/Page/mercator.js"
};
static const unsigned char container_js[] = {
#embed "../MapPreview/Page/container.js"
};
static const unsigned char cases_js[] = {
#embed "../MapPreview/Page/cases.js"
};
static const unsigned char arcs_js[] = {
#embed "../MapPreview/Page/arcs.js"
};
static const unsigned char squares_js[] = {
#embed "../MapPreview/Page/squares.js"
};
static const unsigned char verify_js[] = {
#embed "../MapPreview/Page/verify.js"
};
static const unsigned char pack_js[] = {
#embed "../MapPreview/Page/pack.js"
};
static const unsigned char words_js[] = {
#embed "../MapPreview/Page/words.js"
};
static const unsigned char server_js[] = {
#embed "../MapPreview/Page/server.js"
};
static const unsigned char camera_js[] = {
#embed "../MapPreview/Page/camera.js"
};
static const unsigned char colors_js[] = {
#embed "../MapPreview/Page/colors.js"
};
static const unsigned char layers_js[] = {
#embed "../MapPreview/Page/layers.js"
};
static const unsigned char labels_js[] = {
#embed "../MapPreview/Page/labels.js"
};
static const unsigned char canvas_js[] = {
#embed "../MapPreview/Page/canvas.js"
};
static const unsigned char settings_js[] = {
#embed "../MapPreview/Page/settings.js"
};
static const unsigned char panels_js[] = {
#embed "../MapPreview/Page/panels.js"
};
static const unsigned char gallery_js[] = {
#embed "../MapPreview/Page/gallery.js"
};
static const unsigned char main_js[] = {
#embed "../MapPreview/Page/main.js"
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
    FILE("arcs.js", arcs_js),
    FILE("squares.js", squares_js),
    FILE("verify.js", verify_js),
    FILE("pack.js", pack_js),
    FILE("words.js", words_js),
    FILE("server.js", server_js),
    FILE("camera.js", camera_js),
    FILE("colors.js", colors_js),
    FILE("layers.js", layers_js),
    FILE("labels.js", labels_js),
    FILE("canvas.js", canvas_js),
    FILE("settings.js", settings_js),
    FILE("panels.js", panels_js),
    FILE("gallery.js", gallery_js),
    FILE("main.js", main_js),
};

size_t page_file_count(void) { return sizeof files / sizeof files[0]; }

const char *page_file_name(size_t index) { return files[index].name; }

const unsigned char *page_file_bytes(size_t index) { return files[index].bytes; }

size_t page_file_size(size_t index) { return files[index].size; }
