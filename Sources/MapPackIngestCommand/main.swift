import MapPackTool

// The executable `mappack-ingest`: the same as `mappack ingest`. Its options are in `Ingest`, in MapPackTool.
// `start` never returns: it ends the process with the command's status (`ExitStatus`).
start(Ingest.self)
