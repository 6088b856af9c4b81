import { type RawBuilder, sql } from 'kysely'
import { AppError, isCountedId, type JsonObject } from '#engine/model'
import type { Hooks } from '#engine/server'

/** A document of the house, and whose it is. */
interface Document {
  readonly entity: string
  readonly payer: string
  readonly payers: string
  readonly issued: readonly string[]
  /**
   * What is issued from now on holds the services that it bills: only what was issued before there were books may have
   * billed the same ones.
   */
  readonly holds?: true
}

const DOCUMENTS: readonly Document[] = [
  { entity: 'invoices', payer: 'id_company', payers: 'companies', issued: ['1', '2'], holds: true },
  { entity: 'liquidations', payer: 'id_driver', payers: 'users', issued: ['2', '3'] },
]

/**
 * Nobody is billed or paid twice for a day unsaid: a document whose period shares a day with one that was issued waits
 * until one of the two changes. Refused as CONFLICT, with the number of the other.
 */
export const issuedOnce: readonly Hooks[] = DOCUMENTS.map(({ entity, payer, payers, issued, holds }) => ({
  entity,
  async beforeSave({ tx, move }, data, before) {
    const id = before?.[payer]
    if (move !== 'issue' || !before || !isCountedId(id)) return data
    // Whoever issues another of the same payer waits here, and meets this one.
    await sql`select 1 from ${sql.table(payers)} where id = ${id} for no key update`.execute(tx)
    const {
      rows: [other],
    } = await sql<{ readonly number: string | null }>`select number from ${sql.table(entity)}
      where ${sql.ref(payer)} = ${id} and state = any(${[...issued]}::text[]) and date_deleted is null
        and date_from <= ${String(before['date_to'])}::date and date_to >= ${String(before['date_from'])}::date
        and ${mayBill(entity, holds === true && isOfServices(before))} order by id limit 1`.execute(tx)
    if (other) throw new AppError('CONFLICT', { say: 'wallets.period_issued', params: { number: other.number ?? '' } })
    return data
  },
}))

const isOfServices = ({ from_services }: JsonObject): boolean => from_services === 1 || from_services === true

/** Which others may have billed the same days: all, or only those from before there were books. */
const mayBill = (entity: string, isHeld: boolean): RawBuilder<boolean> =>
  isHeld
    ? sql<boolean>`not exists (select 1 from ledger_entries e
      where e.source = ${entity} and e.id_source = ${sql.table(entity)}.id)`
    : sql<boolean>`true`
