import { aStar } from 'ngraph.path'
import { beforeAll, describe, expect, test } from 'vitest'
import { between, distance_m, type LatLng } from '../../custom/geometry/model/lat-lng'
import { DETOUR } from '../../custom/geometry/model/straight-route'
import { routesOf } from '../../custom/geo/server'
import { findRoute, waysOn } from '../../custom/streets/server/find-route'
import { readGraph } from '../../custom/streets/server/graph-file'
import { ownStreets } from '../../custom/streets/server/own-streets'
import { snap } from '../../custom/streets/server/snap'
import { seconds, streetGraph, type StreetEdge, type StreetGraph } from '../../custom/streets/server/street-graph'
import { randomSource } from '../bench/random-areas'
import { oneWayTown } from '../fixtures/one-way-town'
import { sharedData } from '../shared-data'

/** Lengths are taken on a plane. */
const PLANE = 0.998

const ofOthers = (file: string) => {
  const path = sharedData(`lima/${file}`, `ways over ${file}`)
  return { name: file, read: path === null ? null : () => readGraph(path) }
}
const graphs: readonly { readonly name: string; readonly read: (() => Promise<StreetGraph>) | null }[] = [
  { name: 'the own streets', read: ownStreets },
  { name: 'a town of one-ways', read: oneWayTown },
  ofOthers('miraflores_network.graphml'),
  ofOthers('lima_segments.csv'),
]

/** Places beside streets, some dozens of metres off. */
function placesOn(graph: StreetGraph, count: number, seed: number): readonly LatLng[] {
  const random = randomSource(seed)
  return Array.from({ length: count }, () => {
    const piece = graph.pieces[Math.floor(random() * graph.pieces.length)]
    const [lat, lng] = piece ? between(piece.from, piece.to, random()) : [0, 0]
    return [lat + (random() - 0.5) * 0.0004, lng + (random() - 0.5) * 0.0004]
  })
}

const lengthOf = (points: readonly LatLng[]): number =>
  points.reduce((sum, point, i) => sum + (i === 0 ? 0 : distance_m(points[i - 1] ?? point, point)), 0)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

for (const { name, read } of graphs)
  describe.skipIf(read === null)(`ways over ${name}`, () => {
    let graph: StreetGraph
    let pairs: readonly (readonly [LatLng, LatLng])[]
    let found: readonly ReturnType<typeof findRoute>[]

    beforeAll(async () => {
      graph = await read!()
      const places = placesOn(graph, 80, 11)
      pairs = places.slice(0, 40).map((from, i) => [from, places[i + 40] ?? from] as const)
      found = pairs.map(([from, to]) => findRoute(graph, from, to))
    })

    test('join any two places, are no shorter than the straight line, and as long as the line that is drawn', () => {
      for (const [from, to] of pairs) {
        const { route } = waysOn(graph)(from, to)
        expect(route.distance_m).toBeGreaterThanOrEqual(distance_m(from, to) * PLANE)
        expect([route.points[0], route.points.at(-1)]).toEqual([from, to])
        // What lies beside the streets counts a third more than it is drawn.
        expect(lengthOf(route.points)).toBeLessThanOrEqual(route.distance_m / PLANE)
        expect(lengthOf(route.points)).toBeGreaterThan(route.distance_m / DETOUR - 1)
        const kmh = (route.distance_m / route.duration_s) * 3.6
        expect(kmh).toBeGreaterThan(8)
        expect(kmh).toBeLessThan(80)
      }
      const far = found.filter((_way, i) => distance_m(...pairs[i]!) > 1_000)
      expect(far.length).toBeGreaterThan(20)
      expect(far).not.toContain(null)
    })

    test('are about a third longer than the straight line, which is what is assumed where no street is known', () => {
      const ratios = pairs.flatMap((pair, i) => {
        const straight_m = distance_m(...pair)
        const route = found[i]
        return route && straight_m > 1_000 ? [route.distance_m / straight_m] : []
      })
      expect(ratios.length).toBeGreaterThan(20)
      expect(Math.abs(median(ratios) - DETOUR)).toBeLessThan(0.2)
    })

    test('are the fastest there are, as a search without any hope finds them', () => {
      const blind = aStar(graph.ways, { oriented: true, distance: (_from, _to, link) => seconds(link.data) })
      const random = randomSource(3)
      const nodes: (string | number)[] = []
      graph.ways.forEachNode(({ id }) => void nodes.push(id))
      const pick = () => nodes[Math.floor(random() * nodes.length)] ?? ''
      const time = (path: readonly { readonly id: string | number }[]) =>
        path.slice(1).reduce((sum, to, i) => {
          const link = graph.ways.getLink(to.id, path[i]?.id ?? '')
          return sum + (link ? seconds(link.data) : Infinity)
        }, 0)
      for (let i = 0; i < 15; i++) {
        const [from, to] = [pick(), pick()]
        if (from === to) continue
        const fast = graph.finder.find(from, to)
        expect(fast.length).toBeGreaterThan(1)
        expect(time(fast)).toBeCloseTo(time(blind.find(from, to)), 6)
      }
    })

    test('follow every street in its direction', () => {
      const open = new Set<string>()
      const key = (a: LatLng, b: LatLng) => `${a.join()} ${b.join()}`
      for (const { points, both_ways } of graph.edges) {
        for (const [i, to] of points.entries()) {
          const from = points[i - 1]
          if (!from) continue
          open.add(key(from, to))
          if (both_ways) open.add(key(to, from))
        }
      }
      let steps = 0
      for (const way of found) {
        // Without the ends beside the streets, and the parts of the streets on which they stand.
        const points = way?.points.slice(3, -3) ?? []
        for (const [i, point] of points.entries()) {
          if (i === 0) continue
          expect(open.has(key(points[i - 1] ?? point, point))).toBe(true)
          steps++
        }
      }
      expect(steps).toBeGreaterThan(200)
    })

    test('start on the nearest street', () => {
      for (const place of placesOn(graph, 6, 5)) {
        // What begins further off than it is long, and than the nearest so far, is no nearer anywhere.
        const nearest = graph.pieces.reduce(
          (least, { from, to }) =>
            distance_m(place, from) - distance_m(from, to) > least
              ? least
              : Math.min(least, snapDistance(place, from, to)),
          Infinity,
        )
        expect(snap(graph, place, 5_000)?.away_m).toBeCloseTo(nearest, 6)
      }
    })
  })

