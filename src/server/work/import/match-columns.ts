import { isWritable } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { fold } from '../../../model/values/fold'
import { idHeader } from '../export/file-columns'
import { columnLabel, fieldLabel } from '../../records/fields/labels'
import type { RecordContext } from '../../records/record-context'
import { labelKey } from '../../records/fields/row-columns'
import { GEOMETRY } from '../../platform/sheets/geojson-sheet'

/** Where a column's cells go. */
type ColumnUse =
  | { readonly kind: 'id' }
  /** A value; of a reference its id, or else its name. */
  | { readonly kind: 'field'; readonly field: Field }
  /** One wire part of a flat value, such as `lat`. */
  | { readonly kind: 'part'; readonly field: Field; readonly wire: string }

export interface MatchedColumn {
  readonly index: number
  readonly header: string
  readonly use: ColumnUse
}

/** How the rows of a file are read, and which fields identify each row's record. */
export interface FileColumns {
  readonly columns: readonly MatchedColumn[]
  readonly match: readonly string[]
  /** Whether a blank cell empties the value of an existing record; else it stays. */
  readonly empties: boolean
}

interface ColumnMatch {
  readonly columns: readonly MatchedColumn[]
  /** Headers that name nothing. */
  readonly unknown: readonly string[]
  /** Headers of read-only fields, or of fields that another column has already. */
  readonly passed: readonly string[]
}

/**
 * Matches a file's header: field names, or labels in any language of the console, regardless of case and accents; a
 * trailing star (required) is ignored.
 * @param only names of fields that the file may fill; absent: all that may be written
 */
export function matchColumns(
  context: RecordContext,
  header: readonly string[],
  only?: ReadonlySet<string>,
): ColumnMatch {
  const columns: MatchedColumn[] = []
  const unknown: string[] = []
  const passed: string[] = []
  const taken = new Set<string>()
  // A reference's id is more reliable than its label.
  const inOrder = header
    .map((text, index) => ({ text: text.replace(/\s*\*\s*$/, '').trim(), index }))
    .sort((a, b) => Number(isLabel(a.text)) - Number(isLabel(b.text)) || a.index - b.index)
  for (const { text, index } of inOrder) {
    if (text === '') continue
    const named = candidates(context, text)
    const found = only
      ? preferred(named, only, header.filter((other) => plainName(other) === plainName(text)).length > 1)
      : named
    const free = found.find(({ key }) => !taken.has(key))
    if (found.length === 0) unknown.push(text)
    else if (!free || !free.use) passed.push(text)
    else columns.push({ index, header: text, use: free.use })
    if (free) taken.add(free.key)
  }
  return { columns: columns.sort((a, b) => a.index - b.index), unknown, passed }
}

/**
 * The column of a file that a user assigned to a key: `id`, a field, or one part of a flat value; null for an unknown
 * key.
 */
export function columnFor(context: RecordContext, index: number, header: string, key: string): MatchedColumn | null {
  const [found] = openFields(context).flatMap((field) => namedCandidates(context, field, key))
  return found?.use ? { index, header, use: found.use } : null
}

/**
 * What a name in a user's file means: a field that it may fill comes before the record's own number, which may have the
 * same label (`Código`). A file with both has the number first, as exports write it.
 */
function preferred(named: readonly Candidate[], only: ReadonlySet<string>, isTwice: boolean): readonly Candidate[] {
  const allowed = named.filter(({ use }) => !use || use.kind === 'id' || only.has(use.field.name))
  return isTwice ? allowed : [...allowed].sort((a, b) => Number(a.use?.kind === 'id') - Number(b.use?.kind === 'id'))
}

interface Candidate {
  readonly key: string
  readonly use: ColumnUse | null
}

const isLabel = (header: string): boolean => header.endsWith('__label')

