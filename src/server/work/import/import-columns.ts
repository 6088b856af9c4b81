import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { FileColumn, ImportColumn, ImportTarget } from '../../../model/import-answer'
import type { Json } from '../../../model/json'
import type { Import } from '../../../model/resource'
import { idHeader } from '../export/file-columns'
import { columnFor, matchColumns, type MatchedColumn } from './match-columns'
import { cellKeyOf } from './read-row'
import { fieldLabel } from '../../records/fields/labels'
import type { RecordContext } from '../../records/record-context'
import { seenFields } from '../../records/fields/seen-fields'

/** The catalogue's import settings. @throws {AppError} NOT_FOUND where it has none */
export function importOf({ resource }: RecordContext): Import {
  if (!resource.import) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  return resource.import
}

/** The fields that the asker's files may fill, in their order: those they see. */
export function importFields(context: RecordContext): readonly Field[] {
  const seen = seenFields(context).fields
  return importOf(context).columns.flatMap((name) => (seen.has(name) ? (context.entity.fields[name] ?? []) : []))
}

/**
 * What a column of a file may be assigned to: the record's own number, and each field; an id that users give is such a
 * field.
 */
export function targetsOf(context: RecordContext): readonly ImportTarget[] {
  const { entity } = context
  const id = entity.key ? undefined : entity.fields.id
  const fields = importFields(context).map((field) => ({
    ...columnOf(context, field),
    required: field.required && field.default === undefined,
  }))
  return [...(id ? [{ ...columnOf(context, id), required: false }] : []), ...fields]
}

function columnOf({ runtime: { words }, actor, resource, entity }: RecordContext, field: Field): ImportColumn {
  const name = fieldLabel(words, actor.language, resource, field, field.name)
  // The record's own number is often labelled like a code that users give.
  return { key: field.name, name: field.name === 'id' && !entity.key ? idHeader(name) : name }
}

/** Assigns the columns of a file to what their headers name. */
export function readHeader(context: RecordContext, headers: readonly string[]): readonly FileColumn[] {
  const only = new Set(importFields(context).map(({ name }) => name))
  const { columns } = matchColumns(context, headers, only)
  return headers.map((header, index) => {
    const found = columns.find((column) => column.index === index)
    return { header, key: found ? cellKeyOf(found) : null }
  })
}

/**
 * The columns as a user assigned them instead of the detected ones.
 * @throws {AppError} MALFORMED when it is no list of this file's columns, or a key is there twice
 */
export function assignedColumns(
  context: RecordContext,
  columns: readonly FileColumn[],
  keys: Json | undefined,
): readonly FileColumn[] {
  const allowed = new Set(targetsOf(context).map(({ key }) => key))
  if (!Array.isArray(keys) || keys.length !== columns.length) throw new AppError('MALFORMED')
  const chosen = columns.map(
    ({ header }, i): FileColumn => ({
      header,
      key: typeof keys[i] === 'string' && keys[i] !== '' ? keys[i] : null,
    }),
  )
  const named = chosen.flatMap(({ key }) => key ?? [])
  const isKept = (key: string) => columns.some((column) => column.key === key)
  if (new Set(named).size !== named.length || !named.every((key) => allowed.has(key) || isKept(key)))
    throw new AppError('MALFORMED')
  return chosen
}

/** The columns used to read rows, without fields that the asker no longer sees. */
export function matchedColumns(context: RecordContext, columns: readonly FileColumn[]): readonly MatchedColumn[] {
  const allowed = new Set(importFields(context).map(({ name }) => name))
  return columns.flatMap(({ header, key }, index) => {
    const column = key === null ? null : columnFor(context, index, header, key)
    return column && (column.use.kind === 'id' || allowed.has(column.use.field.name)) ? [column] : []
  })
}

/** Columns of an answer: those of the file that fill something. */
export function answerColumns(context: RecordContext, columns: readonly FileColumn[]): readonly ImportColumn[] {
  return matchedColumns(context, columns).map((column) => {
    const { use } = column
    if (use.kind === 'part')
      return {
        key: use.wire,
        name: fieldLabel(context.runtime.words, context.actor.language, context.resource, undefined, use.wire),
      }
    const field = use.kind === 'id' ? context.entity.fields.id : use.field
    return field ? columnOf(context, field) : { key: cellKeyOf(column), name: column.header }
  })
}
