import { tables } from '#app/tables'
import type { Database, DemoWriter } from '#engine/server'

const [WAITING, ANSWERED] = [4, 9]

/**
 * Rides of companies' people that waited for an answer: some still do, the others were approved, and one was rejected.
 */
export async function putDemoValidations(database: Database, writer: DemoWriter): Promise<void> {
  const { db } = database
  const admins = new Map(
    (
      await tables(db)
        .selectFrom('users as u')
        .innerJoin('roles as r', 'r.id', 'u.id_role')
        .where('r.corporate', '=', true)
        .where('u.id_company', 'is not', null)
        .select(['u.id', 'u.id_company'])
        .orderBy('u.id', 'desc')
        .execute()
    ).map(({ id, id_company }) => [id_company, id]),
  )
  const of = (state: 'scheduled' | 'finalized' | 'canceled', limit: number) =>
    tables(db)
      .selectFrom('services')
      .where('state', '=', state)
      .where('id_company', 'in', [...admins.keys(), 0])
      .select([
        'id',
        'id_client',
        'id_company',
        'id_company_area',
        'id_product',
        'id_payment',
        'date_scheduled',
        'date_created',
        'date_requested',
        'date_canceled',
      ])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  const [waiting, done, canceled] = [
    await of('scheduled', WAITING),
    await of('finalized', ANSWERED),
    await of('canceled', 1),
  ]
  if (waiting.length > 0)
    await tables(db)
      .updateTable('services')
      .set({ state: 'created' })
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      .execute()
  const all = [
    ...done.map((one) => ({ ...one, state: 'approved', date_answered: one.date_requested, reason: null })),
    ...canceled.map((one) => ({
      ...one,
      state: 'rejected',
      date_answered: one.date_canceled,
      reason: 'Puede ir con el grupo de las 9.',
    })),
    ...waiting.map((one) => ({ ...one, state: 'pending', date_answered: null, reason: null })),
  ].toSorted((a, b) => a.id - b.id)
  await writer.insert('service_validations', all.length, (index) => {
    const row = all[index]
    if (!row) return {}
    const { id, date_requested: _requested, date_canceled: _canceled, ...one } = row
    return {
      ...one,
      id_service: id,
      date_deadline: one.date_scheduled,
      id_user: one.state === 'pending' ? null : (admins.get(one.id_company ?? 0) ?? null),
    }
  })
  const clients = [...new Set(all.flatMap(({ id_client }) => id_client ?? []))]
  if (clients.length > 0)
    await tables(db).updateTable('users').set({ requires_validation: true }).where('id', 'in', clients).execute()
}
