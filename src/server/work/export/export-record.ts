import type { FastifyReply } from 'fastify'
import type { Json, JsonObject } from '../../../model/json'
import { readRecord } from '../../records/read/read'
import { contextOf, type RecordContext } from '../../records/record-context'
import { exportList, knownFormat } from './export-list'
import { sendFile } from './send-file'
import { represent } from '../../../model/represent'
import { titledOne } from '../../../model/titled-one'
import { fieldLabel, oneTitle } from '../../records/fields/labels'
import { askedColumn } from '../../records/read/asked-column'
import { seenFields } from '../../records/fields/seen-fields'
import { wireColumns } from '../../records/read/wire-columns'
import { requestedColumns } from './file-columns'
import type { DocumentColumn, FileDocument, FileTable, FileReading } from './file-document'
import { documentOf } from './list-document'
import { malformed } from '../../platform/answers/malformed'

/**
 * A record, as its asker sees it, as a document: the value of each of its fields, and a table for each kind of its own
 * rows.
 */
function recordDocument(context: RecordContext, item: JsonObject): FileDocument {
  const { entity, resource, runtime, actor } = context
  const one = oneTitle(runtime.words, actor.language, resource, entity)
  const title = titledOne(one, represent(entity, item))
  const say = (key: string): string => runtime.words.say(actor.language, key)
  const own = Object.values(entity.fields).filter(
    ({ name, children }) => !children && name !== 'version' && Object.hasOwn(item, name),
  )
  const columns = requestedColumns(
    { context, wire: wireColumns(context), headers: 'labels' },
    own.map(({ name }) => name),
  )
  const facts: FileTable = {
    title: one,
    columns: [column(say('export.field')), column(say('export.value'))],
    batches: (reading) => once(columns.map((one) => [one.label, one.read(reading, null, item)])),
  }
  return documentOf(context, title, [
    facts,
    ...Object.values(entity.fields).flatMap((field) => childTables(context, field.name, item[field.name])),
  ])
}

/**
 * The rows of a field as a table, and the rows of these rows as one each, with the row that they belong to in front.
 */
function childTables(context: RecordContext, name: string, rows: Json | undefined, isAlone = false): FileTable[] {
  const { entity, model, runtime, actor, resource } = context
  const field = entity.fields[name]
  const child = field?.children && model.entities[field.children.of]
  if (!field?.children || !child || !Array.isArray(rows)) return []
  const there = contextOf(context, child, { ...resource, name: child.name, entity: child.name, where: undefined })
  const title = fieldLabel(runtime.words, actor.language, resource, field, name)
  const seen = seenFields(there, child).fields
  const isBrought = (one: string): boolean => !child.fields[one] && askedColumn(there, one) !== null
  const names = field.children.columns.filter((one) => seen.has(one) || isBrought(one))
  // A file of lines alone says of what they refer to as much as the list on the page does.
  const beside = (one: string): readonly string[] => (isAlone ? Object.keys(child.fields[one]?.ref?.expand ?? {}) : [])
  const shown = names.filter((one) => !child.fields[one]?.children).flatMap((one) => [one, ...beside(one)])
  const told = shown.filter((one) => seen.has(one) || askedColumn(there, one))
  const columns = told.flatMap((one) =>
    requestedColumns({ context: there, wire: wireColumns(there), headers: 'labels' }, [one]).map((column) => {
      // What a reference brings has its own title: five columns of one title say nothing.
      const asked = child.fields[one] ? null : askedColumn(there, one)
      if (!asked) return column
      const { entity: of, name: field } = asked.field
      return {
        ...column,
        label: `${column.label}: ${fieldLabel(runtime.words, actor.language, { name: of, entity: of }, asked.field, field)}`,
      }
    }),
  )
  const given = rows as readonly JsonObject[]
  const table: FileTable = {
    title,
    columns,
    batches: (reading: FileReading) => once(given.map((row) => columns.map((one) => one.read(reading, null, row)))),
  }
  return [table, ...names.flatMap((one) => innerTables(there, title, one, given))]
}

function innerTables(there: RecordContext, title: string, name: string, rows: readonly JsonObject[]): FileTable[] {
  const inner = rows.map((row) => childTables(there, name, row[name])[0])
  const [first] = inner.flatMap((table) => table ?? [])
  if (!first) return []
  return [
    {
      title: `${title} · ${first.title}`,
      columns: [column(there.entity.title), ...first.columns],
      batches: async function* (reading) {
        for (const [at, table] of inner.entries()) {
          for await (const batch of table?.batches(reading) ?? [])
            yield batch.map((cells) => [represent(there.entity, rows[at] ?? {}), ...cells])
        }
      },
    },
  ]
}

const column = (label: string): DocumentColumn => ({ label, align: 'left' })

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch
}

/**
 * The rows of one field alone, a line each, for whoever goes on with them in a sheet.
 * @throws {AppError} MALFORMED where the asker sees no such rows
 */
function rowsDocument(context: RecordContext, item: JsonObject, name: string): FileDocument {
  const { entity, resource, runtime, actor } = context
  const [table] = childTables(context, name, item[name], true)
  if (!table) throw malformed('rows')
  const one = titledOne(oneTitle(runtime.words, actor.language, resource, entity), represent(entity, item))
  return documentOf(context, `${one} · ${table.title}`, [table])
}

/**
 * One record as a file: its fields and its own rows.
 * @param rows a field whose rows alone are asked for
 * @throws {AppError} FORBIDDEN, NOT_FOUND, MALFORMED, TOO_MANY
 */
export async function exportRecord(
  context: RecordContext,
  id: Json | undefined,
  asked: Json | undefined,
  reply: FastifyReply,
  rows?: Json,
): Promise<FastifyReply> {
  const format = knownFormat(context, asked)
  const record = await readRecord(context, id)
  if (typeof rows === 'string' && rows !== '')
    return sendFile(context, rowsDocument(context, record, rows), format, reply)
  // A map's file contains only shapes.
  if (format === 'geojson') return exportList(context, { format, filters: { id: record.id ?? null } }, reply)
  return sendFile(context, recordDocument(context, record), format, reply)
}
