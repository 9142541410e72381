#include "Examples.h"

// C23 has #embed; clang takes it in older versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char world[] = {
#embed "../../RawData/natural-earth-50m/ne_50m_admin_0_countries.zip"
};
static const unsigned char world_pack[] = {
#embed "../../Output/World.mappack"
};
static const unsigned char counties_shp[] = {
#embed "../../RawData/us-census-counties-500k/cb_2016_new_england_county_500k.shp"
};
static const unsigned char counties_dbf[] = {
#embed "../../RawData/us-census-counties-500k/cb_2016_new_england_county_500k.dbf"
};
static const unsigned char counties_prj[] = {
#embed "../../RawData/us-census-counties-500k/cb_2016_new_england_county_500k.prj"
};
static const unsigned char counties_pack[] = {
#embed "../../Output/NewEnglandCounties.mappack"
};
static const unsigned char prefecture[] = {
#embed "../../RawData/sample-prefecture/N03-sample_99_GML.zip"
};
static const unsigned char prefecture_pack[] = {
#embed "../../Output/SamplePrefecture.mappack"
};

static const struct {
  const unsigned char *bytes;
  size_t size;
} files[] = {
    [EXAMPLE_WORLD] = {world, sizeof world},
    [EXAMPLE_WORLD_PACK] = {world_pack, sizeof world_pack},
    [EXAMPLE_COUNTIES_SHP] = {counties_shp, sizeof counties_shp},
    [EXAMPLE_COUNTIES_DBF] = {counties_dbf, sizeof counties_dbf},
    [EXAMPLE_COUNTIES_PRJ] = {counties_prj, sizeof counties_prj},
    [EXAMPLE_COUNTIES_PACK] = {counties_pack, sizeof counties_pack},
    [EXAMPLE_PREFECTURE] = {prefecture, sizeof prefecture},
    [EXAMPLE_PREFECTURE_PACK] = {prefecture_pack, sizeof prefecture_pack},
};

const unsigned char *example_bytes(enum example_file file, size_t *size) {
  *size = files[file].size;
  return files[file].bytes;
}
