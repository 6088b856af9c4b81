import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WayMatrix, PlanService, PlanStop, Problem } from '../../custom/groupings/model/plan/problem'

/** A problem that others have published, with the best cost known for it; null: none is known here. */
export interface RouteInstance {
  readonly name: string
  readonly problem: Problem
  readonly best: { readonly vehicles: number; readonly cost: number } | null
}

export const PLAIN = {
  zero: '2026-01-01T00:00:00Z',
  locks: { positions: [], vehicles: [] },
  tolerance_s: 0,
  balance: 0,
} as const

/**
 * The problems of Li and Lim (2001): pick-ups and deliveries with windows; lengths are real numbers and take as long.
 */
export function liLim(folder: string): readonly RouteInstance[] {
  const files = readdirSync(folder).sort()
  const names = files.filter((name) => /^l\w+\.txt$/.test(name))
  return names.map((file) => {
    const name = file.replace('.txt', '')
    const [head = [], ...rows] = readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
    // 0 is the depot: number, x, y, demand, ready, due, service, pick-up, delivery.
    const row = (at: number): readonly number[] => rows[at] ?? []
    const matrix = euclid(
      rows.map(([, x = 0, y = 0]) => [x, y]),
      (length) => length,
    )
    const pickups = rows.filter(([id = 0, , , , , , , , delivery = 0]) => id > 0 && delivery > 0)
    const stop = (at: number, service: number, kind: 'pickup' | 'dropoff'): PlanStop => {
      const [, , , seats = 0, from = 0, to = 0, stay_s = 0] = row(at)
      return { id: at, service, kind, place: at, seats, window: { from, to }, stay_s }
    }
    const services: PlanService[] = pickups.map(([id = 0]) => ({ id, priority: 0, ride_s: null }))
    const [, , , , from = 0, to = 0] = row(0)
    const solved = files
      .map((one) => new RegExp(`_${name}\\.(\\d+)_([\\d.]+)\\.txt$`).exec(one))
      .find((match) => match !== null)
    return {
      name,
      problem: {
        ...PLAIN,
        matrix,
        services,
        stops: pickups.flatMap(([id = 0, , , , , , , , delivery = 0]) => [
          stop(id, id, 'pickup'),
          stop(delivery, id, 'dropoff'),
        ]),
        vehicles: Array.from({ length: head[0] ?? 0 }, (_, at) => ({
          id: at + 1,
          seats: head[1] ?? 0,
          start: 0,
          end: 0,
          shift: { from, to },
          driven: [],
        })),
        // Vehicles count before metres.
        weights: { second: 0, metre: 1, vehicle: 10_000 },
      },
      best: solved ? { vehicles: Number(solved[1]), cost: Number(solved[2]) } : null,
    }
  })
}

/**
 * Round trips of TSPLIB (Reinelt, 1991) by its rules of rounding; kinds of distances that it has besides are left out.
 */
export function tsplib(folder: string): readonly RouteInstance[] {
  const solutions = new Map(
    readFileSync(join(folder, 'solutions.txt'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, name, best] = /^\s*(\w+)\s*:\s*(\d+)/.exec(line) ?? []
        return name && best ? [[name, Number(best)] as const] : []
      }),
  )
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsp'))
    .sort()
    .flatMap((file) => {
      const name = file.replace('.tsp', '')
      const matrix = tspMatrix(readFileSync(join(folder, file), 'utf8'))
      if (!matrix) return []
      const best = solutions.get(name)
      return [{ name, problem: roundTrip(matrix), best: best === undefined ? null : { vehicles: 1, cost: best } }]
    })
}

/** One vehicle from place 0 through all others and back. */
export function roundTrip(matrix: WayMatrix): Problem {
  const stops = Array.from(
    { length: matrix.size - 1 },
    (_, at): PlanStop => ({
      id: at + 1,
      service: at + 1,
      kind: 'via',
      place: at + 1,
      seats: 0,
      window: null,
      stay_s: 0,
    }),
  )
  return {
    ...PLAIN,
    matrix,
    stops,
    services: stops.map(({ id }) => ({ id, priority: 0, ride_s: null })),
    vehicles: [{ id: 1, seats: 1, start: 0, end: 0, shift: null, driven: [] }],
    weights: { second: 0, metre: 1, vehicle: 0 },
  }
}

