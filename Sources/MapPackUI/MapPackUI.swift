import MapPack
