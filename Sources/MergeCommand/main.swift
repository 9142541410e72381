import MapPipeline

start(Merge.self)
