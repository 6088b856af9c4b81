import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { followRollups } from '../../src/server/records/rollups/follow-rollups'
import type { HeatAnswer, StatAnswer } from '../../src/model/stat-answer'
import { boxValues, cellBox } from '../../src/model/values/heat-grid'
import type { ConformanceApp } from './conformance-app'

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

/** Numbers over what a schema has to count with. */
export function randomStats(random: Random, properties: { readonly [field: string]: JsonObject }): JsonObject[] {
  const of = (...types: readonly string[]) =>
    Object.keys(properties).filter((name) => types.some((type) => name.endsWith(`_${type}`)))
  const [number, choice, day, moment] = [
    of('integer', 'decimal', 'money', 'percent', 'distance', 'duration'),
    of('enum', 'flag'),
    of('date'),
    of('datetime'),
  ].map((names) => pick(random, names))
  const point = pick(
    random,
    Object.keys(properties).filter((name) => properties[name]?.['x-type'] === 'point'),
  )
  const reference = pick(
    random,
    Object.keys(properties).filter((name) => properties[name]?.['x-type'] === 'ref'),
  )
  const parts: readonly JsonObject[] = [
    ...(choice ? [{ by: choice }] : []),
    ...(reference ? [{ by: reference, top: 1 + Math.floor(random() * 3) }] : []),
    ...(day ? [{ by: day, each: pick(random, ['day', 'week', 'month', 'year']) ?? 'day' }] : []),
    ...(point ? [{ by: point }] : []),
    ...(moment
      ? [
          { by: moment, each: 'hour_of_week' },
          { by: moment, each: 'hour_of_week', mean: true },
          { by: moment, each: pick(random, ['hour', 'month', 'year']) ?? 'year' },
        ]
      : []),
  ]
  const measures: readonly JsonObject[] = [
    ...(number ? [{ sum: number }, { avg: number }, { percentile: 90, f: number }] : []),
    ...(moment ? [{ avg: 'date_created', until: moment }] : []),
  ]
  return [
    {},
    ...measures,
    ...parts.flatMap((part) => [
      part,
      ...(number ? [{ ...part, sum: number }] : []),
      ...(choice && part.by !== choice && part.by !== point
        ? [{ ...part, split: choice, as: part.each === 'hour_of_week' ? 'heat' : 'columns' }]
        : []),
    ]),
  ].map((stat, place) => ({ id: `n${place}`, title: `Número ${place}`, ...stat }))
}

/** A rollup of all that the numbers of a schema are divided by; no dice, so that what else is thrown stays. */
export function everyRollup(properties: { readonly [field: string]: JsonObject }): readonly JsonObject[] {
  const of = (...types: readonly string[]) =>
    Object.keys(properties).filter((name) => types.some((type) => name.endsWith(`_${type}`)))
  const [by, sum, moments, days] = [
    [...of('enum', 'flag'), ...Object.keys(properties).filter((name) => properties[name]?.['x-type'] === 'ref')],
    of('integer', 'decimal', 'money', 'percent', 'distance', 'duration'),
    of('datetime'),
    of('date'),
  ]
  const rollup = (each: string, at: string): JsonObject => ({
    each,
    at,
    ...(by.length > 0 && { by: by.slice(0, 12) }),
    ...(sum.length > 0 && { sum: sum.slice(0, 12) }),
  })
  return [
    rollup('day', 'date_created'),
    ...moments.slice(0, 2).map((at) => rollup('hour', at)),
    ...days.slice(0, 2).map((at) => rollup('day', at)),
  ]
}

/** Every number of a catalogue, and every part of one, counts the rows of the list that it opens. */
export function statsSuite(resource: Resource, app: () => ConformanceApp): void {
  if (resource.stats.length === 0) return
  test('counts what its list has, in each part as well', async () => {
    const at = app()
    await followRollups.run({ runtime: at.app.runtime, signal: new AbortController().signal, log: () => {} })
    const closed: JsonObject = resource.closed ? { include_closed: 1 } : {}
    const rows = async (filters: JsonObject): Promise<number> => {
      const { date_from, date_to, ...others } = filters
      const days = { ...(date_from !== undefined && { date_from }), ...(date_to !== undefined && { date_to }) }
      const answer = await at.get('root', resource.endpoint, { limit: 1000, filters: others, ...days, ...closed })
      expect([filters, answer.status]).toEqual([filters, 200])
      return (answer.body.items as readonly Json[]).length
    }
    const { body, status } = await at.get('root', `${resource.endpoint}/stats`, closed)
    expect(status).toBe(200)
    const items = body.items as unknown as readonly StatAnswer[]
    expect(items.map(({ id }) => id)).toEqual(resource.stats.map(({ id }) => id))
    for (const { id, by = '' } of resource.stats.filter(({ as }) => as === 'map')) {
      const { level, cells } = (
        await at.get('root', `${resource.endpoint}/heat`, { stat: id, box: '-180,-90,180,90', level: 20, ...closed })
      ).body as unknown as HeatAnswer
      for (const [x, y, n] of cells)
        expect([
          id,
          await rows({
            ...items.find((one) => one.id === id)?.filters,
            [by]: { box: [...boxValues(cellBox(level, x, y))] },
          }),
        ]).toEqual([id, n])
      for (const [role, expected] of [
        ['reader', resource.root ? 403 : 200],
        ['none', 403],
      ] as const) {
        expect((await at.get(role, `${resource.endpoint}/heat`, { stat: id, box: '-1,-1,1,1', level: 3 })).status).toBe(
          expected,
        )
      }
    }
    for (const { id, count, filters, parts, others } of items) {
      const share = resource.stats.find((stat) => stat.id === id)?.measure.what === 'share'
      if (filters && !share) expect([id, await rows(filters)]).toEqual([id, count])
      if (parts)
        expect([id, parts.reduce((sum, part) => sum + part.count, 0) + (others?.count ?? 0)]).toEqual([id, count])
      for (const part of [
        ...(parts ?? []),
        ...(parts ?? []).flatMap(({ split }) => split ?? []),
        ...(others ? [others] : []),
      ]) {
        if (part.filters && part.count > 0) expect([id, part, await rows(part.filters)]).toEqual([id, part, part.count])
      }
    }
    for (const [role, expected] of [
      ['reader', resource.root ? 403 : 200],
      ['none', 403],
    ] as const)
      expect((await at.get(role, `${resource.endpoint}/stats`)).status).toBe(expected)
  })
}
