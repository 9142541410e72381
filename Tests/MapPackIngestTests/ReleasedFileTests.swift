import Foundation
import Testing

@testable import MapPackIngest

/// The database of PROJ that lies beside a command of a release.
@Suite struct ReleasedFileTests {
  @Test func `the database beside a command is found, also through a link to it, and comes before the system's`() throws
  {
    let folder = try TemporaryFolder()
    let system = try #require(try ProjectionContext(file: nil).database)
    let files = FileManager.default
    for name in ["opt/bin", "opt/share/mappack", "home"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    let command = try folder.write("", to: "opt/bin/mappack")
    let link = folder.path("home/mappack")
    try files.createSymbolicLink(atPath: link, withDestinationPath: command)
    #expect(ReleasedFile.path("proj.db", besideExecutable: link) == nil)

    try files.copyItem(atPath: system, toPath: folder.path("opt/share/mappack/proj.db"))
    let released = try #require(ReleasedFile.path("proj.db", besideExecutable: link))
    #expect(released.hasSuffix("/opt/share/mappack/proj.db"))
    #expect(ReleasedFile.path("proj.db", besideExecutable: command) == released)
    let context = try ProjectionContext(file: nil, released: released)
    #expect(context.database == released)
    #expect(ProjectionObject(epsg: 6677, in: context)?.name == "JGD2011 / Japan Plane Rectangular CS IX")
  }

  @Test func `a database that is none, and a command that is not there, leave the system's`() throws {
    let folder = try TemporaryFolder()
    let system = try ProjectionContext(file: nil).database
    let broken = try folder.write("no database", to: "proj.db")
    #expect(try ProjectionContext(file: nil, released: broken).database == system)
    #expect(ReleasedFile.path("proj.db", besideExecutable: folder.path("bin/mappack")) == nil)
    #expect(ReleasedFile.path("proj.db") == nil)
  }
}
