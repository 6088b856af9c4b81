import { anyId } from '../../../model/any-reference'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import { leavesOf, valueWithin } from '../../../model/inner-field'
import type { FieldType, TextStyle } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { askedColumn } from '../../records/read/asked-column'
import { unknownKey } from '../../records/read/filter-condition'
import { columnLabel, resourceTitle } from '../../records/fields/labels'
import { textStyle } from '../../records/fields/text-style'
import type { PresentAt } from '../../language/feature/hooks'
import type { RecordContext } from '../../records/record-context'
import { holdsRule } from '../../records/said/said-rules'
import { sqlTypeOf, type Row } from '../../records/fields/row-columns'
import { seenFields } from '../../records/fields/seen-fields'
import { labelKey } from '../../records/fields/row-columns'
import type { WireColumns } from '../../records/read/wire-columns'
import type { DocumentColumn, FileValue, FileReading } from './file-document'
import { kindOf, ValueTexts } from '../../records/fields/value-texts'

/** `names` are what `load` reads without guessing; `labels` are for people. */
type Headers = 'names' | 'labels'

/** One column of a file over the rows of a catalogue. */
export interface RowColumn extends DocumentColumn {
  /** Wire keys that `read` uses; none where the driver's own value is enough. */
  needs(reading: FileReading): readonly string[]
  /** @param row the driver's row, null where it is not available */
  read(reading: FileReading, row: Row | null, item: JsonObject): FileValue
}

export interface ColumnsOf {
  readonly context: RecordContext
  readonly wire: WireColumns
  readonly headers: Headers
}

/**
 * Every field that the asker sees, in the schema's order; a reference is two columns, its id and its label. Read as
 * `exact`, values are lossless texts, decimals with the digits they were stored with.
 */
export function allColumns(of: ColumnsOf): RowColumn[] {
  const { context, headers } = of
  const { entity } = context
  // A version belongs to one moment of one database; a file should not bring it back.
  return [...seenFields(context).fields.keys()].flatMap((name): RowColumn[] => {
    const field = entity.fields[name]
    // Rows of a record go on its own sheet, not into a list's.
    if (!field || field.children || name === 'version') return []
    const label = labelOf(of, field, name)
    // A load reads the whole; people read its values.
    if (field.properties && headers === 'labels')
      return leavesOf(field).map((leaf) => valueColumn(of, labelOf(of, leaf, leaf.name), leaf, leaf.name))
    if (!field.ref && !field.refAny) return [valueColumn(of, label, field, name)]
    // Several references are written as names that a load finds again, or as their ids.
    if (field.virtual) return [headers === 'names' ? valueColumn(of, name, field, name) : labelColumn(label, name)]
    return [
      valueColumn(of, headers === 'names' ? name : idHeader(label), field, name),
      labelColumn(headers === 'names' ? labelKey(name) : label, name, kindWords(of, field)),
    ]
  })
}

/**
 * The requested columns in their order: fields, `<reference>__label`, and what references expand to. Under labels a
 * reference is its record's label.
 * @throws {AppError} FILTER_UNKNOWN for an unknown one
 */
export function requestedColumns(of: ColumnsOf, names: readonly string[]): RowColumn[] {
  const { context, headers } = of
  const { entity } = context
  return names
    .flatMap((name) => {
      const whole = entity.fields[name]
      return whole?.properties && headers === 'labels' && seenFields(context).fields.has(name)
        ? leavesOf(whole).map((leaf) => leaf.name)
        : [name]
    })
    .map((name) => {
      const reference = /^(.+)__label$/.exec(name)?.[1] ?? name
      const own = entity.fields[reference]
      if (
        own &&
        (own.ref || own.refAny) &&
        seenFields(context).fields.has(reference) &&
        (headers === 'labels' || name !== reference)
      ) {
        return labelColumn(headers === 'names' ? name : labelOf(of, own, reference), reference, kindWords(of, own))
      }
      // A field without a column of its own is read from its row.
      if (own?.virtual && !own.children && name === reference && seenFields(context).fields.has(name))
        return valueColumn(of, labelOf(of, own, name), own, name)
      const asked = askedColumn(context, name)
      if (!asked) throw unknownKey(context, 'records.column_unknown', name)
      const label = labelOf(of, asked.field, name)
      const isNamed = headers === 'labels' && Object.values(entity.fields).some(({ ref }) => ref?.named?.includes(name))
      return isNamed ? labelColumn(label, name) : valueColumn(of, label, asked.field, name)
    })
}

/** Header of a reference's id where its label has the plain one. */
export const idHeader = (label: string): string => `${label} (id)`

const labelOf = (
  { context: { runtime, actor, resource, entity }, headers }: ColumnsOf,
  field: Field,
  name: string,
): string => (headers === 'names' ? name : columnLabel(runtime.words, actor.language, resource, entity, field, name))

