import Testing

/// Areas of polygons on the WGS 84 ellipsoid with edges straight in longitude and latitude, integrated
/// numerically from the closed form with 60 digits (mpmath).
enum EllipsoidalAreaTable {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ring: [[Double]]
    /// In m².
    let area: Double
  }

  static let rows: [Row] = [
    Row(
      testDescription: "the whole earth",
      ring: [[-180.0, -90.0], [180.0, -90.0], [180.0, 90.0], [-180.0, 90.0]],
      area: 510065621724088.5),
    Row(
      testDescription: "the northern hemisphere",
      ring: [[-180.0, 0.0], [180.0, 0.0], [180.0, 90.0], [-180.0, 90.0]],
      area: 255032810862044.25),
    Row(
      testDescription: "a cell of a degree at the equator",
      ring: [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
      area: 12308463893.975351),
    Row(
      testDescription: "a cell of a degree at 35° north",
      ring: [[139.0, 35.0], [140.0, 35.0], [140.0, 36.0], [139.0, 36.0]],
      area: 10066275204.165369),
    Row(
      testDescription: "a cell of a degree at the south pole",
      ring: [[10.0, -90.0], [11.0, -90.0], [11.0, -89.0], [10.0, -89.0]],
      area: 108866681.63620767),
    Row(
      testDescription: "a triangle from pole to pole",
      ring: [[0.0, -90.0], [120.0, 10.5], [0.0, 90.0]],
      area: 107739568979409.62),
    Row(
      testDescription: "a triangle over the equator",
      ring: [[-30.25, -41.5], [71.125, -3.75], [12.5, 63.25]],
      area: 51386333005337.43),
    Row(
      testDescription: "a thin diagonal strip",
      ring: [[-170.5, -80.25], [-170.25, -80.25], [175.75, 84.5], [175.5, 84.5]],
      area: 350808975350.508),
    Row(
      testDescription: "a star",
      ring: [
        [10.0, 10.0], [30.0, 12.0], [50.0, -20.0], [45.0, 15.0], [80.0, 30.0], [40.0, 28.0], [20.0, 75.0],
        [22.0, 25.0], [-30.0, 40.0], [5.0, 18.0],
      ],
      area: 19020516088688.535),
    Row(
      testDescription: "a parcel",
      ring: [[129.873, 32.745], [129.8731, 32.74505], [129.87305, 32.7452], [129.87295, 32.74515]],
      area: 181.88893918570722),
    Row(
      testDescription: "a triangle near the pole",
      ring: [[0.0, 89.5], [120.0, 89.75], [240.0, 88.5]],
      area: -14696765114.464613),
  ]
}
