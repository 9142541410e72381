import MapPackTool

// The executable `mappack-merge`: the same as `mappack merge`. `start` never returns.
start(Merge.self)
