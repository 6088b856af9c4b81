import { array, assert, integer, property, tuple } from '../fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import { decodeLine, encodeLine } from '../../custom/geometry/model/polyline'
import { sharedData } from '../shared-data'

interface Vector {
  readonly name: string
  readonly precision: number
  readonly coords: readonly LatLng[]
  readonly encoded: string
}

const read = (file: string): readonly Vector[] => JSON.parse(readFileSync(file, 'utf8')) as readonly Vector[]
const file = sharedData('vectors/polyline_vectors.json', 'encoded lines held against those of other programs')
/** Ours, worked out with whole numbers from the published algorithm, not by the library under test. */
const own = read(join(import.meta.dirname, '../fixtures/polylines.json'))

describe('encoded lines', () => {
  const isBoth = ({ precision, coords, encoded }: Vector): void => {
    expect(encodeLine(coords, precision)).toBe(encoded)
    const decoded = decodeLine(encoded, precision)
    expect(decoded).toHaveLength(coords.length)
    const half = 0.5 / 10 ** precision + 1e-12
    for (const [i, [lat, lng]] of decoded.entries()) {
      expect(Math.abs(lat - (coords[i]?.[0] ?? NaN))).toBeLessThanOrEqual(half)
      expect(Math.abs(lng - (coords[i]?.[1] ?? NaN))).toBeLessThanOrEqual(half)
    }
  }
  test.each(own)('are those of the algorithm: $name', isBoth)

  describe.skipIf(file === null)('of other programs', () => {
    const others = file === null ? [] : read(file)
    test('are several', () => expect(others.length).toBeGreaterThan(20))
    test.each(others)('are the same: $name, $precision decimals', isBoth)
  })

  test.each([5, 6])('come back as they were, to %i decimals', (precision) => {
    const scale = 10 ** precision
    const degrees = (most: number) => integer({ min: -most * scale, max: most * scale }).map((n) => n / scale)
    assert(
      property(array(tuple(degrees(90), degrees(180)), { maxLength: 50 }), (points) => {
        const decoded = decodeLine(encodeLine(points, precision), precision)
        // As whole numbers, without a negative zero.
        const whole = (line: readonly LatLng[]) =>
          line.map(([lat, lng]) => [Math.round(lat * scale) + 0, Math.round(lng * scale) + 0])
        expect(whole(decoded)).toEqual(whole(points))
      }),
    )
  })

  test.each([
    ['a cut end', '_p~iF~ps|U_ulL'],
    ['a number that never ends', '_p~iF~ps|'],
    ['letters of no line', 'Av. Larco ñ'],
    ['a place off the earth', encodeLine([[91, 0]])],
  ])('that are none are refused: %s', (_what, text) => {
    expect(() => decodeLine(text)).toThrow(RangeError)
  })
})
