import type { CellStyle, DataValidation, WriteSheet } from 'hucre'
import { writeXlsx } from 'hucre/xlsx'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import { safeText } from '../export/csv-cell'
import type { RecordContext } from '../../records/record-context'
import { importFields, targetsOf } from './import-columns'
import { choices } from '../../../model/rules/choices'
import { ReferenceTarget } from './reference-target'
import { choiceText, fieldHelp, flagWords } from '../../records/fields/labels'
import { sayError } from '../../platform/answers/say-error'
import { columnLetter } from '../../platform/sheets/find-header'
import { holdsSeveral } from './read-row'

/** Errors whose sentence says nothing about how a value is written. */
const SAYS_LITTLE = new Set(['characters', 'text', 'pattern', 'required', 'max', 'min'])

/**
 * What a user needs to know to fill in a column: whether it is required, the field's own help, what its type accepts
 * (the sentence shown for a wrong value), and how long it may be.
 */
function hintOf(context: RecordContext, field: Field, required: boolean): string {
  const {
    runtime: { words, fieldTypes },
    actor,
    resource,
  } = context
  const say = (key: string, params?: { [name: string]: string | number }) =>
    words.say(actor.language, `import.hint.${key}`, params)
  const type = typeOf(field, fieldTypes)
  const isListed =
    choices(field).length > 0 || (type.inFiles === 'flag' && flagWords(words, actor.language, field) !== null)
  const error =
    field.ref || isListed
      ? null
      : type
          .invalid(field)
          .map((value) => type.check(value, field))
          .find((one) => one !== null && !SAYS_LITTLE.has(one.key))
  const { maxLength } = field.schema
  return [
    required ? say('required') : '',
    sentence(fieldHelp(words, actor.language, resource, field)),
    field.ref ? say(type.json === 'array' ? 'several' : 'one') : '',
    isListed ? say('choice') : '',
    error && !(type.json === 'string' && type.operators.includes('contains') && error.key.startsWith('too_'))
      ? sayError(words, actor.language, error)
      : '',
    typeof maxLength === 'number' ? say('length', { max: maxLength }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

/** Nobody looks through a longer list, and it would make every file larger. */
const MAX_VALUES = 1000

/** The values that a field may have, as written in a file; null: any, or too many to list. */
async function allowedValues(context: RecordContext, field: Field): Promise<readonly string[] | null> {
  const { runtime, actor } = context
  const list = choices(field)
  if (list.length > 0) return list.map(({ value }) => choiceText(runtime.words, actor.language, field, value))
  const sides =
    typeOf(field, runtime.fieldTypes).inFiles === 'flag' ? flagWords(runtime.words, actor.language, field) : null
  if (sides) return sides
  const target = field.ref && context.model.entities[field.ref.to]
  if (!target) return null
  return runtime.database.transaction((tx) => new ReferenceTarget(context, field, target).names(tx, MAX_VALUES))
}

/** Rows below the header that get the lists of allowed values. */
const VALIDATED_ROWS = 5000
const HEADING: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EEF4' } },
}
const REQUIRED: CellStyle = { ...HEADING, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FDE9D9' } } }

/** A column of the file to be filled in. */
interface FormatColumn {
  readonly field: Field
  readonly name: string
  readonly required: boolean
  readonly hint: string
  readonly allowed: readonly string[] | null
}

/**
 * The empty file of an import: headings in the asker's language, a star at required ones, a note at each, lists of
 * allowed values where they are few enough, and a second sheet with the same in words.
 */
export async function formatFile(context: RecordContext): Promise<Uint8Array> {
  const targets = new Map(targetsOf(context).map((target) => [target.key, target]))
  const columns: FormatColumn[] = []
  for (const field of importFields(context)) {
    const target = targets.get(field.name)
    if (!target) continue
    const allowed = await allowedValues(context, field)
    columns.push({
      field,
      name: target.name,
      required: target.required,
      hint: hintOf(context, field, target.required),
      allowed,
    })
  }
  const say = (key: string) => context.runtime.words.say(context.actor.language, `import.format.${key}`)
  const listed = columns.filter(({ allowed }) => allowed !== null)
  return writeXlsx({
    sheets: [
      rowsSheet(context, columns, listed, say('rows'), say('values')),
      ...(listed.length > 0 ? [valuesSheet(listed, say('values'))] : []),
      helpSheet(columns, say),
    ],
  })
}

function rowsSheet(
  context: RecordContext,
  columns: readonly FormatColumn[],
  listed: readonly FormatColumn[],
  name: string,
  values: string,
): WriteSheet {
  const validations = listed.flatMap((column, i): DataValidation[] => {
    const letter = columnLetter(columns.indexOf(column))
    const rows = column.allowed?.length ?? 0
    if (rows === 0) return []
    return [
      {
        type: 'list',
        formula1: `'${values}'!$${columnLetter(i)}$2:$${columnLetter(i)}$${rows + 1}`,
        range: `${letter}2:${letter}${VALIDATED_ROWS}`,
        // A cell may hold several references with semicolons between, which a list cannot validate.
        allowBlank: true,
        showErrorMessage: !holdsSeveral(context, column.field),
        errorStyle: 'warning',
        errorTitle: column.name,
        errorMessage: column.hint.slice(0, 220),
      },
    ]
  })
  return {
    name,
    columns: columns.map(({ name: title, field }) => ({
      width: Math.max(14, Math.min(40, title.length + 6)),
      ...(isText(context, field) ? { numFmt: '@' } : {}),
    })),
    rows: [columns.map(({ name: title, required }) => heading(title, required))],
    cells: new Map(
      columns.map(({ name: title, required, hint }, i) => [
        `0,${i}`,
        {
          value: heading(title, required),
          type: 'string' as const,
          style: required ? REQUIRED : HEADING,
          ...(hint ? { comment: { text: hint } } : {}),
        },
      ]),
    ),
    dataValidations: validations,
    freezePane: { rows: 1 },
  }
}

/** Allowed values, a column each. */
function valuesSheet(listed: readonly FormatColumn[], name: string): WriteSheet {
  const max = Math.max(...listed.map(({ allowed }) => allowed?.length ?? 0))
  const rows = Array.from({ length: max }, (_, row) =>
    listed.map(({ allowed }) => (allowed?.[row] === undefined ? null : safeText(allowed[row]))),
  )
  return {
    name,
    columns: listed.map(() => ({ width: 28, numFmt: '@' })),
    rows: [listed.map(({ name: title }) => title), ...rows],
    freezePane: { rows: 1 },
  }
}

function helpSheet(columns: readonly FormatColumn[], say: (key: string) => string): WriteSheet {
  const rows = columns.map(({ name, required, hint }) => [name, say(required ? 'yes' : 'no'), hint])
  return {
    name: say('help'),
    columns: [{ width: 26 }, { width: 14 }, { width: 90 }],
    rows: [[say('column'), say('required'), say('hint')], ...rows],
    freezePane: { rows: 1 },
  }
}

const heading = (name: string, required: boolean): string => (required ? `${name} *` : name)

/** Codes with leading zeros must stay as they are typed. */
function isText({ runtime }: RecordContext, field: Field): boolean {
  const type = typeOf(field, runtime.fieldTypes)
  return type.json === 'string' && type.operators.includes('contains')
}
