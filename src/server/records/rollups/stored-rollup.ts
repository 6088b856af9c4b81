import { sql } from 'kysely'
import type { Rollup } from '../../../model/rollup'
import type { Db } from '../../platform/database/database'

/** A rollup as the database keeps it: a row of `engine_rollups`, and a table of its own once that is made. */
export interface StoredRollup extends Rollup {
  readonly id: number
  readonly entity: string
  /** Whether `at` is a moment, and not a day. */
  readonly isMoment: boolean
}

/** A rollup whose table is there, for the clock of a zone. */
export interface MadeRollup extends StoredRollup {
  readonly table: string
  readonly zone: string
  /** Every bucket has been counted once: what is not marked is right. */
  readonly isReady: boolean
  /** Buckets from here on have been counted; null: none. */
  readonly builtTo: string | null
}

/** Columns of a rollup's table beside the moment and the fields it is divided by, which have their fields' names. */
export const ROWS_COLUMN = '~n'
export const sumColumn = (name: string): string => `~sum ${name}`
/** Rows that have a value in a field: what its mean is divided by. */
export const filledColumn = (name: string): string => `~n ${name}`

/** Why two rollups are one: all that a table of them depends on but the zone. */
export const definitionOf = ({ entity, each, at, by, sum }: Rollup & { readonly entity: string }): string =>
  JSON.stringify([entity, each, at, by, sum])

/** Whether there is a place for rollups: a project without any has none. */
export async function hasRollups(db: Db): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ there: boolean }>`select to_regclass('engine_rollups') is not null as there`.execute(db)
  return row?.there === true
}

interface StoredRow {
  readonly id: number
  readonly entity: string
  readonly unit: string
  readonly at_field: string
  readonly dims: readonly string[]
  readonly sums: readonly string[]
  readonly is_moment: boolean
  readonly name: string | null
  readonly zone: string | null
  readonly ready: boolean
  readonly built_to: string | null
  readonly retired: boolean
}

/**
 * All rollups that the database keeps, the smallest of each entity first; retired ones are kept up for some minutes
 * more.
 */
export async function storedRollups(
  db: Db,
): Promise<readonly (StoredRollup & { readonly made: MadeRollup | null; readonly isRetired: boolean })[]> {
  const { rows } = await sql<StoredRow>`select id, entity, unit, at_field, dims, sums, is_moment, name, zone, ready,
      built_to::text as built_to, date_retired is not null as retired
    from engine_rollups order by entity, place, id`.execute(db)
  return rows.map((row) => {
    const rollup: StoredRollup = {
      id: row.id,
      entity: row.entity,
      each: row.unit === 'hour' ? 'hour' : 'day',
      at: row.at_field,
      by: row.dims,
      sum: row.sums,
      isMoment: row.is_moment,
    }
    const made =
      row.name === null || row.zone === null
        ? null
        : { ...rollup, table: row.name, zone: row.zone, isReady: row.ready, builtTo: row.built_to }
    return { ...rollup, made, isRetired: row.retired }
  })
}

/**
 * Begins a change of rollups, inside a transaction: one process at a time counts them, whoever holds the election, so
 * that no older count replaces a newer one. The statements that follow see all that was committed before.
 */
export async function lockRollups(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('engine_rollups'))`.execute(tx)
}
