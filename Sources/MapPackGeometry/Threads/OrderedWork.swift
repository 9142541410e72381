import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that comes piece by piece, is done by several threads, and is taken back in the order in which it came.
///
/// The owner adds pieces and takes them back done. The work leaves its result in the piece, so a piece is a reference.
/// Instead of waiting for a piece, the owner does another one itself, so with one job all work is done on the owner's
/// thread. The owner decides how many pieces are under way, and so how much memory they take. Pieces that no thread has
/// begun when this value ends stay undone.
package struct OrderedWork<Piece: Sendable>: ~Copyable {
  private let jobs: Int
  private let queue: WorkQueue<Piece>
  private var threads: [pthread_t] = []
  /// The pieces added and not taken back, the oldest first.
  private var underWay: [WorkItem<Piece>] = []

  /// - Parameter jobs: the number of threads, with the owner's. There are fewer if the system has no room for another
  ///   one.
  package init(jobs: Int, _ work: @escaping @Sendable (Piece) -> Void) {
    self.jobs = jobs
    queue = WorkQueue(work)
  }

  /// The number of pieces added and not taken back.
  package var count: Int { underWay.count }

  /// A thread begins it as soon as one is free.
  package mutating func add(_ piece: Piece) {
    let item = WorkItem(piece)
    underWay.append(item)
    queue.add(item)
    // The owner does a lone piece as soon as another thread would.
    guard threads.count + 1 < min(jobs, count) else { return }
    let queue = queue
    let argument = Unmanaged.passRetained(ThreadWork { while let item = queue.wait() { queue.run(item) } })
    if let thread = startThread(argument.toOpaque()) { threads.append(thread) } else { argument.release() }
  }

  /// Takes back the oldest piece, done; `nil` if none is under way. Does other pieces, or waits, until it is done.
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

/// Unchecked, because `isDone` is read and written under the queue's lock.
private final class WorkItem<Piece: Sendable>: @unchecked Sendable {
  let piece: Piece
  /// Signaled once, when the piece is done.
  let done = DispatchSemaphore(value: 0)
  fileprivate var isDone = false

  init(_ piece: Piece) { self.piece = piece }
}

/// The pieces that no thread has begun. Unchecked, because `waiting` and `isClosed` are read and written under the
/// lock.
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

  /// Takes the oldest piece that no thread has begun; `nil` if there is none or if `item` is done.
  ///
  /// A flag says whether it is done, because asking a semaphore whether it is signaled gives the processor away.
  func take(until item: WorkItem<Piece>) -> WorkItem<Piece>? {
    lock.wait()
    defer { lock.signal() }
    return item.isDone || waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Waits for the oldest piece that no thread has begun, and takes it; `nil` once the queue is closed.
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

  /// Closes the queue and wakes the threads that wait for it. Pieces that no thread has begun stay undone.
  func close(threads: Int) {
    lock.wait()
    isClosed = true
    lock.signal()
    for _ in 0..<threads { added.signal() }
  }
}
