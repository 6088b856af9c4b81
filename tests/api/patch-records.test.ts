import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { patchRecord, patchRecords } from '../../custom/tables'
import { BY_PROGRAM } from '../../src/server/records/write/patch-deed'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { NOON } from './services-fixture'

const LATER = new Date(NOON.getTime() + 60_000)

oneEngine((_engine, open) => {
  let at: DriverApp
  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
  })

  const by = { id_user: null, platform: 'api' }
  const row = async (table: string, id: number): Promise<JsonObject> =>
    (await sql<JsonObject>`select * from ${sql.table(table)} where id = ${id}`.execute(at.server.database.db))
      .rows[0] ?? {}
  const lines = (target: string, id: number) =>
    at.server.database.db
      .selectFrom('logs')
      .select(['type_log', 'title', 'changes', 'note'])
      .where('target', '=', target)
      .where('id_target', '=', id)
      .orderBy('id')
      .execute()
  const told = async (entity: string, id: number): Promise<readonly string[]> =>
    (
      await at.server.database.db
        .selectFrom('deliveries')
        .select(['event', 'body'])
        .where('entity', '=', entity)
        .where('id_target', '=', String(id))
        .orderBy('id')
        .execute()
    ).map(({ event, body }) => `${String(event)}: ${String(body)}`)
  const alert = async (module: string, more: JsonObject): Promise<void> => {
    const { id } = await at.server.database.db
      .selectFrom('modules')
      .select('id')
      .where('key', '=', module)
      .executeTakeFirstOrThrow()
    const { body, text } = await at.server.call('root', 'POST', 'alerts/create', {
      name: `Aviso ${module}`,
      id_module: Number(id),
      channel: 'notice',
      ...more,
    })
    expect(body.ok, text).toBe(true)
  }

  test('raises the version, sets the date, and logs what has changed, with the names of what references lead to', async () => {
    const { id } = await at.make()
    const { id: id_driver, vehicle } = await at.driver('Rosa')
    const before = await row('services', id)
    const done = await at.server.database.transaction((tx) =>
      patchRecord(
        tx,
        'services',
        id,
        { id_vehicle: vehicle, id_driver, notes: 'Puerta azul' },
        { by: BY_PROGRAM, now: LATER, verb: 'edit', note: 'de una prueba', reads: ['state'] },
      ),
    )
    expect(done).toMatchObject({
      id,
      version: Number(before['version']) + 1,
      before: { id_driver: null, state: before['state'] },
      after: { id_driver, state: before['state'] },
    })
    expect(await row('services', id)).toMatchObject({ version: Number(before['version']) + 1, notes: 'Puerta azul' })
    expect(new Date(String((await row('services', id))['date_updated'])).getTime()).toBe(LATER.getTime())
    const line = (await lines('services', id)).at(-1)
    expect(line).toMatchObject({ type_log: 'edit', title: String(id), note: 'de una prueba' })
    expect(line?.['changes']).toMatchObject({
      notes: { to: 'Puerta azul' },
      id_driver: { from: null, to: id_driver, to_text: expect.stringContaining('Rosa') as unknown },
      version: { from: before['version'], to: Number(before['version']) + 1 },
    })
  })

  test('tells events of those rows alone that fit the condition, and followers', async () => {
    const [one, other] = [await at.make(), await at.make()]
    await alert('services', { type: 'changed', fields: 'notes', recipients: 'id_client', body: '{{notes}}' })
    expect((await at.server.call('operator', 'POST', `services/${one.id}/follow`, {})).status).toBe(200)
    const done = await at.server.database.transaction((tx) =>
      patchRecords(
        tx,
        'services',
        (on) => on.and([on('id', 'in', [one.id, other.id]), on('id', '<', other.id)]),
        { notes: 'Timbre 3' },
        { by, now: LATER, verb: null },
      ),
    )
    expect(done.map(({ id }) => id)).toEqual([one.id])
    expect(await told('services', one.id)).toEqual(
      expect.arrayContaining(['changed: Timbre 3', expect.stringMatching(/^changed: Notas/)]),
    )
    expect(await told('services', other.id)).toEqual([])
    expect((await lines('services', one.id)).some(({ type_log }) => type_log === 'edit')).toBe(false)
  })

  test('counts what formulas make of it, its own and those of records that read it', async () => {
    const { database } = at.server
    const {
      rows: [first, second],
    } = await sql<{ id: number }>`insert into type_faqs (name, target, date_created, date_updated)
      values ('Pagos', 'client', now(), now()), ('Turnos', 'driver', now(), now()) returning id`.execute(database.db)
    const {
      rows: [faq],
    } = await sql<{ id: number }>`insert into faqs (id_type_faq, target, question, answer, date_created, date_updated)
      values (${first?.id}, 'client', '¿?', 'Sí', now(), now()) returning id`.execute(database.db)
    const target = async () => (await row('faqs', faq?.id ?? 0))['target']
    await database.transaction((tx) =>
      patchRecord(tx, 'faqs', faq?.id ?? 0, { id_type_faq: second?.id ?? 0 }, { by, now: LATER, verb: null }),
    )
    expect(await target()).toBe('driver')
    await database.transaction((tx) =>
      patchRecord(tx, 'type_faqs', second?.id ?? 0, { target: 'partner' }, { by, now: LATER, verb: null }),
    )
    expect(await target()).toBe('partner')
  })

  test('a removed row, and one that no longer fits, is left; quiet rows cost one statement', async () => {
    const { id } = await at.make()
    const { database } = at.server
    await sql`update services set date_deleted = now() where id = ${id}`.execute(database.db)
    expect(
      await database.transaction((tx) =>
        patchRecord(tx, 'services', id, { notes: 'x' }, { by, now: LATER, verb: 'edit' }),
      ),
    ).toBeNull()
    const { id: next } = await at.make()
    expect(
      await database.transaction((tx) =>
        patchRecords(
          tx,
          'services',
          { id: next, state: 'finalized' },
          { notes: 'x' },
          { by, now: LATER, verb: 'edit' },
        ),
      ),
    ).toEqual([])
    const {
      rows: [offer],
    } = await sql<{
      id: number
    }>`insert into service_offers (id_service, id_driver, id_vehicle, state, date_deadline, date_created, date_updated)
      select ${next}, u.id, v.id, 'pending', now(), now(), now() from users u join vehicles v on v.id_user = u.id
      limit 1 returning id`.execute(database.db)
    const cost = await database.transaction(async (tx) => {
      await patchRecords(
        tx,
        'service_offers',
        { id: offer?.id ?? 0, state: 'pending' },
        { reason: 'a' },
        { by, now: LATER, verb: null },
      )
      const asked = vi.spyOn(tx.getExecutor(), 'executeQuery')
      await patchRecords(
        tx,
        'service_offers',
        { id: offer?.id ?? 0, state: 'pending' },
        { reason: 'b' },
        { by, now: LATER, verb: null },
      )
      return asked.mock.calls.length
    })
    expect(cost).toBe(1)
    expect(await row('service_offers', offer?.id ?? 0)).toMatchObject({ reason: 'b' })
  })
})
