import { companyOf, isStaff } from '#app/asker'
import {
  dateText,
  type ExplainedLine,
  type ExplainedSection,
  isZone,
  type JsonObject,
  maySee,
  moneyText,
  recordRoute,
  todayIn,
} from '#engine/model'
import type { CallContext } from '#engine/server'
import { moneyStyle } from '../../fares/server'

/** An amount that somebody asks about: the record as they read it, and which of its fields. */
export interface AmountQuestion {
  readonly context: CallContext
  readonly record: JsonObject
  readonly id: number
  readonly field: string
  /** Staff of the house are told all of it, others what is theirs. */
  readonly staff: boolean
}

export type Sections = readonly (ExplainedSection | null)[]

export const askedOf = (context: CallContext, record: JsonObject, id: number, field: string): AmountQuestion => ({
  context,
  record,
  id,
  field,
  staff: isStaff(context.actor),
})

/** Whose account or ride it is: the asker's own, or their company's. */
export const isTheirs = (
  { context: { actor }, staff }: AmountQuestion,
  { id_user, id_company }: { readonly id_user: number | null; readonly id_company: number | null },
): boolean =>
  staff || (id_user !== null && id_user === actor.id) || (id_company !== null && id_company === companyOf(actor))

/** Null without lines. */
export const section = (title: string, lines: readonly ExplainedLine[]): ExplainedSection | null =>
  lines.length === 0 ? null : { title, lines: [...lines] }

/** The page of a record, where the asker opens its catalogue. */
export function pathOf(
  { context: { model, actor } }: AmountQuestion,
  resource: string,
  id: number | null,
): { readonly path?: string } {
  const found = model.resources[resource]
  return found && id !== null && maySee(actor, found) ? { path: recordRoute(found, id) } : {}
}

export const localDay = ({ context: { settings } }: AmountQuestion, moment: Date | string): string => {
  const zone = settings['timezone']
  return dateText(todayIn(typeof zone === 'string' && isZone(zone) ? zone : 'UTC', new Date(moment)))
}

export const moneyOf = ({ context: { settings } }: AmountQuestion, units: number): string =>
  moneyText(units, moneyStyle(settings))

/** A sentence of `ledger.explain`. */
export const explainSentence = (
  { context: { say } }: AmountQuestion,
  key: string,
  params?: { readonly [name: string]: string | number },
): string => say(`ledger.explain.${key}`, params)

export const amountOf = (value: unknown): number =>
  value === null || value === undefined || !Number.isFinite(Number(value)) ? 0 : Number(value)
export const idOrNone = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Amounts are added up as cents: what people see adds up. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
