import Foundation
import MapPack
import TestSupport
import Testing

@testable import MapPackUI

/// Gestures that go on at once, begin and end in any order, and are cancelled.
@Suite struct MapHandTests {
  private static let home = MapRect(minX: 1000, minY: 2000, width: 800, height: 800)
  private static let room = CGRect(x: 10, y: 10, width: 400, height: 400)
  private static let middle = CGPoint(x: 210, y: 210)

  /// A map and the hand on it.
  private struct Table {
    var viewport: MapViewport
    var hand = MapHand()

    init(zoom: Double, maximumZoom: Double = 64) {
      viewport = MapViewport(home: home, maximumZoom: maximumZoom)
      viewport.magnify(by: zoom, around: middle, in: MapFrame(home, in: room))
    }

    var frame: MapFrame { MapFrame(viewport.part, in: room) }

    mutating func move(drag: CGSize? = nil, pinch: MapHand.Pinch? = nil) {
      viewport = hand.move(to: MapHand.Input(drag: drag, pinch: pinch), from: viewport, in: room, at: 0)
    }
  }

  @Test func `a map does not slide on at the end of a pinch, or just after one`() {
    var hand = MapHand()
    let viewport = MapViewport(home: Self.home)
    func move(drag: CGSize?, pinch: Double?, at time: Double) {
      let pinch = pinch.map { MapHand.Pinch(factor: $0, anchor: Self.middle) }
      _ = hand.move(to: MapHand.Input(drag: drag, pinch: pinch), from: viewport, in: Self.room, at: time)
    }
    move(drag: .zero, pinch: nil, at: 0)
    #expect(hand.slidesOn(at: 0))
    move(drag: .zero, pinch: 1, at: 1)
    move(drag: .zero, pinch: 2, at: 2)
    #expect(!hand.slidesOn(at: 2))
    move(drag: .zero, pinch: nil, at: 3)
    #expect(!hand.slidesOn(at: 3.3))
    #expect(hand.slidesOn(at: 3.4))
  }

  /// A thumb that stays and a finger that goes from 200 to 300: the system tells the way of their middle, and the factor.
  @Test(arguments: [(0.0, 100.0), (50, 0), (-40, 60), (30, 30)])
  func `each of two fingers keeps what lies under it`(thumb: Double, finger: Double) {
    var table = Table(zoom: 4)
    let (a, b) = (CGPoint(x: 150, y: 200), CGPoint(x: 250, y: 200))
    let under = [a, b].map { table.frame.mapPoint($0) }
    table.move(drag: .zero, pinch: MapHand.Pinch(factor: 1, anchor: CGPoint(x: 200, y: 200)))
    table.move(
      drag: CGSize(width: (thumb + finger) / 2, height: 0),
      pinch: MapHand.Pinch(factor: (100 + finger - thumb) / 100, anchor: CGPoint(x: 200, y: 200)))
    let now = under.map { table.frame.point($0) }
    #expect(abs(now[0].x - 150 - thumb) < 1e-6 && abs(now[1].x - 250 - finger) < 1e-6)
  }

