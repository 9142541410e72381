import MapPackTool

// The executable `mappack-validate`: the same as `mappack validate`. Its options are in `Validate`, in MapPackTool.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Validate.self)
