import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFare } from '../../custom/fares/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { boxAround, wholeApp, FROM, pointAt, TO, type WholeApp } from './whole-app'

oneEngine((_engine, open) => {
  let at: WholeApp
  const noon = new Date('2026-11-21T17:00:00.000Z')
  let now = noon
  const id: { [name: string]: number } = {}
  const clients: number[] = []

  beforeAll(async () => {
    at = await wholeApp(open, () => now)
    const { put } = at
    id.lima = await put('branches', {
      name: 'Lima',
      point: pointAt(-12.1, -77.03),
      area: boxAround(-12.1, -77.03, 0.2),
    })
    id.cusco = await put('branches', { name: 'Cusco', point: pointAt(-13.52, -71.97) })
    id.zoned = await put('tarifs', {
      type: '2',
      name: 'Por zonas',
      price_base: '9',
      price_km: '1.1111',
      high_demands: true,
      service_fee_amount: '7.5',
    })
    id.south = await put('zones', { id_tarif: id.zoned, name: 'Miraflores', path: boxAround(FROM.lat, FROM.lng, 0.01) })
    id.north = await put('zones', { id_tarif: id.zoned, name: 'San Isidro', path: boxAround(TO.lat, TO.lng, 0.01) })
    id.pair = await put('prices', { id_tarif: id.zoned, id_zone_from: id.south, id_zone_to: id.north, amount: '21.5' })
    id.demand = await put('high_demands', {
      name: 'Día',
      amount: '12.5',
      days: 'all',
      time_from: '06:00',
      time_to: '20:00',
    })
    const [lat, lng] = [(FROM.lat + TO.lat) / 2, (FROM.lng + TO.lng) / 2]
    id.toll = await put('tolls', { name: 'Garita', price: '6.9', coordinates: boxAround(lat, lng, 0.012) })
    id.taxi = await put('products', { name: 'Taxi', id_tarif: id.zoned, capacity_1: 4 })
    id.card = await put('payment_methods', { name: 'Tarjeta', type: 'card' })
    id.cash = await put('payment_methods', { name: 'Efectivo', type: 'cash' })
    for (let i = 0; i < 12; i++)
      clients.push(await put('users', { type_user: '3', name: `Cliente ${i}`, surname: 'Prueba' }))
  })
  beforeEach(() => {
    now = noon
  })

  const quote = async (input: JsonObject = {}) => {
    const answer = await at.call('operator', 'fares/quote', { id_product: id.taxi!, stops: [FROM, TO], ...input })
    expect(answer.status, answer.text).toBe(200)
    const { token, fare } = answer.body as JsonObject & { token: string; fare: { total: number; lines: JsonObject[] } }
    return { token, total: fare.total, lines: fare.lines }
  }
  const redeem = (token: string, more: JsonObject = {}) => at.call('operator', 'test/redeem', { token, ...more })
  const change = (table: string, which: number, row: { [column: string]: unknown }) =>
    at.server.database.transaction((tx) => tx.updateTable(table).set(row).where('id', '=', which).execute())
  const count = async (table: string): Promise<number> =>
    Number(
      (
        await at.server.database.db
          .selectFrom(table)
          .select((all) => all.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  describe('a quote', () => {
    test('costs what it said, whatever has changed since, and is explained years later', async () => {
      const { token, total, lines } = await quote()
      expect(lines.map(({ kind }) => kind)).toEqual(['zones', 'high_demand', 'toll', 'service_fee'])
      await change('prices', id.pair!, { amount: '50' })
      await change('tarifs', id.zoned!, { service_fee_amount: '20', name: 'Otra' })
      await change('zones', id.south!, { date_deleted: now })
      await change('high_demands', id.demand!, { amount: '99' })
      await change('tolls', id.toll!, { price: '1' })
      const { status, body, text } = await redeem(token)
      expect(status, text).toBe(200)
      expect(body['total']).toBe(total)
      // No clock is asked for it: one that leaps years would end the sessions of all other tests.
      const stored = await readFare(at.server.database.db, Number(body['id_fare']))
      expect(stored?.total).toBe(total / 100)
      expect(stored?.lines).toEqual(lines)
      expect(stored?.again.lines).toEqual(lines)
      expect(stored?.again.total).toBe(total)
      await change('zones', id.south!, { date_deleted: null })
      await expect.poll(async () => (await quote()).lines[0]).toMatchObject({ kind: 'zones', amount: 5000 })
    })

    test('the same tariff has one version, another one another', async () => {
      const tarif = await at.put('tarifs', { type: '3', name: 'Fija', price_base: '5' })
      const versions = async () => {
        const answer = await at.call('operator', 'fares/quote', { id_tarif: tarif, stops: [FROM, TO] })
        const rows = await at.server.database.db
          .selectFrom('tarif_versions')
          .select('id')
          .where('id_tarif', '=', tarif)
          .execute()
        const fare = answer.body['fare'] as { lines: { amount: number }[] } | undefined
        return { price: fare?.lines[0]?.amount, versions: rows.length }
      }
      await expect.poll(versions).toEqual({ price: 500, versions: 1 })
      await Promise.all([versions(), versions(), versions()])
      await change('tarifs', tarif, { price_base: '6' })
      await expect.poll(versions).toEqual({ price: 600, versions: 2 })
      await change('tarifs', tarif, { price_base: '5' })
      await expect.poll(versions).toEqual({ price: 500, versions: 2 })
    })

    test('is redeemed once, also when it comes twice at once', async () => {
      const fares = await count('fares')
      const { token } = await quote()
      const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body['msg']).toBe(
        'Esta cotización ya se usó. Pida una nueva.',
      )
      expect(await count('fares')).toBe(fares + 1)
    })

    test('is free again when what it was for could not be created', async () => {
      const { token } = await quote()
      expect((await redeem(token, { fail: true })).status).toBe(500)
      expect((await redeem(token)).status).toBe(200)
    })

    test('is stored whatever was typed as an address', async () => {
      const { token } = await quote({ stops: [{ ...FROM, address: 'Av. \u0000Larco \ud800\n' }, TO] })
      const { status, body, text } = await redeem(token)
      expect(status, text).toBe(200)
      expect((await readFare(at.server.database.db, Number(body['id_fare'])))?.deal.stops[0]?.address).toBe(
        'Av.  Larco   ',
      )
    })

    test('expires', async () => {
      const { token } = await quote()
      now = new Date(noon.getTime() + 15 * 60_000)
      const { status, body } = await redeem(token)
      expect([status, body['msg']]).toEqual([409, 'La cotización venció. Pida una nueva.'])
    })

    test("is refused when anything of it was altered, and tells nothing of the house's terms", async () => {
      const { token } = await quote()
      const flipped = [3, 20, 40, 100, token.length - 2].map(
        (place) => token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1),
      )
      const cut = [
        token.slice(0, -4),
        token.slice(3),
        `${token}AA`,
        `${token}=`,
        `${token}\n`,
        'q1.',
        '',
        'q1.AAAA',
        `q1.${'A'.repeat(200)}`,
      ]
      for (const wrong of [...flipped, ...cut]) {
        const { status, body } = await redeem(wrong)
        expect([status, body['errors']], wrong).toEqual([
          422,
          { quote: 'Este precio no se puede comprobar. Pida una nueva cotización.' },
        ])
      }
      const bytes = Buffer.from(token.slice(3), 'base64url').toString('latin1')
      expect(bytes).not.toContain('service_fee')
      expect(bytes).not.toContain('trip')
      expect((await redeem(token)).status).toBe(200)
    })
  })

  describe('a promotion', () => {
    const asked = async (input: JsonObject): Promise<unknown> => {
      const answer = await at.call('operator', 'fares/quote', { id_product: id.taxi!, stops: [FROM, TO], ...input })
      return answer.status === 200 ? 'counts' : (answer.body['errors'] as JsonObject)?.['promotion']
    }

    test('is taken off within its limit, by its code in any case', async () => {
      await at.put('promotions', { code: 'MITAD', name: 'Mitad', type_benefit: '1', amount: '50', max_amount: '10' })
      const { lines } = await quote({ promotion: ' mitad ' })
      const offered = async (input: JsonObject) => {
        const { body } = await at.call('operator', 'dispatcher/products', { stops: [FROM, TO], ...input })
        return (
          body as {
            products: {
              id: number
              fare: { price: number; price_toll: number; price_promo: number; price_saved: number }
            }[]
          }
        ).products.find((one) => one.id === id.taxi)!.fare
      }
      const [plain, cheaper] = [await offered({}), await offered({ promotion: 'MITAD' })]
      expect([plain.price_promo, plain.price_saved, cheaper.price_promo]).toEqual([0, 0, 10])
      expect(cheaper.price_saved).toBeCloseTo(plain.price + plain.price_toll - cheaper.price - cheaper.price_toll, 5)
      expect(lines.find(({ kind }) => kind === 'promotion')).toMatchObject({
        amount: -1000,
        source: { entity: 'promotions', name: 'MITAD' },
      })
    })

    test.each([
      ['unknown', {}, {}, 'No hay una promoción activa con este código.'],
      ['switched off', { state: '0' }, {}, 'No hay una promoción activa con este código.'],
      ['not yet', { valid_from: '2026-11-22' }, {}, 'Esta promoción vale desde el 22/11/2026.'],
      ['over', { valid_to: '2026-11-20' }, {}, 'Esta promoción venció el 20/11/2026.'],
      [
        'its last day, by the calendar of the branch',
        { valid_to: '2026-11-21' },
        { date_scheduled: '2026-11-22T04:59:00Z' },
        'counts',
      ],
      [
        'the day after, by the calendar of the branch',
        { valid_to: '2026-11-21' },
        { date_scheduled: '2026-11-22T05:00:00Z' },
        'Esta promoción venció el 21/11/2026.',
      ],
      ['another branch', { id_branch: 'cusco' }, {}, 'Esta promoción es de otra sucursal.'],
      [
        'card, paid in cash',
        { only_card: true },
        { id_payment: 'cash' },
        'Esta promoción vale solo pagando con tarjeta.',
      ],
      ['card, paid by nothing', { only_card: true }, {}, 'Esta promoción vale solo pagando con tarjeta.'],
      ['card, paid by card', { only_card: true }, { id_payment: 'card' }, 'counts'],
      ['new clients, of one', { only_new: true }, {}, 'counts'],
    ])('%s', async (what, row, input, said) => {
      const code = `P-${what.toUpperCase().replace(/[^A-Z]/g, '-')}`.slice(0, 30)
      const filled = (object: JsonObject): JsonObject =>
        Object.fromEntries(
          Object.entries(object).map(([key, value]) => [key, key.startsWith('id_') ? id[String(value)]! : value]),
        )
      if (what !== 'unknown')
        await at.put('promotions', { code, name: what, type_benefit: '2', amount: '5', ...filled(row as JsonObject) })
      expect(await asked({ promotion: code, ...filled(input as JsonObject) })).toBe(said)
    })

    test('has its last use once, though two come at once', async () => {
      const promotion = await at.put('promotions', {
        code: 'ULTIMO',
        name: 'Último',
        type_benefit: '2',
        amount: '5',
        use_limit: 3,
      })
      const quotes = await Promise.all(
        clients.slice(0, 8).map((id_client) => quote({ promotion: 'ULTIMO', id_client })),
      )
      const answers = await Promise.all(quotes.map(({ token }) => redeem(token)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      const late = answers.find(({ status }) => status !== 200)
      expect([late?.status, late?.body['errors']]).toEqual([
        422,
        { promotion: 'Esta promoción ya alcanzó su límite de usos.' },
      ])
      const { rows } = await usesOf(promotion)
      expect(rows).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ amount: 5 }) as object))
      expect(await asked({ promotion: 'ULTIMO' })).toBe('Esta promoción ya alcanzó su límite de usos.')
      const item = (await at.server.call('root', 'GET', `promotions/${promotion}`)).body['item']
      expect(item).toMatchObject({ used: 3, used_pct: 100, valid: 0, str_amount: 'S/\u00a05.00' })
    })

    test('has its limit of uses for one client, even if they send several at once', async () => {
      await at.put('promotions', {
        code: 'UNAVEZ',
        name: 'Una vez',
        type_benefit: '1',
        amount: '10',
        use_limit_client: 1,
      })
      const [one, other] = [clients[8]!, clients[9]!]
      const quotes = [
        ...(await Promise.all([1, 2, 3].map(() => quote({ promotion: 'UNAVEZ', id_client: one })))),
        await quote({ promotion: 'UNAVEZ', id_client: other }),
      ]
      const statuses = (await Promise.all(quotes.map(({ token }) => redeem(token)))).map(({ status }) => status)
      expect(statuses.slice(0, 3).sort()).toEqual([200, 422, 422])
      expect(statuses[3]).toBe(200)
      expect(await asked({ promotion: 'UNAVEZ', id_client: one })).toBe(
        'El cliente ya usó esta promoción las veces permitidas.',
      )
    })

    test('for new clients is for the first ride alone, though two of them begin at once', async () => {
      for (const code of ['NUEVO1', 'NUEVO2'])
        await at.put('promotions', { code, name: code, type_benefit: '1', amount: '10', only_new: true })
      const id_client = clients[10]!
      const quotes = await Promise.all(['NUEVO1', 'NUEVO2'].map((promotion) => quote({ promotion, id_client })))
      const statuses = (await Promise.all(quotes.map(({ token }) => redeem(token)))).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 422])
      const { token } = await quote({ id_client: clients[11]! })
      expect((await redeem(token)).status).toBe(200)
      expect(await asked({ promotion: 'NUEVO1', id_client: clients[11]! })).toBe(
        'Esta promoción es solo para el primer servicio del cliente.',
      )
    })

    const usesOf = async (id_promotion: number) => ({
      rows: (
        await at.server.database.db
          .selectFrom('promotion_uses')
          .selectAll()
          .where('id_promotion', '=', id_promotion)
          .execute()
      ).map(({ amount }) => ({ amount: Number(amount) })),
    })
  })
})
