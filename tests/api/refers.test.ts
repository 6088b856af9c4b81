import { beforeAll, describe, expect, test } from 'vitest'
import { wakeJob } from '#engine/server'
import { grantEarned } from '../../custom/refers/server/grant-earned'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, FROM, TO, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: WholeApp
  let n = 0
  const id: { [name: string]: number } = {}
  const person = (type_user: '2' | '3', more: JsonObject = {}) =>
    at.put('users', { type_user, name: `Persona ${(n += 1)}`, surname: 'Prueba', ...more })
  const refer = (id_invited: number, id_inviter: number, role: RoleName = 'operator') =>
    at.call(role, 'refers/invite', { id_invited, id_inviter })
  const item = async (which: number) =>
    (await at.server.call('operator', 'GET', `refers/${which}`)).body['item'] as JsonObject
  const settings = async (app: 'client' | 'driver', values: JsonObject): Promise<void> => {
    const { status, text } = await at.call(
      'root',
      `app_${app}/save`,
      Object.fromEntries(Object.entries(values).map(([key, value]) => [`app_${app}_${key}`, value])),
    )
    expect(status, text).toBe(200)
  }
  const finished = async (id_client: number, column: 'id_client' | 'id_driver' = 'id_client') =>
    at.put('services', { id_client: id.anybody, id_product: id.taxi, state: 'finalized', [column]: id_client })
  const wake = () => wakeJob(at.server.database.db, grantEarned.name)
  const db = () => at.server.database.db
  const grants = async (id_client: number) =>
    (await db().selectFrom('promotion_grants').select('id_promotion').where('id_client', '=', id_client).execute()).map(
      ({ id_promotion }) => id_promotion,
    )
  const balance = async (who: number) =>
    Number(
      (await db().selectFrom('users').select('wallet_balance').where('id', '=', who).executeTakeFirstOrThrow())[
        'wallet_balance'
      ] ?? 0,
    )

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'), { timed: [] })
    const { put } = at
    id.tarif = await put('tarifs', { type: '1', name: 'Básica', price_base: '20' })
    id.taxi = await put('products', { name: 'Taxi', id_tarif: id.tarif, capacity_1: 4 })
    id.anybody = await person('3')
    id.branch = await put('branches', { name: 'Otra' })
    id.hello = await put('promotions', {
      code: 'HOLA',
      name: 'Bienvenida',
      type_benefit: '2',
      amount: '5',
      only_granted: true,
    })
    id.thanks = await put('promotions', {
      code: 'GRACIAS',
      name: 'Gracias',
      type_benefit: '2',
      amount: '7.5',
      only_granted: true,
    })
    id.open = await put('promotions', { code: 'LIBRE', name: 'Libre', type_benefit: '1', amount: '50' })
    await settings('client', {
      refer_active: 1,
      refer_invited_promotion: id.hello,
      refer_inviter_promotion: id.thanks,
      refer_inviter_services: 2,
    })
    await settings('driver', {
      wallet_enabled: 1,
      refer_active: 1,
      refer_invited_promotion: id.hello,
      refer_inviter_promotion: id.thanks,
      refer_inviter_services: 1,
    })
  })

  const quoted = async (id_client: number, promotion: string) => {
    const { status, body } = await at.call('operator', 'fares/quote', {
      id_product: id.taxi ?? 0,
      stops: [FROM, TO],
      id_client,
      promotion,
    })
    return status === 200 ? String(body['token']) : (body['errors'] as JsonObject)['promotion']
  }
  const redeem = async (token: unknown) => (await at.call('operator', 'test/redeem', { token: String(token) })).status

  describe('a referral of clients', () => {
    test('gives the invited their promotion at once, and who invited them theirs after the services, each once', async () => {
      const [invited, inviter] = [await person('3'), await person('3')]
      const made = await refer(invited, inviter)
      const which = Number(made.body['id'])
      expect(await item(which), made.text).toMatchObject({
        state_invited: 'given',
        state_inviter: 'pending',
        services_needed: 2,
        us_type: '3',
        id_promotion_inviter: id.thanks,
      })
      expect([await grants(invited), await grants(inviter)]).toEqual([[id.hello], []])
      await finished(invited)
      await wake()
      // Nothing happens that could be awaited: another job's turn is, with one whose services are there.
      const [second, other] = [await person('3'), await person('3')]
      const more = Number((await refer(second, other)).body['id'])
      await finished(second)
      await finished(second)
      await Promise.all([wake(), wake()])
      await expect.poll(async () => (await item(more))['state_inviter']).toBe('given')
      expect((await item(which))['state_inviter']).toBe('pending')
      await finished(invited)
      await Promise.all([wake(), wake(), wake()])
      await expect.poll(async () => (await item(which))['state_inviter']).toBe('given')
      await wake()
      expect([await grants(invited), await grants(inviter), await grants(other)]).toEqual([
        [id.hello],
        [id.thanks],
        [id.thanks],
      ])
      expect((await at.call('operator', 'refers/remove', { id: which })).status).not.toBe(200)
    })

    test('lets the granted promotion be used once, by whom it was granted alone, however many ask at once', async () => {
      const [invited, inviter] = [await person('3'), await person('3')]
      const only = 'Esta promoción es solo para quienes la recibieron.'
      expect(await quoted(invited, 'HOLA')).toBe(only)
      await refer(invited, inviter)
      expect(await quoted(inviter, 'HOLA')).toBe(only)
      const tokens = await Promise.all(Array.from({ length: 4 }, () => quoted(invited, 'hola')))
      expect((await Promise.all(tokens.map(redeem))).sort()).toEqual([200, 422, 422, 422])
      expect(await quoted(invited, 'HOLA')).toBe(only)
    })

    test('is made once for each invited person, by two who may, and stays', async () => {
      const [one, two, driver, old, elsewhere] = [
        await person('3'),
        await person('3'),
        await person('2'),
        await person('3'),
        await person('3', { id_branch: id.branch ?? 0 }),
      ]
      await finished(old)
      const errorOf = async (invited: number, inviter: number) => {
        const { status, body } = await refer(invited, inviter)
        return status === 422 ? Object.keys(body['errors'] as JsonObject)[0] : status
      }
      expect([
        await errorOf(one, one),
        await errorOf(one, driver),
        await errorOf(old, one),
        await errorOf(one, elsewhere),
        await errorOf(one, at.server.ids.users.operator),
      ]).toEqual(['id_inviter', 'id_inviter', 'id_invited', 'id_inviter', 'id_inviter'])
      const tries = await Promise.all([refer(one, two), refer(one, old), refer(one, two)])
      expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(tries.every(({ status }) => status === 200 || status === 422 || status === 409)).toBe(true)
      expect(await grants(one)).toEqual([id.hello])
      const which = Number(tries.find(({ status }) => status === 200)?.body['id'])
      const { id_inviter } = await item(which)
      // Whoever of the two came first: nobody invites the one who invited them.
      expect(await errorOf(Number(id_inviter), one)).toBe('id_inviter')
      const changes: readonly JsonObject[] = [{ id_inviter: elsewhere }, { state_inviter: 'given' }]
      for (const more of changes)
        expect((await at.call('operator', 'refers/create', { id: which, ...more })).status).not.toBe(200)
      expect((await refer(elsewhere, at.server.ids.users.operator, 'reader')).status).toBe(403)
      for (const role of ['companyA', 'readerA'] as const)
        expect((await at.server.call(role, 'GET', `refers/${which}`)).status).not.toBe(200)
    })

    test('promises what the settings said that day, and nothing while they are off or the promotion is', async () => {
      await db()
        .updateTable('promotions')
        .set({ state: '0' })
        .where('id', '=', id.thanks ?? 0)
        .execute()
      const first = Number((await refer(await person('3'), await person('3'))).body['id'])
      await db()
        .updateTable('promotions')
        .set({ state: '1' })
        .where('id', '=', id.thanks ?? 0)
        .execute()
      await settings('client', { refer_active: 0 })
      const second = Number((await refer(await person('3'), await person('3'))).body['id'])
      await settings('client', { refer_active: 1 })
      expect([await item(first), await item(second)]).toMatchObject([
        { state_invited: 'given', state_inviter: 'none' },
        { state_invited: 'none', state_inviter: 'none' },
      ])
    })
  })

  test('a referral of drivers puts the amounts into their wallets, approved, once', async () => {
    const [invited, inviter] = [await person('2'), await person('2')]
    const which = Number((await refer(invited, inviter)).body['id'])
    expect([await balance(invited), await balance(inviter)]).toEqual([5, 0])
    await finished(invited, 'id_driver')
    // As two processes would, whose election has failed.
    const context = { runtime: at.server.app.runtime, signal: new AbortController().signal, log: () => {} }
    await Promise.all([grantEarned.run(context), grantEarned.run(context), grantEarned.run(context)])
    expect((await item(which))['state_inviter']).toBe('given')
    expect(await balance(inviter)).toBe(7.5)
    // The engine's own arithmetic comes to the same.
    const { body } = await at.call('operator', 'wallets/discount', { id_user: inviter, amount: 2.5 })
    expect((await at.call('operator', 'wallets/approve', { id: Number(body['id']) })).status).toBe(200)
    expect(await balance(inviter)).toBe(5)
  })

  test("the settings of the applications are read by their forms' calls and handed to the applications", async () => {
    const [form, outside] = [
      await at.call('root', 'app_client', {}),
      (await at.server.app.inject('/api/client/app')).json<JsonObject>(),
    ]
    expect(form.body['item'], form.text).toMatchObject({
      app_client_refer_inviter_services: 2,
      app_client_refer_invited_promotion: id.hello,
    })
    expect(outside).toMatchObject({
      refer_active: 1,
      refer_invited: { code: 'HOLA', name: 'Bienvenida' },
      refer_inviter_services: 2,
      wallet_enabled: 0,
      show_online_drivers: 1,
      version_required: null,
    })
    // A promotion that everybody may use is no benefit of somebody.
    expect(
      (await at.call('root', 'app_client/save', { app_client_refer_invited_promotion: id.open ?? 0 })).status,
    ).toBe(422)
    await settings('client', { refer_active: 0, version_required: 40, android_url: 'https://play.test/x' })
    expect((await at.server.app.inject('/api/client/app')).json()).toMatchObject({
      refer_active: 0,
      refer_invited: null,
      version_required: 40,
      android_url: 'https://play.test/x',
    })
    expect((await at.call('companyA', 'app_client/save', { app_client_version_required: 1 })).status).not.toBe(200)
  })
})
