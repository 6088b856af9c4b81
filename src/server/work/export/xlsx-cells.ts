import { countDigits, decimalText } from '../../../model/values/decimal'
import { safeText } from './csv-cell'
import type { TypedValue } from './file-document'
import { DAY_MS } from '../../../model/values/zone-time'

/** Indices into the table of cell styles (`xlsx-parts.ts`). */
export const STYLE = { plain: 0, header: 1, text: 2, money: 3, day: 4, moment: 5, digits: 6 } as const

/** Digits that Excel keeps of a number. */
const MAX_DIGITS = 15
/** Characters that Excel accepts in a cell. */
const MAX_CHARS = 32_767
const EPOCH_MS = Date.UTC(1899, 11, 30)
/** 1900-03-01: Excel counts the days before it with a leap day that never existed. */
const FIRST_DAY = 61
/** 9999-12-31. */
const LAST_DAY = 2_958_465

/**
 * A cell of a sheet's xml: true numbers and dates; a number with more digits than a sheet keeps is a text that keeps
 * them.
 */
export function cellXml(value: TypedValue, reference: string): string {
  if (typeof value === 'string') return textXml(value, reference, STYLE.text)
  if ('number' in value) {
    const digits = decimalText(value.number)
    if (digits === null || countDigits(digits).total > MAX_DIGITS) return textXml(value.number, reference, STYLE.digits)
    return `<c r="${reference}" s="${value.money ? STYLE.money : STYLE.plain}"><v>${digits}</v></c>`
  }
  const text = 'day' in value ? value.day : value.moment
  const serial = serialOf(text)
  if (serial === null) return textXml(text, reference, STYLE.text)
  return `<c r="${reference}" s="${'day' in value ? STYLE.day : STYLE.moment}"><v>${serial}</v></c>`
}

/** A text cell; empty ones are left out. */
export function textXml(text: string, reference: string, style: number): string {
  if (text === '') return ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cut(safeText(text)))}</t></is></c>`
}

/**
 * Days since the epoch of sheets; null where they cannot represent it.
 * @param text `2026-11-21` or `2026-11-21 05:00:00`
 */
function serialOf(text: string): number | null {
  const [day = '', clock = '00:00:00'] = text.split(' ')
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const days = (Date.parse(`${day}T00:00:00Z`) - EPOCH_MS) / DAY_MS
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  if (!(days >= FIRST_DAY && days <= LAST_DAY)) return null
  return days + (hours * 3600 + minutes * 60 + seconds) / 86_400
}

function cut(text: string): string {
  if (text.length <= MAX_CHARS) return text
  const kept = text.slice(0, MAX_CHARS - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

const ESCAPES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Text for xml; characters that xml cannot hold are escaped as sheets do, `_x0001_`, and text that already looks like
 * that is marked.
 */
export const xmlText = (text: string): string =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu, (character) =>
      character >= '\u007f' && character <= '\u009f'
        ? character
        : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
