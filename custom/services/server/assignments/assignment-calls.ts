import { sql } from 'kysely'
import { AppError } from '#engine/model'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { acceptAssignmentCall, assignmentsCall, rejectAssignmentCall, type Assignment } from '../../model/assignment-calls'
import { moverOf } from '../life/mover-of'
import { readService } from '../read/read-services'
import { assertStaff } from '../search/call-context'
import { answerAssignment } from './answer-assignment'

/** `GET service_assignments`: who has put himself forward for a booking, the nearest first. */
const assignments = serveCall(assignmentsCall, async (context, { id_service }) => {
  assertStaff(context)
  await readService(context, context.db, id_service)
  const items = await readAssignments(context, id_service)
  return { items, total: items.length }
})

const accept = serveCall(acceptAssignmentCall, (context, { id }) => answer(context, id, true))
const reject = serveCall(rejectAssignmentCall, (context, { id }) => answer(context, id, false))

export const assignmentCalls = [assignments, accept, reject]

async function answer(context: CallContext, id: number, accepted: boolean): Promise<{ items: Assignment[]; msg?: string }> {
  assertStaff(context)
  const { db, transaction, now } = context
  const { rows: [found] } = await sql<{ id_service: number }>`
    select id_service from service_assignments where id = ${id} and date_deleted is null`.execute(db)
  if (!found) throw new AppError('NOT_FOUND')
  const { id_service } = found
  await readService(context, db, id_service)
  await transaction((tx) => answerAssignment(tx, { id, id_service, accept: accepted, by: moverOf(context), now: now() }))
  return { items: await readAssignments(context, id_service), msg: context.say(accepted ? 'services.assignment_accepted' : 'services.assignment_rejected') }
}

async function readAssignments(context: CallContext, id_service: number): Promise<Assignment[]> {
  const { rows } = await sql<Omit<Assignment, 'state_obj'> & { readonly state: string }>`
    select a.id, a.state, u.id as dr_id, u.name as dr_name, u.surname as dr_surname, v.id as id_vehicle, v.plate, b.name as brand, v.model, v.year,
      u.rating_average::float8 as us_rating_average, u.rating_count as us_rating_count, a.distance::float8 as distance,
      ${iso('a.date_created')} as date_created, (a.state = 'pending' and s.state = 'scheduled' and s.id_driver is null)::int as can_response
    from service_assignments a
    join services s on s.id = a.id_service
    join users u on u.id = a.id_driver
    join vehicles v on v.id = a.id_vehicle
    left join brand_vehicles b on b.id = v.id_brand_vehicle
    where a.id_service = ${id_service} and a.date_deleted is null
    order by (a.state = 'pending') desc, a.distance nulls last, a.id limit 500`.execute(context.db)
  const states = stateObjects(context, 'service_assignments')
  return rows.map(({ state, ...row }) => ({ ...row, state_obj: states.get(state) ?? { id: state, name: state, color: '' } }))
}
