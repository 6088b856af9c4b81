import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Json } from '#engine/model'
import { anyOf, type FieldChange, type Tx, writeLog } from '#engine/server'

/** Who changes shifts, for the log. */
export interface ShiftBy {
  /** Row of `users`. */
  readonly id_user: number
  /** Android, iOS, web or api. */
  readonly platform: string
  readonly id_session?: number | null
}

export type ShiftVerb = 'start' | 'end' | 'pause' | 'resume' | 'resort'

interface ShiftChanged {
  readonly verb: ShiftVerb
  readonly by: ShiftBy
  readonly now: Date
  readonly shifts: readonly { readonly id: number; readonly before: ShiftFacts; readonly after: ShiftFacts }[]
}

type ShiftFacts = { readonly [field: string]: Json }

/** Writes a log line for each changed shift, with its values before and now. */
export async function logShifts(tx: Tx, { verb, by, now, shifts }: ShiftChanged): Promise<void> {
  if (shifts.length === 0) return
  const rows = await tables(tx)
    .selectFrom('driver_shifts as s')
    .leftJoin('users as u', 'u.id', 's.id_driver')
    .leftJoin('vehicles as v', 'v.id', 's.id_vehicle')
    .where('s.id', '=', anyOf(shifts.map(({ id }) => id)))
    .select(({ ref }) => [
      's.id',
      sql<string>`concat_ws(', ', nullif(concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')}), ''),
        ${ref('v.plate')})`.as('title'),
    ])
    .execute()
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  await writeLog(
    tx,
    ...shifts.map(({ id, before, after }) => ({
      id_user: by.id_user,
      type_log: `shift_${verb}`,
      target: 'driver_shifts',
      id_target: id,
      title: titles.get(id) ?? String(id),
      changes: changesOf(before, after),
      platform: by.platform,
      id_session: by.id_session ?? null,
      date: now,
    })),
  )
}

function changesOf(before: ShiftFacts, after: ShiftFacts): { readonly [field: string]: FieldChange } {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, to]) => (before[field] ?? null) !== to)
      .map(([field, to]) => [field, { from: before[field] ?? null, to }]),
  )
}
