import { type JsonObject, zonedText } from '#engine/model'

/**
 * The company's calendar day `YYYY-MM-DD` and month `YYYY-MM` at a moment, by which uses are counted and limits
 * restart.
 */
export function usageDay(now: Date, { timezone }: JsonObject): { readonly day: string; readonly month: string } {
  const day = zonedText(now.toISOString(), typeof timezone === 'string' ? timezone : 'UTC').slice(0, 10)
  return { day, month: day.slice(0, 7) }
}
