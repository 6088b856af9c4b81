import { Type, type Static, type TSchema } from 'typebox'
import type { BoardAnswer } from '../../../model/board'
import type { CatalogueAnswers, SavedRow, Undo } from '../../../model/catalogue-answers'
import type { Json, JsonObject } from '../../../model/json'
import { EACH, type Stat } from '../../../model/stat'
import { orNull } from '../../../model/wire'

// The answers that the console and the server share as interfaces, described for other programs. The compiler holds
// each to its interface: a field more or less, or of another type, does not compile. The browser has none of this.

/** Whether two types have the same fields of the same types, whatever of them is read-only. */
type IsSame<A, B> = Exactly<Plain<A>, Plain<B>>
type Exactly<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Any JSON stays what it is; an interface of optional fields alone takes nothing that has none of them. */
type Plain<T> = [{ readonly anything: JsonObject }] extends [T]
  ? T
  : T extends readonly (infer One)[]
    ? number extends T['length']
      ? readonly Plain<One>[]
      : { readonly [K in keyof T]: Plain<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T

/** What is said where a description is not that of the interface. */
interface NotTheAnswer {
  readonly 'this schema is not the interface that client and server share': true
}

export const described =
  <T>() =>
  <S extends TSchema>(schema: S & (IsSame<Static<S>, T> extends true ? unknown : NotTheAnswer)): S =>
    schema

const record = (name: string) => Type.Unsafe<JsonObject>({ $ref: `#/components/schemas/${name}` })
export const texts = <S extends string>(values: readonly S[], options: JsonObject = {}) =>
  Type.Unsafe<S>({ enum: [...values], ...options })

const FILTERS = Type.Unsafe<JsonObject | null>({
  type: ['object', 'null'],
  description: "The list's filters that find these rows; null: no one query says it.",
})
const NUMBER = Type.Unsafe<Json>({
  description: 'A number; of money and decimals as their field has it; null: nothing to take a mean of.',
})
const LACKING = Type.Optional(
  Type.Integer({ description: 'Rows that hide from the asker what is added up; absent: none does.' }),
)

/** The list divided by the values of a field. @param name the schema of a record */
export const boardSchema = (name: string) =>
  described<BoardAnswer>()(
    Type.Object({
      by: Type.String(),
      total: Type.Integer(),
      columns: Type.Array(
        Type.Object({
          value: Type.Unsafe<string | number | null>({
            type: ['string', 'integer', 'null'],
            description: 'null: the records without a value.',
          }),
          label: Type.String(),
          color: Type.Optional(Type.String()),
          count: Type.Integer({ description: 'All its records.' }),
          sum: Type.Optional(
            Type.Unsafe<Json>({ type: ['number', 'string', 'null'], description: 'Of all its records.' }),
          ),
          items: Type.Array(record(name), { description: 'The first ones.' }),
          after: Type.Optional(
            Type.String({ description: 'There are more: the list filtered by this value has them.' }),
          ),
        }),
      ),
      others: Type.Optional(
        Type.Object(
          { columns: Type.Integer(), count: Type.Integer() },
          { description: 'Columns beyond those, and their records.' },
        ),
      ),
    }),
  )

const PART = {
  key: orNull(Type.String()),
  label: orNull(Type.String()),
  value: NUMBER,
  count: Type.Integer(),
  lacking: LACKING,
  filters: FILTERS,
}

/** The numbers of a catalogue. */
export const statsSchema = (stats: readonly Pick<Stat, 'id'>[]) =>
  described<CatalogueAnswers['stats']>()(
    Type.Object({
      items: Type.Array(
        Type.Object({
          id: texts<string>(stats.map(({ id }) => id)),
          value: NUMBER,
          count: Type.Integer({ description: 'Rows that it is over.' }),
          lacking: LACKING,
          filters: FILTERS,
          before: Type.Optional(Type.Unsafe<Json>({ description: 'The same over the like time before.' })),
          parts: Type.Optional(
            Type.Array(Type.Object({ ...PART, split: Type.Optional(Type.Array(Type.Object(PART))) })),
          ),
          each: Type.Optional(texts(EACH, { description: 'The length of time of a part.' })),
          extent: Type.Optional(
            orNull(
              Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
                description: 'Of a map: west, south, east, north.',
              }),
            ),
          ),
          others: Type.Optional(
            Type.Object(
              {
                parts: Type.Integer(),
                value: NUMBER,
                count: Type.Integer(),
                lacking: LACKING,
                filters: FILTERS,
              },
              { description: 'Values of a reference beyond those that are named.' },
            ),
          ),
        }),
      ),
      as_of: Type.String({ format: 'date-time' }),
    }),
  )

/** What stands on some days. */
export const calendarSchema = (name: string) =>
  described<CatalogueAnswers['calendar']>()(
    Type.Object({
      from: Type.String({ format: 'date' }),
      to: Type.String({ format: 'date' }),
      zone: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The zone whose days these are; null: the fields are dates.',
      }),
      items: Type.Array(record(name)),
      days: Type.Unsafe<{ [day: string]: number }>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'How many records stand on each day.',
      }),
      total: Type.Integer({ description: 'How many different records that is.' }),
      undated: Type.Integer({ description: 'Records without a day.' }),
      undated_is_exact: Type.Boolean({ description: 'false: there are at least so many.' }),
    }),
  )

const savedRow = (name: string) =>
  described<SavedRow>()(
    Type.Object({
      id: Type.Unsafe<number | string>({ type: ['integer', 'string'] }),
      ok: Type.Boolean(),
      msg: Type.String(),
      item: Type.Optional(record(name)),
      code: Type.Optional(Type.String()),
      errors: Type.Optional(
        Type.Unsafe<{ [field: string]: string }>({ type: 'object', additionalProperties: { type: 'string' } }),
      ),
      conflict: Type.Optional(
        Type.Unsafe<Json>({ description: 'Who changed it since its version: `by`, `at`, `fields`, `version`.' }),
      ),
    }),
  )

export const UNDO = described<Undo>()(
  Type.Object(
    { run: Type.String(), until: Type.String({ format: 'date-time' }), seconds: Type.Number() },
    { description: 'What takes it back, and until when.' },
  ),
)

/** What became of several saved rows. */
export const savedRowsSchema = (name: string) =>
  described<CatalogueAnswers['saveRows']>()(
    Type.Object({ msg: Type.String(), results: Type.Array(savedRow(name)), undo: Type.Optional(UNDO) }),
  )

/** A schema as OpenAPI has it. */
export const plainSchema = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject
