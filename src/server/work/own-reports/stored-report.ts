import { sql } from 'kysely'
import { mainOwner } from '../../../model/application'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { KEPT, OWN_REPORTS, SHARED, type OwnReportItem, type ReportKept, type Shared } from '../../../model/own-report'
import { isOfStaff, scopeId, type Actor } from '../../../model/rights/actor'
import type { Db, Tx } from '../../platform/database/database'
import { living } from '../../records/fields/in-scope'

/** A row of `own_reports` with what the reader has it do for them. */
export interface StoredReport {
  readonly id: number
  readonly id_user: number
  readonly by: string | null
  readonly name: string
  readonly shared: Shared
  readonly roles: readonly number[]
  readonly id_owner: number | null
  readonly definition: JsonObject
  readonly version: number
  readonly kept: ReportKept
}

interface Row extends Omit<StoredReport, 'roles' | 'definition' | 'kept'>, ReportKept {
  readonly roles: string | null
  readonly definition: string
}

/** Whoever a report is shared within: the company of its author, or the house, which has none. */
export function reportOwner({ application: { scopes } }: Model, actor: Actor): number | null {
  const owner = mainOwner(scopes)
  return owner === undefined ? null : scopeId(actor, owner)
}

/** Whether somebody belongs to the house or to a company: people of neither have nobody to share with. */
export const hasFellows = (model: Model, actor: Actor): boolean =>
  isOfStaff(actor) || reportOwner(model, actor) !== null

/** Whether somebody may open a report at all; what is in it follows their own rights. */
function mayOpen(
  model: Model,
  actor: Actor,
  { id_user, shared, roles, id_owner }: Pick<StoredReport, 'id_user' | 'shared' | 'roles' | 'id_owner'>,
): boolean {
  if (!actor.rights[OWN_REPORTS]?.see) return false
  if (id_user === actor.id) return true
  // What somebody of a company shares stays there; the house gives to whom it likes.
  if (shared === SHARED.nobody || (id_owner !== null && id_owner !== reportOwner(model, actor))) return false
  return shared === SHARED.all || roles.includes(Number(actor.facts.id_role ?? 0))
}

const columns = sql`r.id, r.id_user, nullif(concat_ws(' ', u.name, u.surname), '') as by, r.name, r.shared,
  r.roles::text as roles, r.id_owner, r.definition::text as definition, r.version,
  coalesce(k.home, false) as home, coalesce(k.mail, false) as mail,
  coalesce(k.weekday, ${KEPT.weekday}::int) as weekday, coalesce(k.hour, ${KEPT.hour}::int) as hour`

/** More reports than these are shared with nobody at once. */
const MAX_SHARED = 500

/** The reports that somebody may open, by name. */
export async function openReports(db: Db | Tx, model: Model, actor: Actor): Promise<readonly StoredReport[]> {
  const { rows } = await sql<Row>`select ${columns} from own_reports as r join users as u on u.id = r.id_user
      left join own_report_readers as k on k.id_own_report = r.id and k.id_user = ${actor.id}
    where ${living('r')} and (r.id_user = ${actor.id} or (${living('u')} and r.shared <> ${SHARED.nobody}
      and (r.id_owner is null or r.id_owner = ${reportOwner(model, actor)}::int)))
    order by (r.id_user = ${actor.id}) desc, tr_order(r.name), r.id limit ${sql.lit(MAX_SHARED)}`.execute(db)
  return rows.map(stored).filter((report) => mayOpen(model, actor, report))
}

/** A report that somebody may open; null: there is none, or it is not theirs to open. */
export async function openReport(db: Db | Tx, model: Model, actor: Actor, id: number): Promise<StoredReport | null> {
  const {
    rows: [row],
  } = await sql<Row>`select ${columns} from own_reports as r join users as u on u.id = r.id_user
      left join own_report_readers as k on k.id_own_report = r.id and k.id_user = ${actor.id}
    where r.id = ${id} and ${living('r')} and (${living('u')} or r.id_user = ${actor.id})`.execute(db)
  const report = row && stored(row)
  return report && mayOpen(model, actor, report) ? report : null
}

function stored({ roles, definition, home, mail, weekday, hour, ...row }: Row): StoredReport {
  const ids: Json = roles === null ? [] : (JSON.parse(roles) as Json)
  return {
    ...row,
    id: Number(row.id),
    id_user: Number(row.id_user),
    version: Number(row.version),
    id_owner: row.id_owner === null ? null : Number(row.id_owner),
    roles: Array.isArray(ids) ? ids.map(Number) : [],
    definition: JSON.parse(definition) as JsonObject,
    kept: { home, mail, weekday: Number(weekday), hour: Number(hour) },
  }
}

export const reportItem = (
  { id, id_user, by, name, shared, version, kept }: StoredReport,
  actor: Actor,
): OwnReportItem => ({
  id,
  name,
  own: id_user === actor.id,
  by: id_user === actor.id ? null : by,
  shared,
  version,
  kept,
})
