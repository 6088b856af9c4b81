import { beforeAll, describe, expect, test } from 'vitest'
import { wakeJob } from '#engine/server'
import type { BotChat } from '../../custom/bots/server'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { botsApp, type BotsApp } from './bots-fixture'
import { NOON } from './services-fixture'
import type { RoleName } from './fixture-users'

const ORIGIN = 'Av. Larco, Miraflores'
const DESTINATION = 'Av. Javier Prado, San Isidro'

/** Asks for a trip, says its price, books it, tells where the driver is, cancels it. */
const BOOKING: { readonly [name: string]: JsonObject } = {
  hello: {
    type: '1',
    message_type: '1',
    message_text: 'Hola {name}',
    childs: [
      { title: 'Reservar', id_bot_step: 'from' },
      { title: 'Mi conductor', id_bot_step: 'where' },
      { title: 'Cancelar', id_bot_step: 'cancel' },
    ],
    id_bot_step_default: 'person',
  },
  from: {
    type: '4',
    message_text: '¿Desde dónde?',
    validation_type: 'address',
    variable: 'origin',
    id_bot_step_positive: 'to',
    id_bot_step_default: 'person',
  },
  to: {
    type: '4',
    message_text: '¿A dónde?',
    validation_type: 'address',
    variable: 'destination',
    id_bot_step_positive: 'phone',
    id_bot_step_default: 'person',
  },
  phone: {
    type: '6',
    childs: [{ condition_source: 'phone', condition_operator: 'empty', id_bot_step: 'ask_phone' }],
    id_bot_step_default: 'quote',
  },
  ask_phone: {
    type: '4',
    message_text: '¿Su teléfono?',
    validation_type: 'phone',
    variable: 'phone',
    id_bot_step_positive: 'quote',
    id_bot_step_default: 'person',
  },
  quote: { type: '8', action_type: 'quote', id_bot_step_positive: 'confirm', id_bot_step_default: 'problem' },
  confirm: {
    type: '1',
    message_type: '1',
    message_text: '{product}: {price}. ¿Reservo?',
    childs: [
      { title: 'Sí', id_bot_step: 'book' },
      { title: 'No', id_bot_step: 'bye' },
    ],
    id_bot_step_default: 'person',
  },
  book: { type: '8', action_type: 'book', id_bot_step_positive: 'booked', id_bot_step_default: 'problem' },
  booked: { type: '1', message_text: 'Reservado, a {price}.', id_bot_step_next: 'back' },
  back: { type: '2', id_bot_step_next: 'hello' },
  where: { type: '8', action_type: 'where', id_bot_step_positive: 'there', id_bot_step_default: 'problem' },
  there: { type: '1', message_text: '{state}: {driver} {plate}' },
  cancel: { type: '8', action_type: 'cancel', id_bot_step_positive: 'gone', id_bot_step_default: 'problem' },
  gone: { type: '1', message_text: '{state}' },
  problem: { type: '1', message_text: 'No se pudo: {problem}' },
  bye: { type: '8', action_type: 'close', message_text: 'Adiós' },
  person: { type: '8', action_type: 'human', message_text: 'Le atiende una persona' },
}

