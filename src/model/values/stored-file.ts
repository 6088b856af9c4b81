import type { Field } from '../field'
import type { FieldType, FieldError } from '../field-type'
import { canonicalId, isCountedId, sampleId } from './id-value'
import type { Json, JsonObject } from '../json'

/** What a field accepts where its keywords do not say it. */
export interface FileLimits {
  /** Mime types, `image/*` for all of a kind; empty: any. */
  readonly accept: readonly string[]
  /** In kilobytes; null: as much as the company's setting allows. */
  readonly most_kb: number | null
}

/** URL path of stored files on the server: `/api/files/<id>/<name>?e=<expiry>&u=<session>&s=<signature>`. */
export const FILES_PATH = '/api/files'
const ADDRESS = /^(?:https?:\/\/[^/?#]+)?\/api\/files\/(\d{1,10})\/([^/?#]+)(?:[?#]|$)/
const KIND = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/

/** Prefix of the previous value, while a form's file is still being uploaded. */
export const SENDING = 'sending:'

/** Id and name of the file that an address leads to, whoever signed it; null for any other text. */
export function addressedFile(value: Json | undefined): { readonly id: number; readonly name: string } | null {
  const [, digits, part] = typeof value === 'string' ? (ADDRESS.exec(value) ?? []) : []
  const id = Number(digits)
  if (part === undefined || !isCountedId(id)) return null
  try {
    return { id, name: decodeURIComponent(part) }
  } catch {
    return null
  }
}

/**
 * URL path of the pictures among the company's settings, which everybody may see: `/api/pictures/<setting>?v=<id of the
 * file>`.
 */
export const PICTURES_PATH = '/api/pictures'
const PICTURE = /^\/api\/pictures\/[a-z0-9_]+\?v=(\d{1,10})$/

export const pictureAddress = (setting: string, id: number): string => `${PICTURES_PATH}/${setting}?v=${id}`

/** The id of the file that a setting's address shows; null for any other text. */
export function picturedFile(address: Json | undefined): number | null {
  const id = Number(typeof address === 'string' ? PICTURE.exec(address)?.[1] : undefined)
  return isCountedId(id) ? id : null
}

/** What the field accepts: its own keywords take precedence over its type's. */
export function limitsOf({ schema }: Field, { file }: FieldType): FileLimits {
  const accept = schema['x-accept']
  const max = schema['x-max-kb']
  return {
    accept: typeof accept === 'string' ? kindsIn(accept) : (file?.accept ?? []),
    most_kb: typeof max === 'number' ? max : (file?.most_kb ?? null),
  }
}

/** Whether a mime type is accepted; a drawing that may contain a program counts as an image only where it is named. */
export function isAccepted(mime: string, accept: readonly string[]): boolean {
  if (accept.length === 0 || accept.includes(mime)) return true
  return mime !== 'image/svg+xml' && accept.some((kind) => kind.endsWith('/*') && mime.startsWith(kind.slice(0, -1)))
}

const kindsIn = (text: string): string[] =>
  text
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean)

/** A type whose values are stored files: an id in the database, a signed address on the wire. */
export function fileType(name: string, file: FileLimits, keywords: readonly string[] = []): FieldType {
  return {
    name,
    json: 'string',
    keywords: ['x-accept', 'x-max-kb', ...keywords],
    operators: ['isNull'],
    filter: 'eq',
    sortable: false,
    canonical: (value) =>
      typeof value === 'string' && (value === '' || /^\d{1,10}$/.test(value)) ? canonicalId(value) : value,
    check: (value) => {
      if (typeof value === 'string' && value.startsWith(SENDING)) return { key: 'file_sending' }
      return isCountedId(value) || addressedFile(value) ? null : FAULT
    },
    toText: (value) => addressedFile(value)?.name ?? (value === null ? '' : `#${String(value)}`),
    // A file name in a cell does not contain the file.
    fromText: (text) => (text.trim() === '' ? { value: null } : { error: FAULT }),
    compare: () => 0,
    sample: (_field, random) => sampleId(random),
    invalid: () => [0, -1, 1.5, true, 'foto.png', 'https://ejemplo.test/foto.png', '/api/files/x/foto.png', { a: 1 }],
    typescript: () => 'string | number',
    wire: { format: 'uri' },
    errors: keywordErrors,
    file,
  }
}

const FAULT: FieldError = { key: 'file' }

function keywordErrors(schema: JsonObject): [string, string][] {
  const accept = schema['x-accept']
  if (typeof accept !== 'string') return []
  const wrong = kindsIn(accept).find((kind) => !KIND.test(kind))
  return wrong === undefined
    ? []
    : [['/x-accept', `"${wrong}" is no mime type. Write them like "image/*, application/pdf".`]]
}
