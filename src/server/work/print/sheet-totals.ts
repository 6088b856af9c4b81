import { restKey, type PrintField, type PrintTotals } from '../../../model/print/print'
import { compareDecimals, decimalText, sumDecimals } from '../../../model/values/decimal'
import { valueAt, type RecordValues } from '../templates/event-values'
import type { SheetFact } from '../pdf/paper'
import type { SheetTexts } from './sheet-facts'

type Totals = PrintTotals & { readonly id: string }

/** The lines of a total: an amount of nothing adds nothing and is left out; what all come to is said in any case. */
export function totalsFacts(texts: SheetTexts, block: Totals, values: RecordValues): readonly SheetFact[] {
  const last = block.fields.length - 1
  const counts = (field: PrintField) => compareDecimals(amountOf(values, field) ?? null, 0) !== 0
  return [
    ...texts.facts(block.id, block.fields.slice(0, last).filter(counts), values),
    ...restOf(texts, block, values),
    ...texts.facts(block.id, block.fields.slice(last), values),
  ]
}

/**
 * What the last amount comes to beyond the lines that the asker sees, so that a paper adds up also where a line was
 * never written: of records from before there was a field for it.
 */
function restOf(texts: SheetTexts, { id, fields, rest }: Totals, values: RecordValues): readonly SheetFact[] {
  const total = fields.at(-1)
  const field = total && valueAt(values, total.path)?.entity.fields[total.path.at(-1) ?? '']
  const sum = total && amountOf(values, total)
  if (rest === undefined || !field || sum === undefined) return []
  const lines = fields.slice(0, -1).map((line) => {
    const digits = amountOf(values, line) ?? '0'
    // As it is written: what is less always has a minus.
    const shown = line.less && !digits.startsWith('-') ? opposite(digits) : digits
    return opposite(shown)
  })
  const left = texts.sum(sumDecimals([sum, ...lines]), field)
  return left === texts.sum('0', field) ? [] : [{ label: texts.words(restKey(id), rest), value: left }]
}

/** An amount of a record as digits; undefined: there is none, or it is hidden from the asker. */
function amountOf(values: RecordValues, { path }: PrintField): string | undefined {
  const at = valueAt(values, path)
  return (at && decimalText(at.record[at.name] ?? null)) ?? undefined
}

const opposite = (digits: string): string => (digits.startsWith('-') ? digits.slice(1) : `-${digits}`)
