import { createHash } from 'node:crypto'
import { tables } from '#app/tables'
import { wrong } from '#engine/model'
import { type CallContext, onAccessEnd, serveCall } from '#engine/server'
import { pushKeyCall, registerCall, subscribeCall, unsubscribeCall } from '../../model/message-calls'
import { vapidOf } from './vapid'

/** Devices of one person; the one that was seen longest ago gives way. */
const MAX_DEVICES = 10
const POINT_BYTES = 65
const SECRET_BYTES = 16

interface NewDevice {
  readonly kind: 'web' | 'fcm'
  readonly token: string
  readonly p256dh: string | null
  readonly auth: string | null
  readonly name: string | null
}

const key = serveCall(pushKeyCall, async ({ db }) => ({ key: (await vapidOf(db)).publicKey }))

const subscribe = serveCall(subscribeCall, async (context, { endpoint, keys, name = null }) => {
  if (!/^https?:\/\/[^\s/]+\//.test(endpoint)) throw wrong('endpoint', 'type')
  if (
    Buffer.from(keys.p256dh, 'base64url').length !== POINT_BYTES ||
    Buffer.from(keys.auth, 'base64url').length !== SECRET_BYTES
  )
    throw wrong('keys', 'type')
  await keep(context, { kind: 'web', token: endpoint, ...keys, name })
  return { msg: context.say('notifications.push_on') }
})

const register = serveCall(registerCall, async (context, { token, name = null }) => {
  await keep(context, { kind: 'fcm', token, p256dh: null, auth: null, name })
  return { msg: context.say('notifications.push_on') }
})

const unsubscribe = serveCall(unsubscribeCall, async ({ db, actor, say }, { endpoint }) => {
  await tables(db)
    .deleteFrom('push_devices')
    .where('hash', '=', hashOf(endpoint))
    .where('id_user', '=', actor.id)
    .execute()
  return { msg: say('notifications.push_off') }
})

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A device belongs to whoever logged in there last. */
async function keep({ actor, transaction, now }: CallContext, { token, ...device }: NewDevice): Promise<void> {
  const [hash, date] = [hashOf(token), now()]
  await transaction(async (tx) => {
    const own = {
      ...device,
      token,
      id_user: actor.id,
      state: 'on' as const,
      date_seen: date,
      date_updated: date,
      date_deleted: null,
    }
    await tables(tx)
      .insertInto('push_devices')
      .values({ ...own, hash, date_created: date })
      .onConflict((conflict) => conflict.column('hash').where('date_deleted', 'is', null).doUpdateSet(own))
      .execute()
    const old = tables(tx)
      .selectFrom('push_devices')
      .select('id')
      .where('id_user', '=', actor.id)
      .orderBy('date_seen', 'desc')
      .orderBy('id', 'desc')
      .offset(MAX_DEVICES)
    await tables(tx).deleteFrom('push_devices').where('id', 'in', old).execute()
  })
}

export const deviceCalls = [key, subscribe, register, unsubscribe]

/** Nothing is pushed to the devices of somebody who was switched off, also once they are back: they subscribe anew. */
export const forgetDevices = onAccessEnd(async (tx, id_user) => {
  await tables(tx).deleteFrom('push_devices').where('id_user', '=', id_user).execute()
})
