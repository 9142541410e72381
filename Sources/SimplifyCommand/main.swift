import MapPipeline

start(Simplify.self)
