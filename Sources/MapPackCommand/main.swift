import MapPackTool

// The executable `mappack`: the tool with all commands. `start` never returns.
start(RootCommand.self)
