import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'
import { tellsWhatWasDone } from './told-activity'

oneEngine((_engine, open) => {
  let at: DriverApp
  let driver: Phone
  let near: Person
  let far: Person
  let desk: Person
  let now = NOON

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    const branch = async (name: string) => {
      const id = await at.put('branches', { name, timezone: 'America/Lima' })
      const person = await personApp(
        at,
        name.toLowerCase(),
        { type_user: '1', id_branch: id },
        { name: `Operador ${name}`, rights: 'all' },
      )
      await at.put('user_branches', { id_user: person.id, id_branch: id })
      return { id, person }
    }
    const [cusco, tacna] = [await branch('Cusco'), await branch('Tacna')]
    ;[near, far] = [cusco.person, tacna.person]
    desk = await personApp(at, 'mesa', { type_user: '1' }, { name: 'Mesa', rights: { dispatcher: 'see' } })
    driver = await at.atWork('Anita')
    await at.server.database.db.updateTable('users').set({ id_branch: cusco.id }).where('id', '=', driver.id).execute()
  })
  beforeEach(async () => {
    now = NOON
    await sql`update panics set state = 'attended', date_attended = ${new Date(0).toISOString()}
      where state = 'open' or date_attended > ${new Date(0).toISOString()}`.execute(at.server.database.db)
  })

  const calls = async (): Promise<number> => Number((await driver.post('panic', { lat: -12.1, lng: -77 })).body['id'])
  const told = (reply: { readonly body: JsonObject }) => reply.body['items'] as JsonObject[]
  const toldTo = async (role: Parameters<DriverApp['get']>[0] = 'operator') => told(await at.get(role, 'panics/live'))
  const attend = (role: Parameters<DriverApp['call']>[0], id: number, notes?: string) =>
    at.call(role, 'panics/attend', { id, ...(notes === undefined ? {} : { notes }) })
  const logOf = async (id: number) =>
    (
      await at.server.database.db
        .selectFrom('logs')
        .select('type_log')
        .where('target', '=', 'panics')
        .where('id_target', '=', id)
        .orderBy('id')
        .execute()
    ).map((line) => line.type_log)

  describe('a call for help', () => {
    test("is told to staff who may see it, a branch's of its own drivers alone, and to nobody outside the house", async () => {
      const id = await calls()
      const row = {
        id,
        state: 'open',
        dr_name: 'Anita Chofer',
        dr_phone: '999123456',
        lat: -12.1,
        lng: -77,
        date_created: NOON.toISOString(),
        at_name: null,
      }
      for (const role of ['operator', 'reader', 'root'] as const)
        expect([role, await toldTo(role)]).toMatchObject([role, [row]])
      for (const person of [near, desk]) expect(told(await person.get('panics/live'))).toMatchObject([{ id }])
      expect(told(await far.get('panics/live'))).toEqual([])
      for (const role of ['companyA', 'readerA', 'none'] as const)
        expect([role, await toldTo(role)]).toEqual([role, []])
      expect((await far.post('panics/attend', { id })).status).toBe(404)
      expect((await far.post('panics/reopen', { id })).status).toBe(404)
      expect((await desk.post('panics/attend', { id })).status).toBe(403)
      expect((await desk.post('panics/reopen', { id })).status).toBe(403)
    })

    test('is taken by one of two operators who press at once, and the other is told by whom', async () => {
      const id = await calls()
      const replies = await Promise.all([attend('operator', id, 'Llamé al 105'), attend('root', id, 'Voy yo')])
      const won = replies.findIndex(({ body }) => body['attended'] === 1)
      const [winner, note] = won === 0 ? ['operator Prueba', 'Llamé al 105'] : ['root Prueba', 'Voy yo']
      expect(replies.map(({ body }) => body['attended']).sort()).toEqual([0, 1])
      expect(replies[1 - won]?.body['msg']).toBe(`Ya la atiende ${winner}.`)
      expect(await toldTo('reader')).toMatchObject([{ id, state: 'attended', at_name: winner, notes: note, is_own: 0 }])
      expect(await toldTo(won === 0 ? 'operator' : 'root')).toMatchObject([{ id, is_own: 1 }])
      expect(await logOf(id)).toEqual(['panic', 'attend'])
      now = new Date(NOON.getTime() + 121_000)
      expect(await toldTo('reader')).toEqual([])
    })

    test('that somebody took is open again for everybody once they take it back, unless the driver called anew', async () => {
      const id = await calls()
      await attend('operator', id, 'Voy')
      const back = await at.call('root', 'panics/reopen', { id })
      expect(back.body, back.text).toMatchObject({ reopened: 1, msg: 'La alerta espera de nuevo.' })
      expect((await at.call('operator', 'panics/reopen', { id })).body).toMatchObject({
        reopened: 0,
        msg: 'Ya estaba sin atender.',
      })
      expect(await toldTo('reader')).toMatchObject([{ id, state: 'open', at_name: null, date_attended: null }])
      expect((await driver.state())['panic']).toBe(true)
      expect(await logOf(id)).toEqual(['panic', 'attend', 'reopen'])
      await attend('root', id)
      const next = await calls()
      expect(next).not.toBe(id)
      const refused = await at.call('operator', 'panics/reopen', { id })
      expect([refused.status, refused.body['msg']]).toEqual([
        409,
        'El conductor volvió a pedir ayuda: atienda esa alerta.',
      ])
    })
  })

  tellsWhatWasDone(() => at.server, 'panics')
})
