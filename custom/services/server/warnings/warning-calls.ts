import { isStaff } from '#app/asker'
import { sql, type NotNull } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, type CallResponse } from '#engine/model'
import { type CallContext, iso, raised, serveCall, writeLog } from '#engine/server'
import type { alertsCall } from '../../model/request-calls'
import { handleWarningCall } from '../../model/request-calls'
import { serviceScope } from '../read/service-scope'
import { dispatchSettings } from '../search/dispatch-settings'
import { PICK_UP, warningRules, type WarningKind } from './warning-rules'

/** The open warnings of rides in sight, the oldest first; what has come right since the job looked is none. */
export async function openWarnings(
  context: CallContext,
  most: number,
): Promise<CallResponse<typeof alertsCall>['warnings']> {
  const { db, now, settings } = context
  const rules = Object.entries(warningRules(now(), dispatchSettings(settings)))
  const holds = sql.join(
    rules.map(([kind, rule]) => sql`(w.kind = ${kind} and ${rule.holds})`),
    sql` or `,
  )
  return living(db, 'service_warnings as w')
    .innerJoin('services as s', 's.id', 'w.id_service')
    .leftJoin('users as u', 'u.id', 's.id_client')
    .leftJoin('users as d', 'd.id', 'w.id_driver')
    .leftJoin('vehicles as v', 'v.id', 's.id_vehicle')
    .where('w.state', '=', 'open')
    .where('s.date_deleted', 'is', null)
    .where(sql<boolean>`(${holds})`)
    .where(serviceScope(context, 's'))
    .select([
      'w.id',
      'w.id_service',
      sql<WarningKind>`w.kind`.as('kind'),
      'u.name as cl_name',
      'u.surname as cl_surname',
      'u.phone as cl_phone',
      's.id_driver',
      's.id_vehicle',
      's.org_address',
      'd.name as dr_name',
      'd.surname as dr_surname',
      'd.phone as dr_phone',
      'v.plate',
      iso('w.date_created').as('date_created'),
      sql<string | null>`to_char(${PICK_UP} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('date_pickup'),
    ])
    .orderBy('w.id')
    .limit(most)
    .$narrowType<{ id_service: NotNull }>()
    .execute()
}

/**
 * `POST dispatcher/handleWarning`: somebody sees to it, and the board is quiet about it; whoever is second is told who
 * was first.
 */
export const handleWarning = serveCall(handleWarningCall, async (context, { id }) => {
  const { transaction, actor, now, say, platform, session } = context
  // The board of who travels shows none.
  if (!isStaff(actor)) throw new AppError('NOT_FOUND')
  return transaction(async (tx) => {
    const found = await living(tx, 'service_warnings as w')
      .innerJoin('services as s', 's.id', 'w.id_service')
      .where('w.id', '=', id)
      .where(serviceScope(context, 's'))
      .select('w.id_service')
      .executeTakeFirst()
    if (!found) throw new AppError('NOT_FOUND')
    const date = now()
    const done = await tables(tx)
      .updateTable('service_warnings')
      .set({ state: 'handled', id_user: actor.id, date_handled: date.toISOString(), ...raised(date) })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (Number(done.numUpdatedRows) === 0) {
      const by = await tables(tx)
        .selectFrom('service_warnings as w')
        .innerJoin('users as u', 'u.id', 'w.id_user')
        .where('w.id', '=', id)
        .select(sql<string>`concat_ws(' ', u.name, u.surname)`.as('name'))
        .executeTakeFirst()
      return {
        handled: 0,
        msg: by ? say('services.warning_handled_by', { name: by.name }) : say('services.warning_over'),
      }
    }
    await writeLog(tx, {
      id_user: actor.id,
      type_log: 'service_warning_handled',
      target: 'services',
      id_target: Number(found.id_service),
      title: String(found.id_service),
      platform,
      id_session: session.id,
      date,
    })
    return { handled: 1 }
  })
})
