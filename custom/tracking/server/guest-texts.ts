import { sql } from 'kysely'
import { living } from '#app/tables'
import { dateTimeText, HOUR_MS } from '#engine/model'
import { type Job, type OwnIndex, queueText, type Tx, writeLog } from '#engine/server'
import { BY_SYSTEM } from '../../services/server'
import { openLink } from './open-link'
import { type TextSending, textSending } from './sending'

const MAX_AT_ONCE = 100
/** A ride that has stood still for longer was told of, or was there before the house had a gateway. */
const MAX_AGE_MS = 2 * HOUR_MS
const EFFECT = 'services.guest_text'
/** In these a ride is to be followed: it waits for nobody's approval or payment any more. */
const FOLLOWED = ['scheduled', 'requested', 'unassigned', 'accepted', 'onway', 'waiting', 'started'] as const

/** Over the ride `s`: its guest has had no text. */
const UNTOLD = sql<boolean>`not exists (select 1 from deliveries d where d.key = ${`${EFFECT}/`} || s.id || '/guest')`

/** Of all rides the few of guests that are to be followed. */
export const GUESTS_INDEX: OwnIndex = {
  name: 'own_services_guests',
  table: 'services',
  awaited: true,
  over: `(date_updated) where invited and date_deleted is null and state in (${FOLLOWED.map((state) => `'${state}'`).join(', ')})`,
}

/**
 * Guests have no account: where the house can send texts each gets one with the link to their ride, whoever booked it
 * and by whatever way.
 */
export const guestTextsJob: Job = {
  name: 'tracking.guest_texts',
  every_s: 30,
  async run({ runtime, signal }) {
    const sending = await textSending(runtime)
    if (sending === null) return
    const { database, now } = runtime
    const since = new Date(now().getTime() - MAX_AGE_MS).toISOString()
    const rides = await living(database.db, 'services as s')
      .where('s.invited', '=', true)
      .where('s.state', 'in', [...FOLLOWED])
      .where(sql<boolean>`s.date_updated > ${since}::timestamptz and coalesce(s.invited_phone, '') <> ''`)
      .where(UNTOLD)
      .select('s.id')
      .orderBy('s.id')
      .limit(MAX_AT_ONCE)
      .execute()
    for (const { id } of rides) if (!signal.aborted) await database.transaction((tx) => textGuest(tx, id, sending))
  },
}

/** The link and its text, both or neither. */
async function textGuest(tx: Tx, id: number, { settings, channel, address, now, say }: TextSending): Promise<void> {
  const ride = await living(tx, 'services as s')
    .leftJoin('companies as c', 'c.id', 's.id_company')
    .where('s.id', '=', id)
    .where('s.invited', '=', true)
    .where('s.state', 'in', [...FOLLOWED])
    .where(UNTOLD)
    .select(['s.id', 's.date_scheduled', 's.invited_name', 's.invited_phone', 's.org_address', 'c.name as company'])
    .forUpdate('s')
    .executeTakeFirst()
  if (!ride?.invited_phone) return
  const { secret } = await openLink(tx, ride, null, now)
  const zone = String(settings['timezone'] ?? '') || 'UTC'
  const when = ride.date_scheduled === null ? say('tracking.guest_now', {}) : dateTimeText(ride.date_scheduled, zone)
  const who = ride.company ?? String(settings['brand'] ?? '')
  const body = say('tracking.guest_text', {
    who,
    from: ride.org_address ?? '',
    when,
    url: `${address}/tracking/${secret}`,
  })
  const about = { channel, entity: 'services', resource: 'services', id, title: String(id), effect: EFFECT, body, now }
  await queueText(tx, about, { name: ride.invited_name ?? '', phone: ride.invited_phone })
  await writeLog(tx, {
    id_user: null,
    type_log: 'share',
    target: 'services',
    id_target: id,
    title: String(id),
    platform: BY_SYSTEM.platform,
    id_session: null,
    date: now,
  })
}
