import MapPackTool

// The executable `mappack-ingest`: the same as `mappack ingest`. `start` never returns.
start(Ingest.self)
