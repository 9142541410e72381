import MapPipeline

// The executable `mappack-emit`: the same as `mappack emit`. Its options are in `Emit`, in MapPipeline.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Emit.self)
