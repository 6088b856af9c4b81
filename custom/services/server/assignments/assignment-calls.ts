import { type NotNull, sql } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, iso, raised, serveCall, stateObjects, type Tx } from '#engine/server'
import {
  acceptAssignmentCall,
  assignmentsCall,
  rejectAssignmentCall,
  type Assignment,
} from '../../model/assignment-calls'
import { moverOf } from '../life/mover-of'
import { readService } from '../read/read-services'
import { assertStaff } from '../search/call-context'
import { assignDriver } from '../offers/assign-driver'
import { lockService } from '../offers/lock-service'
import type { MoveBy } from '../life/move-asked'

interface AssignmentAnswer {
  readonly id: number
  readonly id_service: number
  readonly accept: boolean
  readonly by: MoveBy
  readonly now: Date
}

/**
 * An operator answers a candidate. If accepted, the booking is theirs and the others are notified that it is taken. The
 * same answer again changes nothing.
 * @throws {AppError} CONFLICT `services.assignment_over`, or why they cannot have it
 */
async function answerAssignment(tx: Tx, { id, id_service, accept, by, now }: AssignmentAnswer): Promise<void> {
  await lockService(tx, id_service)
  const one = await tables(tx)
    .selectFrom('service_assignments')
    .where('id', '=', id)
    .where('id_service', '=', id_service)
    .select(['state', 'id_driver', 'id_vehicle'])
    .forUpdate()
    .executeTakeFirst()
  if (!one) throw new AppError('NOT_FOUND')
  const wanted = accept ? 'accepted' : 'rejected'
  if (one.state === wanted) return
  if (one.state !== 'pending') throw new AppError('CONFLICT', { say: 'services.assignment_over' })
  await tables(tx)
    .updateTable('service_assignments')
    .set({ state: wanted, date_answered: now, id_user: by.id_user, ...raised(now) })
    .where('id', '=', id)
    .execute()
  // The move closes the candidates who still wait.
  if (accept)
    await assignDriver(tx, {
      id_service,
      id_driver: one.id_driver,
      id_vehicle: one.id_vehicle,
      by,
      now,
      replaces: null,
    })
}

/** `GET service_assignments`: who has put themselves forward for a booking, the nearest first. */
const assignments = serveCall(assignmentsCall, async (context, { id_service }) => {
  assertStaff(context)
  await readService(context, context.db, id_service)
  const items = await readAssignments(context, id_service)
  return { items, total: items.length }
})

const accept = serveCall(acceptAssignmentCall, (context, { id }) => answer(context, id, true))
const reject = serveCall(rejectAssignmentCall, (context, { id }) => answer(context, id, false))

export const assignmentCalls = [assignments, accept, reject]

async function answer(
  context: CallContext,
  id: number,
  accepted: boolean,
): Promise<{ items: Assignment[]; msg?: string }> {
  assertStaff(context)
  const { db, transaction, now } = context
  const found = await living(db, 'service_assignments').where('id', '=', id).select('id_service').executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  const { id_service } = found
  await readService(context, db, id_service)
  await transaction((tx) =>
    answerAssignment(tx, { id, id_service, accept: accepted, by: moverOf(context), now: now() }),
  )
  return {
    items: await readAssignments(context, id_service),
    msg: context.say(accepted ? 'services.assignment_accepted' : 'services.assignment_rejected'),
  }
}

async function readAssignments(context: CallContext, id_service: number): Promise<Assignment[]> {
  const rows = await living(context.db, 'service_assignments as a')
    .innerJoin('services as s', 's.id', 'a.id_service')
    .innerJoin('users as u', 'u.id', 'a.id_driver')
    .innerJoin('vehicles as v', 'v.id', 'a.id_vehicle')
    .leftJoin('brand_vehicles as b', 'b.id', 'v.id_brand_vehicle')
    .where('a.id_service', '=', id_service)
    .select(({ ref }) => [
      'a.id',
      'a.state',
      'u.id as dr_id',
      'u.name as dr_name',
      'u.surname as dr_surname',
      'v.id as id_vehicle',
      'v.plate',
      'b.name as brand',
      'v.model',
      'v.year',
      sql<number | null>`${ref('u.rating_average')}::float8`.as('us_rating_average'),
      'u.rating_count as us_rating_count',
      sql<number | null>`${ref('a.distance')}::float8`.as('distance'),
      iso('a.date_created').$notNull().as('date_created'),
      sql<
        0 | 1
      >`(${ref('a.state')} = 'pending' and ${ref('s.state')} = 'scheduled' and ${ref('s.id_driver')} is null)::int`.as(
        'can_response',
      ),
    ])
    .orderBy(({ eb }) => eb('a.state', '=', 'pending'), 'desc')
    .orderBy('a.distance', (by) => by.asc().nullsLast())
    .orderBy('a.id')
    .limit(500)
    .$narrowType<{ state: NotNull }>()
    .execute()
  const states = stateObjects(context, 'service_assignments')
  return rows.map(({ state, ...row }) => ({
    ...row,
    state_obj: states.get(state) ?? { id: state, name: state, color: '' },
  }))
}
