import { sql } from 'kysely'
import { fold } from '#engine/model'
import type { Db } from '#engine/server'
import type { FareDeal } from '../../model/fare-deal'
import type { PromotionTerms } from '../../model/fare-terms'
import { assertSuits, tripDay, type PromotionAsks, type PromotionTrip } from './promotion-check'
import { readAgreed } from './store-fare'

interface Granted extends PromotionTrip {
  readonly id_fare: number
  readonly id_client: number | null
  readonly code: string
  readonly id_payment: number | null
  /** Whether no time was said: the trip is for now. */
  readonly isForNow: boolean
}

/**
 * The promotion that a client's fare was granted by this code, on the terms of then; null: it was not. Its limits do not count anew, but what
 * it asks of the trip holds for whatever of the trip is another now: day, branch, means of payment. A ride for now that stays one is of the day
 * that it was granted for, whatever the clock says by then.
 * @throws {AppError} VALIDATION at `promotion` with the reason
 */
export async function grantedBy(db: Db, { id_fare, id_client, code, isForNow, ...trip }: Granted): Promise<PromotionTerms | null> {
  const deal = (await readAgreed(db, id_fare))?.deal
  if (!deal?.promotion || id_client === null || deal.id_client !== id_client) return null
  if (fold(deal.promotion.code) !== fold(code.trim())) return null
  const changes = changesOf(deal, trip)
  const isOfThen = changes.day && isForNow && await wasForNow(db, id_fare)
  await assertSuits(db, deal.promotion.id, trip, { ...changes, day: changes.day && !isOfThen })
  return deal.promotion
}

function changesOf({ trip, id_branch, id_payment }: FareDeal, now: Omit<Granted, 'id_fare' | 'id_client' | 'code' | 'isForNow'>): PromotionAsks {
  return { day: tripDay(trip) !== tripDay(now), branch: id_branch !== (now.branch?.id ?? null), payment: id_payment !== now.id_payment }
}

async function wasForNow(db: Db, id_fare: number): Promise<boolean> {
  const { rows } = await sql`select 1 from services where id_fare = ${id_fare} and date_scheduled is null and date_deleted is null`.execute(db)
  return rows.length > 0
}
