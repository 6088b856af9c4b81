import { sql } from 'kysely'
import { IN_PROGRESS } from '../../model/service-state'
import { afterRefusal, closeOffer } from '../offers/answer-offer'
import { obstacleOf } from '../offers/claim-driver'
import { lockService } from '../offers/lock-service'
import type { DispatchContext } from './dispatch-context'
import { oneByOne, type Going } from './one-by-one'

interface Pending {
  readonly id: number
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  readonly manual: boolean
  readonly late: boolean
}

/** Ends requests that nobody waits for any more: those whose time is over, and those to drivers who meanwhile pause or have a ride. */
export async function expireOffers(context: DispatchContext, going: Going): Promise<void> {
  const { db, now } = context
  const { rows } = await sql<{ id: number; id_service: number }>`
    select o.id, o.id_service from service_offers o
    where o.state = 'pending' and (o.date_deadline <= ${now().toISOString()}::timestamptz
      or not exists (select 1 from driver_shifts h
        where h.id_driver = o.id_driver and h.id_vehicle = o.id_vehicle and h.state in ('online', 'busy') and h.date_deleted is null)
      or exists (select 1 from services s where s.id_driver = o.id_driver and s.date_deleted is null and s.state in (${sql.join(IN_PROGRESS)})))
    order by o.date_deadline, o.id limit 500`.execute(db)
  await oneByOne(rows, 'request', going, (offer) => expireOffer(context, offer))
}

async function expireOffer({ transaction, now }: DispatchContext, { id, id_service }: Pick<Pending, 'id' | 'id_service'>): Promise<void> {
  await transaction(async (tx) => {
    const at = now()
    await lockService(tx, id_service)
    const { rows: [offer] } = await sql<Pending>`
      select id, id_service, id_driver, id_vehicle, coalesce(manual, false) as manual, date_deadline <= ${at.toISOString()}::timestamptz as late
      from service_offers where id = ${id} and state = 'pending' for update`.execute(tx)
    if (!offer) return
    const obstacle = offer.late ? null : await obstacleOf(tx, { ...offer, on_shift: true })
    if (!offer.late && !obstacle) return
    await closeOffer(tx, id, { state: offer.late ? 'expired' : 'canceled', now: at })
    await afterRefusal(tx, offer, at)
  })
}
