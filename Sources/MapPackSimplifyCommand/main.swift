import MapPackTool

// The executable `mappack-simplify`: the same as `mappack simplify`. Its options are in `Simplify`, in MapPackTool.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Simplify.self)
