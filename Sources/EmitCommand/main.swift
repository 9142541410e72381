import MapPipeline

// The executable `mappack-emit`: the same as `mappack emit`.
start(Emit.self)
