import MapPipeline

// The executable `mappack-ingest`: the same as `mappack ingest`.
start(Ingest.self)
