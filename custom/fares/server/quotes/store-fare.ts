import { sql } from 'kysely'
import type { Db, Tx } from '#engine/server'
import { computeFare } from '../../model/compute-fare'
import type { Fare, FareLine } from '../../model/fare'
import { termsOf, type FareDeal, type VersionContent } from '../../model/fare-deal'
import { toUnits } from '../../model/money'
import { readVersion } from './tarif-version'

export interface FareToStore {
  /** Name of the quote that it comes from; null: from none. */
  readonly quote: string | null
  readonly id_tarif_version: number
  readonly deal: FareDeal
  readonly fare: Fare
}

/** Keeps a fare with all that it rests on. @returns its id; null when its quote has a fare already */
export async function storeFare(tx: Tx, { quote, id_tarif_version, deal, fare }: FareToStore): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into fares (quote, id_client, id_tarif_version, input, lines, currency, total)
    values (${quote}, ${deal.id_client}, ${id_tarif_version}, ${JSON.stringify(deal)}::jsonb, ${JSON.stringify(fare.lines)}::jsonb,
      ${fare.currency}, ${toUnits(fare.total, fare)})
    on conflict do nothing returning id`.execute(tx)
  return rows[0] ? Number(rows[0].id) : null
}

/** What a stored fare was agreed by: all that it takes to work out what the ride cost in the end. */
export interface AgreedFare {
  readonly id_tarif_version: number
  readonly content: VersionContent
  readonly deal: FareDeal
}

/** Null when there is no such fare. */
export async function readAgreed(db: Db | Tx, id: number): Promise<AgreedFare | null> {
  const { rows: [row] } = await sql<{ input: string; id_tarif_version: number }>`
    select input::text as input, id_tarif_version from fares where id = ${id}`.execute(db)
  const content = row ? await readVersion(db, Number(row.id_tarif_version)) : null
  return row && content ? { id_tarif_version: Number(row.id_tarif_version), content, deal: JSON.parse(row.input) as FareDeal } : null
}

/** A stored fare: as it was told, and worked out again from the version that it was made by. */
export interface StoredFare {
  readonly lines: readonly FareLine[]
  /** In the currency's units. */
  readonly total: number
  readonly deal: FareDeal
  readonly again: Fare
}

/** Null when there is no such fare. */
export async function readFare(db: Db | Tx, id: number): Promise<StoredFare | null> {
  const { rows: [row] } = await sql<{ input: string; lines: string; total: string; id_tarif_version: number }>`
    select input::text as input, lines::text as lines, total::text as total, id_tarif_version from fares where id = ${id}`.execute(db)
  const content = row ? await readVersion(db, Number(row.id_tarif_version)) : null
  if (!row || !content) return null
  const deal = JSON.parse(row.input) as FareDeal
  return {
    lines: JSON.parse(row.lines) as readonly FareLine[],
    total: Number(row.total),
    deal,
    again: computeFare(termsOf(content, deal), deal.trip),
  }
}
