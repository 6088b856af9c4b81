import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import {
  MAX_ON_HOME,
  MAX_OWN_REPORTS,
  OWN_REPORTS,
  SHARED,
  type ReportKept,
  type Shared,
} from '../../../model/own-report'
import { isOfStaff, type Actor } from '../../../model/rights/actor'
import { assignableRoles } from '../../language/actor/role-rights'
import type { Db, Tx } from '../../platform/database/database'
import { nextMail } from './next-mail'
import { writtenReport } from './read-definition'
import { hasFellows, openReport, reportOwner } from './stored-report'
import { raised } from '../../records/write/raised'
import { engineTables, livingRows } from '../../platform/database/engine-tables'
import { living } from '../../records/fields/in-scope'
import { givenName } from '../../platform/answers/given-name'

const MAX_NAME = 80

export interface Asker {
  readonly model: Model
  readonly actor: Actor
  readonly now: Date
}

interface RoleChoice {
  readonly id: number
  readonly name: string
}

/** Who makes reports for others: people with fellows, and with the right to change the module. */
export const mayShare = ({ model, actor }: Pick<Asker, 'model' | 'actor'>): boolean =>
  actor.rights[OWN_REPORTS]?.edit === true && hasFellows(model, actor)

/** The roles that somebody may share with: the house with any, others with those that their own people may have. */
export async function roleChoices(db: Db | Tx, asker: Pick<Asker, 'model' | 'actor'>): Promise<readonly RoleChoice[]> {
  if (!mayShare(asker)) return []
  const { model, actor } = asker
  const { rows } = await sql<RoleChoice>`select t.id, t.name from roles as t where t.state = '1' and ${living('t')}
    and ${isOfStaff(actor) ? sql`true` : assignableRoles(model, actor)} order by tr_order(t.name), t.id`.execute(db)
  return rows.map(({ id, name }) => ({ id: Number(id), name: String(name) }))
}

interface Saved {
  readonly id?: number
  readonly version?: number
  readonly name: string
  readonly shared: Shared
  readonly roles?: readonly number[]
  readonly definition: JsonObject
}

/**
 * A new report, or a change of one's own.
 * @throws {AppError} VALIDATION at `name`, `roles` and the places of the definition; FORBIDDEN to share, NOT_FOUND for
 * another's, CONFLICT, TOO_LARGE
 */
export async function saveReport(
  tx: Tx,
  asker: Asker,
  { id, version, name: said, shared, roles = [], definition }: Saved,
): Promise<number> {
  const { model, actor, now } = asker
  const name = givenName(said, MAX_NAME)
  if (shared !== SHARED.nobody && !mayShare(asker)) throw new AppError('FORBIDDEN', { say: 'own_reports.no_share' })
  writtenReport(model, actor, name, definition)
  const wanted = shared === SHARED.roles ? [...new Set(roles)] : []
  const known = new Set((await roleChoices(tx, asker)).map((role) => role.id))
  if (shared === SHARED.roles && wanted.length === 0) throw wrong('roles', { key: 'required' })
  if (wanted.some((role) => !known.has(role))) throw wrong('roles', { key: 'enum' })
  // One who saves twice at once must not have two of a name, or more than there may be.
  await sql`select pg_advisory_xact_lock(hashtext('own_reports'), ${actor.id})`.execute(tx)
  const own = await livingRows(tx, 'own_reports')
    .select('id')
    .select(sql<boolean>`tr_fold(name) = tr_fold(${name}::text)`.as('same'))
    .where('id_user', '=', actor.id)
    .execute()
  if (own.some((one) => one.same && Number(one.id) !== id)) throw wrong('name', { key: 'unique' })
  const cells = {
    name,
    shared,
    roles: JSON.stringify(wanted),
    id_owner: reportOwner(model, actor),
    definition: JSON.stringify(definition),
    date_updated: now.toISOString(),
  }
  if (id === undefined) {
    if (own.length >= MAX_OWN_REPORTS)
      throw new AppError('TOO_LARGE', { say: 'own_reports.too_many', params: { max: MAX_OWN_REPORTS } })
    return Number(
      (
        await engineTables(tx)
          .insertInto('own_reports')
          .values({ ...cells, id_user: actor.id, date_created: now.toISOString() })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  }
  const changed = await engineTables(tx)
    .updateTable('own_reports')
    .set({ ...cells, ...raised(now) })
    .where('id', '=', id)
    .where('id_user', '=', actor.id)
    .where('date_deleted', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (changed) return id
  throw new AppError(own.some((one) => Number(one.id) === id) ? 'CONFLICT' : 'NOT_FOUND')
}

/** One's own; root takes away what others share as well. @throws {AppError} NOT_FOUND */
export async function removeReport(tx: Tx, { model, actor, now }: Asker, id: number): Promise<void> {
  const report = await openReport(tx, model, actor, id)
  const gone =
    report && (report.id_user === actor.id || actor.root)
      ? await engineTables(tx)
          .updateTable('own_reports')
          .set({ date_deleted: now.toISOString() })
          .where('id', '=', id)
          .where('date_deleted', 'is', null)
          .returning('id')
          .executeTakeFirst()
      : undefined
  if (!gone) throw new AppError('NOT_FOUND')
  await engineTables(tx).deleteFrom('own_report_readers').where('id_own_report', '=', id).execute()
}

/**
 * What a reader has a report do for them.
 * @param zone of the clock by which they get mails
 * @throws {AppError} NOT_FOUND; VALIDATION for a mail to somebody without an address, or too many on the first page
 */
export async function keepReport(
  tx: Tx,
  { model, actor, now }: Asker,
  { id, ...change }: { readonly id: number } & Partial<ReportKept>,
  zone: string,
): Promise<void> {
  const report = await openReport(tx, model, actor, id)
  if (!report) throw new AppError('NOT_FOUND')
  const kept = { ...report.kept, ...change }
  if (change.mail === true && !actor.facts.email) throw wrong('mail', { key: 'own_reports.no_address' })
  await sql`select pg_advisory_xact_lock(hashtext('own_reports'), ${actor.id})`.execute(tx)
  if (change.home === true && !report.kept.home) {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from own_report_readers as k join own_reports as r on r.id = k.id_own_report
      and ${living('r')} where k.id_user = ${actor.id} and k.home`.execute(tx)
    if ((rows[0]?.n ?? 0) >= MAX_ON_HOME) throw wrong('home', { key: 'too_many', params: { max: MAX_ON_HOME } })
  }
  const cells = { ...kept, date_next: kept.mail ? nextMail(kept, zone, now) : null, date_updated: now.toISOString() }
  // The lock above keeps another of one's own calls from making the row in between.
  const there = await engineTables(tx)
    .updateTable('own_report_readers')
    .set(cells)
    .where('id_user', '=', actor.id)
    .where('id_own_report', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!there)
    await engineTables(tx)
      .insertInto('own_report_readers')
      .values({ ...cells, id_user: actor.id, id_own_report: id, date_created: now.toISOString() })
      .execute()
}

const wrong = (field: string, error: FieldError): AppError => new AppError('VALIDATION', { errors: { [field]: error } })
