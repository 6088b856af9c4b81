import { describe, expect, test } from 'vitest'
import { placeNames } from '../../custom/geo/client/base/place-names'
import { worldPixels, worldX, worldY } from '../../custom/geo/client/base/world'
import { worldMap } from '../../custom/geo/client/base/world-map'
import { crowdScale, hits, REACH_PX, Scene } from '../../custom/geo/client/vehicles/scene'
import type { VehicleMark } from '../../custom/geo/model/vehicle-mark'
import { baseMap } from '../../custom/streets/model/base-map'
import { ZOOM } from '../../custom/geometry/model/zoom'

const mark = (id: number, more: Partial<VehicleMark> = {}): VehicleMark => ({
  id,
  lat: -12.1,
  lng: -77.03,
  course: 0,
  shape: 'car',
  state: 'online',
  fade: 'fresh',
  ...more,
})

/** A scene that looks at 1000 × 800 pixels around the middle of the fleet, at the dispatcher's zoom. */
function scene(): Scene {
  const pixels = worldPixels(ZOOM.dispatcher)
  const made = new Scene()
  made.look({
    pixels,
    left: worldX(-77.03) * pixels - 500,
    top: worldY(-12.1) * pixels - 400,
    width: 1000,
    height: 800,
  })
  return made
}

describe('the vehicles of a map', () => {
  test('an update touches only what looks different and is in view', () => {
    const fleet = scene()
    fleet.update([mark(1), mark(2, { lng: -77.02 }), mark(3, { lat: -13 })])
    expect(fleet.update([mark(1), mark(2, { lng: -77.02 }), mark(3, { lat: -13 })])).toEqual({ touched: [], moved: [] })
    const turned = fleet.update([mark(1, { course: 90 }), mark(2, { lng: -77.02 }), mark(3, { lat: -13.1 })])
    expect(turned.touched).toHaveLength(1)
    expect(turned.moved).toEqual([])
    const driven = fleet.update([mark(1, { course: 90 }), mark(2, { lng: -77.021 }), mark(3, { lat: -13.1 })])
    expect(driven.moved.map(({ mark: { id } }) => id)).toEqual([2])
    // Where it was and where it is.
    expect(driven.touched).toHaveLength(2)
  })

  test('a vehicle is found where it stands, also after it moved, left or the map moved', () => {
    const fleet = scene()
    fleet.update([mark(1), mark(2, { lng: -77.02 })])
    expect(fleet.at(500, 400).map(({ mark: { id } }) => id)).toEqual([1])
    const there = fleet.get(2)!
    expect(fleet.at(there.x, there.y).map(({ mark: { id } }) => id)).toEqual([2])
    fleet.update([mark(1, { lat: -12.12 }), mark(2, { lng: -77.02 })])
    expect(fleet.at(500, 400)).toEqual([])
    fleet.update([mark(2, { lng: -77.02 })])
    expect(fleet.get(1)).toBeUndefined()
    const pixels = worldPixels(15)
    fleet.look({
      pixels,
      left: worldX(-77.02) * pixels - 10,
      top: worldY(-12.1) * pixels - 20,
      width: 400,
      height: 400,
    })
    expect(fleet.at(10, 20).map(({ mark: { id } }) => id)).toEqual([2])
  })

  test('in a crowd all that lie under the pointer are found, the free ones first', () => {
    const fleet = scene()
    fleet.update([mark(1, { state: 'offline' }), mark(2, { state: 'busy' }), mark(3), mark(4, { lng: -77.0296 })])
    expect(fleet.at(500, 400).map(({ mark: { id } }) => id)).toEqual([4, 3, 2, 1])
  })

  test('what a patch has to paint again reaches into it, and nothing far away is asked', () => {
    const fleet = scene()
    fleet.update([mark(1), mark(2, { lng: -77.029 }), mark(3, { lng: -76.95 })])
    const { x, y } = fleet.get(1)!
    const found = fleet.within({ left: x - REACH_PX, top: y - REACH_PX, right: x + REACH_PX, bottom: y + REACH_PX })
    expect(found.map(({ mark: { id } }) => id)).toEqual([1, 2])
  })

  test('sixteen thousand are taken in and looked at in sixteen times the time of a thousand, not in its square', () => {
    const cpu_us = (scenes: number, count: number): number => {
      const many = Array.from({ length: count }, (_, id) =>
        mark(id, { lat: -12.2 + (id % 100) * 0.002, lng: -77.13 + Math.floor(id / 100) * 0.002 }),
      )
      const moved = many.map((one, i) => (i % 10 === 0 ? { ...one, course: 45, lat: one.lat + 0.0003 } : { ...one }))
      const began = process.cpuUsage()
      for (let i = 0; i < scenes; i++) {
        const fleet = scene()
        fleet.update(many)
        fleet.update(moved)
        fleet.look({ pixels: worldPixels(13), left: 0, top: 0, width: 1440, height: 900 })
      }
      return process.cpuUsage(began).user
    }
    // The same work in one scene and in sixteen, so that what the machine does meanwhile meets both: 1 where it is
    // linear, 16 where it is quadratic.
    const ratios = Array.from({ length: 5 }, () => cpu_us(1, 16_000) / cpu_us(16, 1000))
    expect(Math.min(...ratios)).toBeLessThan(6)
  })

  test('vehicles shrink only where they would hide the map', () => {
    const screen = 1440 * 900
    expect([0, 58, 500].map((count) => crowdScale(count, screen))).toEqual([1, 1, 1])
    expect(crowdScale(1500, screen)).toBeLessThan(1)
    expect(crowdScale(10_000, screen)).toBe(0.4)
    const fleet = scene()
    fleet.update([mark(1)])
    expect(fleet.at(500, 414)).toHaveLength(1)
    expect(fleet.at(500, 414, 0.4)).toHaveLength(0)
  })

  test('a picture is pressed on its turned shape, not on the box around it', () => {
    expect(hits(0, 18, 0)).toBe(true)
    expect(hits(18, 0, 0)).toBe(false)
    expect(hits(18, 0, 90)).toBe(true)
    expect(hits(0, 18, 90)).toBe(false)
    expect(hits(12, -12, 45)).toBe(true)
    expect(hits(12, 12, 45)).toBe(false)
    expect(hits(0, 0, null)).toBe(true)
  })
})

