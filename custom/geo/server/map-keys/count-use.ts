import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Db } from '#engine/server'
import type { Question, PlaceError } from '../places/place-service'

export interface Use {
  readonly id_map_key: number
  readonly type: Question
  readonly platform: string
  /** `type_user` of the asker; '0': nobody is logged in. */
  readonly type_user: string
  /** `YYYY-MM-DD` in the company's zone. */
  readonly day: string
  /** Price of the question in US$. */
  readonly cost: number
  /** The error; null: it was answered. */
  readonly error: PlaceError | null
}

/** Adds one question to a key's day, in one statement, so that concurrent processes lose no counts. */
export async function countUse(db: Db, use: Use): Promise<void> {
  const { id_map_key, type, platform, type_user, day, cost, error } = use
  await sql`
    insert into map_key_uses as u (id_map_key, day, type, platform, type_user, uses, errors, cost)
    values (${id_map_key}, ${day}::date, ${type}, ${platform.slice(0, 20)}, ${type_user.slice(0, 2)}, 1, ${error ? 1 : 0}, ${cost}::numeric)
    on conflict (id_map_key, day, type, platform, type_user) where date_deleted is null
    do update set uses = u.uses + 1, errors = u.errors + excluded.errors, cost = u.cost + excluded.cost, date_updated = now()`.execute(db)
  if (!error) return
  await tables(db).insertInto('map_key_errors').values({
    id_map_key, type, platform: platform.slice(0, 20), type_user: type_user.slice(0, 2), code: error.code, data: JSON.stringify(error.data),
  }).execute()
}
