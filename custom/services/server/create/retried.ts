import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CallContext } from '#engine/server'
import { isStaff } from '../../../fares/server'
import type { ServiceInput } from '../../model/service-input'
import { moveService } from '../life/move-service'
import { moverOf } from '../life/mover-of'

/** Services that one request makes, at most: dates of a booking. */
const MOST = 60

/** Keys of the services that one request makes; the same request has the same keys. */
export function keysOf(key: string): readonly string[] {
  const hash = createHash('sha256').update(key).digest('base64url')
  return Array.from({ length: MOST }, (_, n) => `${hash}.${n}`)
}

/** What an earlier sending of the same request made; empty: nothing, or there is no key. */
export async function madeBefore({ db, actor }: CallContext, key: string | undefined): Promise<readonly number[]> {
  if (key === undefined) return []
  const { rows } = await sql<{ id: number }>`
    select id from services where id_user_created = ${actor.id} and idempotency = any(${[...keysOf(key)]}::text[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of a request that was sent before, what it asks for beyond the saving: an answer was lost, and the operator searches where he had saved. */
export async function searchedNow(context: CallContext, { after }: Pick<ServiceInput, 'after'>, ids: readonly number[]): Promise<void> {
  if (after !== 'search' || !isStaff(context.actor)) return
  await context.transaction(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from services where id = any(${[...ids]}) and state = 'created' and date_deleted is null order by id for update`.execute(tx)
    for (const { id } of rows) await moveService(tx, { id, move: 'request', by: moverOf(context), now: context.now() })
  })
}
