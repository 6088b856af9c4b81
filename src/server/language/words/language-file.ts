import { AppError } from '../../../model/errors'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import { decodedBytes } from '../../../model/values/text-encoding'
import { brokenText } from '../../../model/values/utf8-bytes'
import { isPackage } from '../../platform/sheets/book-format'
import { UnreadableFile } from '../../platform/sheets/decode-text'
import { readSheet } from '../../platform/sheets/read-sheet'
import { type LanguageText, saidIn } from './language-texts'
import type { Runtime } from '../runtime'
import type { WordChange } from './save-words'

/** Texts of a language in the form of the program's files; those it lacks are left out. */
export function wordsTree(runtime: Runtime, language: string, texts: readonly LanguageText[]): JsonObject {
  const root: { [name: string]: Json } = {}
  for (const text of texts) {
    const { value } = saidIn(runtime, language, text)
    if (value === null) continue
    const path = text.key.split('.')
    const last = path.pop() ?? ''
    let at = root
    for (const name of path) {
      const below = Object.hasOwn(at, name) ? at[name] : undefined
      const next: { [name: string]: Json } = isObject(below) ? (below as { [name: string]: Json }) : {}
      at[name] = next
      at = next
    }
    at[last] = value
  }
  return root
}

/**
 * Changes that a file asks for: JSON as of `wordsTree`, or a sheet whose first column is the key and whose last named
 * one is the text.
 */
export async function readWordFile(name: string, base64: string): Promise<readonly WordChange[]> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) throw unreadable()
  const { reading } = decodedBytes(bytes)
  // Texts of the console are not guessed: a wrong letter would be shown to everybody.
  if (!isPackage(bytes) && (reading.by === 'broken' || reading.by === 'guess')) throw notUtf8(bytes)
  return /^\s*\{/.test(bytes.subarray(0, 200).toString('utf8').replace('\uFEFF', ''))
    ? readTree(bytes.toString('utf8').replace('\uFEFF', ''))
    : readTable(name, bytes)
}

/** Names a text of the file, so that people find what is wrong. */
function notUtf8(bytes: Uint8Array): AppError {
  const line = decodedBytes(bytes, 'utf-8')
    .text.split(/\r?\n/)
    .find((one) => brokenText(one) !== null)
  const said = line === undefined ? '' : (brokenText(line)?.shown ?? '').trim().slice(0, 80)
  return new AppError('VALIDATION', { errors: { base64: { key: 'words_bytes', params: { text: said } } } })
}

function readTree(text: string): readonly WordChange[] {
  let tree: Json
  try {
    tree = JSON.parse(text) as Json
  } catch {
    throw unreadable()
  }
  return isObject(tree) ? leaves(tree, '') : []
}

const leaves = (tree: JsonObject, above: string): readonly WordChange[] =>
  Object.entries(tree).flatMap(([name, value]): readonly WordChange[] =>
    typeof value === 'string'
      ? [{ id: above + name, value }]
      : isObject(value)
        ? leaves(value, `${above}${name}.`)
        : [],
  )

async function readTable(name: string, bytes: Buffer): Promise<readonly WordChange[]> {
  try {
    const sheet = await readSheet(bytes, { name })
    try {
      const last = sheet.columns.findLastIndex((column) => column !== '')
      const found: WordChange[] = []
      for await (const rows of sheet.rows()) {
        for (const { cells } of rows) {
          const [id, value] = [cells[0]?.text ?? '', cells[last]?.text ?? '']
          // An empty cell leaves what there is: nobody wipes out a language with half a file.
          if (id !== '' && last > 0 && value !== '') found.push({ id, value })
        }
      }
      return found
    } finally {
      await sheet.close()
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw unreadable()
    throw error
  }
}

const unreadable = (): AppError => new AppError('VALIDATION', { errors: { base64: { key: 'words_file' } } })
