import MapPipeline

// The executable `mappack`: the tool with all commands.
start(MapPackTool.self)
