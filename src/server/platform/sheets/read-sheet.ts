import { stat } from 'node:fs/promises'
import { firstBytes, UnreadableFile, type FileSource } from './decode-text'
import { isBookPart, isPackage, isZip, textFormat } from './book-format'
import { openCsv } from './csv-sheet'
import { isGeoJson, openGeoJson } from './geojson-sheet'
import { openBook } from './open-book'
import { SHEET_LIMITS, type ReadSheetOptions, type Sheet } from './sheet'
import { unpackedBytes } from './unpack-zip'

/** A cell of an Office file from before 2007 takes a third of what it takes as XML. */
const OF_BINARY = 3

/**
 * Opens a spreadsheet: xlsx, xlsb, xls, ods, html and Excel 2003's xml, GeoJSON, or any csv, recognised by content. A
 * book is read in a process that it may end; a csv file is streamed.
 * @param source path of the file, or its bytes
 * @throws {UnreadableFile} with the key and params of a sentence: empty, encrypted, damaged, too large, no such sheet
 */
export async function readSheet(source: string | Uint8Array, options: ReadSheetOptions): Promise<Sheet> {
  const limits = { ...SHEET_LIMITS, ...options.limits }
  const { name, sheet = null, encoding = null } = options
  const file: FileSource = { name, from: source, encoding }
  const start = await firstBytes(file)
  const size = typeof source === 'string' ? (await stat(source)).size : source.length
  if (size > limits.fileBytes) throw new UnreadableFile('sheets.too_large', { name })
  const isBook = isPackage(start)
  const format = isBook ? null : textFormat(start)
  if (!isBook && format === null) return isGeoJson(start) ? openGeoJson(file, limits) : openCsv(file, limits)
  const bytes = isZip(start)
    ? await unpackedBytes(source, name, isBookPart, limits)
    : size * (format === null ? OF_BINARY : 1)
  return openBook({ from: source, name, sheet, format, limits }, bytes)
}
