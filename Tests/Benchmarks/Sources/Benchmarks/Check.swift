import Foundation
import MapPack

func check(_ url: URL) throws {}
