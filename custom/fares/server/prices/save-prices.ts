import type { Row } from '#app/tables'
import { sql } from 'kysely'
import { AppError, type CallResponse, type JsonObject, compareDecimals } from '#engine/model'
import { serveCall, type Tx } from '#engine/server'
import { savePricesCall, type Price, type PriceConflict } from '../../model/prices-calls'
import { namedPrices, type NamedPrice } from './named-prices'
import { priceOf, type PriceRow } from './price-row'

/**
 * Refuses to overwrite a change made since the price was read; a change to the same amount is no conflict.
 * @throws {AppError} CONFLICT
 */
async function refuseConflicts(
  tx: Tx,
  named: readonly NamedPrice[],
  heldOf: (one: NamedPrice) => Price | undefined,
): Promise<void> {
  const changed = named.flatMap((one) => {
    const held = heldOf(one)
    const { version, amount } = one.asked
    return held && version !== undefined && version !== held.version && !isSameAmount(amount, held.amount)
      ? [{ at: one.at, held }]
      : []
  })
  if (changed.length === 0) return
  const writers = await lastWriters(
    tx,
    changed.map(({ held }) => held.id),
  )
  const conflicts = changed.map(
    ({ at, held }): PriceConflict => ({ at, ...held, by: null, date: null, ...writers.get(held.id) }),
  )
  const by = [...new Set(conflicts.flatMap((one) => one.by ?? []))].join(', ')
  throw new AppError('CONFLICT', {
    say: by ? 'prices.conflict_by' : 'prices.conflict',
    params: { smart_count: conflicts.length, by },
    body: { conflicts: conflicts.map((one): JsonObject => ({ ...one })) },
  })
}

const isSameAmount = (asked: Price['amount'], held: Price['amount']): boolean =>
  asked === null || held === null ? asked === held : compareDecimals(asked, held) === 0

async function lastWriters(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly by: string | null; readonly date: string }>> {
  const { rows } = await sql<Row<'logs', 'id_target' | 'date_created'> & { readonly by: string | null }>`
    select distinct on (l.id_target) l.id_target, nullif(trim(concat(u.name, ' ', u.surname)), '') as by, l.date_created
    from logs as l left join users as u on u.id = l.id_user
    where l.target = 'prices' and l.id_target = any(${[...ids]}::int[])
    order by l.id_target, l.id desc`.execute(tx)
  return new Map(
    rows.map(({ id_target, by, date_created }) => [
      Number(id_target),
      { by, date: new Date(date_created).toISOString() },
    ]),
  )
}

export const savePrices = serveCall(
  savePricesCall,
  async ({ db, records }, { prices }): Promise<CallResponse<typeof savePricesCall>> => {
    const named = await namedPrices(db, prices)
    const tarifs = [...new Set(named.map(({ id_tarif }) => id_tarif))].toSorted((a, b) => a - b)
    // What is out of the asker's scope does not exist for them.
    for (const id of tarifs) await records.read('tarifs', id)
    return records.write(async ({ tx, saveMany }) => {
      await lockTarifs(tx, tarifs)
      const held = await holdPrices(tx, named)
      await refuseConflicts(tx, named, (one) => held.get(keyOf(one.from, one.to)))
      const written = named.filter((one) => one.asked.amount !== null || held.has(keyOf(one.from, one.to)))
      // Overwriting a price without saying which version was read is accepted, and the log says so.
      const isBlind = (one: NamedPrice): boolean => one.asked.version === undefined && held.has(keyOf(one.from, one.to))
      let saved = 0
      for (const blind of [false, true]) {
        const these = written.filter((one) => isBlind(one) === blind)
        if (these.length === 0) continue
        const inputs = these.map((one) => inputOf(one, held.get(keyOf(one.from, one.to))))
        const done = await atPrices(these, saveMany('prices', inputs, blind ? 'unversioned' : undefined))
        saved += done.filter((one) => one.done !== 'unchanged').length
      }
      return { saved, prices: [...(await holdPrices(tx, written)).values()] }
    })
  },
)

/**
 * Users who save prices of one tariff take turns: the second one learns what the first one changed, even where there
 * was no price to lock.
 */
async function lockTarifs(tx: Tx, tarifs: readonly number[]): Promise<void> {
  for (const id of tarifs) await sql`select pg_advisory_xact_lock(hashtext('prices'), ${id}::int)`.execute(tx)
}

/** The existing prices of the directions named, by direction; nobody else changes them until the transaction ends. */
async function holdPrices(tx: Tx, named: readonly NamedPrice[]): Promise<ReadonlyMap<string, Price>> {
  const { rows } = await sql<PriceRow>`
    select p.id, p.id_zone_from, p.id_zone_to, p.amount, p.version from prices as p
    where p.date_deleted is null and (p.id_tarif, p.id_zone_from, p.id_zone_to) in (
      select * from unnest(${named.map(({ id_tarif }) => id_tarif)}::int[], ${named.map(({ from }) => from)}::int[],
        ${named.map(({ to }) => to)}::int[]))
    order by p.id for update of p`.execute(tx)
  return new Map(rows.map(priceOf).map((price) => [keyOf(price.id_zone_from, price.id_zone_to), price]))
}

const keyOf = (from: number, to: number): string => `${from}:${to}`

const inputOf = ({ id_tarif, from, to, asked: { amount } }: NamedPrice, held: Price | undefined): JsonObject =>
  held ? { id: held.id, amount } : { id_tarif, id_zone_from: from, id_zone_to: to, amount }

/** Errors at their places in the request. */
async function atPrices<T>(written: readonly NamedPrice[], saving: Promise<T>): Promise<T> {
  try {
    return await saving
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error
    const errors = Object.entries(error.errors).map(([source, error]) => {
      const [place = '', ...field] = source.split('.')
      const at = written[Number(place)]?.at
      return [at === undefined ? source : ['prices', at, ...field].join('.'), error] as const
    })
    throw new AppError('VALIDATION', { errors: Object.fromEntries(errors) })
  }
}
