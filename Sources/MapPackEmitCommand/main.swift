import MapPackTool

// The executable `mappack-emit`: the same as `mappack emit`. Its options are in `Emit`, in MapPackTool.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Emit.self)
