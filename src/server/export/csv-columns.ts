import { typeOf } from '../../model/canonical'
import type { TextStyle } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import type { Field } from '../../model/model'
import { unknownKey } from '../records/filter-condition'
import { fieldLabel } from '../records/labels'
import { textStyle } from '../records/log-entry'
import type { RecordContext } from '../records/record-context'
import { sqlTypeOf, type Row } from '../records/row-columns'
import { seenFields } from '../records/seen-fields'
import { labelKey, type WireColumns } from '../records/wire-columns'

/** One column of a file: its header, and the text of its cell. */
export interface CsvColumn {
  readonly header: string
  text(row: Row, item: JsonObject): string
}

/** `names` are what `load` reads without guessing; `labels` what people read. */
export type Headers = 'names' | 'labels'

/**
 * Every field that the asker sees, in the schema's order; a reference is two columns, its id and its label. Values are lossless texts,
 * decimals with the digits they were stored with.
 * @param chosen names of fields to take; null: all
 * @throws {AppError} FILTER_UNKNOWN for a chosen field that is not there
 */
export function csvColumns(context: RecordContext, wire: WireColumns, headers: Headers, chosen: readonly string[] | null): CsvColumn[] {
  const { actor, entity, resource, runtime, settings } = context
  const seen = [...seenFields(context).fields.keys()]
  const unknown = chosen?.find((name) => !seen.includes(name))
  if (unknown !== undefined) throw unknownKey(context, 'records.column_unknown', unknown)
  const style: TextStyle =
    headers === 'names' ? { language: actor.language, zone: 'UTC', decimal: '.' } : textStyle(actor.language, settings)
  // A version tells of one moment of one database, nothing that a file should carry back.
  return seen
    .filter((name) => name !== 'version' && (!chosen || chosen.includes(name)))
    .flatMap((name): CsvColumn[] => {
      const field = entity.fields[name]
      if (!field) return []
      const label = fieldLabel(runtime.words, actor.language, resource, field, name)
      const value: CsvColumn = {
        header: headers === 'names' ? name : field.ref ? idHeader(label) : label,
        text: (row, item) => cellText(context, wire, style, field, row, item),
      }
      if (!field.ref) return [value]
      return [value, { header: headers === 'names' ? labelKey(name) : label, text: (_row, item) => String(item[labelKey(name)] ?? '') }]
    })
}

/** Header of a reference's id where its label has the plain one. */
export const idHeader = (label: string): string => `${label} (id)`

function cellText({ runtime }: RecordContext, wire: WireColumns, style: TextStyle, field: Field, row: Row, item: JsonObject): string {
  const value = item[field.name] ?? null
  // Absent: hidden in this row.
  if (value === null) return ''
  const { raw } = sqlTypeOf(runtime.fieldSql, field)
  return raw ? raw(wire.raw(row, field.name), field) : typeOf(field, runtime.fieldTypes).toText(value, field, style)
}
