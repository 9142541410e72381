import CMapPackMalloc

/// Gives the memory back to the system that a finished stage has freed in small pieces, so that the next one does not
/// need room beside it.
func giveBackFreedMemory() {
  #if canImport(Darwin)
    malloc_zone_pressure_relief(nil, 0)
  #elseif canImport(Glibc)
    malloc_trim(0)
  #endif
}
