import { sql } from 'kysely'
import { living } from '#app/tables'
import { isZone, moneyText, todayIn } from '#engine/model'
import type { Db, Tx } from '#engine/server'
import { toAmount, type Cents } from '../model/cents'

const USUAL = { coin: 'S/', currency: 'PEN', decimals_visible: 2, decimals_separator: '.', thousands_separator: ',' }

async function house(db: Db | Tx) {
  const row = await living(db, 'settings_general')
    .select(['coin', 'currency', 'decimals_visible', 'decimals_separator', 'thousands_separator'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { ...USUAL, ...Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null)) }
}

/** The currency that the books of the house are kept in. */
export const houseCurrency = async (db: Db | Tx): Promise<string> => (await house(db)).currency || USUAL.currency

/** The zone of the house's clock, in SQL: what its page says goes before what a program has set, as in all settings. */
export const houseZone = sql<string>`coalesce((select nullif(timezone, '') from settings_company
  where date_deleted is null order by id limit 1),
  (select value #>> '{}' from settings where key = 'timezone' and date_deleted is null limit 1), 'America/Lima')`

/** The day by the clock of the house. */
export async function houseDay(db: Db | Tx, now: Date): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ readonly zone: string }>`select ${houseZone} as zone`.execute(db)
  return todayIn(row && isZone(row.zone) ? row.zone : 'UTC', now)
}

/** An amount as the house writes it, for what is told to people: `S/ 28.95`. */
export const houseText = async (db: Db | Tx, cents: Cents): Promise<string> =>
  moneyText(toAmount(cents), { ...(await house(db)), coin_space: true })
