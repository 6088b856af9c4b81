import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import { placesOf, wayTable } from '../../custom/geo/server'
import { oneEngine } from '../engines'
import { mapService, type AskedOf, type MapService, type Said } from './map-service'
import { placesApp, type PlacesApp } from './places-fixture'

type Context = Parameters<typeof wayTable>[0]

const PLACES = Array.from({ length: 7 }, (_, at): LatLng => [-12.1 - at * 0.004, -77.03 + (at % 3) * 0.003])

/** Seconds by longitude and latitude: another value in each cell, and another on the way back. */
const seconds = (from: readonly number[], to: readonly number[]): number =>
  Math.round(
    Math.abs((from[0] ?? 0) - (to[0] ?? 0)) * 1e5 +
      Math.abs((from[1] ?? 0) - (to[1] ?? 0)) * 2e5 +
      ((from[1] ?? 0) > (to[1] ?? 0) ? 7 : 0),
  )

function osrmTable({ path, query }: AskedOf): Said {
  const points = (path.split('/').at(-1) ?? '').split(';').map((pair) => pair.split(',').map(Number).toReversed())
  const at = (text: string | undefined) => (text ?? '').split(';').map((index) => points[Number(index)] ?? [])
  const [from, to] = [at(query['sources']), at(query['destinations'])]
  const durations = from.map((a) => to.map((b) => seconds(a, b)))
  return { json: { code: 'Ok', durations, distances: durations.map((row) => row.map((s) => s * 10)) } }
}

function valhallaTable({ body }: AskedOf): Said {
  const { sources, targets } = body as {
    sources: { lat: number; lon: number }[]
    targets: { lat: number; lon: number }[]
  }
  return {
    json: {
      sources_to_targets: sources.map((a) =>
        targets.map((b) => {
          const s = seconds([a.lat, a.lon], [b.lat, b.lon])
          return { time: s, distance: s / 100 }
        }),
      ),
    },
  }
}

oneEngine((_engine, open) => {
  let at: PlacesApp
  let service: MapService
  let now = new Date('2026-11-21T15:00:00.000Z')
  let settings: Context['settings'] = {}
  const context = (): Context =>
    ({
      db: at.database.db,
      now: () => now,
      settings,
      actor: { id: 1, language: 'es', facts: {} },
    }) as unknown as Context

  beforeAll(async () => {
    service = await mapService()
    at = await placesApp({ open, now: () => now })
  })
  afterAll(() => service?.close())
  beforeEach(async () => {
    await at.forgetKeys()
    settings = {}
    now = new Date(now.getTime() + 2 * 86_400_000)
  })

  for (const [provider, table] of [
    ['osrm', osrmTable],
    ['valhalla', valhallaTable],
  ] as const) {
    test(`a table of ${provider} is asked for in parts of what it takes, each way is asked for once, and places that are the same door are one`, async () => {
      await at.key({ provider, url: service.url })
      service.says(table)
      settings = { map_table_size: 6 }
      const { seconds: cells, metres, source } = await wayTable(context(), [...PLACES, PLACES[2] ?? [0, 0]])
      expect(source).toBe(provider)
      for (const [a, from] of PLACES.entries()) {
        for (const [b, to] of PLACES.entries())
          expect([cells[a * 8 + b], metres[a * 8 + b]]).toEqual(
            a === b ? [0, 0] : [seconds(from, to), seconds(from, to) * 10],
          )
      }
      expect(cells.slice(7 * 8, 7 * 8 + 7)).toEqual(cells.slice(2 * 8, 2 * 8 + 7))
      // Three parts of three, three and one places, each with each but the last with itself.
      expect(service.asked.length).toBe(8)
      await wayTable(context(), PLACES.toReversed())
      expect(service.asked.length).toBe(8)
      // One more place: what is known is not asked for again.
      await wayTable(context(), [...PLACES, [-12.2, -77.05]])
      expect(service.asked.length).toBe(8 + 5)
    })
  }

  test('a service that finds no way fails loudly; one that does not answer gives way to the streets, and the source says so', async () => {
    await at.key({ provider: 'osrm', url: service.url })
    service.says((asked) => {
      const said = osrmTable(asked)
      const { durations } = said.json as { durations: (number | null)[][] }
      if (durations[0]) durations[0][1] = null
      return said
    })
    await expect(wayTable(context(), PLACES)).rejects.toMatchObject({ code: 'VALIDATION', say: 'map.no_way' })
    service.says(() => ({ status: 500, json: {} }))
    const { source } = await wayTable(context(), PLACES)
    expect(source).toBe('streets')
  })

  test("the streets' table has the ways that are found one by one", async () => {
    const places: readonly LatLng[] = [...PLACES, [-12.0464, -77.0428], [-12.1211, -77.0297], [-11.2, -76.1]]
    const { seconds, metres } = await wayTable(context(), places)
    const { durations_s, distances_m } = await placesOf(context()).matrix(places, places)
    for (const a of places.keys()) {
      for (const b of places.keys()) {
        if (a === b) continue
        expect(Math.abs((seconds[a * places.length + b] ?? 0) - (durations_s[a]?.[b] ?? 0))).toBeLessThanOrEqual(2)
        expect(Math.abs((metres[a * places.length + b] ?? 0) - (distances_m[a]?.[b] ?? 0))).toBeLessThanOrEqual(
          0.02 * (distances_m[a]?.[b] ?? 0) + 2,
        )
      }
    }
  })
})
