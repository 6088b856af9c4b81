import type { FastifyReply } from 'fastify'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Report, TableBlock } from '../../../model/report'
import { partTimeText } from '../../../model/values/part-time'
import { EXPORT_FORMATS } from '../../../model/resource'
import type { DocumentColumn, FileTable, FileValue, FileReading } from '../export/file-document'
import { documentOf } from '../export/list-document'
import { sendFile } from '../export/send-file'
import { kindOf, ValueTexts } from '../../records/fields/value-texts'
import { fieldLabel } from '../../records/fields/labels'
import { MAX_ROWS } from '../../records/read/query-page'
import { canLack } from '../../records/stats/lacking'
import type { Asking, SeenBlock } from './block-context'
import { textStyle } from '../../records/fields/text-style'
import { limitWork } from './limit-work'
import { countCell, statCell } from './number-cell'
import { referredContext, seenColumns } from './referred-fields'
import { reportWords } from './report-words'
import type { ReportQuery } from './report-query'
import { seenNumbers, tableRows } from './table-rows'

interface Column extends DocumentColumn {
  readonly read: (reading: FileReading, item: JsonObject) => FileValue
}

/**
 * All rows of a report's table as a file, in the order and under the filters of its page.
 * @throws {AppError} NOT_FOUND where the asker sees no table, MALFORMED for an unknown format, TOO_MANY
 */
export async function sendTable(
  asking: Asking,
  report: Report,
  table: SeenBlock<TableBlock> | null,
  query: ReportQuery,
  asked: Json,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!table) throw new AppError('NOT_FOUND')
  const format = EXPORT_FORMATS.find((known) => known === asked)
  if (!format)
    throw new AppError('MALFORMED', {
      say: 'records.format_unknown',
      params: { name: String(asked).slice(0, 20), known: EXPORT_FORMATS.join(', ') },
    })
  const { title } = reportWords(asking, report)
  return sendFile(
    table.context,
    documentOf(table.context, title, [tableFile(asking, report, table, query, title)]),
    format,
    reply,
  )
}

/** The rows of a table, in the order that is asked for. @param most how many rows at most; default all */
export function tableFile(
  asking: Asking,
  report: Report,
  table: SeenBlock<TableBlock>,
  query: Pick<ReportQuery, 'page' | 'to'>,
  title: string,
  most = Infinity,
): FileTable {
  const columns = columnsOf(asking, report, table)
  return {
    title,
    columns,
    async *batches(reading) {
      const run = limitWork(1)
      for (let page = 1, left = most; left > 0; page++, left -= MAX_ROWS) {
        const { items } = await tableRows(table, { ...query, page: { ...query.page, page, limit: MAX_ROWS } }, run)
        if (items.length > 0)
          yield items.slice(0, left).map((item) => columns.map((column) => column.read(reading, item)))
        if (items.length < MAX_ROWS || table.block.each) return
      }
    },
  }
}

/** What the rows are called, the fields of their records, and the numbers. */
function columnsOf(asking: Asking, report: Report, table: SeenBlock<TableBlock>): readonly Column[] {
  const { block, context } = table
  const words = reportWords(asking, report)
  const texts = new ValueTexts(context)
  const plain = (label: string, name: string): Column => ({
    label,
    align: 'left',
    read: (_reading, item) => String(item[name] ?? ''),
  })
  const there = referredContext(table)
  const by = fieldLabel(
    context.runtime.words,
    context.actor.language,
    context.resource,
    context.entity.fields[block.by],
    block.by,
  )
  return [
    ...(there ? [plain('id', 'id')] : []),
    {
      label: by,
      align: 'left',
      read: (reading, item) =>
        block.each && reading !== 'exact'
          ? partTimeText(String(item.id), block.each, textStyle(context.actor.language, context.settings))
          : String(item.name ?? ''),
    },
    ...(there
      ? seenColumns(table, there).flatMap((column): readonly Column[] => {
          const field = there.entity.fields[column.f]
          const label = words.column(block, column, () =>
            fieldLabel(context.runtime.words, context.actor.language, there.resource, field, column.f),
          )
          return field ? [valueColumn(label, column.name, field, texts, context)] : []
        })
      : []),
    ...seenNumbers(table).flatMap((column): readonly Column[] => {
      const { measure } = column.stat
      const field = 'f' in measure ? context.entity.fields[measure.f] : undefined
      const label = words.column(block, column, () =>
        field
          ? fieldLabel(context.runtime.words, context.actor.language, context.resource, field, field.name)
          : words.count,
      )
      const cell = statCell(context, column.stat)
      const number: Column = {
        label,
        align: 'right',
        read: (reading, item) => cell(reading, item[column.name] ?? null),
      }
      if (!canLack(context, column.stat)) return [number]
      const lacking = words.lacking(label)
      return [
        number,
        {
          label: lacking,
          align: 'right',
          read: (reading, item) =>
            countCell(reading, Number((item.lacking as JsonObject | undefined)?.[column.name] ?? 0)),
        },
      ]
    }),
  ]
}

function valueColumn(
  label: string,
  name: string,
  field: Field,
  texts: ValueTexts,
  { runtime }: SeenBlock['context'],
): Column {
  const type = typeOf(field, runtime.fieldTypes)
  return {
    label,
    align: kindOf(field, type) === 'number' || kindOf(field, type) === 'money' ? 'right' : 'left',
    read: (reading, item) => {
      const value = item[name] ?? null
      if (value === null) return ''
      if (reading === 'typed') return texts.typed(value, field, null)
      return reading === 'exact'
        ? String(typeof value === 'object' ? JSON.stringify(value) : value)
        : texts.shown(value, field, null)
    },
  }
}
