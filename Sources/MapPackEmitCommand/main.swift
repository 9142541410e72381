import MapPackTool

// The executable `mappack-emit`: the same as `mappack emit`. `start` never returns.
start(Emit.self)
