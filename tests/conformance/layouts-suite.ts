import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { daysOf, eachDay, type CalendarLayout, type DaySpan } from '../../src/model/calendar-days'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { addDays } from '../../src/model/values/zone-time'
import type { ConformanceApp } from './conformance-app'

export const calendarOf = ({ list }: Resource): CalendarLayout | undefined =>
  list.layouts.find((one): one is CalendarLayout => one.kind === 'calendar')

/** Days around some record, and what the rows of a list say about each of them. */
export function calendarBy(
  resource: Resource,
  entity: Entity,
  items: readonly JsonObject[],
  zone: string,
): { readonly span: DaySpan; readonly days: JsonObject; readonly total: number; readonly undated: number } | null {
  const layout = calendarOf(resource)
  const field = layout && entity.fields[layout.from]
  if (!layout || !field || items.some((item) => !Object.hasOwn(item, layout.from))) return null
  const isMoment = typeOf(field, fieldTypes).isMoment === true
  const spans = items.flatMap((item) => daysOf(item, layout, isMoment ? zone : null) ?? [])
  const first = spans[0]?.from ?? '2026-11-01'
  const span = { from: addDays(first, -10), to: addDays(first, 20) }
  const standing = spans.filter(({ from, to }) => from <= span.to && to >= span.from)
  const counts = eachDay(span).map(
    (day) => [day, standing.filter(({ from, to }) => from <= day && to >= day).length] as const,
  )
  return {
    span,
    days: Object.fromEntries(counts.filter(([, n]) => n > 0)),
    total: standing.length,
    undated: items.length - spans.length,
  }
}

/** What the layouts of a catalogue's list promise: the same rows as the list, and no way round a right. */
export function layoutsSuite(resource: Resource, entity: Entity, app: () => ConformanceApp): void {
  const { endpoint } = resource
  const items = async (): Promise<readonly JsonObject[]> =>
    (await app().get('root', endpoint, { limit: 1000, order_col: 'id' })).body.items as unknown as JsonObject[]

  if (calendarOf(resource)) {
    test('has each record on its days in the calendar, for who may see the list', async () => {
      const expected = calendarBy(resource, entity, await items(), 'America/Lima')
      // A day that some records hide is asked of each by its rule, as the list's filter asks it.
      if (!expected) return
      const { span, ...counts } = expected
      const { status, body } = await app().get('root', `${endpoint}/calendar`, { ...span, per_day: 60 })
      expect([status, body]).toMatchObject([200, counts])
      expect(body.items).toHaveLength(expected.total)
      expect((await app().get('none', `${endpoint}/calendar`, { ...span })).status).toBe(403)
    })
  } else {
    test('has no calendar', async () =>
      expect((await app().get('root', `${endpoint}/calendar`, { from: '2026-11-01', to: '2026-11-02' })).status).toBe(
        404,
      ))
  }

  test('saves several rows at once, for who may save one', async () => {
    const rows = (await items()).map(({ id, version }) => ({ id: id ?? null, version: version ?? null }))
    const fresh = { rows: rows.slice(0, 50) }
    for (const role of ['reader', 'none'] as const)
      expect((await app().post(role, `${endpoint}/saveRows`, fresh)).status).toBe(403)
    const { status, body } = await app().post('root', `${endpoint}/saveRows`, fresh)
    expect([status, (body.results as unknown as JsonObject[]).map(({ id, ok }) => [id, ok])]).toEqual([
      200,
      fresh.rows.map(({ id }) => [id, true]),
    ])
    const old = await app().post('root', `${endpoint}/saveRows`, { rows: [{ id: rows[0]?.id ?? null, version: 999 }] })
    expect([old.status, old.body.code]).toEqual([409, 'CONFLICT'])
    expect((await items()).map(({ id, version }) => ({ id, version }))).toEqual(rows)
  })
}
