import MapPipeline

// The executable `mappack`: the tool with all commands. The type `MapPackTool` of MapPipeline lists them. `start` never
// returns: it ends the process with the command's status (`ExitStatus`).
start(MapPackTool.self)
