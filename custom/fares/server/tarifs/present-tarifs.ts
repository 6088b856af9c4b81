import { sql } from 'kysely'
import { type Json, type JsonObject, type MoneyStyle, moneyText, numberText } from '#engine/model'
import type { Hooks } from '#engine/server'

/** `su_name`: the subscriptions that use a tariff; `service_fee_text`: its service fee as people write it. */
export const presentTarifs: Hooks = {
  entity: 'tarifs',
  async present(db, records, { settings }) {
    const ids = records.map(({ id }) => Number(id))
    const { rows } = await sql<{ id_tarif: number; names: string }>`
      select id_tarif, string_agg(name, ', ' order by tr_fold(name), id) as names from subscriptions
      where id_tarif = any(${ids}::int[]) and date_deleted is null group by id_tarif`.execute(db)
    const names = new Map(rows.map(({ id_tarif, names: joined }) => [Number(id_tarif), joined]))
    const style = moneyStyle(settings)
    return records.map((record) => ({ ...record, su_name: names.get(Number(record.id)) ?? '', service_fee_text: feeText(record, style) }))
  },
}

/** `15 %`, or `S/ 2.50`; nothing where no fee is charged. */
function feeText({ service_fee_type, service_fee_amount }: JsonObject, style: MoneyStyle): string {
  return shareOrMoney(service_fee_amount, service_fee_type === '0', style)
}

/** A part or an amount as people write it; nothing for what is none. */
export function shareOrMoney(amount: Json | undefined, isShare: boolean, style: MoneyStyle): string {
  if ((typeof amount !== 'number' && typeof amount !== 'string') || Number(amount) === 0) return ''
  return isShare ? `${numberText(amount, style)}\u00a0%` : moneyText(amount, style)
}

/** How the company writes money. */
export function moneyStyle(settings: JsonObject): MoneyStyle {
  const text = (key: string, otherwise: string): string => (typeof settings[key] === 'string' ? String(settings[key]) : otherwise)
  return {
    coin: text('coin', ''),
    coin_space: settings.coin_space === true || settings.coin_space === 1,
    decimals_visible: Number(settings.decimals_visible ?? 2),
    decimals_separator: text('decimals_separator', '.'),
    thousands_separator: text('thousands_separator', ','),
  }
}
