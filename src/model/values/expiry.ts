import type { JsonObject } from '../json'
import { addDays, DAY_MS } from './zone-time'

/** What a date that something ends on says today: it has passed, or comes within the days that `x-expires` names. */
interface Expiry {
  readonly over: boolean
  readonly days: number
}

/** @param date the last day on which it holds. Null: it holds for longer than anybody needs to be told. */
export function expiryOf(date: string, today: string, { 'x-expires': ahead }: JsonObject): Expiry | null {
  if (typeof ahead !== 'number' || date > addDays(today, ahead)) return null
  return { over: date < today, days: Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS) }
}
