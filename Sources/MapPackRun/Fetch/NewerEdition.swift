import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject

extension CatalogFile {
  /// The file in the newest edition that the publisher has, with the license that he gives it. Asks once.
  ///
  /// - Parameter own: the edition that a map has; no older one is the newest.
  /// - Throws: `noInput` if the publisher does not say; `usage` if the catalog is at fault.
  package func newest(than own: String? = nil) throws(StageError) -> CatalogFile {
    var file = self
    switch entry.newer {
    case .year:
      // What a user wrote need not be an edition.
      let own = own.flatMap { Int($0.prefix(4)) == nil ? nil : $0 }
      file = try edition(max(own ?? "", entry.edition ?? ""))
      let next = try edition("\((Int(file.edition?.prefix(4) ?? "") ?? 0) + 1)")
      do throws(StageError) {
        // A refusal is no answer, but what is not found is not out yet.
        let answer = try next.asked("HEAD", next.addresses.first, otherwise: [404, 410])
        if answer.status == 200 { file = next }
      } catch {
        // What the catalog knows is newer, too.
        if file.edition == own { throw error }
      }
    case .modified, nil:
      guard let day = try asked("HEAD", addresses.first).day else {
        throw StageError(.noInput, "\(addresses.first ?? "") does not say of which day the file is")
      }
      file.edition = max(own ?? "", day)
    case .index:
      var list = Data()
      _ = try asked("GET", entry.index.map(filled), limit: 32 << 20) { list += $0 }
      let text = String(decoding: list, as: UTF8.self)
      let editions = try matches(of: entry.found, in: text)
      guard let last = editions.max() else {
        throw StageError(
          .noInput, "\(entry.index.map(filled) ?? "") lists no edition of \(id)",
          remedy: "see whether the address is still right, or name the edition with --edition")
      }
      file.edition = last
      if let license = try matches(of: entry.foundLicense, in: text).first { file.entry.license = license }
    }
    return file
  }

  /// The file as the publisher has it: in the newest edition, unless one was asked for, with the license of the edition.
  ///
  /// - Parameter isAsked: whether the edition was asked for.
  /// - Throws: as `newest`; `usage` if the publisher has the newest edition alone, and it is another one.
  package func confirmed(isAsked: Bool) throws(StageError) -> CatalogFile {
    switch entry.newer {
    case .year, nil: return self
    case .modified:
      // A mirror may have the file, and does not say of which day it is.
      guard isAsked else { return (try? newest()) ?? self }
      let newest = try newest()
      guard newest.edition == edition else {
        throw StageError(
          .usage, "the publisher has \(id) of \(newest.edition ?? "") alone, and not of \(edition ?? "")",
          remedy: "take that one, or get the file by hand, and name it to `mappack init`")
      }
      return newest
    case .index:
      guard !isAsked || entry.foundLicense != nil else { return self }
      let newest = try newest()
      return isAsked && newest.edition != edition ? self : newest
    }
  }

  /// Downloads the file, unless it is there: another map may have it. Its address, digest and edition are noted.
  /// - Returns: what there is to say.
  /// - Throws: as `Download`.
  package mutating func fetch(
    to location: String, called name: String, progress: ProgressHandler?
  ) throws(StageError) -> String {
    if FileReading.isFolder(location) == false {
      digest = try Digest.sha256(fileAt: location, called: name)
      return "\(name) is here"
    }
    do throws(StageError) {
      let received = try Download.run(addresses, called: name, to: location, progress: progress)
      (entry.addresses, digest) = ([received.address], received.digest)
      if entry.newer == .modified { edition = received.day ?? edition }
      return received.words(name)
    } catch  where error.status == .noInput {
      var error = error
      error.remedy = "see whether a newer catalog has it (--catalog), or get it by hand, and name it to `mappack init`"
      throw error
    }
  }

  private func asked(
    _ method: String, _ address: String?, otherwise: [Int] = [], limit: Int = 1 << 20,
    take: @escaping (Data) -> Void = { _ in }
  ) throws(StageError) -> Transfer.Answer {
    let answer = try Transfer.run(address ?? "", called: id, method: method, limit: limit) { take($0) }
    guard let fault = answer.fault, !otherwise.contains(answer.status ?? 0) else { return answer }
    throw StageError(
      .noInput, "\(address ?? "") does not say what is newest: \(fault)",
      remedy: "see whether the address is still right, and try again")
  }

  /// What the first group of an expression of the catalog matches.
  private func matches(of expression: String?, in text: String) throws(StageError) -> [String] {
    guard let expression else { return [] }
    guard let regex = try? Regex(expression) else {
      throw StageError(.usage, "the catalog's expression for \(id) cannot be read: \(expression)")
    }
    return text.matches(of: regex).compactMap { $0.output.count > 1 ? $0.output[1].substring.map(String.init) : nil }
  }
}
