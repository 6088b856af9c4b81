import type { FieldTypes } from '../../../model/field-type'
import type { Model } from '../../../model/model'
import { typeName } from '../../../model/record-types'
import type { FieldSqls } from './column-sql'
import { desiredShape } from './desired-shape'
import type { OwnTable } from './own-table'

/** A column as needed for the types. */
interface TypedColumn {
  readonly name: string
  /** As PostgreSQL's `format_type` writes it. */
  readonly type: string
  readonly notNull: boolean
  /** Inserts may leave it out. */
  readonly given: boolean
  /** TypeScript of its texts, if only some are allowed. */
  readonly texts?: string
}

/**
 * What the database client makes of a value (`database/raw-forms.ts`): a TypeScript type, or one of those in the header.
 */
const READ_AS: { readonly [type: string]: string } = {
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  // Beyond 2^53 it would be a text; field types keep whole numbers below that.
  bigint: 'number',
  boolean: 'boolean',
  text: 'string',
  point: 'string',
  polygon: 'string',
  date: 'string',
  'time without time zone': 'string',
  numeric: 'Exact',
  'timestamp with time zone': 'Moment',
  'timestamp(3) with time zone': 'Moment',
  jsonb: 'Parsed',
}

const header = ({
  from,
  json,
}: TypesFile): string => `// Made from ${from} by \`npm run generate\`; changes here are lost.
import type { ColumnType } from 'kysely'
import type { Json } from '${json}'

/** A decimal number: read as its digits. \`Empty\` is null where the column may be empty. */
type Exact<Empty = never> = ColumnType<string | Empty, string | number | Empty, string | number | Empty>
/** A point in time: read as PostgreSQL writes it. */
type Moment<Empty = never> = ColumnType<string | Empty, string | Date | Empty, string | Date | Empty>
/** JSON: read as what it says, written as its text. */
type Parsed<Empty = never> = ColumnType<Json | Empty, string | Empty, string | Empty>
/** The database has a value where an insert has none. */
type Given<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
`

/** Where types of tables are written. */
interface TypesFile {
  /** What they are made from. */
  readonly from: string
  /** The path from there to `src/model/json`. */
  readonly json: string
  /** The interface of all tables. */
  readonly name: string
  /** Columns whose texts others add to. */
  readonly open?: readonly string[]
}

const APPLICATION: TypesFile = {
  from: "schemas/ and the features' own tables",
  json: '../src/model/json',
  name: 'AppTables',
}

/**
 * TypeScript source with one interface per table, as Kysely takes them: `services` → `interface Services`, and
 * one with all of them: the tables of the Model, those of its `refs` fields, and those of code.
 */
export function tableTypes(
  model: Model,
  fieldTypes: FieldTypes,
  fieldSql: FieldSqls,
  own: { readonly [table: string]: OwnTable },
  file: TypesFile = APPLICATION,
): string {
  const tables = [
    ...desiredShape(model, fieldSql).tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column): TypedColumn => {
        const field = model.entities[name]?.fields[column.name]
        const isOpen = file.open?.includes(column.name) === true
        const texts = column.type === 'text' && field && !isOpen ? fieldTypes[field.type]?.typescript(field) : undefined
        return { ...column, given: column.identity || column.default !== null, texts }
      }),
    })),
    ...Object.entries(own).map(([name, columns]) => ({
      name,
      columns: Object.entries(columns).map(
        ([column, { type, notNull, identity, values }]): TypedColumn => ({
          name: column,
          type,
          notNull: Boolean(notNull ?? identity),
          given: Boolean(identity),
          texts: values?.map((value) => JSON.stringify(value)).join(' | '),
        }),
      ),
    })),
  ]
  const interfaces = tables.map(
    ({ name, columns }) =>
      `interface ${typeName(name)} {\n${columns.map((column) => `  ${column.name}: ${typeOf(column)}\n`).join('')}}\n`,
  )
  const list = tables.map(({ name }) => `  ${name}: ${typeName(name)}\n`)
  return [
    header(file),
    ...interfaces,
    `/** Every table by its name. */\nexport interface ${file.name} {\n${list.join('')}}\n`,
  ].join('\n')
}

/** @throws on a column whose type it does not know */
function typeOf({ name, type, notNull, given, texts }: TypedColumn): string {
  const plain = texts ?? READ_AS[type]
  if (plain === undefined) {
    throw new Error(`The column ${name} has the type ${type}. Add the type to READ_AS in migrate/table-types.ts.`)
  }
  const isWrapped = /^[A-Z]\w*$/.test(plain)
  const whole = notNull ? plain : isWrapped ? `${plain}<null>` : `${plain} | null`
  return given ? `Given<${whole}>` : whole
}