/**
 * Of a reference to one of several catalogues: their titles, which come before the records' names and are read back by
 * an import.
 */
function kindWords(
  { context: { model, runtime, actor }, headers }: ColumnsOf,
  { refAny }: Field,
): ReadonlyMap<string, string> | null {
  if (!refAny || headers === 'names') return null
  return new Map(
    refAny.targets.map(({ kind, resource, title }) => {
      const catalogue = model.resources[resource ?? kind]
      return [kind, catalogue ? resourceTitle(runtime.words, actor.language, catalogue) : title]
    }),
  )
}

function labelColumn(label: string, reference: string, kinds: ReadonlyMap<string, string> | null = null): RowColumn {
  return {
    label,
    align: 'left',
    needs: () => (kinds ? [labelKey(reference), reference] : [labelKey(reference)]),
    read(_reading, _row, item) {
      const text = item[labelKey(reference)]
      const kind = kinds?.get(anyId(item[reference])?.kind ?? '')
      if (kind !== undefined) return `${kind}: ${exactText(text)}`
      return Array.isArray(text) ? text.map(exactText).join('; ') : exactText(text)
    },
  }
}

const exactText = (value: Json | undefined): string => (value === null || value === undefined ? '' : String(value))

function valueColumn({ context, wire, headers }: ColumnsOf, label: string, field: Field, name: string): RowColumn {
  const { runtime, actor, entity, settings } = context
  const type = typeOf(field, runtime.fieldTypes)
  const style: TextStyle =
    headers === 'names' ? { language: actor.language, zone: 'UTC', decimal: '.' } : textStyle(actor.language, settings)
  const texts = new ValueTexts(context)
  // A field that a reference expands to is read from the item: only the field's own column is available undecoded.
  const rawOf = entity.fields[name] === field && !field.virtual ? sqlTypeOf(runtime.fieldSql, field).raw : undefined
  // Choices as the asker's labels, where these are distinct, and answers in their own words; a load reads the labels of
  // every language.
  const isWorded = headers === 'labels' && (texts.distinct(field) || field.answers !== undefined)
  const kind = kindOf(field, type)
  // Only its digits are needed, and no rule hides them in some rows.
  const isPlain = rawOf !== undefined && seenFields(context).fields.get(name) === null && !isWorded
  const isNumber = kind === 'number' || kind === 'money'
  const [outer = name, ...path] = name.split('.')
  if (headers === 'labels' && entity.fields[name] === field) {
    const said = sentenceColumn(context, label, name)
    if (said) return said
  }
  return {
    label,
    align: isNumber ? 'right' : 'left',
    ...(type.toGeometry && { geometry: (text: string) => geometryOf(type, field, text) }),
    needs: (reading) => (isPlain && reading === 'exact' ? [] : [outer]),
    read(reading, row, item) {
      const address = item[outer]
      if (reading === 'printed' && type.file && typeof address === 'string') {
        return { picture: address, name: type.toText(address, field, style) }
      }
      if (isPlain && reading === 'exact' && row) {
        const digits = wire.raw(row, name)
        return digits === null ? '' : rawOf(digits, field)
      }
      const value = valueWithin(item[outer], path)
      // Absent: hidden in this row.
      if (value === null) return ''
      const raw = rawOf && row ? rawOf(wire.raw(row, name), field) : null
      if (reading === 'exact')
        return raw ?? (isWorded ? texts.shown(value, field, null) : type.toText(value, field, style))
      if (reading === 'typed') return texts.typed(value, field, raw)
      const text = texts.shown(value, field, raw)
      return reading === 'printed' ? texts.measured(text, field) : text
    },
  }
}

/**
 * Of a json that is read as a sentence: a rule, whose sentence comes with its record, and what a feature says of a
 * field.
 */
function sentenceColumn(context: RecordContext, label: string, name: string): RowColumn | null {
  const { runtime, entity, actor, now, settings, model } = context
  const align = 'left' as const
  if (holdsRule(entity, name))
    return { label, align, needs: () => [name, 'id'], read: (_reading, _row, item) => exactText(item[labelKey(name)]) }
  const said = runtime.hooks(entity.name).flatMap((hooks) => hooks.said?.[name] ?? [])[0]
  if (!said) return null
  const at: PresentAt = {
    now,
    actor,
    settings,
    model,
    say: (key, params) => runtime.words.say(actor.language, key, params),
  }
  return { label, align, needs: () => [name, ...said.reads], read: (_reading, _row, item) => said.say(item, at) }
}

function geometryOf(type: FieldType, field: Field, text: string): JsonObject | null {
  const read = type.fromText(text, field)
  return 'value' in read && read.value !== null ? (type.toGeometry?.(read.value) ?? null) : null
}
