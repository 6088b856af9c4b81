import { sql } from 'kysely'
import { living } from '#app/tables'
import { type Job, type OwnIndex, queueText, type Tx, writeLog } from '#engine/server'
import { BY_SYSTEM } from '../../services/server'
import { openLink } from './open-link'
import { type TextSending, textSending } from './sending'

const MAX_AT_ONCE = 100
const EFFECT = 'services.handover_text'
/** Somebody comes for the passenger. */
const COMING = ['accepted', 'onway', 'waiting'] as const

/** How often the ride `s` was handed over: each time is told once. */
const TIMES = sql<number>`(select count(*)::int from service_legs l
  where l.id_service = s.id and l.date_deleted is null)`
const UNTOLD = sql<boolean>`not exists (select 1 from deliveries d
  where d.key = ${`${EFFECT}.`} || ${TIMES} || '/' || s.id || '/guest')`

/** Of all rides the few whose passenger waits for another car. */
export const HANDED_INDEX: OwnIndex = {
  name: 'own_services_handed',
  table: 'services',
  awaited: true,
  over: '(date_handed_over) where date_handed_over is not null and date_deleted is null',
}

/**
 * Whose car could not go on is told who comes, with a link to follow them: the passenger, guest or client, where the
 * house can send texts.
 */
export const handoverTextsJob: Job = {
  name: 'tracking.handover_texts',
  every_s: 5,
  async run({ runtime, signal }) {
    const sending = await textSending(runtime)
    if (sending === null) return
    const { database } = runtime
    const rides = await living(database.db, 'services as s')
      .where('s.date_handed_over', 'is not', null)
      .where('s.state', 'in', [...COMING])
      .where(UNTOLD)
      .select('s.id')
      .orderBy('s.id')
      .limit(MAX_AT_ONCE)
      .execute()
    for (const { id } of rides) if (!signal.aborted) await database.transaction((tx) => textPassenger(tx, id, sending))
  },
}

async function textPassenger(tx: Tx, id: number, { settings, channel, address, now, say }: TextSending): Promise<void> {
  const ride = await living(tx, 'services as s')
    .leftJoin('companies as c', 'c.id', 's.id_company')
    .innerJoin('users as u', 'u.id', 's.id_client')
    .innerJoin('users as d', 'd.id', 's.id_driver')
    .leftJoin('vehicles as v', 'v.id', 's.id_vehicle')
    .where('s.id', '=', id)
    .where('s.date_handed_over', 'is not', null)
    .where('s.state', 'in', [...COMING])
    .where(UNTOLD)
    .select(({ ref }) => [
      's.id',
      's.date_scheduled',
      'c.name as company',
      'd.name as driver',
      'v.plate',
      TIMES.as('times'),
      sql<string | null>`case when s.invited then ${ref('s.invited_phone')} else ${ref('u.phone')} end`.as('phone'),
      sql<string | null>`case when s.invited then ${ref('s.invited_name')} else ${ref('u.name')} end`.as('name'),
    ])
    .forUpdate('s')
    .executeTakeFirst()
  if (!ride?.phone) return
  const { secret } = await openLink(tx, ride, null, now)
  const who = ride.company ?? String(settings['brand'] ?? '')
  const body = say('tracking.handover_text', {
    who,
    driver: ride.driver ?? '',
    plate: ride.plate ?? '',
    url: `${address}/tracking/${secret}`,
  })
  const about = {
    channel,
    entity: 'services',
    resource: 'services',
    id,
    title: String(id),
    effect: `${EFFECT}.${ride.times}`,
    body,
    now,
  }
  await queueText(tx, about, { name: ride.name ?? '', phone: ride.phone })
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
