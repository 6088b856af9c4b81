import { sql } from 'kysely'
import { type JsonObject, zonedText } from '#engine/model'
import type { Hooks, PresentAt } from '#engine/server'
import { timezoneOf } from '../quotes/branch-at'
import { moneyStyle, shareOrMoney } from './present-tarifs'

interface Facts {
  readonly uses: number
  readonly timezone: string | null
}

/** `str_amount`: the benefit as people write it; `valid`: 1 when it counts today; `used_pct`: per cent used, null without a limit. */
export const presentPromotions: Hooks = {
  entity: 'promotions',
  async present(db, records, at) {
    const ids = records.map(({ id }) => Number(id))
    const { rows } = await sql<{ id: number; uses: number; timezone: string | null }>`
      select p.id, b.timezone, (select count(*) from promotion_uses u where u.id_promotion = p.id and u.date_deleted is null)::int as uses
      from promotions p left join branches b on b.id = p.id_branch
      where p.id = any(${ids}::int[])`.execute(db)
    const facts = new Map(rows.map(({ id, uses, timezone }) => [Number(id), { uses: Number(uses), timezone }]))
    const style = moneyStyle(at.settings)
    return records.map((record) => {
      const own = facts.get(Number(record.id)) ?? { uses: 0, timezone: null }
      return {
        ...record,
        str_amount: shareOrMoney(record.amount, record.type_benefit === '1', style),
        valid: Number(counts(record, own, at)),
        used_pct: usedPercent(record, own),
      }
    })
  },
}

/** Whether somebody could use it today, by the calendar of its branch. */
function counts(record: JsonObject, { uses, timezone }: Facts, { now, settings }: PresentAt): boolean {
  const { state, valid_from, valid_to, use_limit } = record
  const today = zonedText(now.toISOString(), timezoneOf(timezone === null ? null : { timezone }, settings)).slice(0, 10)
  return state === '1'
    && !(typeof valid_from === 'string' && today < valid_from)
    && !(typeof valid_to === 'string' && today > valid_to)
    && !(Number(use_limit ?? 0) > 0 && uses >= Number(use_limit))
}

const usedPercent = ({ use_limit }: JsonObject, { uses }: Facts): number | null =>
  Number(use_limit ?? 0) > 0 ? Math.round((uses / Number(use_limit)) * 1000) / 10 : null
