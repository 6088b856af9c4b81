import type { CallResponse } from '#engine/model'
import type { priceMatrixCall, Price, PriceConflict } from '../../model/prices-calls'
import { isSameAmount, type Amount, type PriceEntry } from './amount'
import { at, type PriceCell, type Range } from './range'
import type { Puts } from './sheet-edits'

export type PriceMatrix = CallResponse<typeof priceMatrixCall>
export type Zone = PriceMatrix['zones'][number]

/** A price as on the server; version 0: there is none yet. */
interface Kept {
  readonly amount: Amount
  readonly version: number
}

/** One undoable step of the user: the content of each cell before and after. */
type Step = readonly { readonly place: number; readonly before: PriceEntry; readonly after: PriceEntry }[]

/**
 * The sheet of a tariff: the server's prices, what was typed over them, and where the user is. Cells are keyed by `row
 * * size + column`.
 */
export interface PriceSheet {
  readonly zones: readonly Zone[]
  readonly kept: ReadonlyMap<number, Kept>
  /** Cells that differ from the server. */
  readonly typed: ReadonlyMap<number, PriceEntry>
  readonly undo: readonly Step[]
  readonly redo: readonly Step[]
  readonly range: Range
  /** Prices that somebody else changed while they were being edited. */
  readonly conflicts: ReadonlyMap<number, PriceConflict>
  /** The server's remarks on cells. */
  readonly refused: ReadonlyMap<number, string>
}

export type SheetAction =
  | { readonly do: 'load'; readonly matrix: PriceMatrix }
  | { readonly do: 'select'; readonly range: Range }
  /** `typing`: a further key in the same cells extends the last step. */
  | { readonly do: 'put'; readonly puts: Puts; readonly range?: Range; readonly typing?: boolean }
  | { readonly do: 'undo' | 'redo' | 'takeTheirs' | 'keepMine' | 'discard' }
  | { readonly do: 'saved'; readonly sent: ReadonlyMap<number, Amount>; readonly prices: readonly Price[] }
  | { readonly do: 'conflicts'; readonly conflicts: readonly PriceConflict[] }
  | { readonly do: 'refused'; readonly refused: ReadonlyMap<number, string> }

const UNPRICED: Kept = { amount: null, version: 0 }
const MAX_STEPS = 200

export const keptAt = (sheet: PriceSheet, place: number): Kept => sheet.kept.get(place) ?? UNPRICED

/** The text of a cell. */
export const entryAt = (sheet: PriceSheet, place: number): PriceEntry =>
  sheet.typed.get(place) ?? { amount: keptAt(sheet, place).amount }

/** The two zones of a cell's price. */
export const pairName = ({ zones }: PriceSheet, { row, column }: PriceCell): string =>
  `${zones[row]?.name ?? ''} → ${zones[column]?.name ?? ''}`

export function sheetOf(matrix: PriceMatrix): PriceSheet {
  return {
    zones: matrix.zones,
    kept: keptPrices(matrix.zones, matrix.prices),
    typed: new Map(),
    undo: [],
    redo: [],
    range: at(0, 0),
    conflicts: new Map(),
    refused: new Map(),
  }
}

function keptPrices(zones: readonly Zone[], prices: readonly Price[]): Map<number, Kept> {
  const places = new Map(zones.map(({ id }, place) => [id, place]))
  return new Map(
    prices.flatMap(({ id_zone_from, id_zone_to, amount, version }): [number, Kept][] => {
      const [row, column] = [places.get(id_zone_from), places.get(id_zone_to)]
      return row === undefined || column === undefined ? [] : [[row * zones.length + column, { amount, version }]]
    }),
  )
}

export function reduceSheet(sheet: PriceSheet, action: SheetAction): PriceSheet {
  if (action.do === 'load') return loaded(sheet, action.matrix)
  if (action.do === 'select') return { ...sheet, range: action.range }
  if (action.do === 'put') {
    const step = [...action.puts].flatMap(([place, after]) => {
      const before = entryAt(sheet, place)
      return isSameEntry(before, after) ? [] : [{ place, before, after }]
    })
    const range = action.range ?? sheet.range
    if (step.length === 0) return { ...sheet, range }
    const undo = (action.typing && joined(sheet.undo, step)) || [...sheet.undo, step].slice(-MAX_STEPS)
    return {
      ...withEntries(
        sheet,
        step.map(({ place, after }) => [place, after]),
      ),
      range,
      undo,
      redo: [],
    }
  }
  if (action.do === 'undo' || action.do === 'redo') return stepped(sheet, action.do)
  if (action.do === 'saved') return savedSheet(sheet, action.sent, action.prices)
  if (action.do === 'conflicts')
    return { ...sheet, conflicts: new Map(action.conflicts.map((one) => [placeOf(sheet, one), one])) }
  if (action.do === 'refused') return { ...sheet, refused: action.refused }
  if (action.do === 'discard')
    return { ...sheet, typed: new Map(), undo: [], redo: [], conflicts: new Map(), refused: new Map() }
  return settled(sheet, action.do === 'takeTheirs')
}

