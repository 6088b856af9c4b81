import { array, assert, integer, property, tuple } from '../fast-check'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LatLng } from '../../custom/geo/model/lat-lng'
import { decodeLine, encodeLine } from '../../custom/geo/model/polyline'

interface Vector { readonly name: string; readonly precision: number; readonly coords: readonly LatLng[]; readonly encoded: string }

const file = join(import.meta.dirname, '../../../shared/data/vectors/polyline_vectors.json')
const vectors = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as readonly Vector[] : []
if (vectors.length === 0) console.log('skipped: encoded lines held against the vectors of others: ../shared/data/vectors is not here')

describe('encoded lines', () => {
  test.skipIf(vectors.length === 0).each(vectors)('are those of other programs: $name', ({ precision, coords, encoded }) => {
    expect(encodeLine(coords, precision)).toBe(encoded)
    const decoded = decodeLine(encoded, precision)
    expect(decoded).toHaveLength(coords.length)
    const half = 0.5 / 10 ** precision + 1e-12
    for (const [i, [lat, lng]] of decoded.entries()) {
      expect(Math.abs(lat - (coords[i]?.[0] ?? NaN))).toBeLessThanOrEqual(half)
      expect(Math.abs(lng - (coords[i]?.[1] ?? NaN))).toBeLessThanOrEqual(half)
    }
  })

  test.each([5, 6])('come back as they were, to %i decimals', (precision) => {
    const scale = 10 ** precision
    const degrees = (most: number) => integer({ min: -most * scale, max: most * scale }).map((n) => n / scale)
    assert(property(array(tuple(degrees(90), degrees(180)), { maxLength: 50 }), (points) => {
      const decoded = decodeLine(encodeLine(points, precision), precision)
      // As whole numbers, without a negative zero.
      const whole = (line: readonly LatLng[]) => line.map(([lat, lng]) => [Math.round(lat * scale) + 0, Math.round(lng * scale) + 0])
      expect(whole(decoded)).toEqual(whole(points))
    }))
  })

  test.each([
    ['a cut end', '_p~iF~ps|U_ulL'], ['a number that never ends', '_p~iF~ps|'], ['letters of no line', 'Av. Larco ñ'],
    ['a place off the earth', encodeLine([[91, 0]])],
  ])('that are none are refused: %s', (_what, text) => {
    expect(() => decodeLine(text)).toThrow(RangeError)
  })
})
