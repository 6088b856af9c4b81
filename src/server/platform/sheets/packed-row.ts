import { EMPTY, type Cell, type SheetRow } from './sheet'

/**
 * A row sent between threads: one letter per cell, texts apart, so that a batch is a few arrays instead of a thousand
 * objects.
 */
export type PackedRow = readonly [
  line: number,
  kinds: string,
  texts: readonly string[],
  numbers: readonly (readonly [at: number, number: string])[],
]

/** One letter for each kind of cell, by position. */
const KINDS = [
  'empty',
  'text',
  'number',
  'date',
  'datetime',
  'time',
  'boolean',
  'error',
] as const satisfies readonly Cell['kind'][]

export const packed = ({ line, cells }: SheetRow): PackedRow => [
  line,
  cells.map(({ kind }) => KINDS.indexOf(kind)).join(''),
  cells.map(({ text }) => text),
  cells.flatMap(({ number }, at) => (number === undefined ? [] : [[at, number] as const])),
]

export function unpacked([line, kinds, texts, numbers]: PackedRow): SheetRow {
  const cells = texts.map((text, at): Cell => {
    const kind = KINDS[Number(kinds[at])] ?? 'empty'
    return kind === 'empty' ? EMPTY : { kind, text }
  })
  for (const [at, number] of numbers) cells[at] = { kind: 'number', text: texts[at] ?? '', number }
  return { line, cells }
}
