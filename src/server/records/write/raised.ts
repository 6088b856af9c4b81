import { sql, type RawBuilder } from 'kysely'

/** What every change of a row writes beside its columns. */
interface Raised {
  readonly version: RawBuilder<number>
  readonly date_updated: string
}

/**
 * The columns that say that a row was changed, for an update that is no `patchRecords`: `.set({ state: 'off',
 * ...raised(now) })`. Such a write is neither logged nor told: it is for rows of the program's own, which nobody
 * follows and no list of changes shows.
 */
export const raised = (now: Date): Raised => ({ version: sql<number>`version + 1`, date_updated: now.toISOString() })

/**
 * The same within a statement that the builder cannot express: `update rank_places p set place = f.place,
 * ${raisedIn('p', now)} from ...`.
 * @param alias of the table, or its name, as the statement calls it
 */
export const raisedIn = (alias: string, now: Date | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${raisedVersion(alias)}, date_updated = ${now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now}`

/** The version alone, where the statement itself says the dates. */
export const raisedVersion = (alias: string): RawBuilder<unknown> => sql`version = ${sql.ref(`${alias}.version`)} + 1`
