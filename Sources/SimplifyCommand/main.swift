import MapPipeline

// The executable `mappack-simplify`: the same as `mappack simplify`. Its options are in `Simplify`, in MapPipeline.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Simplify.self)
