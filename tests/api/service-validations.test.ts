import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

/** A role that a test reads from the row of its person. */
const anyRole = (id: unknown): number => Number(id)

oneEngine((_engine, open) => {
  let at: DriverApp
  let eva: Person
  const book = async (input: JsonObject = {}): Promise<JsonObject> => {
    const { status, body, text } = await eva.post('dispatcher/create', {
      id_client: eva.id,
      id_product: at.id['taxi']!,
      id_payment: at.id['credit']!,
      stops: [...at.stops],
      ...input,
    })
    expect(status, text).toBe(200)
    return body['item'] as JsonObject
  }
  const listed = async (role: 'companyA' | 'companyB' | 'operator', filters: JsonObject = {}) => {
    const { status, body, text } = await at.get(role, 'service_validations', { filters })
    expect(status, text).toBe(200)
    return body['items'] as JsonObject[]
  }
  const waiting = async (id_service: unknown): Promise<JsonObject> => {
    const found = (await listed('companyA', { state: 'pending' })).find((row) => row['id_service'] === id_service)
    expect(found).toBeDefined()
    return found as JsonObject
  }
  const stateOf = async (id: unknown) =>
    ((await at.get('operator', 'services', { filters: { id: Number(id) } })).body['items'] as JsonObject[])[0]?.[
      'state'
    ]

  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
    eva = await personApp(
      at,
      'eva',
      { type_user: '3', id_company: at.server.ids.companies.a, requires_validation: true },
      { name: 'Empleada', rights: { dispatcher: 'edit', actives: 'see' } },
    )
  })

  describe('a service of somebody whose company answers first', () => {
    test('waits, with its people, way and price, until an administrator approves it; then it goes on air', async () => {
      const { id, state } = await book({ notes: 'puerta 3' })
      expect(state).toBe('created')
      const row = await waiting(id)
      expect(row).toMatchObject({
        sv_id: row['id'],
        id_client: eva.id,
        cl_name: 'eva',
        pr_name: 'Taxi',
        pm_name: 'Crédito',
        notes: 'puerta 3',
        org_address: at.stops[0]?.['address'],
        dst_address: at.stops[1]?.['address'],
        stops: [{ address: at.stops[0]?.['address'] }, { address: at.stops[1]?.['address'] }],
      })
      expect(Number(row['price_total'])).toBeGreaterThan(0)
      const early = await at.call('operator', 'dispatcher/requestVehicle', { id_service: Number(id) })
      expect([early.status, early.body['msg']]).toEqual([409, 'Espera la validación de su empresa.'])
      const { status, text } = await at.call('companyA', `service_validations/${Number(row['id'])}/approve`, {})
      expect(status, text).toBe(200)
      expect(await stateOf(id)).toBe('requested')
      expect((await at.get('companyA', `service_validations/${Number(row['id'])}`)).body['item']).toMatchObject({
        state: 'approved',
        va_name: 'companyA',
        date_answered: NOON.toISOString(),
      })
      // On the ride's own page, for those who see the ride.
      expect((await at.get('companyA', `services/${id}/validations`)).body['items']).toMatchObject([
        { id: row['id'], state: 'approved' },
      ])
      expect((await at.get('companyB', `services/${id}/validations`)).status).toBe(404)
      const twice = await at.call('companyA', `service_validations/${Number(row['id'])}/reject`, {})
      expect([twice.status, await stateOf(id)]).toEqual([409, 'requested'])
    })

    test('is scheduled when it is a booking, and by the GET of old clients as well', async () => {
      const { id } = await book({ scheduled: 1, scheduled_dates: ['2026-11-25T15:00:00.000Z'] })
      const row = await waiting(id)
      expect(row['date_scheduled']).toBe('2026-11-25T15:00:00.000Z')
      expect((await at.get('companyA', `service_validations/${Number(row['id'])}/approve`)).status).toBe(200)
      expect(await stateOf(id)).toBe('scheduled')
    })

    test('is cancelled with the reason when it is rejected, and the asker is told', async () => {
      const { id } = await book()
      const row = await waiting(id)
      expect(
        (await at.call('companyA', `service_validations/${Number(row['id'])}/reject`, { reason: 'Use el bus' })).status,
      ).toBe(200)
      const { body } = await at.get('operator', 'services', { filters: { id: Number(id) } })
      expect((body['items'] as JsonObject[])[0]).toMatchObject({
        state: 'canceled',
        cancel_reason: 'Use el bus',
        cancel_by: 'client',
      })
      const told = await at.server.database.db
        .selectFrom('deliveries')
        .selectAll()
        .where('entity', '=', 'service_validations')
        .execute()
      expect(JSON.stringify(told)).toContain('Use el bus')
    })

    test('asks no more once it is cancelled', async () => {
      const { id } = await book()
      const row = await waiting(id)
      expect((await eva.post('dispatcher/cancelService', { id_service: id ?? 0 })).status).toBe(200)
      expect((await listed('companyA', { id: Number(row['id']) }))[0]).toMatchObject({ state: 'rejected' })
    })
  })

  test('is answered by whom the client has chosen, else by the roles that the client names, and by nobody else of the company', async () => {
    const { db } = at.server.database
    const company = at.server.ids.companies.a
    const put = (values: object) => db.updateTable('users').set(values).where('id', '=', eva.id).execute()
    const chief = await personApp(
      at,
      'jefa',
      { type_user: '3', id_company: company },
      { name: 'Jefatura', rights: { service_validations: 'edit', actives: 'see', services: 'see' } },
    )
    const stranger = await personApp(
      at,
      'ajena',
      { type_user: '3', id_company: at.server.ids.companies.b },
      { name: 'Jefatura B', rights: { service_validations: 'edit' } },
    )
    const { id_role } = await db
      .selectFrom('users')
      .select('id_role')
      .where('id', '=', chief.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('roles').set({ corporate: true }).where('id', '=', anyRole(id_role)).execute()
    at.server.runtime.changed('roles')
    const validators = async () =>
      ((await eva.get('dispatcher/form')).body['validators'] as JsonObject[]).map((one) => one['id'])
    expect(await validators()).toEqual([])
    await put({ service_validation_select_user: true })
    expect(await validators()).toEqual(expect.arrayContaining([chief.id, at.server.ids.users.companyA]))
    expect(await validators()).not.toContain(stranger.id)
    const wrong = await eva.post('dispatcher/create', {
      id_client: eva.id,
      id_product: at.id['taxi']!,
      stops: [...at.stops],
      id_user_validation: stranger.id,
    })
    expect(wrong.status, wrong.text).toBe(422)
    expect(Object.keys(wrong.body['errors'] as object)).toEqual(['id_user_validation'])
    const chosen = await waiting((await book({ id_user_validation: chief.id }))['id'])
    expect(chosen).toMatchObject({ id_user_asked: chief.id, as_name: 'jefa' })
    const refused = await at.call('companyA', `service_validations/${Number(chosen['id'])}/approve`, {})
    expect([refused.status, refused.body['msg']]).toEqual([
      403,
      'Ahora no se puede. La valida la persona a quien se le pidió; si no se pidió a nadie en particular, cualquier administrador de la empresa que no sea quien viaja.',
    ])
    expect((await chief.post(`service_validations/${Number(chosen['id'])}/approve`, {})).status).toBe(200)
    // By role: the administrator's is not among those named.
    await put({ service_validation_select_user: false })
    await db
      .insertInto('users_service_validation_id_roles')
      .values({ id_own: eva.id, id_target: Number(id_role), rank: 0 })
      .execute()
    const named = await waiting((await book())['id'])
    expect((await at.call('companyA', `service_validations/${Number(named['id'])}/reject`, {})).status).toBe(403)
    expect(await stateOf(named['id_service'])).toBe('created')
    expect((await chief.post(`service_validations/${Number(named['id'])}/approve`, {})).status).toBe(200)
    await db.deleteFrom('users_service_validation_id_roles').where('id_own', '=', eva.id).execute()
  })

  test('who answers for the company, or was called, waits for nobody; others neither see nor answer', async () => {
    const own = await at.make({ id_client: eva.id, id_payment: at.id['credit']! }, 'companyA')
    const called = await at.make({ id_client: eva.id, after: 'search' })
    expect([own.state, called.state]).toEqual(['requested', 'requested'])
    const { id } = await book()
    const row = await waiting(id)
    expect(await listed('companyB')).toEqual([])
    expect((await at.call('companyB', `service_validations/${Number(row['id'])}/approve`, {})).status).toBe(404)
    expect((await eva.post(`service_validations/${Number(row['id'])}/approve`, {})).status).toBe(403)
    expect((await at.call('operator', `service_validations/${Number(row['id'])}/approve`, {})).status).toBe(403)
    expect(await stateOf(id)).toBe('created')
  })
})
