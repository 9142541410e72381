import MapPipeline

// The executable `mappack-validate`: the same as `mappack validate`.
start(Validate.self)
