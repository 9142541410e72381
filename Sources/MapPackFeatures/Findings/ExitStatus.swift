/// The exit statuses of all commands.
///
/// Source: the numbers from 64 on are those of sysexits.h.
package enum ExitStatus: Int32, Hashable, Sendable {
  case success = 0
  /// The data has findings at or above the severity that fails, a region has no shape, or a check found a difference.
  case findings = 1
  /// Wrong usage, or a wrong pipeline file.
  case usage = 64
  /// Data is not what it should be, so it cannot be read.
  case unreadableData = 65
  /// An input does not exist.
  case noInput = 66
  /// Something has to be installed first.
  case unavailable = 69
  /// Memory ran out, or the tool has a fault.
  case internalFault = 70
  /// An output cannot be created.
  case cannotCreate = 73
  /// An output cannot be written.
  case cannotWrite = 74
}
