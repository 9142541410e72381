import MapPipeline

start(Validate.self)