describe('ways over streets that are driven both ways', () => {
  test('are as long there as back', async () => {
    const graph = await ownStreets()
    const places = placesOn(graph, 60, 17)
    for (const [i, from] of places.entries()) {
      const to = places[(i * 7 + 3) % places.length] ?? from
      const [there, back] = [waysOn(graph)(from, to).route, waysOn(graph)(to, from).route]
      expect(back.duration_s).toBeCloseTo(there.duration_s, 6)
      expect(back.distance_m).toBeCloseTo(there.distance_m, 6)
    }
  })
})

describe('a small town', () => {
  // A block of 0.001 degrees: the north side runs east only, the others both ways; a one-way leads out of town for
  // ever.
  const [sw, se, ne, nw, out]: readonly LatLng[] = [
    [0, 0],
    [0, 0.001],
    [0.001, 0.001],
    [0.001, 0],
    [0.002, 0.002],
  ]
  const street = (
    name: string,
    from: string,
    to: string,
    points: readonly (LatLng | undefined)[],
    both_ways: boolean,
  ): StreetEdge => ({ name, from, to, points: points.filter((point) => point !== undefined), both_ways, kmh: 36 })
  const town = () =>
    streetGraph('town', [
      street('South', 'sw', 'se', [sw, se], true),
      street('East', 'se', 'ne', [se, ne], true),
      street('North', 'nw', 'ne', [nw, ne], false),
      street('West', 'sw', 'nw', [sw, nw], true),
      street('Out', 'ne', 'out', [ne, out], false),
    ])

  test('is driven with a one-way, and around the block against it', async () => {
    const graph = await town()
    const [west, east]: readonly [LatLng, LatLng] = [
      [0.001, 0.0002],
      [0.001, 0.0008],
    ]
    expect(findRoute(graph, west, east)?.distance_m).toBeCloseTo(distance_m(west, east), 3)
    // To the corner, three sides, and on to the place.
    expect((findRoute(graph, east, west)?.distance_m ?? 0) / distance_m([0, 0], [0, 0.001])).toBeCloseTo(
      0.2 + 3 + 0.2,
      3,
    )
    // On a street for both directions one may turn.
    expect(findRoute(graph, [0, 0.0008], [0, 0.0002])?.distance_m).toBeCloseTo(distance_m([0, 0.0008], [0, 0.0002]), 3)
  })

  test('puts nobody on a street that nobody comes back from', async () => {
    const graph = await town()
    expect(graph.edges.map(({ name }) => name)).not.toContain('Out')
    expect(snap(graph, [0.0019, 0.0019], 5_000)?.edge.name).not.toBe('Out')
  })

  test('leaves the graph as it was: the same way is found again', async () => {
    const graph = await town()
    const before = [graph.ways.getNodesCount(), graph.ways.getLinksCount()]
    const ask = () => findRoute(graph, [0.0001, 0], [0.001, 0.0008])
    const first = ask()
    for (let i = 0; i < 20; i++) expect(ask()).toEqual(first)
    expect([graph.ways.getNodesCount(), graph.ways.getLinksCount()]).toEqual(before)
  })

  test('knows nothing of places far away: the straight line, lengthened', async () => {
    const graph = await town()
    const [from, to]: readonly [LatLng, LatLng] = [
      [0.5, 0.5],
      [0.6, 0.6],
    ]
    const { route, source } = waysOn(graph)(from, to)
    expect(source).toBe('straight')
    expect(route.distance_m / distance_m(from, to)).toBeCloseTo(DETOUR, 4)
    expect(route.points).toEqual([from, to])
  })

  test.each([
    ['over the date line', [0, 179.9], [0, -179.9], 22.24],
    ['from pole to pole', [90, 0], [-90, 120], 20_015.1],
    ['beside a pole', [89.9, 0], [89.9, 180], 22.24],
    ['over an ocean', [-12.05, -77.04], [35.68, 139.69], 15_489],
    ['nowhere', [-12.05, -77.04], [-12.05, -77.04], 0],
  ] as const)('the straight line is the shortest over the earth: %s', async (_what, from, to, km) => {
    const { route } = waysOn(await town())(from, to)
    expect(Math.abs(route.distance_m / 1000 / DETOUR - km)).toBeLessThanOrEqual(km * 0.001)
  })
})

