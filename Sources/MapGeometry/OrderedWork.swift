import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that comes piece by piece, is done by several threads, and is taken back in the order in which it came.
///
/// Its owner adds pieces and takes them back done. Instead of waiting for one the owner does another itself, so that with
/// one job all is done on the owner's thread. How many pieces are under way, and so how much memory, is up to the owner.
package struct OrderedWork<Piece: Sendable>: ~Copyable {
  private let jobs: Int
  private let queue: WorkQueue<Piece>
  private var threads: [pthread_t] = []
  /// What was added and not taken back, the oldest first.
  private var underWay: [WorkItem<Piece>] = []

  /// - Parameter jobs: how many threads there may be, with the owner's. There are fewer where the system has no room for
  ///   another one.
  package init(jobs: Int, _ work: @escaping @Sendable (Piece) -> Void) {
    self.jobs = jobs
    queue = WorkQueue(work)
  }

  /// How many pieces were added and not taken back.
  package var count: Int { underWay.count }

  package mutating func add(_ piece: Piece) {
    let item = WorkItem(piece)
    underWay.append(item)
    queue.add(item)
    // A lone piece is as soon done by the owner.
    guard threads.count + 1 < min(jobs, count) else { return }
    let queue = queue
    let argument = Unmanaged.passRetained(ThreadWork { while let item = queue.wait() { queue.run(item) } })
    if let thread = startThread(argument.toOpaque()) { threads.append(thread) } else { argument.release() }
  }

  /// The oldest piece, done; `nil` where none is under way.
  package mutating func next() -> Piece? {
    guard !underWay.isEmpty else { return nil }
    let oldest = underWay.removeFirst()
    while let item = queue.take(until: oldest) { queue.run(item) }
    oldest.done.wait()
    return oldest.piece
  }

  deinit {
    queue.close(threads: threads.count)
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// A piece, and whether it is done. Unchecked, because `isDone` is read and written under the queue's lock.
private final class WorkItem<Piece: Sendable>: @unchecked Sendable {
  let piece: Piece
  /// Signalled once, when it is done.
  let done = DispatchSemaphore(value: 0)
  fileprivate var isDone = false

  init(_ piece: Piece) { self.piece = piece }
}

/// The pieces that nobody has begun. Unchecked, because `waiting` and `isClosed` are read and written under the lock.
private final class WorkQueue<Piece: Sendable>: @unchecked Sendable {
  private let work: @Sendable (Piece) -> Void
  private let lock = DispatchSemaphore(value: 1)
  private let added = DispatchSemaphore(value: 0)
  private var waiting: [WorkItem<Piece>] = []
  private var isClosed = false

  init(_ work: @escaping @Sendable (Piece) -> Void) { self.work = work }

  func run(_ item: WorkItem<Piece>) {
    work(item.piece)
    lock.wait()
    item.isDone = true
    lock.signal()
    item.done.signal()
  }

  func add(_ item: WorkItem<Piece>) {
    lock.wait()
    waiting.append(item)
    lock.signal()
    added.signal()
  }

  /// The oldest that nobody has begun; `nil` where there is none, and once `item` is done.
  ///
  /// A flag says that: a semaphore that is asked whether it is signalled gives the processor away.
  func take(until item: WorkItem<Piece>) -> WorkItem<Piece>? {
    lock.wait()
    defer { lock.signal() }
    return item.isDone || waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// The oldest that nobody has begun, as soon as there is one; `nil` once the queue is closed.
  func wait() -> WorkItem<Piece>? {
    while true {
      added.wait()
      lock.wait()
      let item = isClosed || waiting.isEmpty ? nil : waiting.removeFirst()
      let isClosed = isClosed
      lock.signal()
      if isClosed || item != nil { return item }
    }
  }

  /// What nobody has begun stays undone. Wakes so many threads.
  func close(threads: Int) {
    lock.wait()
    isClosed = true
    lock.signal()
    for _ in 0..<threads { added.signal() }
  }
}
