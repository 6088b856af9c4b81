import { sql } from 'kysely'
import { fold, wrong, zonedText } from '#engine/model'
import type { Db, Tx } from '#engine/server'
import type { PromotionTerms } from '../../model/fare-terms'
import { flagOf, idOrNull, numberOf, textOrNull, type Row } from '../book/book-row'
import type { BookBranch } from '../book/book'

/** The facts of a trip that a promotion asks about. */
export interface PromotionTrip {
  readonly branch: BookBranch | null
  /** When the trip is, ISO 8601 UTC, and the zone whose calendar counts. */
  readonly date: string
  readonly timezone: string
  /** Type of the payment method; null: not chosen. */
  readonly payment: string | null
}

export interface PromotionAsked extends PromotionTrip {
  readonly code: string
  readonly id_client: number | null
}

/** Which facts of a trip are asked about. */
export interface PromotionAsks {
  readonly day: boolean
  readonly branch: boolean
  readonly payment: boolean
}

const ALL: PromotionAsks = { day: true, branch: true, payment: true }

/** The day of a trip on its own calendar, which is what a promotion counts by. */
export const tripDay = ({ date, timezone }: Pick<PromotionTrip, 'date' | 'timezone'>): string => zonedText(date, timezone).slice(0, 10)

/** The promotion of a code, if it counts for this trip. @throws {AppError} VALIDATION at `promotion` with the reason */
export async function promotionFor(db: Db | Tx, asked: PromotionAsked): Promise<PromotionTerms> {
  const row = await findPromotion(db, asked)
  if (!row || row.state !== '1') throw wrong('promotion', 'promotions.unknown')
  checkTrip(row, asked, ALL)
  if (flagOf(row.only_new) && numberOf(row.rides) > 0) throw wrong('promotion', 'promotions.only_new')
  if (reached(row.use_limit, row.uses)) throw wrong('promotion', 'promotions.used_up')
  if (asked.id_client !== null && reached(row.use_limit_client, row.client_uses)) throw wrong('promotion', 'promotions.used_by_client')
  return termsOf(row)
}

/** Asks a trip that keeps its promotion for what has changed of it. @throws {AppError} VALIDATION at `promotion` with the reason */
export async function assertSuits(db: Db | Tx, id: number, trip: PromotionTrip, changed: PromotionAsks): Promise<void> {
  if (!Object.values(changed).includes(true)) return
  const { rows: [row] } = await sql<Row>`
    select only_card, id_branch, valid_from::text as first_day, valid_to::text as last_day from promotions where id = ${id}`.execute(db)
  if (row) checkTrip(row, trip, changed)
}

function checkTrip(row: Row, trip: PromotionTrip, asks: PromotionAsks): void {
  const day = tripDay(trip)
  const from = textOrNull(row.first_day)
  const to = textOrNull(row.last_day)
  const id_branch = idOrNull(row.id_branch)
  if (asks.day && from !== null && day < from) throw wrong('promotion', 'promotions.not_yet', { date: shownDay(from) })
  if (asks.day && to !== null && day > to) throw wrong('promotion', 'promotions.over', { date: shownDay(to) })
  if (asks.branch && id_branch !== null && id_branch !== trip.branch?.id) throw wrong('promotion', 'promotions.other_branch')
  if (asks.payment && flagOf(row.only_card) && trip.payment !== 'card') throw wrong('promotion', 'promotions.only_card')
}

/** In blank or zero: without limit. */
const reached = (limit: unknown, uses: unknown): boolean => numberOf(limit) > 0 && numberOf(uses) >= numberOf(limit)

async function findPromotion(db: Db | Tx, { code, id_client }: PromotionAsked): Promise<Row | null> {
  // No code has them, and no database takes them.
  if (UNWRITABLE.test(code)) return null
  const { rows } = await sql<Row>`
    select p.*, p.valid_from::text as first_day, p.valid_to::text as last_day,
      (select count(*) from promotion_uses u where u.id_promotion = p.id and u.date_deleted is null) as uses,
      (select count(*) from promotion_uses u
        where u.id_promotion = p.id and u.id_client = ${id_client}::integer and u.date_deleted is null) as client_uses,
      (select count(*) from fares f where f.id_client = ${id_client}::integer and f.date_deleted is null) as rides
    from promotions p where tr_fold(p.code) = ${fold(code.trim())} and p.date_deleted is null order by p.id limit 1`.execute(db)
  return rows[0] ?? null
}

const UNWRITABLE = /[\p{Cc}\p{Surrogate}]/u

const termsOf = (row: Row): PromotionTerms => ({
  id: Number(row.id),
  code: String(row.code),
  type_benefit: String(row.type_benefit),
  amount: numberOf(row.amount),
  max_amount: row.max_amount === null || row.max_amount === undefined ? null : numberOf(row.max_amount),
})

const shownDay = (day: string): string => day.split('-').reverse().join('/')
