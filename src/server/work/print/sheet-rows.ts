import { kindOfField } from '../../../model/effects/check-template'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { PrintField, PrintRows } from '../../../model/print/print'
import { sumDecimals } from '../../../model/values/decimal'
import { valueAt, type RecordValues } from '../templates/event-values'
import { childContext } from '../../records/read/children-rows'
import { seenFields } from '../../records/fields/seen-fields'
import type { RecordContext } from '../../records/record-context'
import type { PaperRow, PaperTable } from '../pdf/paper'
import type { SheetTexts } from './sheet-facts'

/**
 * The rows of a record as a table, without the columns that are hidden from the asker; null: the rows themselves are.
 */
export function rowsTable(
  context: RecordContext,
  texts: SheetTexts,
  block: PrintRows & { readonly id: string },
  values: RecordValues,
): PaperTable | null {
  const children = context.entity.fields[block.field]?.children
  const there = children && childContext(context, children, null)
  if (!there || !Object.hasOwn(values.record, block.field)) return null
  const rows = values.rows[block.field] ?? []
  const isFilled = (column: PrintField): boolean =>
    !column.filled ||
    rows.some((row) => !['', null].includes(texts.value(column, row)) || texts.picture(column, row) !== null)
  const seen = block.columns.filter(({ path: [first = ''] }) => seenFields(there).fields.has(first))
  const columns = rows.length === 0 ? seen : seen.filter(isFilled)
  const fields = columns.map((column) => fieldOf(context, there.entity, column))
  return {
    kind: 'rows',
    title: block.title === undefined ? '' : texts.words(block.id, block.title),
    columns: columns.map((column, at) => ({
      label: texts.label(block.id, column, there.entity),
      align: isNumber(context, fields[at]) ? 'right' : 'left',
    })),
    rows: rows.map(
      (row): PaperRow => ({
        cells: columns.map((column) => texts.value(column, row) ?? ''),
        inner: innerLines(texts, block, row),
        pictures: Object.fromEntries(
          columns.flatMap((column, at) => {
            const picture = texts.picture(column, row)
            return picture === null ? [] : [[at, picture]]
          }),
        ),
      }),
    ),
    totals: block.totals.length === 0 || rows.length === 0 ? [] : totalsOf(texts, block, columns, fields, rows),
    empty: texts.say('print.no_rows'),
  }
}

function innerLines(texts: SheetTexts, { inner }: PrintRows, row: RecordValues): readonly string[] {
  if (!inner) return []
  return (row.rows[inner.field] ?? []).map((one) =>
    inner.columns.flatMap((column) => texts.value(column, one) || []).join(' · '),
  )
}

/** The sums below their columns, and the word for them before the first. */
function totalsOf(
  texts: SheetTexts,
  { totals }: PrintRows,
  columns: readonly PrintField[],
  fields: readonly (Field | undefined)[],
  rows: readonly RecordValues[],
): readonly string[] {
  const summed = columns.map(({ path }) => totals.includes(path.join('.')))
  // Nothing that is hidden is told by its sum.
  if (!summed.includes(true)) return []
  const cells = columns.map(({ path }, at) => {
    const field = fields[at]
    if (!summed[at] || !field) return ''
    const values = rows.flatMap((row) => {
      const found = valueAt(row, path)
      return found?.record[found.name] ?? []
    })
    return values.length === 0 ? '' : texts.sum(sumDecimals(values), field)
  })
  const word = cells.findIndex((text) => text !== '') - 1
  return cells.map((text, at) => (at === Math.max(0, word) && text === '' ? texts.say('print.total') : text))
}

function fieldOf(
  { model }: RecordContext,
  entity: Entity,
  { path: [first = '', second] }: PrintField,
): Field | undefined {
  const field = entity.fields[first]
  return second === undefined ? field : model.entities[field?.ref?.to ?? '']?.fields[second]
}

const isNumber = ({ runtime }: RecordContext, field: Field | undefined): boolean =>
  field !== undefined && !field.ref && ['number', 'money'].includes(kindOfField(field, runtime.fieldTypes))
