import MapPipeline

start(Ingest.self)
