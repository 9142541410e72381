import MapPackTool

// The executable `mappack`: the tool with all commands. The type `RootCommand` of MapPackTool lists them. `start` never
// returns: it ends the process with the command's status (`ExitStatus`).
start(RootCommand.self)
