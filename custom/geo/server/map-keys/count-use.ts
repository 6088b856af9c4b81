import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Db } from '#engine/server'
import type { PlaceQuestion, PlaceError } from '../places/place-service'

interface Use {
  readonly id_map_key: number
  readonly type: PlaceQuestion
  readonly platform: Platform
  readonly type_user: Asker
  /** `YYYY-MM-DD` in the company's zone. */
  readonly day: string
  /** Price of the question in US$. */
  readonly cost: number
  /** The error; null: it was answered. */
  readonly error: PlaceError | null
}

/**
 * Adds one question to a key's day, in one statement, so that concurrent processes lose no counts: a day has a row for
 * each kind of question, not for each question. An error is a row of its own as well.
 */
export async function countUse(db: Db, use: Use): Promise<void> {
  const { id_map_key, type, platform, type_user, day, cost, error } = use
  await sql`
    insert into map_key_uses as u (id_map_key, day, type, platform, type_user, state, uses, cost)
    values (${id_map_key}, ${day}::date, ${type}, ${platform}, ${type_user}, ${error ? 'error' : 'ok'}, 1,
      ${cost}::numeric)
    on conflict (id_map_key, day, type, platform, type_user, state) where date_deleted is null
    do update set uses = u.uses + 1, cost = u.cost + excluded.cost, date_updated = now()`.execute(db)
  if (!error) return
  await tables(db)
    .insertInto('map_key_errors')
    .values({ id_map_key, type, platform, type_user, code: error.code, data: JSON.stringify(error.data) })
    .execute()
}

/** Where questions come from, as reports tell them apart. */
const PLATFORMS = ['web', 'android', 'ios', 'widget', 'api'] as const
type Platform = (typeof PLATFORMS)[number]

/** The platform of a session, which a device names as it likes: what reports do not know counts as a program. */
export function platformOf(said: string | undefined): Platform {
  const known = said?.toLowerCase()
  return PLATFORMS.find((one) => one === known) ?? 'api'
}

/** Who asks, as reports tell people apart: the types of user, '5' a company's people, '0' nobody is logged in. */
const ASKERS = ['0', '1', '2', '3', '4', '5'] as const
type Asker = (typeof ASKERS)[number]
const CLIENT = '3'
const COMPANY = '5'

/** Who asks, from the facts of an actor. */
export function typeOfAsker(facts: { readonly [fact: string]: unknown }): Asker {
  const type = ASKERS.find((one) => one === facts['type_user']) ?? '0'
  return type === CLIENT && facts['id_company'] !== null && facts['id_company'] !== undefined ? COMPANY : type
}
