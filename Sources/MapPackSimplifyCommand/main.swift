import MapPackTool

// The executable `mappack-simplify`: the same as `mappack simplify`. `start` never returns.
start(Simplify.self)