export type Point = readonly [x: number, y: number]

export function euclid(points: readonly Point[], round: (length: number) => number): WayMatrix {
  const size = points.length
  const metres = Float64Array.from({ length: size * size }, (_, cell) => {
    const [a, b] = [points[Math.floor(cell / size)] ?? [0, 0], points[cell % size] ?? [0, 0]]
    return round(Math.hypot(a[0] - b[0], a[1] - b[1]))
  })
  return { size, seconds: metres, metres, source: 'benchmark' }
}

function tspMatrix(text: string): WayMatrix | null {
  const fact = (name: string): string => new RegExp(`^${name}\\s*:\\s*(\\S+)`, 'm').exec(text)?.[1] ?? ''
  const numbers = (section: string): number[] => {
    const [, after = ''] = text.split(new RegExp(`^${section}.*$`, 'm'))
    return (after.split(/^\s*[A-Z]/m)[0] ?? '').trim().split(/\s+/).map(Number)
  }
  const size = Number(fact('DIMENSION'))
  const points = (): Point[] => {
    const all = numbers('NODE_COORD_SECTION')
    return Array.from({ length: size }, (_, at) => [all[at * 3 + 1] ?? 0, all[at * 3 + 2] ?? 0])
  }
  switch (fact('EDGE_WEIGHT_TYPE')) {
    case 'EUC_2D':
      return euclid(points(), Math.round)
    case 'CEIL_2D':
      return euclid(points(), Math.ceil)
    case 'ATT':
      return euclid(points(), (length) => Math.ceil(length / Math.sqrt(10)))
    case 'GEO':
      return geo(points())
    case 'EXPLICIT':
      return explicit(fact('EDGE_WEIGHT_FORMAT'), numbers('EDGE_WEIGHT_SECTION'), size)
    default:
      return null
  }
}

/**
 * Coordinates are degrees and, after the point, minutes; lengths are whole kilometres on a sphere, by TSPLIB's own
 * formula and its pi.
 */
function geo(points: readonly Point[]): WayMatrix {
  const radians = (value: number): number => {
    const degrees = Math.trunc(value)
    return (3.141592 * (degrees + (5 * (value - degrees)) / 3)) / 180
  }
  const size = points.length
  const metres = Float64Array.from({ length: size * size }, (_, cell) => {
    const [a, b] = [points[Math.floor(cell / size)] ?? [0, 0], points[cell % size] ?? [0, 0]]
    if (a === b) return 0
    const q1 = Math.cos(radians(a[1]) - radians(b[1]))
    const [q2, q3] = [Math.cos(radians(a[0]) - radians(b[0])), Math.cos(radians(a[0]) + radians(b[0]))]
    return Math.trunc(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1)
  })
  return { size, seconds: metres, metres, source: 'benchmark' }
}

function explicit(format: string, weights: readonly number[], size: number): WayMatrix | null {
  const metres = new Float64Array(size * size)
  let at = 0
  const put = (a: number, b: number): void => {
    metres[a * size + b] = metres[b * size + a] = weights[at++] ?? 0
  }
  const rows = (from: (row: number) => number, to: (row: number) => number): void => {
    for (let row = 0; row < size; row++) for (let column = from(row); column < to(row); column++) put(row, column)
  }
  if (format === 'FULL_MATRIX') metres.set(weights)
  else if (format === 'UPPER_ROW' || format === 'LOWER_COL')
    rows(
      (row) => row + 1,
      () => size,
    )
  else if (format === 'UPPER_DIAG_ROW' || format === 'LOWER_DIAG_COL')
    rows(
      (row) => row,
      () => size,
    )
  else if (format === 'LOWER_ROW' || format === 'UPPER_COL')
    rows(
      () => 0,
      (row) => row,
    )
  else if (format === 'LOWER_DIAG_ROW' || format === 'UPPER_DIAG_COL')
    rows(
      () => 0,
      (row) => row + 1,
    )
  else return null
  return { size, seconds: metres, metres, source: 'benchmark' }
}
