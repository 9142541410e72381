import MapPipeline

start(MapPackTool.self)
