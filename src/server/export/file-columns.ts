import { typeOf } from '../../model/canonical'
import type { Field } from '../../model/field'
import type { FieldType, TextStyle } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import { askedColumn } from '../records/read/asked-column'
import { unknownKey } from '../records/read/filter-condition'
import { fieldLabel } from '../records/read/labels'
import { textStyle } from '../records/log/log-entry'
import type { RecordContext } from '../records/record-context'
import { sqlTypeOf, type Row } from '../records/read/row-columns'
import { seenFields } from '../records/read/seen-fields'
import { labelKey } from '../records/read/row-columns'
import type { WireColumns } from '../records/read/wire-columns'
import type { FileColumn, FileValue, Reading } from './file-document'
import { kindOf, ValueTexts } from './value-texts'

/** `names` are what `load` reads without guessing; `labels` what people read. */
export type Headers = 'names' | 'labels'

/** One column of a file over the rows of a catalogue. */
export interface RowColumn extends FileColumn {
  /** Wire keys that `read` looks at; none where the driver's own value is enough. */
  needs(reading: Reading): readonly string[]
  /** @param row what the driver gave, null where it is not at hand */
  read(reading: Reading, row: Row | null, item: JsonObject): FileValue
}

export interface ColumnsOf {
  readonly context: RecordContext
  readonly wire: WireColumns
  readonly headers: Headers
}

/**
 * Every field that the asker sees, in the schema's order; a reference is two columns, its id and its label. Read as `exact`, values are
 * lossless texts, decimals with the digits they were stored with.
 */
export function allColumns(of: ColumnsOf): RowColumn[] {
  const { context, headers } = of
  const { entity } = context
  // A version tells of one moment of one database, nothing that a file should carry back.
  return [...seenFields(context).fields.keys()].flatMap((name): RowColumn[] => {
    const field = entity.fields[name]
    // Rows of a record stand in its own sheet, not in a list's.
    if (!field || field.children || name === 'version') return []
    const label = labelOf(of, field, name)
    if (!field.ref) return [valueColumn(of, label, field, name)]
    // Several references are names that a load finds again, or their ids.
    if (field.virtual) return [headers === 'names' ? valueColumn(of, name, field, name) : labelColumn(label, name)]
    return [
      valueColumn(of, headers === 'names' ? name : idHeader(label), field, name),
      labelColumn(headers === 'names' ? labelKey(name) : label, name),
    ]
  })
}

/**
 * The columns that were asked for, in that order: fields, `<reference>__label`, and what references expand to. Under labels a reference
 * is the text that stands for its record.
 * @throws {AppError} FILTER_UNKNOWN for one that is not there
 */
export function chosenColumns(of: ColumnsOf, names: readonly string[]): RowColumn[] {
  const { context, headers } = of
  const { entity } = context
  return names.map((name) => {
    const reference = /^(.+)__label$/.exec(name)?.[1] ?? name
    const own = entity.fields[reference]
    if (own?.ref && seenFields(context).fields.has(reference) && (headers === 'labels' || name !== reference)) {
      return labelColumn(headers === 'names' ? name : labelOf(of, own, reference), reference)
    }
    // What has no column of its own is read with its row.
    if (own?.virtual && !own.children && name === reference && seenFields(context).fields.has(name)) return valueColumn(of, labelOf(of, own, name), own, name)
    const asked = askedColumn(context, name)
    if (!asked) throw unknownKey(context, 'records.column_unknown', name)
    // What a reference brings is called as the reference, where it has no word of its own.
    const bringer = Object.values(entity.fields).find(({ ref }) => ref && Object.hasOwn(ref.expand, name))
    return valueColumn(of, labelOf(of, entity.fields[name] ?? bringer ?? asked.field, name), asked.field, name)
  })
}

/** Header of a reference's id where its label has the plain one. */
export const idHeader = (label: string): string => `${label} (id)`

const labelOf = ({ context: { runtime, actor, resource }, headers }: ColumnsOf, field: Field, name: string): string =>
  headers === 'names' ? name : fieldLabel(runtime.words, actor.language, resource, field, name)

function labelColumn(label: string, reference: string): RowColumn {
  return {
    label,
    align: 'left',
    needs: () => [labelKey(reference)],
    read(_reading, _row, item) {
      const text = item[labelKey(reference)]
      return Array.isArray(text) ? text.map(textOf).join('; ') : textOf(text)
    },
  }
}

const textOf = (value: Json | undefined): string => (value === null || value === undefined ? '' : String(value))

function valueColumn({ context, wire, headers }: ColumnsOf, label: string, field: Field, name: string): RowColumn {
  const { runtime, actor, entity, settings } = context
  const type = typeOf(field, runtime.fieldTypes)
  const style: TextStyle =
    headers === 'names' ? { language: actor.language, zone: 'UTC', decimal: '.' } : textStyle(actor.language, settings)
  const texts = new ValueTexts(context)
  // What a reference brings is read from its record: only the field's own column is there undecoded.
  const rawOf = entity.fields[name] === field && !field.virtual ? sqlTypeOf(runtime.fieldSql, field).raw : undefined
  // Choices in the asker's words, where they tell each other apart; a load reads the words of every language.
  const isWorded = headers === 'labels' && texts.distinct(field)
  const kind = kindOf(field, type)
  // Nothing but its digits is asked, and no rule hides them in some rows.
  const isPlain = rawOf !== undefined && seenFields(context).fields.get(name) === null && !isWorded
  const isNumber = kind === 'number' || kind === 'money'
  return {
    label,
    align: isNumber ? 'right' : 'left',
    ...(type.toGeometry && { geometry: (text: string) => geometryOf(type, field, text) }),
    needs: (reading) => (isPlain && reading === 'exact' ? [] : [name]),
    read(reading, row, item) {
      if (isPlain && reading === 'exact' && row) {
        const digits = wire.raw(row, name)
        return digits === null ? '' : rawOf(digits, field)
      }
      const value = item[name] ?? null
      // Absent: hidden in this row.
      if (value === null) return ''
      const raw = rawOf && row ? rawOf(wire.raw(row, name), field) : null
      if (reading === 'exact') return raw ?? (isWorded ? texts.shown(value, field, null) : type.toText(value, field, style))
      return reading === 'shown' ? texts.shown(value, field, raw) : texts.typed(value, field, raw)
    },
  }
}

function geometryOf(type: FieldType, field: Field, text: string): JsonObject | null {
  const read = type.fromText(text, field)
  return 'value' in read && read.value !== null ? type.toGeometry?.(read.value) ?? null : null
}
