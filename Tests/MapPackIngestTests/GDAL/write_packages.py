"""Writes layers.gpkg.gz as GDAL writes it, and layers.tsv with what GDAL reads of it. Needs geopandas with pyogrio.

    python3 write_packages.py

A line of layers.tsv is a feature: its layer, what is asked for, its id, its attributes, and its rings, lines or points in
degrees without closing positions. Features that have other shapes alone are not listed."""

import datetime
import gzip
import os
import sqlite3

import geopandas
import pyogrio
import pyproj
import shapely
from shapely.geometry import (
    GeometryCollection, LineString, MultiLineString, MultiPoint, MultiPolygon, Point, Polygon, box)

path = "layers.gpkg"
# No number of a registry, so that the package has to define it.
custom = pyproj.CRS.from_proj4("+proj=laea +lat_0=47 +lon_0=11 +x_0=1000 +y_0=2000 +datum=WGS84 +units=m")


def write(layer, geometry, crs, promote=False, **columns):
    frame = geopandas.GeoDataFrame(columns, geometry=geometry, crs=crs)
    pyogrio.write_dataframe(frame, path, layer=layer, driver="GPKG", append=os.path.exists(path), promote_to_multi=promote)


if os.path.exists(path):
    os.remove(path)
hole = Polygon([(8, 46), (10, 46), (10, 48), (8, 48)], [[(8.5, 46.5), (8.5, 47), (9, 47), (9, 46.5)]])
write(
    "areas", [MultiPolygon([hole, box(12, 46, 13, 47.25)]), box(10, 46, 10.5, 48), None, Polygon()], "EPSG:4326", True,
    name=["長崎市", "Zürich", "", None], people=[9007199254740993, -1, 0, 7], share=[0.1, 2.0, -1e-300, None],
    small=[1, 2, 3, 4], island=[True, False, True, False],
    day=[datetime.date(2024, 1, 31), None, datetime.date(1999, 12, 31), None])
write(
    "high", [Polygon([(8, 46, 100), (9, 46, 101.5), (9, 47, -3)]), Polygon([(9, 46, 1), (10, 46, 2), (9, 47, 3)])],
    "EPSG:4258", code=["a", "b"])
write("lambert", [box(700000, 6600000, 701000, 6602000), box(701000, 6600000, 702000, 6601000)], "EPSG:2154", code=["x", "y"])
write("swapped", [box(3500000, 5500000, 3501000, 5501000)], "EPSG:31467", code=["Gauß"])
write("own", [box(0, 0, 1000, 1000)], custom, code=["laea"])
write(
    "ways", [LineString([(8, 46), (8.5, 46.5), (9, 46)]), MultiLineString([[(1, 2), (3, 4)], [(5, 6), (7, 8), (9, 9)]])],
    "EPSG:4326", True, ref=["1", "2"])
write("stops", [Point(8, 46), Point(8.25, 46.75), None], "EPSG:4326", ref=["1", "2", "3"])
write(
    "mixed", [GeometryCollection([Point(1, 2), box(1, 1, 2, 2)]), MultiPoint([(3, 4), (5, 6)]), box(7, 7, 8, 8)],
    "EPSG:4326", kind=["both", "points", "area"])

# Ids need not follow one another, and a row may lie behind ones that are gone.
database = sqlite3.connect(path)
database.create_function("ST_IsEmpty", 1, lambda _: 0)
for name in ["MinX", "MaxX", "MinY", "MaxY"]:
    database.create_function("ST_" + name, 1, lambda _: 0)
database.execute("DELETE FROM ways WHERE fid = 1")
database.commit()
database.close()


def paths(geometry, kind):
    """The rings, lines or points of a geometry that belong to a map of this kind."""
    if geometry is None or geometry.is_empty:
        return []
    if hasattr(geometry, "geoms"):
        return [path for part in geometry.geoms for path in paths(part, kind)]
    if geometry.geom_type == "Polygon" and kind == "areas":
        return [list(ring.coords)[:-1] for ring in [geometry.exterior, *geometry.interiors]]
    if (geometry.geom_type, kind) in [("LineString", "lines"), ("Point", "points")]:
        return [list(geometry.coords)]
    return []


def word(value):
    if value is None or value != value:
        return ""
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return str(bool(value)).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


kinds = {"ways": "lines", "stops": "points"}
with open("layers.tsv", "w", encoding="utf-8") as table:
    for layer, _ in pyogrio.list_layers(path):
        kind = kinds.get(layer, "areas")
        info = pyogrio.read_info(path, layer=layer)
        _, ids, geometries, columns = pyogrio.raw.read(path, layer=layer, return_fids=True)
        degrees = pyproj.Transformer.from_crs(info["crs"], "EPSG:4326", always_xy=True)
        for row, (id, geometry) in enumerate(zip(ids, shapely.from_wkb(geometries))):
            values = [f"{field}={word(column[row])}" for field, column in zip(info["fields"], columns)]
            shape = [
                ",".join("{!r} {!r}".format(*map(float, degrees.transform(*position[:2]))) for position in path)
                for path in paths(geometry, kind)]
            if not shape and geometry is not None and not geometry.is_empty:
                continue
            table.write("\t".join([layer, kind, str(id), "|".join(values), ";".join(shape)]) + "\n")

with open(path, "rb") as package, open(path + ".gz", "wb") as file:
    file.write(gzip.compress(package.read(), 9, mtime=0))
os.remove(path)