describe('the names on the drawn map', () => {
  const map = worldMap(baseMap())
  const measure = (text: string): number => text.length * 6.5

  test('no name lies over another', () => {
    for (const zoom of [11, 12, 13, 14, 15]) {
      const placed = placeNames(map, zoom, worldPixels(zoom), measure)
      const level = placed.filter(({ angle }) => Math.abs(angle) < 0.1)
      const meet = (a: (typeof level)[number], b: (typeof level)[number]): boolean =>
        Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 1
      const over = level.flatMap((a, i) =>
        level
          .slice(i + 1)
          .filter((b) => meet(a, b))
          .map((b) => `${zoom} ${a.text} / ${b.text}`),
      )
      expect(over).toEqual([])
    }
  })

  test('districts are named over the city, streets when one is nearer, and none stands on its head', () => {
    const texts = (zoom: number): readonly string[] =>
      placeNames(map, zoom, worldPixels(zoom), measure).map(({ text }) => text)
    expect(texts(12)).toEqual(expect.arrayContaining(['Miraflores', 'San Isidro', 'Callao', 'Océano Pacífico']))
    expect(texts(12)).not.toContain('Av. Arequipa')
    expect(texts(14)).toEqual(expect.arrayContaining(['Av. Arequipa', 'Av. Javier Prado', 'Av. La Marina']))
    expect(texts(9)).not.toContain('Miraflores')
    expect(placeNames(map, 14, worldPixels(14), measure).every(({ angle }) => Math.abs(angle) <= Math.PI / 2)).toBe(
      true,
    )
  })
})
