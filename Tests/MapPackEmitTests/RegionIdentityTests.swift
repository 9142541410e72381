import MapPackEmit
import MapPackNames
import Testing

private let lock = NameLock(
  regions: [
    .init(code: "42201", caseName: "nagasaki", rawValue: 1, name: "長崎市"),
    .init(code: "42202", caseName: "sasebo", rawValue: 2, name: "佐世保市", status: .retired),
    .init(code: "42203", caseName: "shimabara", rawValue: 3, name: "島原市"),
    .init(code: "4220A", caseName: "isahaya", rawValue: 4, name: "諫早市"),
  ])

/// The expected values were computed by another program, from the documented layout.
@Test func `the identity is that of the documented bytes`() {
  #expect(lock.identity(map: "Nagasaki") == 0x464C_9848_958D_48F3)
  let other = NameLock(regions: [.init(code: "é", caseName: "e", rawValue: 256, name: "")])
  #expect(other.identity(map: "長崎") == 0xBC04_12C1_B22D_A2BE)
}

@Test func `the identity changes with what a raw value means, and with nothing else`() {
  let identity = lock.identity(map: "Nagasaki")
  #expect(lock.identity(map: "Nagasaki2") != identity)
  func changed(_ edit: (inout NameLock) -> Void) -> Bool {
    var edited = lock
    edit(&edited)
    return edited.identity(map: "Nagasaki") != identity
  }
  #expect(changed { $0.regions[0].code = "42204" })
  #expect(changed { $0.regions[3].rawValue = 5 })
  #expect(changed { $0.regions[1].status = .live })
  #expect(changed { $0.regions.removeLast() })
  #expect(!changed { $0.regions[0].name = "Nagasaki-shi" })
  #expect(!changed { $0.regions[0].caseName = "nagasakiCity" })
  #expect(!changed { $0.regions[1].successors = ["42203"] })
  #expect(!changed { $0.cellExponent = 3 })
}
