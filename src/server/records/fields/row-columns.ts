import { sql, type RawBuilder } from 'kysely'
import type { FieldSql } from '../../../fields/field-sql'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { fieldColumn } from '../../language/rules/field-column'

export type Row = { readonly [column: string]: unknown }
/** Takes one wire value out of a row, for a session: addresses of files are its own. */
export type Read = (row: Row, id_session?: number | null) => Json

/**
 * The columns of one select list, each selected once, under short names: PostgreSQL would cut long ones at 63 bytes.
 */
export class RowColumns {
  readonly columns: RawBuilder<unknown>[] = []
  readonly #fieldSql: { readonly [type: string]: FieldSql }
  readonly #reads = new Map<string, Read>()
  readonly #names = new Map<string, string>()

  constructor(fieldSql: { readonly [type: string]: FieldSql }) {
    this.#fieldSql = fieldSql
  }

  field(alias: string, field: Field): Read {
    const key = `${alias}.${field.name}`
    const known = this.#reads.get(key)
    if (known) return known
    this.#names.set(key, `c${this.columns.length}`)
    const read = this.value(fieldColumn(alias, field, this.#fieldSql), field)
    this.#reads.set(key, read)
    return read
  }

  /** The driver's undecoded value of a field that `field` reads: its exact digits. */
  raw(alias: string, field: Field): (row: Row) => unknown {
    this.field(alias, field)
    const name = this.#names.get(`${alias}.${field.name}`) ?? ''
    return (row) => row[name] ?? null
  }

  /** Any expression whose values are those of a field. */
  value(expression: RawBuilder<unknown>, field: Field): Read {
    const name = this.#add(expression)
    const type = sqlTypeOf(this.#fieldSql, field)
    return (row) => {
      const raw = row[name]
      return raw === null || raw === undefined ? null : type.decode(raw, field)
    }
  }

  /** Any expression, with values as the driver returns them. */
  any(expression: RawBuilder<unknown>): (row: Row) => unknown {
    const name = this.#add(expression)
    return (row) => row[name]
  }

  flag(condition: RawBuilder<boolean>): (row: Row) => boolean {
    const name = this.#add(condition)
    return (row) => row[name] === true
  }

  #add(expression: RawBuilder<unknown>): string {
    const name = `c${this.columns.length}`
    this.columns.push(sql`${expression} as ${sql.id(name)}`)
    return name
  }
}

/** The SQL half of a field's type. */
export function sqlTypeOf(fieldSql: { readonly [type: string]: FieldSql }, field: Field): FieldSql {
  const type = fieldSql[field.type]
  if (!type) throw new Error(`The field type "${field.type}" has no SQL half.`)
  return type
}

/** Wire key of the label of a reference's record, e.g. `id_role__label`. */
export const labelKey = (field: string): string => `${field}__label`

/** Wire key of the colours of a record's tags: `tags__color`. */
export const colorKey = (field: string): string => `${field}__color`

/** An item of an answer while its values are added, one `Put` after the other. */
export type Item = { [key: string]: Json }
export type Put = (item: Item, row: Row, id_session: number | null) => void
