import { basename } from 'node:path'
import { firstBytes, UnreadableFile } from './decode-text'
import { csvRows } from './read-csv'
import type { FileRow } from './read-row'
import { isPackage } from '../sheets/book-format'
import { readSheet } from '../sheets/read-sheet'

/** A file to be loaded: what its columns are called, and its rows one after another. */
export interface OpenRows {
  readonly header: readonly string[]
  readonly rows: AsyncIterable<FileRow>
}

/**
 * Opens a csv file, whose first line is its header as an export writes it, or a book (xlsx, ods).
 * @throws {UnreadableFile}
 */
export async function openRows(path: string): Promise<OpenRows> {
  return isPackage(await firstBytes({ name: path, from: path })) ? openBook(path) : openText(path)
}

async function openText(path: string): Promise<OpenRows> {
  const rows = csvRows(path)
  const header = await rows.next()
  if (header.done) throw new UnreadableFile('load.empty', { path })
  return { header: header.value.cells, rows: fileRows(rows) }
}

async function* fileRows(rows: ReturnType<typeof csvRows>): AsyncGenerator<FileRow> {
  for await (const { line, cells } of rows) yield { line, cells: cells.map((text) => ({ text })) }
}

async function openBook(path: string): Promise<OpenRows> {
  const sheet = await readSheet(path, { name: basename(path) })
  const places = sheet.columns.map(({ index }) => index)
  return {
    header: sheet.columns.map(({ name }) => name),
    rows: (async function* () {
      try {
        for await (const batch of sheet.rows()) {
          for (const { line, cells } of batch) yield { line, cells: places.map((place) => cells[place] ?? { text: '' }) }
        }
      } finally {
        await sheet.close()
      }
    })(),
  }
}
