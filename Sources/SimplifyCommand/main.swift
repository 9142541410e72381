import MapPipeline

// The executable `mappack-simplify`: the same as `mappack simplify`.
start(Simplify.self)
