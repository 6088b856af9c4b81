import { living } from '#app/tables'
import { moneyText } from '#engine/model'
import type { Db, Tx } from '#engine/server'
import { toAmount, type Cents } from '../model/cents'

const USUAL = { coin: 'S/', currency: 'PEN', decimals_visible: 2, decimals_separator: '.', thousands_separator: ',' }

async function house(db: Db | Tx) {
  const row = await living(db, 'settings_general').select(['coin', 'currency', 'decimals_visible', 'decimals_separator', 'thousands_separator']).orderBy('id').limit(1).executeTakeFirst()
  return { ...USUAL, ...Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null)) }
}

/** The currency that the books of the house are kept in. */
export const houseCurrency = async (db: Db | Tx): Promise<string> => (await house(db)).currency || USUAL.currency

/** An amount as the house writes it, for what is told to people: `S/ 28.95`. */
export const houseText = async (db: Db | Tx, cents: Cents): Promise<string> => moneyText(toAmount(cents), { ...await house(db), coin_space: true })
