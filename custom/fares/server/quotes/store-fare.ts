import { tables } from '#app/tables'
import { sql } from 'kysely'
import type { Db, Tx } from '#engine/server'
import { computeFare } from '../../model/compute-fare'
import type { Fare, FareLine } from '../../model/fare'
import { termsOf, type FareDeal, type VersionContent } from '../../model/fare-deal'
import { toUnits } from '../../model/money'
import { readTarifVersion } from './tarif-version'

interface FareToStore {
  /** Name of the quote that it comes from; null: from none. */
  readonly quote: string | null
  readonly id_tarif_version: number
  readonly deal: FareDeal
  readonly fare: Fare
}

/** Stores a fare with everything it is based on. @returns its id; null when its quote has a fare already */
export async function storeFare(tx: Tx, { quote, id_tarif_version, deal, fare }: FareToStore): Promise<number | null> {
  const made = await tables(tx)
    .insertInto('fares')
    .values({
      quote,
      id_client: deal.id_client,
      id_tarif_version,
      input: JSON.stringify(deal),
      lines: JSON.stringify(fare.lines),
      currency: fare.currency,
      total: toUnits(fare.total, fare),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** What was agreed in a stored fare: all that is needed to work out what the ride cost in the end. */
export interface AgreedFare {
  readonly id_tarif_version: number
  readonly content: VersionContent
  readonly deal: FareDeal
}

// As text: only the application knows what it contains.
const inputText = sql<string>`input::text`.as('input')
const linesText = sql<string>`lines::text`.as('lines')

/** Null when there is no such fare. */
export async function readAgreed(db: Db | Tx, id: number): Promise<AgreedFare | null> {
  const row = await tables(db)
    .selectFrom('fares')
    .select([inputText, 'id_tarif_version'])
    .where('id', '=', id)
    .executeTakeFirst()
  const content = row ? await readTarifVersion(db, Number(row.id_tarif_version)) : null
  return row && content
    ? { id_tarif_version: Number(row.id_tarif_version), content, deal: JSON.parse(row.input) as FareDeal }
    : null
}

/** A stored fare: as it was shown, and worked out again from the version that it was made by. */
interface StoredFare {
  readonly lines: readonly FareLine[]
  /** In the currency's units. */
  readonly total: number
  readonly deal: FareDeal
  readonly again: Fare
}

/** Null when there is no such fare. */
export async function readFare(db: Db | Tx, id: number): Promise<StoredFare | null> {
  const row = await tables(db)
    .selectFrom('fares')
    .select([inputText, linesText, 'total', 'id_tarif_version'])
    .where('id', '=', id)
    .executeTakeFirst()
  const content = row ? await readTarifVersion(db, Number(row.id_tarif_version)) : null
  if (!row || !content) return null
  const deal = JSON.parse(row.input) as FareDeal
  return {
    lines: JSON.parse(row.lines) as readonly FareLine[],
    total: Number(row.total),
    deal,
    again: computeFare(termsOf(content, deal), deal.trip),
  }
}