describe('routes and matrices', () => {
  const { route, matrix } = routesOf(async () => waysOn(await ownStreets()))
  const [a, b, c]: readonly [LatLng, LatLng, LatLng] = [
    [-12.0645, -77.0374],
    [-12.0922, -77.0334],
    [-12.119, -77.0292],
  ]

  test('have a leg for each pair of points, which sum up to the whole, in one line', async () => {
    const whole = await route([a, b, c])
    const [first, second] = [await route([a, b]), await route([b, c])]
    expect(whole.legs).toEqual([...first.legs, ...second.legs])
    expect(whole.distance_m).toBe(first.distance_m + second.distance_m)
    expect(whole.duration_s).toBe(first.duration_s + second.duration_s)
    expect(whole.source).toBe('streets')
    expect([whole.points[0], whole.points.at(-1)]).toEqual([a, c])
    // Down the Av. Arequipa: 6.1 km.
    expect(whole.distance_m).toBeGreaterThan(6_000)
    expect(whole.distance_m).toBeLessThan(7_000)
  })

  test('answer the same in a matrix', async () => {
    const { distances_m, durations_s } = await matrix([a, b], [a, b, c])
    for (const [i, from] of [a, b].entries()) {
      for (const [j, to] of [a, b, c].entries()) {
        const one = await route([from, to])
        expect([distances_m[i]?.[j], durations_s[i]?.[j]]).toEqual([one.distance_m, one.duration_s])
      }
    }
    expect(distances_m[0]?.[0]).toBe(0)
  })

  test('refuse what is none', async () => {
    await expect(route([a])).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(route([a, [91, 0]])).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(route([a, [NaN, 0]])).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(matrix(Array<LatLng>(51).fill(a), Array<LatLng>(50).fill(b))).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    expect(await matrix([], [a])).toEqual({ distances_m: [], durations_s: [] })
  })
})

function snapDistance(place: LatLng, from: LatLng, to: LatLng): number {
  // By halving, without the formula that is under test.
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
    if (distance_m(place, between(from, to, a)) < distance_m(place, between(from, to, b))) high = b
    else low = a
  }
  return distance_m(place, between(from, to, (low + high) / 2))
}
