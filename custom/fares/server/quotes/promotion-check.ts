import { sql } from 'kysely'
import { type Row, tables } from '#app/tables'
import { fold, wrong, zonedText } from '#engine/model'
import type { Db, Tx } from '#engine/server'
import type { PromotionTerms } from '../../model/fare-terms'
import { bookNumber } from '../book/book-row'
import type { BookBranch } from '../book/book'

/** The facts of a trip that a promotion checks. */
export interface PromotionTrip {
  readonly branch: Pick<BookBranch, 'id'> | null
  /** When the trip is, ISO 8601 UTC, and the zone whose calendar counts. */
  readonly date: string
  readonly timezone: string
  /** Type of the payment method; null: not chosen. */
  readonly payment: string | null
}

interface PromotionAsked extends PromotionTrip {
  readonly code: string
  readonly id_client: number | null
}

/** Which facts of a trip are checked. */
export interface PromotionAsks {
  readonly day: boolean
  readonly branch: boolean
  readonly payment: boolean
}

const ALL: PromotionAsks = { day: true, branch: true, payment: true }

/** The day of a trip on its own calendar, by which a promotion counts. */
export const tripDay = ({ date, timezone }: Pick<PromotionTrip, 'date' | 'timezone'>): string =>
  zonedText(date, timezone).slice(0, 10)

/**
 * The promotion of a code, if it is valid for this trip.
 * @throws {AppError} VALIDATION at `promotion` with the reason
 */
export async function promotionFor(db: Db | Tx, asked: PromotionAsked): Promise<PromotionTerms> {
  const row = await findPromotion(db, asked)
  if (!row || row.state !== '1') throw wrong('promotion', 'promotions.unknown')
  checkTrip(row, asked, ALL)
  if (row.only_new && row.rides > 0) throw wrong('promotion', 'promotions.only_new')
  if (reached(row.use_limit, row.uses)) throw wrong('promotion', 'promotions.used_up')
  if (asked.id_client !== null && reached(row.use_limit_client, row.client_uses))
    throw wrong('promotion', 'promotions.used_by_client')
  if (row.only_granted && row.client_uses >= row.grants) throw wrong('promotion', 'promotions.not_granted')
  return termsOf(row)
}

/**
 * Checks what has changed of a trip that keeps its promotion.
 * @throws {AppError} VALIDATION at `promotion` with the reason
 */
export async function assertSuits(db: Db | Tx, id: number, trip: PromotionTrip, changed: PromotionAsks): Promise<void> {
  if (!Object.values(changed).includes(true)) return
  const row = await tables(db)
    .selectFrom('promotions')
    .select(['only_card', 'id_branch', 'valid_from', 'valid_to'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) checkTrip(row, trip, changed)
}

type Asks = Row<'promotions', 'only_card' | 'id_branch' | 'valid_from' | 'valid_to'>

function checkTrip(
  { only_card, id_branch, valid_from: from, valid_to: to }: Asks,
  trip: PromotionTrip,
  asks: PromotionAsks,
): void {
  const day = tripDay(trip)
  if (asks.day && from !== null && day < from) throw wrong('promotion', 'promotions.not_yet', { date: shownDay(from) })
  if (asks.day && to !== null && day > to) throw wrong('promotion', 'promotions.over', { date: shownDay(to) })
  if (asks.branch && id_branch !== null && id_branch !== trip.branch?.id)
    throw wrong('promotion', 'promotions.other_branch')
  if (asks.payment && only_card && trip.payment !== 'card') throw wrong('promotion', 'promotions.only_card')
}

/** Blank or zero: no limit. */
const reached = (limit: number | null, uses: number): boolean => limit !== null && limit > 0 && uses >= limit

interface Found extends Row<'promotions'> {
  readonly uses: number
  readonly client_uses: number
  /** How often it was given to the client. */
  readonly grants: number
  readonly rides: number
}

async function findPromotion(db: Db | Tx, { code, id_client }: PromotionAsked): Promise<Found | null> {
  // No code has these characters, and no database accepts them.
  if (UNWRITABLE.test(code)) return null
  const { rows } = await sql<Found>`
    select p.*,
      (select count(*) from promotion_uses u where u.id_promotion = p.id and u.date_deleted is null) as uses,
      (select count(*) from promotion_uses u
        where u.id_promotion = p.id and u.id_client = ${id_client}::integer and u.date_deleted is null) as client_uses,
      (select count(*) from promotion_grants g
        where g.id_promotion = p.id and g.id_client = ${id_client}::integer and g.date_deleted is null) as grants,
      (select count(*) from fares f where f.id_client = ${id_client}::integer and f.date_deleted is null) as rides
    from promotions p where tr_fold(p.code) = ${fold(code.trim())} and p.date_deleted is null order by p.id
    limit 1`.execute(db)
  return rows[0] ?? null
}

const UNWRITABLE = /[\p{Cc}\p{Surrogate}]/u

const termsOf = ({ id, code, type_benefit, amount, max_amount }: Row<'promotions'>): PromotionTerms => ({
  id,
  code,
  type_benefit,
  amount: bookNumber(amount),
  max_amount: max_amount === null ? null : bookNumber(max_amount),
})

const shownDay = (day: string): string => day.split('-').reverse().join('/')
