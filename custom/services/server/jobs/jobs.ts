import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living } from '#app/tables'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { jobsCall, type RideJob } from '../../model/jobs-call'
import { ACTIVE } from '../../../service-states/model'
import { serviceScope } from '../read/service-scope'
import { dispatchOf } from '../search/call-context'
import { PICK_UP, stillNeeded } from '../warnings/warning-rules'

const OPEN = sql.join(ACTIVE.map((state) => sql.lit(state)))
/** A board with more has lost its use; what is cut off are the bookings of the latest days. */
const MAX_JOBS = 1000

type JobRow = Omit<RideJob, 'state_obj'>

/** `GET dispatcher/jobs`. */
export const jobs = serveCall(jobsCall, async (context) => {
  const as_of = context.now().toISOString()
  if (!isStaff(context.actor)) return { items: [], total: 0, as_of }
  const rows = await readJobs(context)
  const states = stateObjects(context, 'services')
  const items = rows.map((row) => ({
    ...row,
    state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
  }))
  return { items, total: await countOf(context, rows.length), as_of }
})

const name = (alias: string) =>
  sql`nullif(concat_ws(' ', ${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.surname`)}), '')`
const warned = (
  kind: 'late' | 'give_back',
  column = 'id_driver',
) => sql`(select ${sql.ref(`w.${column}`)} from service_warnings w
  where w.id_service = s.id and w.kind = ${kind} and w.state = 'open' and w.date_deleted is null
  order by w.id desc limit 1)`

async function readJobs(context: CallContext): Promise<readonly JobRow[]> {
  const now_ms = context.now().getTime()
  const needed = stillNeeded(new Date(now_ms - dispatchOf(context).settings.fix_max_age_s * 1000))
  const { rows } = await sql<JobRow>`
    with s as materialized (
      select s.*, ${PICK_UP} as pickup from services s
      where s.date_deleted is null and s.state in (${OPEN}) and ${serviceScope(context, 's')})
    select s.id, s.version, s.state, s.id_branch, br.name as br_name, s.id_product, pr.name as pr_name,
      co.name as co_name,
      case when s.invited then s.invited_name else ${name('cl')} end as cl_name,
      case when s.invited then coalesce(s.invited_phone, cl.phone) else cl.phone end as cl_phone,
      s.id_driver, ${name('dr')} as dr_name, s.id_vehicle, ve.plate as ve_plate,
      asked.name as asked_name, asked.date_deadline,
      coalesce(s.handover_address, s.org_address) as org_address,
      case when s.date_handed_over is null then s.org_name end as org_name,
      stands.point[1] as org_lat, stands.point[0] as org_lng, s.dst_address, s.dst_name,
      ${iso('s.pickup')} as date_pickup, ${iso('s.date_scheduled')} as date_scheduled, ${iso('since.at')} as date_since,
      case when s.by_operator then ${name('op')} end as op_name,
      coalesce(s.keep_searching, false)::int as keep_searching,
      (s.state in ('accepted', 'onway') and ${warned('late')} is not distinct from s.id_driver)::int as late,
      case when s.state in ('accepted', 'onway') then ${warned('late', 'id')} end as id_warning,
      case when s.state not in ('waiting', 'started',
        'arrived') then (extract(epoch from ${new Date(now_ms).toISOString()}::timestamptz - s.pickup)
        + case when s.state in ('accepted', 'onway') then ${needed} else 0 end)::int end as late_s,
      case when s.id_driver is null then gb.name end as given_back,
      (s.date_driver_lost is not null)::int as lost, (s.date_handed_over is not null)::int as handed_over
    from s
    cross join lateral (select coalesce(s.handover_point, s.org_point) as point) stands
    left join branches br on br.id = s.id_branch
    left join products pr on pr.id = s.id_product
    left join companies co on co.id = s.id_company
    left join users cl on cl.id = s.id_client
    left join users dr on dr.id = s.id_driver
    left join users op on op.id = s.id_operator
    left join vehicles ve on ve.id = s.id_vehicle
    left join lateral (select case s.state when 'scheduled' then s.date_created when 'created' then s.date_created
      when 'requested' then s.date_requested when 'unassigned' then s.date_unassigned when
      'accepted' then s.date_accepted
      when 'onway' then s.date_onway when 'waiting' then s.date_waiting when 'started' then s.date_started
      when 'arrived' then s.date_arrived end as at) since on true
    left join lateral (select ${name('u')} as name, ${iso('o.date_deadline')} as date_deadline
      from service_offers o join users u on u.id = o.id_driver
      where s.state = 'requested' and o.id_service = s.id and o.state = 'pending' and o.date_deleted is null
      limit 1) asked on true
    left join lateral (select ${name('u')} as name from users u where u.id = ${warned('give_back')}) gb on true
    order by coalesce(s.pickup, s.date_requested, s.date_created), s.id limit ${MAX_JOBS}`.execute(context.db)
  return rows
}

/** They are counted where there are more than were read. */
async function countOf(context: CallContext, read: number): Promise<number> {
  if (read < MAX_JOBS) return read
  const { total } = await living(context.db, 'services as s')
    .where('s.state', 'in', ACTIVE)
    .where(serviceScope(context, 's'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
