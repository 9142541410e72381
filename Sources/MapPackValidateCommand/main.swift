import MapPackTool

// The executable `mappack-validate`: the same as `mappack validate`. `start` never returns.
start(Validate.self)
