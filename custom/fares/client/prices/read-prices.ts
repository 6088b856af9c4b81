import { brokenText, type Field, fold, type MoneyStyle } from '#engine/model'
import { numberEntry, readAmount, type PriceEntry } from './amount'
import type { Zone } from './sheet-state'

type Line = readonly (string | number)[]

/** An error in one cell of a file, by its name there (`C4`). */
export interface FileError {
  readonly cell: string
  readonly text: string
  /**
   * `zone`: the tariff has no zone of that name; `twice`: the direction occurred in the file before; else the error of
   * the price itself.
   */
  readonly error: 'zone' | 'twice' | Extract<PriceEntry, { text: string }>['error']
}

/** The prices of a file, for the cells of the sheet. */
export interface PricesFile {
  readonly kind: 'matrix' | 'list'
  readonly puts: ReadonlyMap<number, PriceEntry>
  /** Directions without a price in the file. */
  readonly blanks: ReadonlySet<number>
  readonly errors: readonly FileError[]
}

/** Headings of a list in the languages that people use. */
const FROM = ['desde', 'origen', 'de', 'from', 'origin', 'zona desde', 'zona origen', 'zona de origen', 'id_zone_from']
const TO = ['hasta', 'destino', 'a', 'to', 'destination', 'zona hasta', 'zona destino', 'zona de destino', 'id_zone_to']
const AMOUNT = ['precio', 'importe', 'monto', 'tarifa', 'price', 'amount', 'fare']
/** There may be a title or two above the headings. */
const LOOK_LINES = 10

/**
 * Finds the prices in the lines of a file: a matrix with the zones' names in its first line and column, or a list of
 * from, to and price. Zones are recognised by name, ignoring case and accents.
 * @returns null where neither is found
 */
export function readPrices(
  read: readonly Line[],
  zones: readonly Zone[],
  field: Field,
  style: MoneyStyle,
): PricesFile | null {
  const places = new Map(zones.map(({ name }, place) => [nameOf(name), place]))
  const entryOf = (cell: string | number | undefined): PriceEntry =>
    typeof cell === 'number' ? numberEntry(cell, field) : readAmount(cell ?? '', field, style)
  const gathered = new Gathered(zones.length, entryOf)
  const lines = gathered.mended(read)
  const list = listHead(lines, places)
  if (list) {
    lines.slice(list.line).forEach((line, at) => {
      if (line.every((cell) => nameOf(cell) === '') || gathered.broken.has(list.line + at)) return
      gathered.put(
        {
          name: line[list.from],
          place: places.get(nameOf(line[list.from])),
          cell: cellName(list.line + at, list.from),
        },
        { name: line[list.to], place: places.get(nameOf(line[list.to])), cell: cellName(list.line + at, list.to) },
        line[list.amount],
        cellName(list.line + at, list.amount),
      )
    })
    return gathered.file('list')
  }
  const head = matrixHead(lines, places)
  if (head === null) return null
  const columns = (lines[head] ?? []).map((name, column) => ({
    name,
    place: places.get(nameOf(name)),
    cell: cellName(head, column),
  }))
  const named = columns.slice(1).filter(({ name }) => nameOf(name) !== '')
  for (const { name, place, cell } of named)
    if (place === undefined) gathered.errors.push({ cell, text: String(name), error: 'zone' })
  lines.slice(head + 1).forEach((line, at) => {
    const row = head + 1 + at
    const from = { name: line[0], place: places.get(nameOf(line[0])), cell: cellName(row, 0) }
    if (nameOf(line[0]) === '' || gathered.broken.has(row)) return
    if (from.place === undefined) gathered.errors.push({ cell: from.cell, text: String(line[0]), error: 'zone' })
    else
      columns.forEach((to, column) => {
        if (column > 0 && to.place !== undefined) gathered.put(from, to, line[column], cellName(row, column))
      })
  })
  return gathered.file('matrix')
}

interface Side {
  readonly name: string | number | undefined
  readonly place: number | undefined
  readonly cell: string
}

class Gathered {
  readonly errors: FileError[] = []
  /** Lines with broken bytes. */
  readonly broken = new Set<number>()
  readonly #puts = new Map<number, PriceEntry>()
  readonly #blanks = new Set<number>()
  readonly #size: number
  readonly #entryOf: (cell: string | number | undefined) => PriceEntry

  constructor(size: number, entryOf: (cell: string | number | undefined) => PriceEntry) {
    this.#size = size
    this.#entryOf = entryOf
  }

  /**
   * The lines with what their broken bytes most probably are, so that headings are found; such a line's prices are not
   * taken, and its cells are told.
   */
  mended(lines: readonly Line[]): readonly Line[] {
    return lines.map((line, row) =>
      line.map((cell, column) => {
        const found = typeof cell === 'string' ? brokenText(cell) : null
        if (!found) return cell
        this.broken.add(row)
        this.errors.push({
          cell: cellName(row, column),
          text: found.shown,
          error: { key: 'import_bytes', params: { text: found.guess } },
        })
        return found.guess
      }),
    )
  }

  put(from: Side, to: Side, value: string | number | undefined, cell: string): void {
    for (const side of [from, to])
      if (side.place === undefined) this.errors.push({ cell: side.cell, text: String(side.name ?? ''), error: 'zone' })
    if (from.place === undefined || to.place === undefined) return
    const place = from.place * this.#size + to.place
    const entry = this.#entryOf(value)
    if (this.#puts.has(place) || this.#blanks.has(place))
      this.errors.push({ cell, text: String(value ?? ''), error: 'twice' })
    else if ('amount' in entry && entry.amount === null) this.#blanks.add(place)
    else this.#puts.set(place, entry)
    if ('text' in entry) this.errors.push({ cell, text: entry.text, error: entry.error })
  }

  file(kind: PricesFile['kind']): PricesFile {
    return { kind, puts: this.#puts, blanks: this.#blanks, errors: this.errors }
  }
}

/** Where a list's columns are, and its first line; without headings it is recognised by its zones' names. */
function listHead(lines: readonly Line[], places: ReadonlyMap<string, number>) {
  for (const [at, line] of lines.slice(0, LOOK_LINES).entries()) {
    const heads = line.map((cell) => nameOf(cell).replace(/\s*\*$/, ''))
    const [from, to, amount] = [FROM, TO, AMOUNT].map((names) => heads.findIndex((head) => names.includes(head)))
    if (from !== undefined && to !== undefined && amount !== undefined && from >= 0 && to >= 0 && amount >= 0)
      return { line: at + 1, from, to, amount }
  }
  const isPair = (line: Line): boolean =>
    line.length >= 3 && places.has(nameOf(line[0])) && places.has(nameOf(line[1])) && !places.has(nameOf(line[2]))
  const first = lines.slice(0, LOOK_LINES).findIndex(isPair)
  return first < 0 ? null : { line: first, from: 0, to: 1, amount: 2 }
}

/** The line with the most zone names after its first cell. */
function matrixHead(lines: readonly Line[], places: ReadonlyMap<string, number>): number | null {
  let best: { readonly at: number; readonly names: number } | null = null
  for (const [at, line] of lines.slice(0, LOOK_LINES).entries()) {
    const names = line.slice(1).filter((cell) => places.has(nameOf(cell))).length
    if (names > (best?.names ?? 0)) best = { at, names }
  }
  return best?.at ?? null
}

const nameOf = (cell: string | number | undefined): string =>
  fold(
    String(cell ?? '')
      .trim()
      .replace(/\s+/g, ' '),
  )

/** `C4`, the spreadsheet name of a cell. */
function cellName(row: number, column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row + 1}`
}
