// The header is C++: it is included by SimdJSONShim, and Swift sees that target's C interface alone.
