import { typeOf } from '../../../model/canonical'
import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import type { Reading } from '../../../model/field-type'
import { fold } from '../../../model/values/fold'
import { numberStyle } from '../../../model/values/shown-number'
import { writtenMoment } from '../../../model/values/written-date'
import { momentAt } from '../../../model/values/zone-time'
import { choiceText, flagWords } from '../../records/fields/labels'
import type { RecordContext } from '../../records/record-context'
import type { FileCell } from './read-row'

/**
 * Reads one cell by its field's type: a choice, and a flag that has labels of its own, by its label in any language of
 * the console; a clock time without a zone in the company's zone; a number with the company's signs, but one that a
 * spreadsheet holds as a number by its digits, also where the displayed text is none (15 %).
 */
export function readValue(context: RecordContext, field: Field, { text, number }: FileCell): Reading {
  const type = typeOf(field, context.runtime.fieldTypes)
  // The flag's own labels come first: where a flag is negated, "No" may be the label of the side that is on.
  const side = type.inFiles === 'flag' ? sideOf(context, field, text) : null
  if (side !== null) return { value: side }
  const isNumber = type.json === 'number' || type.json === 'integer'
  const read = isNumber
    ? type.fromText(plainNotation(text), field, number === undefined ? numberStyle(context.settings) : undefined)
    : type.fromText(text, field)
  if ('value' in read) return read
  const chosen = choiceOf(context, field, text)
  if (chosen !== null) return { value: chosen }
  if (isNumber && number !== undefined && number !== text) return type.fromText(plainNotation(number), field)
  const zone = String(context.settings.timezone ?? 'UTC')
  const local = !type.isMoment
    ? null
    : read.error.key === 'datetime_offset'
      ? momentAt(text, zone)
      : writtenMoment(text, zone)
  return local === null ? read : type.fromText(local, field)
}

/** The choice with this label in one of the languages. */
function choiceOf({ runtime: { words } }: RecordContext, field: Field, text: string): string | null {
  const wanted = fold(text)
  const found = choices(field).find(({ value }) =>
    words.languages.some((language) => fold(choiceText(words, language, field, value).trim()) === wanted),
  )
  return found?.value ?? null
}

/** The side of a flag with this label of its own in one of the languages. */
function sideOf({ runtime: { words } }: RecordContext, field: Field, text: string): 0 | 1 | null {
  const wanted = fold(text.trim())
  for (const language of words.languages) {
    const [off, on] = flagWords(words, language, field) ?? []
    if (off === undefined || on === undefined) continue
    if (wanted === fold(on)) return 1
    if (wanted === fold(off)) return 0
  }
  return null
}

/**
 * `9.25E-2`, as spreadsheets write numbers near zero, in plain notation with the same digits; any other text is
 * unchanged.
 */
function plainNotation(text: string): string {
  const found = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i.exec(text)
  if (!found) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0')
  const at = Math.max(1, point)
  return `${sign}${digits.slice(0, at)}${digits.length > at ? `.${digits.slice(at)}` : ''}`
}
