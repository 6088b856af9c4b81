import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { twilioSignature } from '../../custom/telephony/server/systems/verify'
import { tidyCalls } from '../../custom/telephony/server/calls/tidy-calls'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { personApp, type Person } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const TOKEN = 'clave-de-la-central-0001'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let rosa: Person
  let hugo: Person
  let tacna: Person
  let system: number
  let now = NOON
  let calls = 0
  const later = (s: number): void => {
    now = new Date(now.getTime() + s * 1000)
  }

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
    const { put, server } = at
    const far = await put('branches', { name: 'Tacna', timezone: 'America/Lima' })
    const lima = Number(at.id['lima'])
    const operator = (name: string, columns: JsonObject) =>
      personApp(at, name, { type_user: '1', ...columns }, { name: 'Mesa', rights: 'all' })
    rosa = await operator('rosa', { id_branch: lima, extension: '101' })
    hugo = await operator('hugo', { id_branch: lima, extension: '102' })
    tacna = await operator('tacna', { id_branch: far, extension: '201' })
    for (const [person, branch] of [
      [rosa, lima],
      [hugo, lima],
      [tacna, far],
    ] as const)
      await put('user_branches', { id_user: person.id, id_branch: branch })
    await server.database.db.updateTable('users').set({ id_branch: lima }).where('id', '=', at.id['ana']!).execute()
    await put('users', { type_user: '3', name: 'Lejana', phone: '944000555', id_branch: far })
    const made = await server.call('root', 'POST', 'phone_systems/create', {
      type: 'generic',
      name: 'Lima',
      key: 'lima',
      token: TOKEN,
      id_branch: lima,
    })
    expect(made.status, made.text).toBe(200)
    system = Number(made.body['id'])
    await server.call('root', 'POST', 'phone_systems/create', {
      type: 'twilio',
      name: 'Nube',
      key: 'nube',
      token: TOKEN,
    })
  })
  beforeEach(async () => {
    now = NOON
    await sql`update phone_calls set state = case when state = 'missed' then state else 'ended' end,
      date_answered = null`.execute(at.server.database.db)
  })

  const hook = (
    fields: { [name: string]: string },
    { key = 'lima', token = TOKEN }: { key?: string; token?: string } = {},
  ) =>
    at.server.request({
      method: 'POST',
      url: `/api/hooks/calls/${key}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
    })
  const rings = async (more: { [name: string]: string } = {}): Promise<string> => {
    const call = `c${++calls}`
    const { status, text } = await hook({ event: 'ringing', call, phone: '+51987654321', ...more })
    expect(status, text).toBe(200)
    return call
  }
  const live = async (person: Person) => (await person.get('phone_calls/live')).body['items'] as JsonObject[]
  const row = async (call: string) =>
    at.server.database.db.selectFrom('phone_calls').selectAll().where('call_key', '=', call).executeTakeFirstOrThrow()

  describe('a call that rings', () => {
    test('is told with its client to whom it rings for, at an extension of nobody to all of its branch, and to nobody else', async () => {
      await rings({ extension: '101', name: 'ANA Q' })
      const told = {
        state: 'ringing',
        phone: '987654321',
        id_client: at.id['ana'],
        cl_name: 'Ana Quispe',
        caller_name: 'ANA Q',
        is_mine: 1,
        is_own: 0,
        at_name: null,
      }
      expect(await live(rosa)).toMatchObject([told])
      expect(await live(hugo)).toEqual([])
      await rings({ phone: '014445555', extension: '600' })
      for (const person of [rosa, hugo]) expect((await live(person)).map(({ phone }) => phone)).toContain('014445555')
      expect(await live(tacna)).toEqual([])
      for (const role of ['companyA', 'none'] as const)
        expect((await at.get(role, 'phone_calls/live')).body['items']).toEqual([])
      // Whoever has this extension works elsewhere and would never see it.
      await rings({ phone: '014446666', extension: '201' })
      for (const person of [rosa, hugo]) expect((await live(person)).map(({ phone }) => phone)).toContain('014446666')
      await rings({ phone: '944000555', extension: '101', name: 'A\u0000na\u0007' })
      expect((await live(rosa)).find(({ phone }) => phone === '944000555')).toMatchObject({
        id_client: null,
        cl_name: null,
      })
      later(91)
      expect(await live(rosa)).toEqual([])
    })

    test('is taken by one of two who press at once, and the other is told by whom', async () => {
      const call = await rings()
      const id = Number((await row(call)).id)
      const replies = await Promise.all([rosa, hugo].map((person) => person.post('phone_calls/take', { id })))
      expect(replies.map(({ body }) => body['taken']).sort()).toEqual([0, 1])
      const [winner, loser] = replies[0]?.body['taken'] === 1 ? ['rosa', 1] : ['hugo', 0]
      expect(replies[Number(loser)]?.body['msg']).toBe(`Ya contestó ${winner} Prueba.`)
      expect(await live(winner === 'rosa' ? hugo : rosa)).toMatchObject([
        { state: 'answered', at_name: `${winner} Prueba`, is_own: 0 },
      ])
      later(9)
      expect(await live(winner === 'rosa' ? hugo : rosa)).toEqual([])
      expect(await live(winner === 'rosa' ? rosa : hugo)).toMatchObject([{ state: 'answered', is_own: 1 }])
      expect((await tacna.post('phone_calls/take', { id })).status).toBe(404)
      expect((await at.call('reader', 'phone_calls/take', { id })).status).toBe(403)
      expect((await (winner === 'rosa' ? hugo : rosa).post('phone_calls/hangUp', { id })).status).toBe(403)
      expect((await (winner === 'rosa' ? rosa : hugo).post('phone_calls/hangUp', { id })).status).toBe(200)
      expect(await row(call)).toMatchObject({ state: 'ended' })
    })

    test('is told before all that was answered and that nobody ended, of which the latest is told first', async () => {
      for (let call = 0; call < 22; call += 1) await rings({ extension: '101', phone: `9441000${10 + call}` })
      await sql`update phone_calls set state = 'answered', id_user = ${rosa.id},
        date_answered = ${NOON.toISOString()}::timestamptz
        where state = 'ringing'`.execute(at.server.database.db)
      await rings({ phone: '944200001' })
      await rings({ phone: '944200002' })
      expect((await live(rosa)).slice(0, 3).map(({ phone }) => phone)).toEqual(['944200001', '944200002', '944100031'])
    })

    test('is kept once whatever comes twice or late, and is whose extension answered it', async () => {
      const call = await rings()
      await Promise.all(Array.from({ length: 6 }, () => hook({ event: 'ringing', call, phone: '+51987654321' })))
      later(4)
      await hook({ event: 'answered', call, phone: '+51987654321', extension: '102' })
      expect(await live(hugo)).toMatchObject([{ state: 'answered', is_own: 1 }])
      later(60)
      await hook({ event: 'ended', call, phone: '+51987654321' })
      await hook({ event: 'ringing', call, phone: '+51987654321' })
      await hook({ event: 'answered', call, phone: '+51987654321', extension: '101' })
      expect(await row(call)).toMatchObject({ state: 'ended', id_user: hugo.id })
      const { rows } = await sql`select 1 from phone_calls where call_key = ${call}`.execute(at.server.database.db)
      expect(rows).toHaveLength(1)
      const missed = await rings()
      await hook({ event: 'hangup', call: missed, phone: '+51987654321' })
      expect(await row(missed)).toMatchObject({ state: 'missed', id_user: null })
    })

    test('of which no id is told is the open one of its caller', async () => {
      const phone = '999888777'
      const asked = { number: phone, agent: '101' }
      for (const fields of [asked, asked]) await hook(fields)
      await hook({ number: phone, CallType: 'Inbound' })
      const found = await at.server.database.db
        .selectFrom('phone_calls')
        .select(['state'])
        .where('phone', '=', phone)
        .execute()
      expect(found).toEqual([{ state: 'missed' }])
    })
  })

  describe('the address of a telephone system', () => {
    test('refuses a wrong token, an unknown key, one that is switched off, and whoever goes on guessing', async () => {
      expect((await hook({ event: 'ringing', phone: '987654321' }, { token: 'otra-clave-cualquiera' })).status).toBe(
        403,
      )
      expect((await hook({ event: 'ringing', phone: '987654321' }, { key: 'nadie' })).status).toBe(404)
      const bad = await at.server.request({
        method: 'GET',
        url: `/api/hooks/calls/lima?event=ringing&phone=987654321&token=${TOKEN}x`,
      })
      expect(bad.status).toBe(403)
      const good = await at.server.request({
        method: 'GET',
        url: `/api/hooks/calls/lima?event=ringing&phone=987654321&call=get1&token=${TOKEN}`,
      })
      expect([good.status, (await row('get1')).state]).toEqual([200, 'ringing'])
      expect((await at.server.call('root', 'GET', `phone_systems/${system}`)).text).not.toContain(TOKEN)
    })

    test('takes from Twilio what is signed by the token, over the address and the fields', async () => {
      const fields = {
        CallSid: 'CA77',
        From: '+51987654321',
        To: 'sip:101@pbx',
        CallStatus: 'ringing',
        Direction: 'inbound',
      }
      const send = (signature: string, form: { [name: string]: string } = fields) =>
        at.server.request({
          method: 'POST',
          url: '/api/hooks/calls/nube',
          payload: new URLSearchParams(form).toString(),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            host: 'consola.test',
            'x-twilio-signature': signature,
          },
        })
      // The example of Twilio's own documentation.
      expect(
        twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', {
          CallSid: 'CA1234567890ABCDE',
          Caller: '+14158675309',
          Digits: '1234',
          From: '+14158675309',
          To: '+18005551212',
        }),
      ).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
      const signature = twilioSignature(TOKEN, 'http://consola.test/api/hooks/calls/nube', fields)
      expect((await send(signature, { ...fields, From: '+51911111111' })).status).toBe(403)
      expect((await send('')).status).toBe(403)
      const taken = await send(signature)
      expect([taken.status, taken.text]).toEqual([200, '<Response/>'])
      expect(await row('CA77')).toMatchObject({ state: 'ringing', extension: '101', id_client: at.id['ana'] })
    })

    test('can be tried from its list, which rings for those who would hear it', async () => {
      const tried = await at.call('root', 'phone_systems/ring', { id: system, phone: '987 654 321', extension: '101' })
      expect([tried.status, tried.body['msg']]).toEqual([200, 'El teléfono está sonando.'])
      expect(await live(rosa)).toMatchObject([{ phone: '987654321', cl_name: 'Ana Quispe' }])
      expect((await at.call('root', 'phone_systems/ring', { id: system, phone: 'x' })).body['errors']).toHaveProperty(
        'phone',
      )
      expect((await tacna.post('phone_systems/ring', { id: system, phone: '987654321' })).status).toBe(404)
    })
  })

  describe('who calls', () => {
    test('is known in one look: rides under way, the last ones, and of several with a number nobody', async () => {
      const made = await at.make({ id_client: at.id['ana']! })
      const call = await rings()
      const id = Number((await row(call)).id)
      const { body, text } = await rosa.get('phone_calls/caller', { id })
      expect(body, text).toMatchObject({ clients: 1, client: { id: at.id['ana'], name: 'Ana', state: '1' } })
      expect((body['rides'] as JsonObject[])[0]).toMatchObject({ id: made.id, is_open: 1 })
      expect((await tacna.get('phone_calls/caller', { id })).status).toBe(404)
      expect((await at.get('companyA', 'phone_calls/caller', { id })).status).toBe(403)
      const two = await rings({ phone: '955000111' })
      for (const name of ['Uno', 'Dos']) await at.put('users', { type_user: '3', name, phone: '955000111' })
      expect((await rosa.get('phone_calls/caller', { id: Number((await row(two)).id) })).body).toMatchObject({
        client: null,
        clients: 2,
        rides: [],
      })
    })

    test('has the ride that came of the call noted, once, and a call that nobody ended is over', async () => {
      const tidy = () =>
        tidyCalls.run({
          runtime: at.server.runtime,
          signal: new AbortController().signal,
          log: () => undefined,
        } as never)
      const [call, next] = [await rings(), await rings()]
      for (const one of [call, next]) await rosa.post('phone_calls/take', { id: Number((await row(one)).id) })
      later(40)
      const { ana, taxi, cash } = at.id
      const sent = await rosa.post('dispatcher/create', {
        id_client: ana!,
        id_product: taxi!,
        id_payment: cash!,
        stops: [...at.stops],
      })
      expect(sent.status, sent.text).toBe(200)
      await tidy()
      await tidy()
      const id_service = (sent.body['item'] as JsonObject)['id']
      expect([(await row(call)).id_service, (await row(next)).id_service]).toEqual([id_service, null])
      const lost = await rings({ phone: '911222333' })
      later(181)
      await tidy()
      expect(await row(lost)).toMatchObject({ state: 'missed' })
      later(4 * 3600)
      await tidy()
      expect(await row(call)).toMatchObject({ state: 'ended', id_user: rosa.id })
    })
  })
})
