import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { oneEngine } from '../engines'
import { boxAround, wholeApp, FROM, TO, type WholeApp } from './whole-app'

oneEngine((engine, open) => {
  let at: WholeApp
  let database: Database
  const id: { [name: string]: number } = {}

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-21T17:00:00.000Z'))
    database = at.server.database
    const { put } = at
    id.tarif = await put('tarifs', {
      type: '2',
      name: 'Distritos',
      use_ranges: true,
      price_base: '9',
      price_km: '1.2345',
      service_fee_amount: '12.5',
      service_fee_type: '0',
      revision: 7,
    })
    for (const from of ['0', '5'])
      await put('tarif_ranges', { id_tarif: id.tarif, measure: 'km', from, price: `1.${from}` })
    id.south = await put('zones', {
      id_tarif: id.tarif,
      name: 'Sur',
      color: '#112233',
      path: boxAround(FROM.lat, FROM.lng, 0.01),
    })
    id.north = await put('zones', {
      id_tarif: id.tarif,
      name: 'Norte',
      color: '#332211',
      path: boxAround(TO.lat, TO.lng, 0.01),
    })
    await put('zones', { id_tarif: id.tarif, name: 'Ya no', path: boxAround(-12, -77, 0.01), date_deleted: new Date() })
    await put('prices', { id_tarif: id.tarif, id_zone_from: id.south, id_zone_to: id.north, amount: '21.5' })
    id.flat = await put('tarifs', {
      type: '3',
      name: 'Fija',
      price_base: '9',
      service_fee_type: '1',
      service_fee_amount: '2.5',
    })
    for (const name of ['Oro', 'ámbar', 'Bronce']) await put('subscriptions', { name, id_tarif: id.tarif })
  })

  const item = async (path: string): Promise<JsonObject> =>
    (await at.server.call('root', 'GET', path)).body['item'] as JsonObject
  const linesOf = async (id_tarif: number): Promise<{ kind: string; amount: number; source: JsonObject }[]> => {
    const answer = await at.call('operator', 'fares/quote', { id_tarif, stops: [FROM, TO] })
    return (answer.body['fare'] as { lines: { kind: string; amount: number; source: JsonObject }[] }).lines
  }

  test('the form of a tariff is read by GET as the specification has it, and by POST', async () => {
    const [got, posted] = [
      await at.server.call('root', 'GET', 'tarifs/form', { id: id.tarif! }),
      await at.call('root', 'tarifs/form', { id: id.tarif! }),
    ]
    expect([got.status, got.body]).toEqual([200, posted.body])
    expect(got.body['item']).toMatchObject({ id: id.tarif, name: 'Distritos' })
  })

  describe('tarifs/clone', () => {
    test('copies a tariff with its ranges, zones and prices: the copy prices the same, and is its own', async () => {
      const { status, body, text } = await at.call('operator', 'tarifs/clone', { id: id.tarif! })
      expect(status, text).toBe(200)
      expect(body).toMatchObject({
        name: 'Distritos (copia)',
        msg: 'Copiada con sus tramos, zonas y precios: Distritos (copia).',
      })
      const copy = await item(`tarifs/${String(body['id'])}`)
      expect(copy).toMatchObject({
        type: '2',
        price_km: 1.2345,
        service_fee_amount: 12.5,
        num_zones: 2,
        revision: 0,
        su_name: '',
      })
      expect((copy['ranges'] as JsonObject[]).map(({ measure, from, price }) => [measure, from, price])).toEqual([
        ['km', 0, 1],
        ['km', 5, 1.5],
      ])
      const [zones, own] = [await linesOf(id.tarif!), await linesOf(Number(body['id']))]
      expect(own.map(({ kind, amount }) => [kind, amount])).toEqual(zones.map(({ kind, amount }) => [kind, amount]))
      expect(own[0]).toMatchObject({ kind: 'zones', amount: 2150 })
      expect(own[0]?.source['id']).not.toBe(zones[0]?.source['id'])
      await at.call('root', 'tarifs/remove', { id: body['id']! })
      expect(await linesOf(id.tarif!)).toEqual(zones)
    })

    test('finds a free name, however often and however long', async () => {
      const names = [
        await at.call('root', 'tarifs/clone', { id: id.flat! }),
        await at.call('root', 'tarifs/clone', { id: id.flat! }),
      ].map(({ body }) => body['name'])
      expect(names).toEqual(['Fija (copia)', 'Fija (copia 2)'])
      const long = await at.put('tarifs', { type: '3', name: 'N'.repeat(80), price_base: '1' })
      const { body, text } = await at.call('root', 'tarifs/clone', { id: long })
      expect(body['name'], text).toBe(`${'N'.repeat(72)} (copia)`)
    })

    test('of several at once each has a name of its own', async () => {
      const twin = await at.put('tarifs', { type: '3', name: 'Gemela', price_base: '1' })
      const answers = await Promise.all([1, 2, 3].map(() => at.call('operator', 'tarifs/clone', { id: twin })))
      expect(answers.map(({ status, text }) => status === 200 || text)).toEqual([true, true, true])
      expect(answers.map(({ body }) => body['name']).sort()).toEqual([
        'Gemela (copia 2)',
        'Gemela (copia 3)',
        'Gemela (copia)',
      ])
    })

    // The embedded database lets nobody change anything meanwhile.
    if (engine === 'postgres')
      test('of one that is changed meanwhile is told, and no half copy is left', async () => {
        const id_tarif = await at.put('tarifs', { type: '3', name: 'Movida', price_base: '1', revision: 1 })
        const [isChanged, isWaitedFor] = [gate(), gate()]
        const changing = database.transaction(async (tx) => {
          await sql`update tarifs set revision = 2 where id = ${id_tarif}`.execute(tx)
          isChanged.open()
          await isWaitedFor.opened
        })
        await isChanged.opened
        // It reads the tariff as it was, then waits for the change.
        const asked = at.call('operator', 'tarifs/clone', { id: id_tarif })
        await expect
          .poll(
            async () =>
              (
                await sql`select 1 from pg_stat_activity where datname = current_database()
                  and wait_event_type = 'Lock'`.execute(database.db)
              ).rows.length,
          )
          .toBe(1)
        isWaitedFor.open()
        await changing
        expect((await asked).status).toBe(409)
        const { rows } = await sql`select 1 from tarifs where name like 'Movida (%'`.execute(database.db)
        expect(rows).toEqual([])
      })

    test('is for those who may edit tariffs', async () => {
      expect((await at.call('reader', 'tarifs/clone', { id: id.tarif! })).status).toBe(403)
      expect((await at.call('companyA', 'tarifs/clone', { id: id.tarif! })).status).toBe(404)
      expect((await at.call('root', 'tarifs/clone', { id: 999_999 })).status).toBe(404)
      expect((await at.call('root', 'tarifs/clone', {})).status).toBe(422)
    })
  })

  test('tarifs/types names the kinds of tariff', async () => {
    const { body } = await at.server.call('reader', 'GET', 'tarifs/types')
    expect((body['items'] as JsonObject[]).map(({ id: value, name }) => [value, name])).toEqual([
      ['1', 'Distancia y tiempo'],
      ['2', 'Zonas'],
      ['3', 'Fija'],
      ['4', 'Mensajería'],
    ])
  })

  test('a tariff tells its subscriptions and its service fee as people write it', async () => {
    expect(await item(`tarifs/${id.tarif}`)).toMatchObject({
      su_name: 'ámbar, Bronce, Oro',
      service_fee_text: '12.5\u00a0%',
      num_subscriptions: 3,
    })
    expect(await item(`tarifs/${id.flat}`)).toMatchObject({ su_name: '', service_fee_text: 'S/\u00a02.50' })
  })

  test('an editable price keeps the first one', async () => {
    const { body, text } = await at.call('root', 'tarifs/create', {
      type: '1',
      name: 'Editable',
      allow_edit_price_on_dispatcher: 1,
      keep_initial: 0,
    })
    expect(body['item'], text).toMatchObject({ allow_edit_price_on_dispatcher: 1, keep_initial: 1 })
  })

  test('a promotion tells its benefit, whether it counts today, and how much of it is used', async () => {
    const put = (code: string, row: JsonObject) =>
      at.put('promotions', { code, name: code, type_benefit: '1', amount: '12.5', ...row })
    const ids = [
      await put('HOY', { valid_from: '2026-11-21', valid_to: '2026-11-21', use_limit: 4 }),
      await put('AYER', { valid_to: '2026-11-20' }),
      await put('MAS', { valid_from: '2026-11-22' }),
      await put('NO', { state: '0', type_benefit: '2' }),
    ]
    await at.put('promotion_uses', { id_promotion: ids[0], amount: '1' })
    const rows = await Promise.all(ids.map((one) => item(`promotions/${one}`)))
    expect(rows.map(({ str_amount, valid, used_pct }) => [str_amount, valid, used_pct])).toEqual([
      ['12.5\u00a0%', 1, 25],
      ['12.5\u00a0%', 0, null],
      ['12.5\u00a0%', 0, null],
      ['S/\u00a012.50', 0, null],
    ])
    const { body } = await at.server.call('root', 'GET', 'promotions', { filters: '{"code":"HOY"}' })
    expect((body['items'] as JsonObject[])[0]).toMatchObject({ valid: 1, used_pct: 25 })
  })

  test('a branch has a time zone that there is', async () => {
    let branches = 0
    const settle = async (timezone: string) => {
      const { status, body } = await at.call('root', 'branches/create', {
        name: `Sede ${++branches} ${timezone}`,
        timezone,
      })
      return status === 200 ? 'saved' : body['errors']
    }
    expect(await settle('America/Bogota')).toBe('saved')
    for (const none of ['Mars/Base', 'America/Limaa', 'UTC+5', 'IST', 'BST']) {
      expect(await settle(none)).toEqual({ timezone: 'Elija una zona horaria de la lista, como America/Lima.' })
    }
    expect(await settle('lima')).toBe('saved')
    const { body } = await at.server.call('root', 'GET', 'branches', { query: `Sede ${branches}` })
    expect((body['items'] as JsonObject[])[0]).toMatchObject({ timezone: 'America/Lima' })
  })

  test('a product tells its business', async () => {
    const business = await at.put('businesses', { name: 'Taxi', icon: 'local_taxi' })
    const products = [
      await at.put('products', { name: 'A', id_tarif: id.flat, id_business: business }),
      await at.put('products', { name: 'B', id_tarif: id.flat }),
    ]
    const rows = await Promise.all(products.map((one) => item(`products/${one}`)))
    expect(rows.map(({ business: told }) => told)).toEqual([{ name: 'Taxi', icon: 'local_taxi' }, null])
  })

  test('a payment method tells the active gateway that charges it, and which one to root alone', async () => {
    const gateways = [
      await at.put('payment_gateways', { type: 'test', name: 'Prueba' }),
      await at.put('payment_gateways', { type: 'test', name: 'Apagada', state: '0' }),
    ]
    const methods = [
      await at.put('payment_methods', { name: 'En línea', type: 'prepaid', id_payment_gateway: gateways[0]! }),
      await at.put('payment_methods', { name: 'De antes', type: 'prepaid', id_payment_gateway: gateways[1]! }),
      await at.put('payment_methods', { name: 'En mano', type: 'cash' }),
    ]
    const rows = await Promise.all(methods.map((one) => item(`payment_methods/${one}`)))
    expect(
      rows.map(({ useGateway, gateway }) => [useGateway, (gateway as JsonObject | null)?.['name'] ?? null]),
    ).toEqual([
      [true, 'Prueba'],
      [false, 'Apagada'],
      [false, null],
    ])
    expect(rows[0]).toMatchObject({
      canEdit: true,
      canToggle: true,
      gateway: { id: gateways[0]!, type: 'test', state: '1' },
    })
    const seen = await at.server.call('operator', 'GET', `payment_methods/${methods[0]!}`)
    expect(seen.status, seen.text).toBe(200)
    expect(seen.body['item']).toMatchObject({ useGateway: true, gateway: null })
    expect(seen.text).not.toContain('Prueba')
  })
})

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { opened, open: () => open() }
}
