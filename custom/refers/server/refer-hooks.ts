import { KIND } from '#app/asker'
import { living, tables } from '#app/tables'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { grantBenefit } from './grant-benefit'

/** What the program promises both sides, by the settings of their application on that day. */
interface Promised {
  readonly invited: number | null
  readonly inviter: number | null
  readonly services: number
}
const NO_PROMISE: Promised = { invited: null, inviter: null, services: 0 }

async function promised(tx: Tx, type_user: string | null): Promise<Promised> {
  const client =
    type_user === KIND.client
      ? await tables(tx).selectFrom('app_client').selectAll().orderBy('id').limit(1).executeTakeFirst()
      : undefined
  if (client?.app_client_refer_active) {
    return {
      invited: client.app_client_refer_invited_promotion,
      inviter: client.app_client_refer_inviter_promotion,
      services: client.app_client_refer_inviter_services ?? 1,
    }
  }
  const driver =
    type_user === KIND.driver
      ? await tables(tx).selectFrom('app_driver').selectAll().orderBy('id').limit(1).executeTakeFirst()
      : undefined
  if (driver?.app_driver_refer_active && driver.app_driver_wallet_enabled) {
    return {
      invited: driver.app_driver_refer_invited_promotion,
      inviter: driver.app_driver_refer_inviter_promotion,
      services: driver.app_driver_refer_inviter_services ?? 1,
    }
  }
  return NO_PROMISE
}

/** A promotion that is switched off or removed promises nothing more. */
async function inForce(tx: Tx, id: number | null): Promise<number | null> {
  if (id === null) return null
  const row = await living(tx, 'promotions')
    .where('id', '=', id)
    .where('state', '=', '1')
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** @throws {AppError} VALIDATION when these two cannot be invited and inviter */
async function assertPair(tx: Tx, id_invited: number, id_inviter: number): Promise<string | null> {
  const people = await living(tx, 'users')
    .where('id', 'in', [id_invited, id_inviter])
    .select(['id', 'type_user', 'id_company', 'id_branch'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const [invited, inviter] = [people.find(({ id }) => id === id_invited), people.find(({ id }) => id === id_inviter)]
  // A reference that leads nowhere is told by the field's own check.
  if (!invited || !inviter) return null
  if (invited.type_user !== inviter.type_user) throw wrong('id_inviter', 'refers.same_type')
  // Whoever sees the one sees the name of the other.
  if (invited.id_company !== inviter.id_company || invited.id_branch !== inviter.id_branch)
    throw wrong('id_inviter', 'refers.elsewhere')
  const circle = await living(tx, 'refers')
    .where('id_invited', '=', id_inviter)
    .where('id_inviter', '=', id_invited)
    .select('id')
    .executeTakeFirst()
  if (circle) throw wrong('id_inviter', 'refers.circle')
  const done = await living(tx, 'services')
    .select('id')
    .where((service) => service.or([service('id_client', '=', id_invited), service('id_driver', '=', id_invited)]))
    .where('state', '=', 'finalized')
    .limit(1)
    .executeTakeFirst()
  if (done) throw wrong('id_invited', 'refers.not_new')
  return invited.type_user
}

/**
 * Who is invited gets their benefit with the record, who invites them when the invited have finished their services;
 * what was promised stays as it was on that day.
 */
export const referHooks: Hooks = {
  entity: 'refers',
  async beforeSave({ tx, now }, data, before) {
    if (before) {
      if (['id_invited', 'id_inviter'].some((name) => data[name] !== undefined && data[name] !== before[name]))
        throw wrong('id_invited', 'refers.fixed')
      return data
    }
    const { id_invited, id_inviter } = data
    if (!isCountedId(id_invited) || !isCountedId(id_inviter) || id_invited === id_inviter) return data
    const promise = await promised(tx, await assertPair(tx, id_invited, id_inviter))
    const [invited, inviter] = [await inForce(tx, promise.invited), await inForce(tx, promise.inviter)]
    return {
      ...data,
      id_promotion_invited: invited,
      id_promotion_inviter: inviter,
      services_needed: inviter === null ? 0 : promise.services,
      state_invited: invited === null ? 'none' : 'given',
      state_inviter: inviter === null ? 'none' : 'pending',
      date_invited: invited === null ? null : now.toISOString(),
    } satisfies JsonObject
  },
  async afterSave({ tx, now }, record, before) {
    const { id, id_invited, id_promotion_invited } = record
    if (before || !isCountedId(id) || !isCountedId(id_invited) || !isCountedId(id_promotion_invited)) return
    await grantBenefit(tx, { id_refer: id, id_user: id_invited, id_promotion: id_promotion_invited, now })
  },
  beforeRemove(_context, record) {
    if (record['state_invited'] === 'given' || record['state_inviter'] === 'given')
      throw new AppError('CONFLICT', { say: 'refers.given' })
    return Promise.resolve()
  },
}
