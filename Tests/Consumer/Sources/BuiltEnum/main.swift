import MapPack

let map = try RegionMap(NewEngland.self, in: .module)
let montpelier = MapPoint(longitude: -72.57, latitude: 44.26)
print(map.region(at: montpelier) == .vermont ? "Montpelier lies in \(map[.vermont].name)" : "where is Vermont?")
