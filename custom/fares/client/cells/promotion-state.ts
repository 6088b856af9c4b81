import type { JsonObject } from '#engine/model'

export type PromotionState = 'valid' | 'later' | 'over' | 'used_up' | 'inactive' | 'invalid'

/**
 * Whether a promotion can be used now. The server says it (`valid`); its reason is looked for in what the record shows.
 * @param today `YYYY-MM-DD` by the calendar that its dates are read by
 */
export function promotionState(record: JsonObject, today: string): PromotionState {
  const { state, valid, valid_from, valid_to } = record
  if (state !== '1') return 'inactive'
  if (valid === true || valid === 1) return 'valid'
  if (typeof valid_from === 'string' && valid_from > today) return 'later'
  if (typeof valid_to === 'string' && valid_to < today) return 'over'
  if ((usedShare(record) ?? 0) >= 1) return 'used_up'
  return valid === undefined || valid === null ? 'valid' : 'invalid'
}

/** Part of the uses that are gone, 0 to 1 and more; null: there is no limit. */
export function usedShare({ used, use_limit, used_pct }: JsonObject): number | null {
  const limit = Number(use_limit ?? 0)
  if (!(limit > 0)) return null
  return typeof used_pct === 'number' ? used_pct / 100 : Number(used ?? 0) / limit
}
