import MapPack

package typealias DisjointSets = MapPack.DisjointSets
