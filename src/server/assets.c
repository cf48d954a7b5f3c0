#include "server/assets.h"

#include <string.h>

static const unsigned char index_html[] = {
#include "page_index_html.inc"
};
static const unsigned char page_css[] = {
#include "page_page_css.inc"
};
static const unsigned char page_js[] = {
#include "page_page_js.inc"
};
static const unsigned char editor_js[] = {
#include "page_editor_js.inc"
};
static const unsigned char editor_css[] = {
#include "page_editor_css.inc"
};
static const unsigned char icon_svg[] = {
#include "page_icon_svg.inc"
};
static const unsigned char pictures_json[] = {
#include "page_pictures_json.inc"
};

static const asset assets[] = {
    {"", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"page.css", "text/css; charset=utf-8", page_css, sizeof page_css},
    {"page.js", "text/javascript; charset=utf-8", page_js, sizeof page_js},
    {"editor.js", "text/javascript; charset=utf-8", editor_js, sizeof editor_js},
    {"editor.css", "text/css; charset=utf-8", editor_css, sizeof editor_css},
    {"icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
    {"pictures.json", "application/json", pictures_json, sizeof pictures_json},
};

const asset *asset_find(const char *path)
{
    for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}