oneEngine((_engine, open) => {
  let at: BotsApp
  let now = NOON
  let booking: Awaited<ReturnType<BotsApp['draw']>>
  let chats = 0
  const post = (path: string, input: JsonObject = {}, role: RoleName = 'operator') =>
    at.server.call(role, 'POST', path, input)
  const get = (path: string, role: RoleName = 'operator') => at.server.call(role, 'GET', path)
  const row = (table: string, id: number) =>
    at.server.database.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const chat = (more: Partial<BotChat> = {}): BotChat => ({
    id: ++chats,
    channel: 'web',
    id_bot: booking.id,
    phone: null,
    name: 'Rosa',
    id_client: null,
    ...more,
  })
  const publish = (id: number, more: JsonObject = {}) => post(`bots/${id}/publish`, more)

  beforeAll(async () => {
    at = await botsApp(open, () => now)
    booking = await at.draw('Reservas', 'hello', BOOKING)
    expect(await publish(booking.id)).toMatchObject({ status: 200, body: { number: 1, changed: true } })
  })

  describe('a flow', () => {
    test('is read whole, its edges are led elsewhere and cleared, its places saved without changing anything else', async () => {
      const { id, steps } = await at.draw('Borrador', 'a', {
        a: { type: '1', message_text: 'A', message_type: '1', childs: [{ title: 'Uno', id_bot_step: 'b' }] },
        b: { type: '4', message_text: 'B', validation_type: 'number' },
      })
      const read = async () =>
        (await get(`bots/${id}/flow`)).body as unknown as {
          item: JsonObject
          bot_steps: (JsonObject & { childs: JsonObject[] })[]
        }
      const stepOf = async (name: string) => (await read()).bot_steps.find((step) => step.id === steps[name])
      expect(await read()).toMatchObject({
        item: { id_bot_step_first: steps.a, published: null, is_changed: true },
        bot_steps: [{ name: 'a', childs: [{ title: 'Uno', id_bot_step: steps.b }] }, { name: 'b' }],
      })
      const child = Number((await stepOf('a'))?.childs[0]?.id)
      for (const [path, input, step, change] of [
        [`bot_steps/${steps.b}/setNextStep`, {}, 'b', { id_bot_step_next: steps.a }],
        [`bot_steps/${steps.b}/setDefaultStep`, {}, 'b', { id_bot_step_default: steps.a }],
        [`bot_steps/${steps.b}/setPositiveStep`, {}, 'b', { id_bot_step_positive: steps.a }],
        [
          `bot_steps/${steps.a}/setChildStep`,
          { child },
          'a',
          { childs: [{ id: child, title: 'Uno', id_bot_step: steps.a }] },
        ],
      ] as const) {
        expect(await post(path, { ...input, id_bot_step: steps.a ?? 0 })).toMatchObject({
          status: 200,
          body: { item: change },
        })
        expect((await post(path, { ...input, id_bot_step: null })).status, path).toBe(200)
        expect(JSON.stringify(await stepOf(step))).not.toContain(`:${steps.a},"condition`)
      }
      expect(await stepOf('b')).toMatchObject({
        id_bot_step_next: null,
        id_bot_step_default: null,
        id_bot_step_positive: null,
      })
      const before = await read()
      expect(
        await post('bot_steps/saveAll', {
          bot_steps: [
            { id: steps.a ?? 0, position_x: 10.5, position_y: -4 },
            { id: steps.b ?? 0, position_x: 300, position_y: 80 },
          ],
        }),
      ).toMatchObject({ status: 200, body: { saved: 2 } })
      const after = await read()
      expect(after.bot_steps.map(({ position_x, position_y, version }) => [position_x, position_y, version])).toEqual([
        [10.5, -4, before.bot_steps[0]?.version],
        [300, 80, before.bot_steps[1]?.version],
      ])
      expect(after.item.revision).toBe(before.item.revision)
      expect((await post(`bots/${id}/setStepFirst`, { id_bot_step: null })).body.item).toMatchObject({
        id_bot_step_first: null,
      })
    })

    test('a removed step is led to by nothing', async () => {
      const { id, steps } = await at.draw('Quitar', 'a', {
        a: {
          type: '1',
          message_text: 'A',
          message_type: '1',
          childs: [{ title: 'Uno', id_bot_step: 'b' }],
          id_bot_step_next: 'b',
        },
        b: { type: '1', message_text: 'B' },
        c: { type: '2', id_bot_step_next: 'b' },
      })
      await post(`bots/${id}/setStepFirst`, { id_bot_step: steps.b ?? 0 })
      const { revision } = (await get(`bots/${id}/flow`)).body.item as JsonObject
      expect((await post('bot_steps/remove', { id: steps.b ?? 0 })).status).toBe(200)
      const { item, bot_steps } = (await get(`bots/${id}/flow`)).body as unknown as {
        item: JsonObject
        bot_steps: JsonObject[]
      }
      expect(item.id_bot_step_first).toBe(null)
      expect(Number(item.revision)).toBeGreaterThan(Number(revision))
      expect(bot_steps).toMatchObject([
        { id: steps.a, id_bot_step_next: null, childs: [{ id_bot_step: null }] },
        { id: steps.c, id_bot_step_next: null },
      ])
      expect((await get(`bots/${id}/errors`)).body.errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: 'no_first', grave: true }),
          expect.objectContaining({
            step: steps.c,
            code: 'no_target',
            field: 'id_bot_step_next',
            text: expect.stringMatching(/sin salida/),
          }),
        ]),
      )
    })

    test('is written by whoever saw what is there; steps lead to steps of their own bot', async () => {
      const { id, steps } = await at.draw('Dos editores', 'a', {
        a: { type: '1', message_text: 'A' },
        b: { type: '1', message_text: 'B' },
      })
      const { version } = await row('bot_steps', steps.a ?? 0)
      const both = await Promise.all(
        [1, 2].map(() =>
          post(`bot_steps/${steps.a}/setNextStep`, { id_bot_step: steps.b ?? 0, version: Number(version) }),
        ),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await post(`bot_steps/${steps.a}/setNextStep`, { id_bot_step: booking.steps.hello ?? 0 })).toMatchObject({
        status: 422,
        body: { errors: { id_bot_step: expect.stringMatching(/otro bot/) } },
      })
      expect(
        await post('bot_steps/create', {
          id: steps.a ?? 0,
          childs: [{ title: 'x', id_bot_step: booking.steps.hello ?? 0 }],
        }),
      ).toMatchObject({ status: 422, body: { errors: { 'childs.0.id_bot_step': expect.any(String) } } })
      expect((await post(`bots/${id}/setStepFirst`, { id_bot_step: booking.steps.hello ?? 0 })).status).toBe(422)
    })

    test('fields are required by the type of the step', async () => {
      const refused = async (input: JsonObject) =>
        Object.keys((await post('bot_steps/create', { id_bot: booking.id, ...input })).body.errors as object)
      expect(await refused({ type: '1', message_type: null })).toEqual(['message_type', 'message_text'])
      expect(await refused({ type: '2' })).toEqual(['id_bot_step_next'])
      expect(await refused({ type: '4', message_text: '?' })).toEqual(['validation_type'])
      expect(await refused({ type: '8' })).toEqual(['action_type'])
      expect(await refused({ type: '6', childs: [{ id_bot_step: booking.steps.hello ?? 0 }] })).toEqual([
        'childs.0.condition_source',
      ])
      expect((await get('bot_steps/types')).body.items).toMatchObject(
        ['1', '2', '3', '4', '5', '6', '8'].map((id) => ({ id, name: expect.stringMatching(/./) })),
      )
    })

    test('with grave errors it is not published; a draft that is, is not published twice, nor one that nobody has looked at', async () => {
      const { id, steps } = await at.draw('Sin salida', 'a', { a: { type: '5', message_text: 'A' } })
      expect(await publish(id)).toMatchObject({
        status: 422,
        body: {
          errors: { [`bot_steps.${steps.a}.id_bot_step_next`]: expect.any(String) },
          problems: [{ step: steps.a, code: 'no_target' }],
        },
      })
      await post(`bot_steps/${steps.a}/setNextStep`, { id_bot_step: steps.a ?? 0 })
      const { revision } = (await get(`bots/${id}/flow`)).body.item as JsonObject
      expect((await publish(id, { revision: Number(revision) - 1 })).status).toBe(409)
      const both = await Promise.all([publish(id), publish(id)])
      expect(both.map(({ body }) => [body.number, body.changed]).sort()).toEqual([
        [1, false],
        [1, true],
      ])
      expect((await get(`bots/${id}/versions`)).body.items).toMatchObject([{ number: 1, num_steps: 1, running: 0 }])
      expect((await get(`bots/${id}/flow`)).body.item).toMatchObject({ published: 1, is_changed: false })
    })

    test('is open to those with the right on bots, in their branches; nobody lends a bot more rights than their own', async () => {
      const { id, steps } = booking
      for (const role of ['companyA', 'readerA', 'none'] as const)
        expect((await get(`bots/${id}/flow`, role)).status, role).not.toBe(200)
      expect((await get(`bots/${id}/flow`, 'reader')).status).toBe(200)
      for (const [path, input] of [
        [`bots/${id}/publish`, {}],
        [`bots/${id}/setStepFirst`, { id_bot_step: null }],
        [`bot_steps/${steps.from}/setNextStep`, { id_bot_step: null }],
        ['bot_steps/saveAll', { bot_steps: [] }],
        [`bots/${id}/try`, { event: { type: 'start' } }],
      ] as const) {
        expect((await post(path, input, 'reader')).status, path).toBe(403)
      }
      const {
        ids,
        database: { db },
      } = at.server
      expect(await row('bots', id)).toMatchObject({ id_user: ids.users.operator })
      expect(await post('bots/create', { id, id_user: ids.users.root })).toMatchObject({
        status: 422,
        body: { errors: { id_user: expect.any(String) } },
      })
      const other = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
      await db.updateTable('bots').set({ id_branch: other }).where('id', '=', id).execute()
      const bound = async (branch: number) => {
        await db.insertInto('user_branches').values({ id_user: ids.users.reader, id_branch: branch }).execute()
        at.server.runtime.changed('user_branches')
      }
      await bound(at.id.lima ?? 0)
      expect([
        (await get(`bots/${id}/flow`, 'reader')).status,
        (await get(`bot_steps/${steps.hello}`, 'reader')).status,
        (await get(`bots/${id}/versions`, 'reader')).status,
      ]).toEqual([404, 404, 404])
      await db.updateTable('bots').set({ id_branch: null }).where('id', '=', id).execute()
      expect((await get(`bots/${id}/flow`, 'reader')).status).toBe(200)
    })
  })

  describe('a conversation', () => {
    test('books a real ride at the price that was told, once, and tells of its driver and cancels it', async () => {
      const own = chat({ phone: '+51 955 111 222' })
      expect(await at.hear(own, 'buenas')).toEqual(['Hola Rosa <Reservar|Mi conductor|Cancelar>'])
      expect(await at.hear(own, 'reservar')).toEqual(['¿Desde dónde?'])
      expect(await at.hear(own, ORIGIN)).toEqual(['¿A dónde?'])
      const [told = ''] = await at.hear(own, DESTINATION)
      expect(told).toMatch(/^\S.*: \S.*\d\. ¿Reservo\? <Sí\|No>$/)
      const price = /: (.*)\. ¿/.exec(told)?.[1]
      expect(await at.hear(own, 'sí')).toEqual([`Reservado, a ${price}.`, 'Hola Rosa <Reservar|Mi conductor|Cancelar>'])
      const { db } = at.server.database
      const action = await db
        .selectFrom('bot_actions')
        .selectAll()
        .where('id_chat', '=', own.id)
        .where('type', '=', 'book')
        .executeTakeFirstOrThrow()
      const service = await row('services', Number(action.id_service))
      expect(service).toMatchObject({
        state: 'requested',
        by_operator: true,
        id_operator: at.server.ids.users.operator,
      })
      expect(await row('users', Number(service.id_client))).toMatchObject({
        type_user: '3',
        name: 'Rosa',
        phone: expect.stringMatching(/955 ?111 ?222$/),
      })
      expect(Number(service.price_total)).toBe(Number(/[\d.]+$/.exec(price ?? '')?.[0]))
      // A process died after the booking and before it said so: the next one books nothing again.
      await db
        .updateTable('bot_actions')
        .set({ state: 'queued', date_next: now.toISOString() })
        .where('id', '=', Number(action.id))
        .execute()
      await wakeJob(db, 'bots.actions')
      await expect
        .poll(async () => (await row('bot_actions', Number(action.id))).state, { timeout: 20_000 })
        .toBe('done')
      expect(
        await db.selectFrom('services').selectAll().where('id_client', '=', Number(service.id_client)).execute(),
      ).toHaveLength(1)
      expect((await at.said(own.id)).filter((words) => words.startsWith('Reservado'))).toHaveLength(1)
      expect((await at.hear(own, '2'))[0]).toMatch(/: +$|: $/)
      expect(await at.hear(own, 'hola')).toEqual(['Hola Rosa <Reservar|Mi conductor|Cancelar>'])
      expect(await at.hear(own, '3')).toEqual(['Cancelado'])
      expect(await row('services', Number(action.id_service))).toMatchObject({ state: 'canceled', cancel_by: 'client' })
    })

    test('offers no courier for a ride, however cheap, unless its own product is one', async () => {
      const { db } = at.server.database
      const tarif = await at.put('tarifs', {
        type: '4',
        name: 'Mensajería',
        price_base: '0.5',
        price_km: '0.1',
        price_courier: '0.1',
      })
      const courier = await at.put('products', { name: 'Moto', id_tarif: tarif, capacity_1: 1 })
      for (const table of ['tarifs', 'products']) at.server.runtime.changed(table)
      const offered = async (): Promise<string> => {
        const own = chat({ id_client: at.id.ana ?? 0, phone: '987654321' })
        for (const said of ['.', '1', ORIGIN]) await at.hear(own, said)
        return (await at.hear(own, DESTINATION))[0] ?? ''
      }
      expect(await offered()).toMatch(/^Taxi: /)
      const products = async (id_product: number | null) => {
        await db.updateTable('bots').set({ id_product }).where('id', '=', booking.id).execute()
        at.server.runtime.changed('bots')
      }
      await products(courier)
      expect(await offered()).toMatch(/^Moto: /)
      await products(null)
      await db.updateTable('products').set({ state: '0' }).where('id', '=', courier).execute()
      at.server.runtime.changed('products')
    })

    test('a price that has changed since it was told books nothing', async () => {
      const own = chat({ phone: '955000333' })
      for (const said of ['.', '1', ORIGIN, DESTINATION]) await at.hear(own, said)
      await at.startsAt('8')
      expect((await at.hear(own, 'sí'))[0]).toMatch(/^No se pudo: El precio cambió mientras tanto: ahora es \S.*\d\.$/)
      await at.startsAt('5')
      expect(
        await at.server.database.db.selectFrom('users').select('id').where('phone', 'like', '%955000333').execute(),
      ).toHaveLength(1)
    })

    test("a number that anybody can type books for nobody's company, and tells nothing of others' rides", async () => {
      const { body } = await at.send({ id_client: at.id.ana ?? 0 })
      expect(body.id).toEqual(expect.any(Number))
      const own = chat()
      for (const said of ['.', '1', ORIGIN, DESTINATION]) await at.hear(own, said)
      await at.hear(own, '999000111')
      expect((await at.hear(own, 'sí'))[0]).toMatch(/^No se pudo: Para este número/)
      expect((await at.hear(own, '.')).length + (await at.hear(own, 'mi conductor')).length).toBe(2)
      expect((await at.said(own.id)).at(-1)).toBe('No se pudo: No hay un viaje en curso.')
      const known = chat({ id_client: at.id.ana ?? 0, phone: '987654321' })
      await at.hear(known, '.')
      expect((await at.hear(known, 'mi conductor'))[0]).toMatch(/: /)
    })

    test('stays on the version that it began with; the next one is on the new one', async () => {
      const { id, steps } = await at.draw('Versiones', 'a', {
        a: { type: '5', message_text: 'Uno', id_bot_step_next: 'b' },
        b: { type: '1', message_text: 'Viejo' },
      })
      await publish(id)
      const [first, second] = [chat({ id_bot: id }), chat({ id_bot: id })]
      expect(await at.hear(first, 'hola')).toEqual(['Uno'])
      expect((await post('bot_steps/create', { id: steps.b ?? 0, message_text: 'Nuevo' })).status).toBe(200)
      expect(await at.hear(second, 'hola')).toEqual(['Uno'])
      expect(await publish(id)).toMatchObject({ status: 200, body: { number: 2 } })
      expect((await get(`bots/${id}/versions`)).body.items).toMatchObject([
        { number: 2, running: 0 },
        { number: 1, running: 2 },
      ])
      expect((await post('bot_steps/remove', { id: steps.b ?? 0 })).status).toBe(200)
      expect([await at.hear(first, 'x'), await at.hear(chat({ id_bot: id }), 'hola')]).toEqual([['Viejo'], ['Uno']])
    })

    test('is on one path however many messages come at once', async () => {
      const { id } = await at.draw('A la vez', 'a', {
        a: { type: '5', message_text: 'a', id_bot_step_next: 'b' },
        b: { type: '5', message_text: 'b', id_bot_step_next: 'c' },
        c: { type: '5', message_text: 'c', id_bot_step_next: 'a' },
      })
      await publish(id)
      const own = chat({ id_bot: id })
      await Promise.all(Array.from({ length: 12 }, () => at.hear(own, 'x')))
      expect(await at.said(own.id)).toEqual(Array.from({ length: 12 }, (_, n) => 'abc'[n % 3]))
      const sessions = await at.server.database.db
        .selectFrom('bot_sessions')
        .selectAll()
        .where('id_chat', '=', own.id)
        .execute()
      expect(sessions).toHaveLength(1)
      const traces = await at.server.database.db
        .selectFrom('bot_traces')
        .select('turn')
        .where('id_bot_session', '=', Number(sessions[0]?.id))
        .orderBy('id')
        .execute()
      expect(new Set(traces.map(({ turn }) => turn)).size).toBe(12)
    })

    test('a question that nobody answers is over after its time, and begins anew', async () => {
      const { id } = await at.draw('Espera', 'a', {
        a: {
          type: '4',
          message_text: '¿Número?',
          validation_type: 'number',
          minutes_wait: 5,
          id_bot_step_positive: 'b',
          id_bot_step_default: 'c',
        },
        b: { type: '1', message_text: 'Bien' },
        c: { type: '5', message_text: '¿Sigue ahí?', id_bot_step_next: 'b' },
      })
      await publish(id)
      const own = chat({ id_bot: id })
      await at.hear(own, 'hola')
      const look = async (minutes: number) => {
        now = new Date(now.getTime() + minutes * 60_000)
        await wakeJob(at.server.database.db, 'bots.timeouts')
      }
      await look(6)
      await expect.poll(() => at.said(own.id), { timeout: 20_000 }).toEqual(['¿Número?', '¿Sigue ahí?'])
      await look(241)
      await expect
        .poll(
          async () =>
            (
              await at.server.database.db
                .selectFrom('bot_sessions')
                .select('state')
                .where('id_chat', '=', own.id)
                .execute()
            ).map(({ state }) => state),
          { timeout: 20_000 },
        )
        .toEqual(['over'])
      expect(await at.hear(own, '5')).toEqual(['¿Número?'])
    })

    test('a web address within our own network is not called', async () => {
      const { id } = await at.draw('Web', 'a', {
        a: {
          type: '8',
          action_type: 'webhook',
          action_url: 'http://127.0.0.1:9/x',
          id_bot_step_positive: 'b',
          id_bot_step_default: 'c',
        },
        b: { type: '1', message_text: 'Bien' },
        c: { type: '1', message_text: 'Mal' },
      })
      await publish(id)
      const own = chat({ id_bot: id })
      expect(await at.hear(own, 'hola')).toEqual(['Mal'])
      const [trace] = await at.server.database.db
        .selectFrom('bot_traces')
        .select('note')
        .where('id_bot', '=', id)
        .where('exit', '=', 'default')
        .execute()
      expect(trace?.note).toBe('blocked')
    })

    test('without a published version, or switched off, there is no bot', async () => {
      const { id } = await at.draw('Sin publicar', 'a', { a: { type: '1', message_text: 'A' } })
      expect(await at.hear(chat({ id_bot: id }), 'hola')).toEqual([])
      await publish(id)
      expect(await at.hear(chat({ id_bot: id }), 'hola')).toEqual(['A'])
      expect((await post('bots/disable', { id })).status).toBe(200)
      expect(await at.hear(chat({ id_bot: id }), 'hola')).toEqual([])
    })
  })

  test('past conversations are taken through the draft: those that part come first, what was written is masked, and nothing happens', async () => {
    const { id, steps } = await at.draw('Repaso', 'a', {
      a: {
        type: '1',
        message_type: '1',
        message_text: '¿Qué?',
        childs: [
          { title: 'Nombre', id_bot_step: 'b' },
          { title: 'Nada', id_bot_step: 'c' },
        ],
        id_bot_step_default: 'c',
      },
      b: { type: '5', message_text: '¿Su nombre?', variable: 'n', id_bot_step_next: 'c' },
      c: { type: '1', message_text: 'Adiós {n}' },
      d: { type: '1', message_text: 'Otro' },
    })
    await publish(id)
    for (const said of [
      ['hola', 'Nombre', 'Rosa Díaz 7'],
      ['hola', 'Nada'],
    ]) {
      const own = chat({ id_bot: id })
      for (const words of said) await at.hear(own, words)
    }
    const read = async (role: RoleName = 'operator') =>
      (await get(`bots/${id}/replay`, role)).body as unknown as { total: number; changed: number; items: JsonObject[] }
    expect(await read()).toMatchObject({
      total: 2,
      changed: 0,
      items: [{ parts_at: null }, { parts_at: null, said: ['Nombre', 'xxxx xxxx 0'] }],
    })
    await post(`bot_steps/${steps.b}/setNextStep`, { id_bot_step: steps.d ?? 0 })
    const { changed, items, ...rest } = await read()
    expect([changed, items]).toMatchObject([
      1,
      [
        {
          number: 1,
          parts_at: 4,
          before: [
            { step: steps.a },
            { step: steps.a },
            { step: steps.b },
            { step: steps.b },
            { step: steps.c, exit: 'next' },
          ],
          after: [{}, {}, {}, {}, { step: steps.d }],
        },
        { parts_at: null },
      ],
    ])
    expect(JSON.stringify([items, rest])).not.toMatch(/Rosa|Díaz/)
    expect((await get(`bots/${id}/replay`, 'reader')).status).toBe(403)
    expect((await read('operator')).total).toBe(2)
  })

  test('a draft is tried with real addresses and prices, and books nothing', async () => {
    const services = async () => (await at.server.database.db.selectFrom('services').select('id').execute()).length
    const before = await services()
    let session: Json | undefined
    const turn = async (event: JsonObject) => {
      const { status, body, text } = await post(`bots/${booking.id}/try`, {
        event,
        ...(session !== undefined && { session }),
      })
      expect(status, text).toBe(200)
      session = body.session
      return body as unknown as { says: { text: string }[]; effects: JsonObject[]; trace: JsonObject[] }
    }
    await turn({ type: 'start' })
    for (const text of ['Reservar', ORIGIN, DESTINATION]) await turn({ type: 'text', text })
    expect((await turn({ type: 'text', text: '987654321' })).says[0]?.text).toMatch(/\d\. ¿Reservo\?$/)
    const { says, effects, trace } = await turn({ type: 'text', text: 'Sí' })
    expect(effects).toEqual([{ type: 'book', step: booking.steps.book, tried: false }])
    expect(says[0]?.text).toMatch(/^Prueba: «Reservar» no se hizo/)
    expect(trace.map(({ step }) => step)).toEqual(
      ['confirm', 'book', 'book', 'booked', 'back', 'hello'].map((name) => booking.steps[name]),
    )
    expect(await services()).toBe(before)
    expect((await post(`bots/${booking.id}/try`, { event: { type: 'start' }, session: { step: 'x' } })).status).toBe(
      422,
    )
  })
})
