import Foundation
import MapPack
import Testing

/// What stores text that is the raw value of a type, as `@AppStorage` does.
@propertyWrapper
private struct Stored<Value: RawRepresentable> where Value.RawValue == String {
  private let store: Store
  private let initial: Value

  final class Store { var text: String? }

  init(wrappedValue: Value, _ store: Store) { (self.store, initial) = (store, wrappedValue) }

  var wrappedValue: Value {
    get { store.text.flatMap(Value.init(rawValue:)) ?? initial }
    nonmutating set { store.text = newValue.rawValue }
  }
}

@Suite struct RegionCodeTests {
  @Test func `a region is stored as its code, and read from it`() {
    let store = Stored<RegionCode<Letter>>.Store()
    @Stored(store) var home = RegionCode(Letter.a)
    #expect(home.region == .a && store.text == nil)
    home = RegionCode(.c)
    #expect(store.text == "03" && home.region == .c)
  }

  @Test func `a code that no region has stays as it was stored`() throws {
    let store = Stored<RegionCode<Letter>>.Store()
    store.text = "99"
    @Stored(store) var home = RegionCode(Letter.a)
    #expect(home.region == nil && home.regionsToday.isEmpty && home.rawValue == "99")
    let codes = [home, RegionCode(.b)]
    let data = try JSONEncoder().encode(codes)
    #expect(String(decoding: data, as: UTF8.self) == #"["99","02"]"#)
    #expect(try JSONDecoder().decode([RegionCode<Letter>].self, from: data) == codes)
  }

  @Test func `the code of a retired region leads to today's regions`() {
    let code = RegionCode<Letter>(rawValue: "04")
    #expect(code.region?.isLive == false && code.regionsToday == [.b])
    #expect(Set([code, RegionCode(rawValue: "04"), RegionCode(.b)]).count == 2)
  }
}