  @Test func `a map that is dragged and pinched by turns does not jump`() {
    var table = Table(zoom: 4)
    let point = table.frame.mapPoint(Self.middle)
    let x = { (table: Table) in table.frame.point(point).x }
    var seen: [Double] = []
    for step in 0..<4 {
      let pinch = MapHand.Pinch(factor: 1 + Double(step) / 20, anchor: Self.middle)
      table.move(drag: CGSize(width: 10 + 2 * step, height: 0), pinch: pinch)
      seen.append(x(table))
      table.move(drag: CGSize(width: 11 + 2 * step, height: 0), pinch: pinch)
      seen.append(x(table))
    }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { abs($1 - $0) < 1.01 }, "\(seen)")
    // The pinch ends, and the drag goes on by a point.
    table.move(drag: CGSize(width: 18, height: 0))
    #expect(abs(x(table) - (seen.last ?? 0) - 1) < 0.01)
  }

  /// Two fingers, of which the first drags: what lay under their middle stays under it, whatever began or ended when.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what lies under the fingers stays there to a hundredth of a point`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var table = Table(zoom: 8)
    /// Where the fingers are, and what has been under them since the last gesture began or ended.
    var drag: CGSize?
    var pinch: (value: MapHand.Pinch, shift: CGSize)?
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: drag = drag == nil ? .zero : nil
      case 1:
        let anchor = CGPoint(
          x: Double.random(in: 100...300, using: &random), y: Double.random(in: 100...300, using: &random))
        pinch = pinch == nil ? (MapHand.Pinch(factor: 1, anchor: anchor), .zero) : nil
      default: break
      }
      // The fingers are where they were, and the gestures that go on say so.
      table.move(drag: drag, pinch: pinch?.value)
      let finger = pinch.map {
        CGPoint(x: $0.value.anchor.x + $0.shift.width, y: $0.value.anchor.y + $0.shift.height)
      }
      let place = finger ?? Self.middle
      let under = table.frame.mapPoint(place)
      // They move a little.
      let step = CGSize(
        width: drag == nil ? 0 : Double.random(in: -3...3, using: &random),
        height: drag == nil ? 0 : Double.random(in: -3...3, using: &random))
      if let old = drag { drag = CGSize(width: old.width + step.width, height: old.height + step.height) }
      if let old = pinch {
        let factor = old.value.factor * Double.random(in: 0.97...1.03, using: &random)
        pinch?.value.factor = min(max(factor, 0.5), 2)
        pinch?.shift = CGSize(width: old.shift.width + step.width, height: old.shift.height + step.height)
      }
      table.move(drag: drag, pinch: pinch?.value)
      let now = table.frame.point(under)
      // At the edge of the map it cannot stay.
      let part = table.viewport.part
      guard part.minX > 1001, part.maxX < 1799, part.minY > 2001, part.maxY < 2799 else { return }
      guard 1.01...63 ~= table.viewport.zoom else { return }
      #expect(abs(now.x - place.x - step.width) < 0.01 && abs(now.y - place.y - step.height) < 0.01)
    }
  }

  @Test(arguments: [true, false])
  func `gestures that end or are cancelled leave the map where it is, and the next ones begin there`(isPinch: Bool) {
    var table = Table(zoom: 4)
    table.move(
      drag: CGSize(width: 40, height: 20),
      pinch: isPinch ? MapHand.Pinch(factor: 1.5, anchor: CGPoint(x: 100, y: 100)) : nil)
    let part = table.viewport.part
    #expect(table.hand.isMoving)
    table.move()
    #expect(table.viewport.part == part && !table.hand.isMoving)
    // A new drag begins with nothing, and does not know of the old one.
    table.move(drag: CGSize(width: 1, height: 0))
    #expect(abs(table.viewport.part.minX - part.minX + 1 / table.frame.scale) < 1e-9)
    table.move()
    table.move(pinch: MapHand.Pinch(factor: 1, anchor: Self.middle))
    #expect(abs(table.viewport.part.minX - part.minX + 1 / table.frame.scale) < 1e-9)
  }

  @Test func `a second pinch at another place begins with nothing`() {
    var table = Table(zoom: 4)
    table.move(pinch: MapHand.Pinch(factor: 2, anchor: CGPoint(x: 100, y: 100)))
    let part = table.viewport.part
    table.move(pinch: MapHand.Pinch(factor: 1, anchor: CGPoint(x: 300, y: 100)))
    #expect(abs(table.viewport.part.minX - part.minX) < 1e-9 && abs(table.viewport.zoom - 8) < 1e-9)
  }

  @Test func `a finger takes the map where it is seen amid an animation`() {
    var table = Table(zoom: 4)
    let start = table.viewport
    var target = start
    target.show(MapRect(minX: 1000, minY: 2000, width: 100, height: 100))
    // A third of the way.
    let third = MapRect(minX: 1200 - 200 / 3, minY: 2200 - 200 / 3, width: 500 / 3, height: 500 / 3)
    let drawn = DrawnPart(part: third, target: target.part)
    let seen = target.seen(drawn)
    #expect(seen.part == third && seen.home == target.home && seen.maximumZoom == target.maximumZoom)
    table.viewport = seen
    let point = table.frame.mapPoint(Self.middle)
    table.move(drag: CGSize(width: 5, height: 0))
    #expect(abs(table.frame.point(point).x - Self.middle.x - 5) < 1e-9)
    // A picture of the end, one that was going elsewhere, and none.
    #expect(target.seen(DrawnPart(part: target.part, target: target.part)) == target)
    #expect(start.seen(drawn) == start && start.seen(nil) == start)
    // What overshoots stays on the map.
    var outside = third
    outside.minX = 900
    #expect(target.seen(DrawnPart(part: outside, target: target.part)).part.minX == 1000)
  }

  @Test func `a hand that lets go takes the map where it is then`() {
    var table = Table(zoom: 4)
    table.move(drag: CGSize(width: 40, height: 0))
    // The app shows another part.
    table.viewport.show(MapRect(minX: 1500, minY: 2500, width: 100, height: 100))
    let part = table.viewport.part
    table.hand.letGo()
    table.move(drag: CGSize(width: 41, height: 0))
    #expect(abs(table.viewport.part.minX - part.minX + 1 / table.frame.scale) < 1e-9)
  }

  @Test func `the momentum of a scroll goes to what the fingers scrolled, and moves no other`() {
    var scroll = MapScroll()
    var moves = 0
    func take(_ kind: MapScroll.Kind, moves isMoving: Bool) -> Bool {
      scroll.isTaken(kind) {
        moves += 1
        return isMoving
      }
    }
    // The end of a scroll that began elsewhere.
    #expect(!take(.momentum, moves: true) && moves == 0)
    #expect(take(.fingers, moves: true) && take(.momentum, moves: true) && moves == 2)
    // At the edge of the map, or after a command, the page does not go on instead.
    #expect(take(.momentum, moves: false) && moves == 3)
    // The fingers scroll what does not move: the page.
    #expect(!take(.fingers, moves: false) && !take(.momentum, moves: true) && moves == 4)
    #expect(take(.wheel, moves: true) && !take(.wheel, moves: false))
  }

  @Test(arguments: [0.0, 1, -1, 3, -3, 1000, .infinity, .nan])
  func `a notch of a wheel magnifies by a fifth, and none by more than twice`(lines: Double) {
    let factor = MapViewport.factor(ofWheel: lines)
    #expect(0.5...2 ~= factor)
    if lines.isFinite {
      #expect(abs(factor * MapViewport.factor(ofWheel: -lines) - 1) < 1e-12)
      #expect((factor > 1) == (lines > 0) && (factor < 1) == (lines < 0))
    }
    #expect(MapViewport.factor(ofWheel: 1) == 1.2)
  }
}
