import { Type, type TSchema } from 'typebox'
import type { CatalogueAnswers, MergeView } from '../../../model/catalogue-answers'
import { IMPORT_STATES, type ImportItem, type ImportStatus, type ImportView } from '../../../model/import-answer'
import type { Json, JsonObject } from '../../../model/json'
import type { MapAnswer } from '../../../model/map-answer'
import type { HeatAnswer, HeatCell } from '../../../model/stat-answer'
import { ENCODINGS } from '../../../model/values/text-encoding'
import { orNull } from '../../../model/wire'
import { described, plainSchema, texts, UNDO } from './answer-schemas'

// What the console's own calls answer, the same of every catalogue: maps, merges and imports.

const record = Type.Unsafe<JsonObject>({ type: 'object', description: 'A record, as its catalogue has it.' })
const textsByKey = Type.Unsafe<{ [key: string]: string }>({ type: 'object', additionalProperties: { type: 'string' } })
const anyId = Type.Unsafe<number | string>({ type: ['integer', 'string'] })
const box = (description: string) =>
  Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], { description })

const mapSchema = described<MapAnswer>()(
  Type.Object({
    total: Type.Optional(Type.Integer({ description: 'Rows of the list; absent where it was not asked for.' })),
    placed: Type.Optional(Type.Integer({ description: 'Those of them that have a place.' })),
    extent: Type.Optional(orNull(box('What contains all places: west, south, east, north.'))),
    items: Type.Optional(Type.Array(record, { description: 'The rows, where they are few.' })),
    clusters: Type.Optional(
      Type.Array(
        Type.Object({
          n: Type.Integer(),
          lat: Type.Number(),
          lng: Type.Number(),
          box: box('The cell that they are counted in.'),
        }),
        { description: 'In place of them, where they are many.' },
      ),
    ),
  }),
)

const heatSchema = described<HeatAnswer>()(
  Type.Object({
    level: Type.Integer({
      description: '2^level cells go around the earth; fewer where those asked for are too many.',
    }),
    cells: Type.Array(
      Type.Unsafe<HeatCell>({
        type: 'array',
        prefixItems: [{ type: 'integer' }, { type: 'integer' }, { type: 'integer' }, {}],
        description: 'Column, line, rows, and what is measured.',
      }),
      { description: 'Cells of fewer than three rows are not told.' },
    ),
    as_of: Type.String({ format: 'date-time' }),
  }),
)

const mergeViewSchema = described<MergeView>()(
  Type.Object({
    gone: record,
    kept: record,
    fields: Type.Array(Type.String(), { description: 'Fields that differ and may be chosen.' }),
    uses: Type.Array(Type.Object({ resource: Type.String(), title: Type.String(), count: Type.Integer() }), {
      description: 'What refers to the record that goes, by catalogue.',
    }),
    others: Type.Boolean({ description: 'Records refer to it that the asker does not see, or may not change.' }),
  }),
)

const mergedSchema = described<CatalogueAnswers['merge']>()(
  Type.Object({ msg: Type.String(), id: anyId, undo: Type.Optional(UNDO) }),
)

const COUNTS = Type.Object({
  total: Type.Integer({ description: 'Rows read so far.' }),
  read: Type.Integer({ description: 'Still to be verified.' }),
  ok: Type.Integer(),
  wrong: Type.Integer(),
  warned: Type.Integer({ description: 'Rows with warnings, valid or not.' }),
  excluded: Type.Integer(),
  saved: Type.Integer(),
  created: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  undone: Type.Integer(),
  blanks: Type.Integer({ description: 'Values of existing records whose cell in the file is blank.' }),
  kept: Type.Integer({ description: 'Rows that could not be undone.' }),
})

const STATUS = {
  id: Type.Integer(),
  file_name: Type.String(),
  state: texts(IMPORT_STATES, {
    description: 'In `reading`, `verifying`, `saving` and `undoing` it works by itself: ask again.',
  }),
  date_created: Type.String({ format: 'date-time' }),
  date_saved: orNull(Type.String({ format: 'date-time' })),
  reading: orNull(
    Type.Object(
      { encoding: texts(ENCODINGS), by: texts(['mark', 'valid', 'broken', 'guess', 'chosen'] as const) },
      { description: 'How the text of the file was read; null: not yet, or a book.' },
    ),
  ),
  blanks: texts(['keep', 'empty'] as const, { description: 'What becomes of a value whose cell is blank.' }),
  expected: orNull(Type.Integer({ description: 'Rows of the file, if they are known before the end.' })),
  counts: COUNTS,
  can_save: Type.Boolean(),
  can_undo: Type.Boolean(),
  msg: Type.String({ description: 'Its progress, or what stopped it.' }),
}

