import MapPackGeometry
import Testing

@Test func `an arc reference names its arc and its direction`() {
  let reference = ArcReference(arc: 0, reversed: true)
  #expect(reference.arc == 0 && reference.isReversed)
  #expect(reference.opposite == ArcReference(arc: 0, reversed: false))
}
