import { existsSync } from 'node:fs'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import type { Cell, ReadSheetOptions } from '../../src/server/platform/sheets/sheet'
import { sharedPath } from '../shared-data'

const FOLDER = sharedPath('spreadsheets')

/** Why the shared spreadsheets cannot be read here; null: they are there. */
export const noSpreadsheets = existsSync(FOLDER) ? null : `${FOLDER} is not there`

export const spreadsheet = (path: string): string => sharedPath(`spreadsheets/${path}`)

/**
 * A cell in a few characters: a text as it is, a number as a number, `''` empty, else its kind and text: `date
 * 2026-11-21`.
 */
export type Shown = string | number

/** What a file says, to be compared with what its maker meant. */
export interface ShownTable {
  readonly sheet: string
  readonly header: number | null
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [line: number, ...cells: Shown[]])[]
}

export async function tableOf(source: string | Uint8Array, options: ReadSheetOptions): Promise<ShownTable> {
  const sheet = await readSheet(source, options)
  try {
    const rows: ShownTable['rows'][number][] = []
    for await (const batch of sheet.rows())
      rows.push(...batch.map(({ line, cells }): ShownTable['rows'][number] => [line, ...cells.map(shown)]))
    if (sheet.rowCount !== null && sheet.rowCount !== rows.length)
      throw new Error(`${rows.length} rows, ${sheet.rowCount} were told`)
    return { sheet: sheet.name, header: sheet.headerLine, columns: sheet.columns, rows }
  } finally {
    await sheet.close()
  }
}

function shown({ kind, text, number }: Cell): Shown {
  if (kind === 'text' || kind === 'empty') return text
  if (kind === 'number' && (number ?? text) === text) return Number(text)
  return kind === 'number' ? `number ${text} (${number})` : `${kind} ${text}`
}
