/// Takes the place of a photo: hills at sunset, pixel by pixel.
struct Photo {
  let width: Int
  let height: Int

  /// The picture in PNG with a palette (W3C, "Portable Network Graphics Specification", 2003), not compressed.
  var png: [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      pixels.append(0)  // The row as it is.
      for x in 0..<width { pixels.append(colour(1000 * x / width, 1000 * y / height)) }
    }
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("PLTE", palette)
      + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
  }

  /// Red, green and blue of each colour: the sky from above to below, the sun, and the hills from the farthest on.
  private var palette: [UInt8] {
    var colours: [UInt8] = []
    for step in 0..<76 as Range<UInt8> { colours += [96 + 2 * step, 126 + step, 186 - step / 2] }
    return colours + [255, 244, 214, 128, 118, 128, 74, 98, 92, 38, 70, 66]
  }

  /// The colour at a place, both in thousandths of the picture.
  private func colour(_ x: Int, _ y: Int) -> UInt8 {
    // How far a wave of this length goes up and down there.
    func wave(_ length: Int, _ shift: Int) -> Int { abs((x + shift) % length - length / 2) }
    if y > 820 - wave(460, 90) / 2 { return 79 }
    if y > 700 - wave(620, 400) / 2 - wave(70, 0) / 4 { return 78 }
    if y > 640 - wave(340, 30) / 2 - wave(90, 0) / 3 { return 77 }
    if (x - 640) * (x - 640) + (y - 380) * (y - 380) < 6400 { return 76 }
    return UInt8(min(y, 750) / 10)
  }
}

/// Bytes in the format of zlib, not compressed (RFC 1950 and 1951).
private func stored(_ data: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = [0x78, 0x01]
  for start in stride(from: 0, to: data.count, by: 65_535) {
    let block = data[start..<min(data.count, start + 65_535)]
    let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
    bytes += [block.endIndex == data.count ? 1 : 0, low, high, ~low, ~high] + block
  }
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in data {
    a = (a + UInt32(byte)) % 65_521
    b = (b + a) % 65_521
  }
  return bytes + bigEndian(b << 16 | a)
}

/// A chunk of a PNG, with its checksum.
private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(name.utf8) + data
  var remainder = UInt32.max
  for byte in body {
    remainder ^= UInt32(byte)
    for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  return bigEndian(UInt32(data.count)) + body + bigEndian(~remainder)
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
