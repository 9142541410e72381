// The header is C++: it is included by GeoJSON, and Swift sees that target's C interface alone.