function candidates(context: RecordContext, header: string): Candidate[] {
  const fields = openFields(context)
  const wanted = plainName(header)
  const byName = fields.flatMap((field) => namedCandidates(context, field, header.toLowerCase()))
  if (byName.length > 0) return byName
  // Columns of ids first: `Empresa (id)` next to `Empresa`.
  const byIdLabel = fields.filter(
    (field) =>
      (field.ref || field.refAny || field.name === 'id') &&
      labelsOf(context, field).some((label) => plainName(idHeader(label)) === wanted),
  )
  const byLabel = fields.filter((field) => labelsOf(context, field).some((label) => plainName(label) === wanted))
  // In another order, or with other small words: only where it can mean one field alone.
  const byWords =
    byIdLabel.length + byLabel.length > 0
      ? []
      : fields.filter((field) =>
          labelsOf(context, field).some((label) => wordsOf(label) !== '' && wordsOf(label) === wordsOf(header)),
        )
  const areas = fields.filter(({ type }) => context.runtime.fieldTypes[type]?.toGeometry)
  // GeoJSON's name for a shape, whatever the field's label.
  const byShape = header === GEOMETRY && areas.length === 1 ? areas : []
  return [...byIdLabel, ...byLabel, ...(byWords.length === 1 ? byWords : []), ...byShape].map((field) => ({
    key: field.name,
    use: useOf(context, field),
  }))
}

const openFields = ({ entity }: RecordContext): readonly Field[] =>
  Object.values(entity.fields).filter(({ secret }) => !secret)

function namedCandidates(context: RecordContext, field: Field, header: string): Candidate[] {
  if (header === field.name || ((field.ref || field.refAny) && header === labelKey(field.name)))
    return [{ key: field.name, use: useOf(context, field) }]
  const wire = Object.values(field.flat ?? {}).find((part) => part === header)
  return wire === undefined
    ? []
    : [{ key: `${field.name}.${wire}`, use: isWritable(field) ? { kind: 'part', field, wire } : null }]
}

function useOf({ runtime }: RecordContext, field: Field): ColumnUse | null {
  if (field.name === 'id') return { kind: 'id' }
  // A cell could at most hold the name of a file.
  return isWritable(field) && !runtime.fieldTypes[field.type]?.file ? { kind: 'field', field } : null
}

/** What a field is called anywhere; a file that was exported has the titles of the list's columns. */
function labelsOf({ runtime: { words }, resource, entity }: RecordContext, field: Field): readonly string[] {
  const named = words.languages.flatMap((language) => [
    fieldLabel(words, language, resource, field, field.name),
    columnLabel(words, language, resource, entity, field, field.name),
  ])
  return [field.title, ...new Set(named), ...namesIn(field)]
}

/** What people's files call a field beside its label (`x-also`). */
const namesIn = ({ schema }: Field): readonly string[] =>
  Array.isArray(schema['x-also']) ? (schema['x-also'] as readonly Json[]).filter((one) => typeof one === 'string') : []

const SMALL_WORDS = new Set(['a', 'al', 'de', 'del', 'el', 'en', 'la', 'las', 'los', 'of', 'the', 'y', 'and'])

/** `N.º de`, `N°`, `Nro.`: what it counts or names says as much without them. */
const NUMBER_OF = /(?<![\p{L}\p{N}])(?:n\.?\s?[°º]|nro|n[uú]m|n[uú]mero)(?![\p{L}\p{N}])\.?/giu
const SHORTENED: { readonly [word: string]: string } = {
  vcto: 'vencimiento',
  vto: 'vencimiento',
  venc: 'vencimiento',
  fab: 'fabricacion',
  nac: 'nacimiento',
  f: 'fecha',
  fec: 'fecha',
  doc: 'documento',
  tel: 'telefono',
  telf: 'telefono',
  cel: 'celular',
}

/**
 * The words of a name in one order and in full, without signs and small words: `Vcto. del SOAT` is `Soat -
 * vencimiento`.
 */
const wordsOf = (text: string): string =>
  fold(text.replace(NUMBER_OF, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))
    .map((word) => SHORTENED[word] ?? word)
    .sort()
    .join(' ')

/** A name in a form for comparison: regardless of case, accents and spaces. */
export const plainName = (text: string): string => fold(text.trim()).replace(/\s+/g, ' ')
