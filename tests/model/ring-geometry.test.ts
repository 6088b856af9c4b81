import { array, assert, double, property } from '../fast-check'
import { expect, test } from 'vitest'
import { polygon } from '../../src/fields/polygon/data'
import type { Field } from '../../src/model/field'

const field = { name: 'path', type: 'polygon', schema: {} } as unknown as Field

test('any area goes out as a closed, counter-clockwise GeoJSON polygon and comes back with the same corners', () => {
  assert(
    property(
      array(double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 40, maxLength: 40 }),
      (dice) => {
        let at = 0
        const ring = polygon.sample(field, () => dice[at++ % dice.length] ?? 0) as unknown as {
          lat: number
          lng: number
        }[]
        const geometry = polygon.toGeometry?.(ring as never) as unknown as {
          type: string
          coordinates: [number, number][][]
        }
        const [outline = []] = geometry.coordinates
        expect(geometry.type).toBe('Polygon')
        expect(outline[0]).toEqual(outline.at(-1))
        const twice = outline
          .slice(1)
          .reduce((sum, [x, y], i) => sum + (outline[i]?.[0] ?? 0) * y - x * (outline[i]?.[1] ?? 0), 0)
        expect(twice).toBeGreaterThanOrEqual(0)
        const back = polygon.canonical(geometry as never, field) as unknown as typeof ring
        const corners = (of: typeof ring) => of.map(({ lat, lng }) => `${lat},${lng}`).sort()
        expect(corners(back)).toEqual(corners(ring))
      },
    ),
  )
})
