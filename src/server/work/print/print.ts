import type { FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { printKey, type PrintTemplate } from '../../../model/print/print'
import { sendWritten } from '../export/send-file'
import { assertSees } from '../../records/read/list'
import { idList } from '../../records/bulk/id-list'
import { all, inScope } from '../../records/fields/in-scope'
import { readQuery } from '../../records/read/read-query'
import { orderBy } from '../../records/read/row-order'
import type { RecordContext } from '../../records/record-context'
import { idArray, readId, recordId, type RecordId } from '../../records/record-id'
import { ruleSql } from '../../records/rule-readings'
import { letterheadOf } from './letterhead'
import type { Paper, PaperSheet } from '../pdf/paper'
import { writePaperHtml } from './paper-html'
import { readPrinted } from './read-records'
import { SheetWriter } from './sheet'
import { writePaperPdf } from './write-paper-pdf'

/** More paper than this is read by nobody: of records, and of their rows. */
const MAX = 5000
/** Records that are read and written at a time; others are answered in between. */
const BATCH = 10

const FORMATS = { pdf: writePaperPdf, html: writePaperHtml } as const
type Format = keyof typeof FORMATS

/** Keys of the call that are no filters. */
const OWN_KEYS = ['print', 'export', 'format', 'id', 'ids', 'resource', 'all'] as const

/**
 * `{endpoint}/print {print, export, id | ids | filters…}`: a document of one record, of some, or of all that a list's
 * query finds, each on pages of its own.
 * @throws {AppError} FORBIDDEN, NOT_FOUND; CONFLICT where it is not offered for what was chosen; TOO_LARGE beyond
 * 5,000; MALFORMED, FILTER_UNKNOWN, TOO_MANY
 */
export async function printRecords(
  context: RecordContext,
  input: JsonObject,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = formatOf(input.export ?? input.format)
  const made = await paper(context, input)
  return sendWritten(context, { title: made.title, format, write: () => FORMATS[format](made) }, reply)
}

/** The same document of one record, whole: a mail takes it along. @throws {AppError} as `printRecords` */
export async function printedRecord(
  context: RecordContext,
  print: string,
  id: RecordId,
): Promise<{ readonly title: string; readonly pdf: Buffer }> {
  const made = await paper(context, { print, id })
  const pieces: Uint8Array[] = []
  for await (const piece of writePaperPdf(made)) pieces.push(piece)
  return { title: made.title, pdf: Buffer.concat(pieces) }
}

/**
 * The document that a record in this format is: the first of its papers that is offered for it; null where it has none.
 */
export async function paperOf(context: RecordContext, id: Json, format: Json): Promise<string | null> {
  const papers = context.resource.print?.filter((one) => one.paper) ?? []
  if (papers.length === 0 || (format !== 'pdf' && format !== 'html')) return null
  assertSees(context)
  const columns = papers.map((one, at) => sql`${offered(context, one)} as ${sql.id(`o${at}`)}`)
  const {
    rows: [row],
  } = await sql<{ [column: string]: boolean }>`select ${sql.join(columns)} from ${sql.table(context.entity.name)} as t
    where t.id = any(${idArray(context.entity, [recordId(context.entity, id)])}) and ${inScope(context)}`.execute(
    context.runtime.database.db,
  )
  return papers.find((_, at) => row?.[`o${at}`] === true)?.name ?? null
}

/**
 * The document that a record's page is, as html that loads and runs nothing; null where it is not offered for it,
 * undefined where its page is none.
 */
export async function printView(context: RecordContext, id: Json): Promise<string | null | undefined> {
  const info = context.resource.detail.tabs.find(({ kind }) => kind === 'info')
  if (info?.kind !== 'info' || info.paper === undefined) return undefined
  const template = templateOf(context, info.paper)
  if (
    template.when &&
    (await paperOf(
      { ...context, resource: { ...context.resource, print: [{ ...template, paper: true }] } },
      id,
      'html',
    )) === null
  )
    return null
  const pieces: string[] = []
  for await (const piece of writePaperHtml(await paper(context, { print: template.name, id }))) pieces.push(piece)
  return pieces.join('')
}

async function paper(context: RecordContext, input: JsonObject): Promise<Paper> {
  assertSees(context)
  const template = templateOf(context, input.print)
  const ids = await chosenIds(context, template, input)
  const sheets = await sheetsOf(context, template, ids)
  const title = ids.length === 1 ? (sheets[0]?.heading ?? template.title) : titleOf(context, template)
  return {
    title,
    brand: String(context.settings.brand ?? ''),
    size: template.size,
    landscape: template.landscape === true,
    letterhead: await letterheadOf(context),
    sheets,
  }
}

/** @throws {AppError} NOT_FOUND naming those that there are */
function templateOf({ resource }: RecordContext, name: Json | undefined): PrintTemplate {
  const known = resource.print ?? []
  const found = known.find((one) => one.name === name)
  if (found) return found
  throw new AppError('NOT_FOUND', {
    say: 'print.unknown',
    params: { name: String(name ?? '').slice(0, 40), known: known.map((one) => one.name).join(', ') || '—' },
  })
}

function formatOf(asked: Json | undefined): Format {
  if (asked === 'pdf' || asked === 'html') return asked
  throw new AppError('MALFORMED', {
    say: 'records.format_unknown',
    params: { name: String(asked ?? '').slice(0, 20), known: Object.keys(FORMATS).join(', ') },
  })
}

function titleOf({ runtime: { words }, actor, resource }: RecordContext, { name, title }: PrintTemplate): string {
  const key = printKey(resource.name, name, 'title')
  const said = words.say(actor.language, key)
  return said === key ? title : said
}

/** The records that are printed, in their order. */
async function chosenIds(
  context: RecordContext,
  template: PrintTemplate,
  input: JsonObject,
): Promise<readonly RecordId[]> {
  if (input.id === undefined && input.ids === undefined) return foundIds(context, template, input)
  const ids = [...new Set(idList(input.ids ?? [input.id ?? null]).map((id) => recordId(context.entity, id)))]
  if (ids.length > MAX) throw tooMany()
  const { rows } = await sql<{
    id: unknown
    offered: boolean
  }>`select t.id, ${offered(context, template)} as offered from ${sql.table(context.entity.name)} as t
    where t.id = any(${idArray(context.entity, ids)}) and ${inScope(context)}`.execute(context.runtime.database.db)
  if (rows.length < ids.length) throw new AppError('NOT_FOUND')
  const refused = rows.filter((row) => !row.offered).length
  if (refused > 0) throw notOffered(context, template, refused, ids.length)
  return ids
}

/** Those that a list's query finds and for which the document is offered. */
async function foundIds(
  context: RecordContext,
  template: PrintTemplate,
  input: JsonObject,
): Promise<readonly RecordId[]> {
  const query = Object.fromEntries(Object.entries(input).filter(([key]) => !OWN_KEYS.some((own) => own === key)))
  const { where, order } = readQuery(context, query)
  const { rows } = await sql<{ id: unknown }>`select t.id from ${sql.table(context.entity.name)} as t
    where ${all([where, offered(context, template)])} order by ${orderBy(order)} limit ${MAX + 1}`.execute(
    context.runtime.database.db,
  )
  if (rows.length > MAX) throw tooMany()
  if (rows.length === 0) throw new AppError('NOT_FOUND', { say: 'print.none' })
  return rows.map(({ id }) => readId(context.entity, id))
}

const offered = (context: RecordContext, { when }: PrintTemplate): RawBuilder<boolean> =>
  when ? ruleSql(context, when, context.entity, 't') : sql<boolean>`true`

const tooMany = (): AppError => new AppError('TOO_LARGE', { say: 'print.too_many', params: { max: MAX } })

const notOffered = (context: RecordContext, template: PrintTemplate, refused: number, total: number): AppError =>
  new AppError('CONFLICT', {
    say: total === 1 ? 'print.not_offered' : 'print.not_offered_some',
    params: { name: titleOf(context, template), refused, total },
  })

async function sheetsOf(
  context: RecordContext,
  template: PrintTemplate,
  ids: readonly RecordId[],
): Promise<readonly PaperSheet[]> {
  const writer = new SheetWriter(context, template)
  const sheets: PaperSheet[] = []
  let rows = 0
  for (let at = 0; at < ids.length; at += BATCH) {
    for (const record of await readPrinted(context, template, ids.slice(at, at + BATCH))) {
      const sheet = await writer.sheet(record)
      for (const block of sheet.blocks) if (block.kind === 'rows') rows += block.rows.length
      if (rows > MAX) throw new AppError('TOO_LARGE', { say: 'print.too_many_rows', params: { max: MAX } })
      sheets.push(sheet)
      await new Promise((resume) => {
        setImmediate(resume)
      })
    }
  }
  // The last of them was removed meanwhile.
  if (sheets.length === 0) throw new AppError('NOT_FOUND')
  return sheets
}
