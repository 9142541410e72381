import MapPackTool

// The executable `mappack-merge`: the same as `mappack merge`. Its options are in `Merge`, in MapPackTool.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Merge.self)
