import { SSF, type CellObject } from 'xlsx'
import { decimalText } from '../../../model/values/decimal'
import { EMPTY, numberCell, textCell, type Cell } from './sheet'
import { DAY_MS } from '../../../model/values/zone-time'

/** Days between the two epochs of Excel. */
const FROM_1904_DAYS = 1462
/** 9999-12-31. */
const LAST_DAY = 2_958_465

/** The value of a cell, by its type and its number format. */
export function bookCell(cell: CellObject | undefined, date1904: boolean): Cell {
  if (!cell) return EMPTY
  const { t: type, v: value, z: format, f: formula } = cell
  if (type === 'e') return { kind: 'error', text: errorText(value) }
  if (value === undefined || value === null) return formula === undefined ? EMPTY : { kind: 'error', text: '#CALC!' }
  if (type === 'b') return { kind: 'boolean', text: value === true ? 'true' : 'false' }
  if (typeof value === 'number') return writtenNumber(value, typeof format === 'string' ? format : '', date1904)
  if (value instanceof Date)
    return momentCell((value.getTime() - EPOCH_MS) / DAY_MS, { date: true, time: true, elapsed: false })
  return textCell(String(value).replace(/\r\n?/g, '\n'))
}

const EPOCH_MS = Date.UTC(1899, 11, 30)

const ERRORS: { readonly [code: number]: string } = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}
const errorText = (value: CellObject['v']): string =>
  (typeof value === 'number' ? ERRORS[value] : undefined) ?? '#ERROR!'

function writtenNumber(value: number, format: string, date1904: boolean): Cell {
  const shown = shownAs(format)
  if (shown === 'number' || value < 0 || !Number.isFinite(value)) return plainNumber(value)
  if (shown === 'percent') {
    const number = digits(value)
    return { kind: 'number', text: `${digits(value * 100)}%`, number }
  }
  if (shown === 'code') return { kind: 'number', text: String(SSF.format(format, value)).trim(), number: digits(value) }
  const days = value + (date1904 && !shown.elapsed ? FROM_1904_DAYS : 0)
  return days > LAST_DAY + 1 ? plainNumber(value) : momentCell(days, shown)
}

const plainNumber = (value: number): Cell => numberCell(digits(value))

/** The digits that a user typed: a spreadsheet keeps fifteen, further ones are noise of binary fractions. */
const digits = (value: number): string =>
  decimalText(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))) ?? String(value)

interface Clock {
  readonly date: boolean
  readonly time: boolean
  /** Elapsed hours, which may exceed a day. */
  readonly elapsed: boolean
}
type Shown = 'number' | 'percent' | 'code' | Clock

const known = new Map<string, Shown>()

function shownAs(format: string): Shown {
  const before = known.get(format)
  if (before) return before
  const shown = readFormat(format)
  if (known.size < 1000) known.set(format, shown)
  return shown
}

function readFormat(format: string): Shown {
  if (format === '' || /^general$/i.test(format)) return 'number'
  const elapsed = /\[(h+|m+|s+)\]/i.test(format)
  // The first section without literals: `"text"`, `\x`, `_x`, `*x`, colours and languages in brackets.
  const [bare = ''] = format.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';')
  if (SSF.is_date(format)) {
    const clock = bare.replace(/am\/pm|a\/p/gi, 'h')
    const time = elapsed || /[hs]/i.test(clock)
    return { elapsed, time, date: !elapsed && (/[yd]/i.test(clock) || (!time && /m/i.test(clock))) }
  }
  if (bare.includes('%')) return 'percent'
  return /^[^#?.,E%0]*0{2,}[^#?.,E%]*$/i.test(bare) ? 'code' : 'number'
}

function momentCell(days: number, { date, time, elapsed }: Clock): Cell {
  const clock_ms = Math.round(days * DAY_MS)
  if (elapsed || !date || days < 1) return { kind: 'time', text: clockText(elapsed ? clock_ms : clock_ms % DAY_MS) }
  // Excel counts a 29 February 1900 that never existed.
  const day = new Date(EPOCH_MS + (days < 60 ? DAY_MS : 0) + Math.floor(clock_ms / DAY_MS) * DAY_MS)
    .toISOString()
    .slice(0, 10)
  return time ? { kind: 'datetime', text: `${day} ${clockText(clock_ms % DAY_MS)}` } : { kind: 'date', text: day }
}

function clockText(ms: number): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${fraction}`
}
