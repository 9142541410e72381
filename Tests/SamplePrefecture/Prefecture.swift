extension Plan {
  /// 見本県: not a prefecture of Japan, nor is any of its municipalities.
  static let prefecture = Plan(
    relief: Relief(
      land: [
        .init(20, 36, 24, 8, width: 16), .init(24, 8, 14, -14, width: 12),
        .init(16, 16, -4, 6, width: 8), .init(-4, 6, -14, -12, width: 5.5), .init(-14, -12, -10, -28, width: 4.5),
        .init(14, -14, 24, -34, width: 6.5), .init(24, -34, 20, -50, width: 4.5),
        .init(14, 44, 2, 57, width: 6.5), .init(2, 57, -12, 55, width: 4.5),
        .init(36, 18, 46, 14, width: 5), .init(36, 34, 44, 38, width: 5),
        .init(2, -22, 4, -26, width: 3), .init(-14, 28, -18, 34, width: 4), .init(46, -52, 46, -52, width: 3),
        .init(-28, 36, -30, 33, width: 1.2), .init(-33, 29, -37, 21, width: 2.5), .init(-42, 21, -43, 19, width: 1.2),
        .init(-41, 13, -46, 8, width: 2.2), .init(-49, 3, -52, 0, width: 1.8), .init(-50, -6, -51, -8, width: 1),
        .init(-57, -8, -66, -16, width: 4.2), .init(-70, -7, -72, -9, width: 1.2),
        .init(-66, -27, -69, -31, width: 1.6),
      ],
      lakes: [.init(17, 20, 20, 24, width: 1.6)]),
    municipalities: [
      // CP932 has 髙 and 﨑, JIS X 0208 has not; the second byte of 表 and ソ is a backslash.
      Municipality("99201", nil, "見本市", .init(12, 2, reach: 1.1), .init(4, -15, reach: 1.1)),
      Municipality("99202", nil, "髙嶺市", .init(20, 41, reach: 1.2)),
      Municipality(
        "99203", nil, "八百島市", rocks: 0.11, .init(-32, 29, reach: 1.4), .init(-41, 13, reach: 1.4),
        .init(-50, -1, reach: 1.4), .init(-59, -12, reach: 1.4), .init(-67, -28, reach: 1.4)),
      Municipality("99204", nil, "表浜市", .init(38, 18, reach: 1.1), .init(42, 37)),
      Municipality("99301", "北灘郡", "七ヶ瀬町", .init(-6, 56)),
      Municipality("99302", "北灘郡", "磯﨑町", .init(6, 44)),
      Municipality("99303", "南灘郡", "ミソラ町", .init(21, -46)),
      Municipality(
        "99304", "南灘郡", "飛ヶ浦町", .init(20, -26), .init(18, -8, reach: 0.25), .init(25, -11, reach: 0.15),
        .init(8, -4, reach: 0.12), .init(20, -48, reach: 0.15), .init(32, 4, reach: 0.2)),
      Municipality("99321", "雲井郡", "雲ノ平町", .init(20, 20)),
      Municipality("99322", "雲井郡", "鈴音村", .init(18, 36, reach: 0.42)),
      Municipality("99341", "渚郡", "汐入町", .init(-6, 6), .init(-13, -18), .init(-16, 31, reach: 1.5)),
      Municipality("99342", "渚郡", "沖ノ瀬村", .init(46, -52)),
    ],
    reclaimed: (southWest: Position(x: 1.5, y: -6), northEast: Position(x: 7, y: -4)))
}
