import { PrintedPictures } from '../../platform/files/printed-pictures'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { ExportFormat } from '../../../model/resource'
import { soleFields } from '../../../model/rights/scope-rule'
import { zonedText } from '../../../model/values/zoned-text'
import { allRows } from '../../records/read/all-rows'
import { resourceTitle } from '../../records/fields/labels'
import { readQuery } from '../../records/read/read-query'
import { countRows } from '../../records/read/count-rows'
import { askedColumn } from '../../records/read/asked-column'
import { seenFields } from '../../records/fields/seen-fields'
import type { RecordContext } from '../../records/record-context'
import { wireColumns } from '../../records/read/wire-columns'
import type { PresentAt } from '../../language/feature/hooks'
import { withRuleTexts } from '../../records/said/said-rules'
import { allColumns, requestedColumns, type ColumnsOf, type RowColumn } from './file-columns'
import type { FileDocument, FileTable } from './file-document'
import { moneyStyle, shownMoment } from '../../records/fields/value-texts'
import { malformed } from '../../platform/answers/malformed'

/** Rows of one batch: few enough to hold in memory, many enough that a file of a million takes a thousand steps. */
const BATCH_ROWS = 1000

/** Parameters of an export in addition to those of the list's query: none of them is a filter. */
interface ListExport {
  readonly format: ExportFormat
  readonly query: JsonObject
}

/** Records with what their sentences are made of, as far as files for people have some. */
async function withSentences(context: RecordContext, items: readonly JsonObject[]): Promise<readonly JsonObject[]> {
  const {
    runtime: {
      database: { db },
      hooks,
      words,
    },
    actor,
    now,
    settings,
    model,
    entity,
  } = context
  let said = await withRuleTexts(context, db, items)
  const say: PresentAt['say'] = (key, params) => words.say(actor.language, key, params)
  for (const { saidWith } of hooks(entity.name)) {
    if (saidWith) said = await saidWith(db, said, { now, actor, settings, model, say })
  }
  return said
}

/**
 * The rows of a list's query as a document. `columns` names the columns in their order, `*` all there are; without it a
 * sheet and a csv have all, a page for print those of the list. `headers=names` names them by field.
 * @throws {AppError} FILTER_UNKNOWN, MALFORMED, and TOO_LARGE where a page cannot hold that many rows
 */
export async function listDocument(context: RecordContext, { format, query }: ListExport): Promise<FileDocument> {
  const { runtime, actor, resource } = context
  // Other programs read a map's file.
  const { headers = format === 'geojson' ? 'names' : 'labels' } = query
  if (headers !== 'names' && headers !== 'labels') throw malformed('headers')
  const wire = wireColumns(context)
  const columns = columnsOf({ context, wire, headers }, format, query)
  const asked = readQuery(context, withoutPage(query))
  if (format === 'pdf') {
    const max = Math.min(MAX_PDF.rows, Math.floor(MAX_PDF.cells / columns.length))
    if ((await countRows(context, asked, { max: max + 1 })) > max)
      throw new AppError('TOO_LARGE', { say: 'export.too_many_rows', params: { max } })
  }
  const title = resourceTitle(runtime.words, actor.language, resource)
  const table: FileTable = {
    title,
    columns,
    async *batches(reading) {
      const decode = wire.decodeOnly(new Set(columns.flatMap((column) => column.needs(reading))))
      for await (const rows of allRows(context, wire, asked, BATCH_ROWS)) {
        const items = rows.map((row) => decode(row, context.origin.id_session))
        const said = headers === 'labels' ? await withSentences(context, items) : items
        yield rows.map((row, at) => columns.map((column) => column.read(reading, row, said[at] ?? {})))
      }
    },
  }
  return documentOf(context, title, [table])
}

/** A longer page for print helps nobody, and its layout would occupy a whole processor. */
const MAX_PDF = { rows: 5000, cells: 60_000 }

/** Who asks for a file, and when. */
export type FileAsker = Pick<RecordContext, 'runtime' | 'actor' | 'settings' | 'now'>

/** A document of this company, with the current time. */
export function documentOf(context: FileAsker, title: string, tables: readonly FileTable[]): FileDocument {
  const { runtime, actor, settings, now } = context
  const { coin, coin_space: coinSpace, decimals_visible: decimals } = moneyStyle(context)
  const pictures = new PrintedPictures(runtime)
  return {
    title,
    brand: String(settings.brand ?? ''),
    made: shownMoment(now.toISOString(), String(settings.timezone ?? 'UTC')),
    language: actor.language,
    money: { coin, coinSpace, decimals },
    say: (key, params) => runtime.words.say(actor.language, key, params),
    picture: (address) => pictures.data(address),
    tables,
  }
}

/** `Conductores 2026-11-21.xlsx`, the day in the company's zone. */
export function fileName(
  { now, settings }: Pick<RecordContext, 'now' | 'settings'>,
  title: string,
  format: ExportFormat,
): string {
  const day = zonedText(now.toISOString(), String(settings.timezone ?? 'UTC')).slice(0, 10)
  // Characters that no file system or header accepts.
  const name = title
    .replace(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${name.slice(0, 80) || 'export'} ${day}.${format}`
}

function columnsOf(of: ColumnsOf, format: ExportFormat, { columns: asked }: JsonObject): RowColumn[] {
  const { context } = of
  if (asked === '*') return allColumns(of)
  if (typeof asked === 'string' && asked !== '')
    return requestedColumns(of, [...new Set(asked.split(',').map((name) => name.trim()))])
  if (asked !== undefined && asked !== '') throw malformed('columns')
  if (format === 'csv' || format === 'xlsx' || format === 'geojson') return allColumns(of)
  // The catalogue's own, without those that the asker never sees, or that a scope makes the same in all their rows.
  const sole = soleFields(context.model.application.scopes, context.entity, context.actor)
  const names = context.resource.list.columns.map(({ f }) => f).filter((f) => !sole.includes(f))
  return requestedColumns(
    of,
    names.filter((f) => seenFields(context).fields.has(f) || askedColumn(context, f) !== null),
  )
}

/** An export has all rows, whatever page the caller was on. */
function withoutPage({ page: _page, limit: _limit, after: _after, ...query }: JsonObject): JsonObject {
  return query
}