/** The steps with one more, merged into the last one where that was in the same cells. */
function joined(undo: readonly Step[], step: Step): readonly Step[] | null {
  const last = undo.at(-1)
  if (last?.length !== step.length || last.some(({ place }, at) => place !== step[at]?.place)) return null
  return [
    ...undo.slice(0, -1),
    last.map(({ place, before }, at) => ({ place, before, after: step[at]?.after ?? before })),
  ]
}

function isSameEntry(a: PriceEntry, b: PriceEntry): boolean {
  if ('text' in a || 'text' in b) return 'text' in a && 'text' in b && a.text === b.text
  return isSameAmount(a.amount, b.amount)
}

/** Cells equal to the server's are not changed. */
function withEntries(sheet: PriceSheet, entries: readonly (readonly [place: number, entry: PriceEntry])[]): PriceSheet {
  const typed = new Map(sheet.typed)
  const refused = new Map(sheet.refused)
  for (const [place, entry] of entries) {
    refused.delete(place)
    if (isSameEntry(entry, { amount: keptAt(sheet, place).amount })) typed.delete(place)
    else typed.set(place, entry)
  }
  return { ...sheet, typed, refused }
}

function stepped(sheet: PriceSheet, direction: 'undo' | 'redo'): PriceSheet {
  const step = sheet[direction].at(-1)
  if (!step) return sheet
  const [undo, redo] =
    direction === 'undo'
      ? [sheet.undo.slice(0, -1), [...sheet.redo, step]]
      : [[...sheet.undo, step], sheet.redo.slice(0, -1)]
  const size = sheet.zones.length
  const rows = step.map(({ place }) => Math.floor(place / size))
  const columns = step.map(({ place }) => place % size)
  const range = { anchor: { row: min(rows), column: min(columns) }, head: { row: max(rows), column: max(columns) } }
  return {
    ...withEntries(
      sheet,
      step.map(({ place, before, after }) => [place, direction === 'undo' ? before : after]),
    ),
    undo,
    redo,
    range,
  }
}

const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b))
const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b))

/** What was sent is now the server's; what was typed since stays typed. */
function savedSheet(sheet: PriceSheet, sent: ReadonlyMap<number, Amount>, prices: readonly Price[]): PriceSheet {
  const kept = new Map([...sheet.kept, ...keptPrices(sheet.zones, prices)])
  const typed = new Map(
    [...sheet.typed].filter(([place, entry]) => {
      const amount = sent.get(place)
      return amount === undefined || !isSameEntry(entry, { amount })
    }),
  )
  return { ...sheet, kept, typed, conflicts: new Map(), refused: new Map() }
}

/** After a conflict: the others' prices are the server's now; what the user typed over them stays, or goes. */
function settled(sheet: PriceSheet, theirs: boolean): PriceSheet {
  const kept = new Map(sheet.kept)
  for (const [place, { amount, version }] of sheet.conflicts) kept.set(place, { amount, version })
  const typed = new Map([...sheet.typed].filter(([place]) => !theirs || !sheet.conflicts.has(place)))
  return { ...sheet, kept, typed, conflicts: new Map() }
}

/** The sheet over the server's new prices; typed cells follow their zones, wherever these are. */
function loaded(sheet: PriceSheet, matrix: PriceMatrix): PriceSheet {
  const next = sheetOf(matrix)
  const size = sheet.zones.length
  const places = new Map(matrix.zones.map(({ id }, place) => [id, place]))
  const entries = [...sheet.typed].flatMap(([place, entry]): [number, PriceEntry][] => {
    const row = places.get(sheet.zones[Math.floor(place / size)]?.id ?? 0)
    const column = places.get(sheet.zones[place % size]?.id ?? 0)
    return row === undefined || column === undefined ? [] : [[row * matrix.zones.length + column, entry]]
  })
  return withEntries(next, entries)
}

const placeOf = ({ zones }: PriceSheet, { id_zone_from, id_zone_to }: Price): number =>
  zones.findIndex(({ id }) => id === id_zone_from) * zones.length + zones.findIndex(({ id }) => id === id_zone_to)
