// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Foundation's modules of a toolchain for Linux re-export a module Glibc. Here that is the C library of Apple's systems,
// as Foundation re-exports it there, with what its overlay has.
@_exported import SwiftGlibc

public var errno: Int32 {
  get { 0 }
  set {}
}

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }

public typealias SignalHandler = @convention(c) (Int32) -> Void
public var SIG_DFL: SignalHandler? { nil }
public var SIG_IGN: SignalHandler { { _ in } }
