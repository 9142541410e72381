import MapPipeline

start(Emit.self)
