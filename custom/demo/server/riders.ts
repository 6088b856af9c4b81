import type { JsonObject } from '#engine/model'
import type { DemoClient, DemoStop } from '../model/trips'
import type { DemoEmployer } from './demo-accounts'

/** The active clients among people, in their order. */
export function ridersOf(people: readonly JsonObject[], ids: readonly number[]): readonly DemoClient[] {
  return people.flatMap(({ type_user, state = '1', id_company, id_company_area }, index): DemoClient[] =>
    type_user === '3' && state === '1'
      ? [{ id: ids[index] ?? 0, id_company: numberOrNull(id_company), id_company_area: numberOrNull(id_company_area) }] : [])
}

/** Where companies have their offices, by the company's id. */
export function officesOf(employers: readonly DemoEmployer[]): ReadonlyMap<number, DemoStop> {
  return new Map(employers.map(({ id, record }) => {
    const { lat, lng } = record.point as { readonly lat: number; readonly lng: number }
    return [id, { address: `${String(record.name)}, ${String(record.address)}`, lat, lng }]
  }))
}

const numberOrNull = (value: JsonObject[string] | undefined): number | null => (value === null || value === undefined ? null : Number(value))