const COLUMN = { name: Type.String(), key: Type.String() }

const itemSchema = described<ImportItem>()(
  Type.Object({
    row: Type.Integer({ description: 'Row of the sheet, line of a csv file.' }),
    cells: textsByKey,
    ok: Type.Boolean(),
    state: texts(['read', 'ok', 'wrong', 'saved', 'undone', 'kept'] as const),
    excluded: Type.Boolean(),
    errors: textsByKey,
    warnings: textsByKey,
    changes: Type.Array(Type.Object({ ...COLUMN, from: orNull(Type.String()), to: orNull(Type.String()) }), {
      description: 'What it changes in its record.',
    }),
    msg: Type.String(),
    saved: Type.Boolean(),
    saved_msg: Type.String(),
    id_record: Type.Unsafe<number | string | null>({ type: ['integer', 'string', 'null'] }),
    shown: Type.Optional(Type.String({ description: 'The value of the field that the import shows.' })),
  }),
)

const statusSchema = described<ImportStatus>()(Type.Object(STATUS))

const viewSchema = described<ImportView>()(
  Type.Object({
    ...STATUS,
    columns: Type.Array(Type.Object(COLUMN)),
    file_columns: Type.Array(Type.Object({ header: Type.String(), key: orNull(Type.String()) })),
    targets: Type.Array(Type.Object({ ...COLUMN, required: Type.Boolean() }), {
      description: "What the file's columns may fill.",
    }),
    items: Type.Array(itemSchema, { description: 'One page of the rows that the question finds.' }),
    found: Type.Integer(),
    page: Type.Integer(),
  }),
)

const listSchema = described<CatalogueAnswers['importList']>()(Type.Object({ items: Type.Array(statusSchema) }))

const RUN: ImportStatus = {
  id: 1,
  file_name: 'filas.csv',
  state: 'verified',
  date_created: '2026-11-23T15:00:00.000Z',
  date_saved: null,
  reading: { encoding: 'utf-8', by: 'valid' },
  blanks: 'keep',
  expected: 1,
  counts: {
    total: 1,
    read: 0,
    ok: 1,
    wrong: 0,
    warned: 0,
    excluded: 0,
    saved: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    undone: 0,
    blanks: 0,
    kept: 0,
  },
  can_save: true,
  can_undo: false,
  msg: '1',
}

const VIEW: ImportView = {
  ...RUN,
  columns: [{ name: 'Nombre', key: 'name' }],
  file_columns: [{ header: 'Nombre', key: 'name' }],
  targets: [{ name: 'Nombre', key: 'name', required: true }],
  items: [
    {
      row: 2,
      cells: { name: 'Toyota' },
      ok: true,
      state: 'ok',
      excluded: false,
      errors: {},
      warnings: {},
      changes: [],
      msg: '',
      saved: false,
      saved_msg: '',
      id_record: null,
    },
  ],
  found: 1,
  page: 1,
}

const response = <T extends object>(schema: TSchema, example: T): JsonObject => ({
  description: 'OK',
  content: {
    'application/json': {
      schema: {
        allOf: [{ type: 'object', required: ['ok'], properties: { ok: { const: true } } }, plainSchema(schema)],
      },
      example: { ok: true, ...example } as unknown as Json,
    },
  },
})

/** The answers of these calls, by name; several calls of an import answer the same. */
export const CONSOLE_RESPONSES = {
  Map: response(mapSchema, {
    total: 1,
    placed: 1,
    extent: [-77.1, -12.2, -77, -12.1],
    items: [{ id: 1 }],
  } satisfies MapAnswer),
  Heat: response(heatSchema, {
    level: 14,
    cells: [[4683, 8748, 12, 12]],
    as_of: '2026-11-23T15:00:00.000Z',
  } satisfies HeatAnswer),
  MergeView: response(mergeViewSchema, {
    gone: { id: 2 },
    kept: { id: 1 },
    fields: [],
    uses: [],
    others: false,
  } satisfies MergeView),
  Merged: response(mergedSchema, { msg: 'Unidos', id: 1 } satisfies CatalogueAnswers['merge']),
  ImportView: response(viewSchema, VIEW),
  ImportStatus: response(statusSchema, RUN),
  ImportList: response(listSchema, { items: [RUN] } satisfies CatalogueAnswers['importList']),
  ImportFormat: {
    description: 'OK',
    content: {
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
        schema: { type: 'string', format: 'binary' },
        example: 'filas.xlsx',
      },
    },
  },
} as const satisfies { readonly [name: string]: JsonObject }
