import type { SheetFormat } from './sheet'

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** Whether the beginning of a file is a zip's. */
export const isZip = (start: Uint8Array): boolean => startsWith(start, 0x50, 0x4b)

/** Whether a file begins like a zip or an Office file from before 2007: then the whole file is needed to say more. */
export const isPackage = (start: Uint8Array): boolean =>
  isZip(start) || startsWith(start, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

/** Whether a text is one that older systems write and call `.xls`. */
export function textFormat(start: Uint8Array): 'html' | 'xml' | null {
  const text = new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-8')
    .decode(start)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (!text.startsWith('<')) return null
  if (/<(\w+:)?Workbook[\s>]/.test(text)) return 'xml'
  return /<(table|html|!doctype html)[\s>]/i.test(text) ? 'html' : null
}

/** The kind of book that a zip of these parts is; null: none. */
export function zipFormat(paths: readonly string[]): SheetFormat | null {
  const has = (path: RegExp): boolean => paths.some((one) => path.test(one))
  if (has(/(^|\/)workbook\.bin$/i)) return 'xlsb'
  if (has(/(^|\/)workbook\w*\.xml$/i)) return 'xlsx'
  return has(/^content\.xml$/) ? 'ods' : null
}

/** The parts of a book that its cells are read from: no pictures, macros, drawings, other books. */
export const isBookPart = (path: string): boolean =>
  (/\.(xml|rels|bin)$/i.test(path) &&
    !/(^|\/)(media|drawings|charts|externalLinks|printerSettings|embeddings|vba\w*|customXml|theme|pivotCache|pivotTables|comments\w*|threadedComments|ctrlProps|activeX)(\/|\.)/i.test(
      path,
    )) ||
  path === 'mimetype'
