import MapPipeline

// The executable `mappack-merge`: the same as `mappack merge`.
start(Merge.self)
