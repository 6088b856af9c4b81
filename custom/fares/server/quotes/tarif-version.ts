import { createHash } from 'node:crypto'
import { living, tables } from '#app/tables'
import { sql } from 'kysely'
import type { Db, Tx } from '#engine/server'
import { fareCurrency } from '../../model/fare-currency'
import type { VersionContent } from '../../model/fare-deal'
import type { BookTarif, FareBook } from '../book/book'
import type { PriceContext } from './asker'

export interface TarifVersion {
  readonly content: VersionContent
  /** Row of `tarif_versions`, inserted when it is first requested. */
  readonly id: () => Promise<number>
}

/** A tariff in its current state, and the version that records it. */
export async function versionNow(
  { db, settings }: PriceContext,
  book: FareBook,
  tarif: BookTarif,
): Promise<TarifVersion> {
  const { zones, prices } = await book.zonesOf(tarif.terms.id)
  const currency = fareCurrency(settings)
  const content: VersionContent = { ...currency, tarif: tarif.terms, zones, prices }
  const key = `${tarif.terms.id} ${JSON.stringify(currency)}`
  return {
    content,
    id: () => {
      const known = book.versions.get(key) ?? keepVersion(db, content)
      if (!book.versions.has(key)) {
        book.versions.set(key, known)
        known.catch(() => book.versions.delete(key))
      }
      return known
    },
  }
}

/** The row of a version's content; equal content has one row, also with concurrent inserts. */
async function keepVersion(db: Db, content: VersionContent): Promise<number> {
  const text = JSON.stringify(sorted(content))
  const hash = createHash('sha256').update(text).digest('hex')
  const id_tarif = content.tarif.id
  await tables(db)
    .insertInto('tarif_versions')
    .values({ id_tarif, hash, content: text })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await living(db, 'tarif_versions')
    .where('id_tarif', '=', id_tarif)
    .where('hash', '=', hash)
    .select('id')
    .executeTakeFirst()
  if (!row) throw new Error(`The version ${hash} of the tariff ${id_tarif} is not there.`)
  return row.id
}

/** A stored version. */
export async function readTarifVersion(db: Db | Tx, id: number): Promise<VersionContent | null> {
  const row = await tables(db)
    .selectFrom('tarif_versions')
    .select(sql<string>`content::text`.as('content'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (JSON.parse(row.content) as VersionContent) : null
}

/** Keys in their order, so that equal content gives equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
