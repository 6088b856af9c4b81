import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../model/errors'
import { encodingNamed, type Encoding } from '../../../model/values/text-encoding'
import type { Runtime } from '../../language/runtime'
import { parsedObject } from '../../records/json-object'

/** The size limit of a spreadsheet, in kilobytes. */
const MAX_KB = 50 * 1024
export const MAX_BYTES = MAX_KB * 1024
const MAX_NAME_CHARS = 255

/** A file that came with a call, among the process's temporary ones; its receiver removes it. */
export interface Upload {
  readonly path: string
  /** The file's name as the user knows it. */
  readonly name: string
  /** Values for every row, by the names of fields, whatever the file has there. */
  readonly values: { readonly [field: string]: string }
  /** How its text is read, where the user chose. */
  readonly encoding?: Encoding | null
  /** Whether a blank cell empties the value of an existing record; absent: it stays. */
  readonly empties?: boolean
}

/**
 * Streams the file of a call to a temporary one; `values`, sent next to it, is a JSON object of texts or numbers,
 * `encoding` how its text is read, `blanks` what a blank cell does.
 * @throws {AppError} VALIDATION at `file` where there is none, at `encoding` or `blanks` for an unknown one, MALFORMED,
 * TOO_LARGE
 */
export async function receiveFile({ files }: Runtime, request: FastifyRequest): Promise<Upload> {
  const missing = new AppError('VALIDATION', { errors: { file: { key: 'required' } } })
  if (!request.isMultipart()) throw missing
  let received: Pick<Upload, 'path' | 'name'> | null = null
  let values: Upload['values'] = {}
  let encoding: Encoding | null = null
  let empties = false
  try {
    for await (const part of request.parts({ limits: { fileSize: MAX_BYTES, files: 1, fields: 20, parts: 25 } })) {
      if (part.type === 'file') received = await keepPart(part, await files.temporary.path())
      else if (part.fieldname === 'values') values = valuesOf(part.value)
      else if (part.fieldname === 'encoding') encoding = encodingOf(part.value)
      else if (part.fieldname === 'blanks') empties = emptiesOf(part.value)
    }
    if (!received) throw missing
    return { ...received, values, encoding, empties }
  } catch (error) {
    if (received) await rm(received.path, { force: true })
    throw error
  }
}

function valuesOf(given: unknown): Upload['values'] {
  const read = typeof given === 'string' ? parsedObject(given) : null
  const texts = Object.entries(read ?? {}).map(
    ([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const,
  )
  if (!read || !texts.every((one): one is readonly [string, string] => typeof one[1] === 'string'))
    throw new AppError('MALFORMED')
  return Object.fromEntries(texts)
}

/** The encoding that somebody chose; null where the field is empty. */
function encodingOf(given: unknown): Encoding | null {
  if (given === '') return null
  const found = typeof given === 'string' ? encodingNamed(given) : null
  if (!found) throw new AppError('VALIDATION', { errors: { encoding: { key: 'enum' } } })
  return found
}

/** What becomes of a value whose cell is blank, as a call says it. @throws {AppError} VALIDATION at `blanks` */
export function emptiesOf(given: unknown): boolean {
  if (given !== undefined && given !== 'keep' && given !== 'empty')
    throw new AppError('VALIDATION', { errors: { blanks: { key: 'enum' } } })
  return given === 'empty'
}

async function keepPart(
  part: Extract<Multipart, { type: 'file' }>,
  path: string,
): Promise<Pick<Upload, 'path' | 'name'>> {
  try {
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
    if (part.file.truncated) throw new AppError('TOO_LARGE', { say: 'import.too_heavy', params: { n: MAX_KB } })
    return { path, name: nameOf(part.filename) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** The last part of a path, without characters that no file name may have. */
function nameOf(given: string | undefined): string {
  const last = (given ?? '').split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\p{Surrogate}]/gu, '')
      .trim()
      .slice(-MAX_NAME_CHARS) || 'import'
  )
}
