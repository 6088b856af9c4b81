import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { NOON } from './services-fixture'

const FIELDS: JsonObject[] = [
  { key: 'llantas', label: 'Llantas', type: 'enum', options: 'bien=Bien\nmal=Mal', required: true },
  { key: 'detalle', label: 'Qué tienen', type: 'longtext', required: true, condition: { llantas: { eq: 'mal' } } },
  { key: 'taller', label: 'Solo del taller', type: 'text', required: true, app: ['1'] },
]
const KEY = 'revision-0001'

oneEngine((_engine, open) => {
  describe('checkups of vehicles', () => {
    let at: DriverApp
    let ana: Phone, beto: Phone
    let id_form = 0
    const root = async (path: string, input: JsonObject) => at.server.call('root', 'POST', path, input)
    beforeAll(async () => {
      at = await driverApp(open, () => NOON)
      const made = await root('forms/create', { name: 'Revisión', target: '8', app: ['2'], fields: FIELDS })
      expect(made.status, made.text).toBe(200)
      id_form = Number((made.body.item as JsonObject).id)
      ana = await at.atWork('Ana')
      beto = await at.phone('Beto')
    })

    test('are offered to drivers once they are published, with the questions of their application alone', async () => {
      expect((await ana.get('checkups/forms')).body.items).toEqual([])
      expect((await root('forms/publish', { id: id_form })).status).toBe(200)
      const { items } = (await ana.get('checkups/forms')).body as { items: { version: number; fields: JsonObject[] }[] }
      expect(items.map(({ version, fields }) => [version, fields.map(({ key, required }) => [key, required])])).toEqual(
        [
          [
            1,
            [
              ['llantas', true],
              ['detalle', true],
            ],
          ],
        ],
      )
      expect((await at.api('GET', 'checkups/forms')).status).toBe(401)
    })

    test("are sent once, however often: of the driver's own vehicle, judged by the conditions again", async () => {
      const sent = await ana.post('checkups', {
        id_form,
        values: { llantas: 'bien', detalle: 'nada' },
        mileage: 41_000,
        idempotency: KEY,
      })
      expect(sent.status, sent.text).toBe(200)
      const again = await Promise.all(
        [1, 2].map(() =>
          ana.post('checkups', { id_form, values: { llantas: 'bien' }, mileage: 41_000, idempotency: KEY }),
        ),
      )
      expect(again.map(({ body }) => body.id)).toEqual([sent.body.id, sent.body.id])
      const { item } = (await at.get('root', `checkups/${String(sent.body.id)}`)).body as { item: JsonObject }
      expect(item).toMatchObject({
        id_driver: ana.id,
        id_vehicle: ana.vehicle,
        mileage: 41_000,
        state: '1',
        answers: { version: 1, values: { llantas: 'bien' } },
        forms: [{ id: id_form, fields: [{ key: 'llantas', label: 'Llantas', value: 'Bien' }] }],
      })
      expect((item.answers as { values: JsonObject }).values).not.toHaveProperty('detalle')
      expect(item).not.toHaveProperty('idempotency')
      expect(
        (await beto.post('checkups', { id_form, values: { llantas: 'bien' }, idempotency: KEY })).body.id,
      ).not.toBe(sent.body.id)
    })

    test("are refused at the question, for another's vehicle, for tomorrow, and by no form of theirs", async () => {
      const wrong = async (input: JsonObject) => {
        const { status, body } = await ana.post('checkups', {
          id_form,
          values: { llantas: 'bien' },
          idempotency: `revision-${Math.random()}`,
          ...input,
        })
        return [status, ...Object.keys(body.errors ?? {})]
      }
      expect(await wrong({ values: { llantas: 'mal' } })).toEqual([422, 'answers.detalle'])
      expect(await wrong({ values: { llantas: 'bien', otro: 1 } })).toEqual([422, 'answers.otro'])
      expect(await wrong({ id_vehicle: beto.vehicle })).toEqual([422, 'id_vehicle'])
      expect(await wrong({ date_checkup: '2030-01-01T00:00:00Z' })).toEqual([422, 'date_checkup'])
      expect(await wrong({ id_form: id_form + 1 })).toEqual([404])
      expect(
        (
          await at.server.request({
            method: 'POST',
            url: '/api/driver/checkups',
            token: await at.server.tokenFor('operator'),
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify({ id_form, values: {}, idempotency: KEY }),
          })
        ).status,
      ).toBe(403)
    })

    test('are approved or observed by operators, and then stay as they are', async () => {
      const { id } = (
        await ana.post('checkups', {
          id_form,
          values: { llantas: 'mal', detalle: 'Lisas' },
          idempotency: 'revision-0009',
        })
      ).body as { id: number }
      expect((await at.server.call('operator', 'POST', 'checkups/observe', { id })).body.errors).toHaveProperty('notes')
      expect((await at.server.call('operator', 'POST', 'checkups/observe', { id, notes: 'Cambiar' })).status).toBe(200)
      expect((await at.server.call('operator', 'POST', 'checkups/approve', { id })).status).toBe(200)
      expect(
        (await at.server.call('operator', 'POST', 'checkups/create', { id, mileage: 1 })).body.errors,
      ).toHaveProperty('mileage')
      expect((await at.get('operator', 'checkups/states')).body.items).toMatchObject([
        { id: '1' },
        { id: '2' },
        { id: '3' },
      ])
      const pdf = await at.get('operator', `checkups/${id}`, { export: 'pdf' })
      expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    })
  })

  describe('a general form', () => {
    test('is filled in by its person, once by its key, with errors at its fields', async () => {
      const at = await driverApp(open, () => NOON)
      const post = (path: string, input: JsonObject) => at.server.call('operator', 'POST', path, input)
      const { body } = await post('forms/create', {
        name: 'Parte',
        target: '7',
        fields: [{ key: 'turno', label: 'Turno', type: 'text', required: true }],
      })
      const id = Number((body.item as JsonObject).id)
      expect((await at.get('operator', `form_general/${id}`)).status).toBe(404)
      await post('forms/publish', { id })
      expect((await at.get('operator', `form_general/${id}`)).body.item).toMatchObject({
        id,
        version: 1,
        fields: [{ key: 'turno', required: true }],
      })
      expect((await post(`form_general/${id}/save`, {})).body.errors).toHaveProperty('turno')
      const sent = (await post(`form_general/${id}/save`, { turno: 'tarde', idempotency: 'parte-0001' })).body
      expect(
        (await post(`form_general/${id}/save`, { values: { turno: 'tarde' }, idempotency: 'parte-0001' })).body.id,
      ).toBe(sent.id)
      expect((await at.get('operator', `form_answers/${String(sent.id)}`)).body.item).toMatchObject({
        us_type: '1',
        form: { name: 'Parte', target: '7', fields: [{ label: 'Turno', value: 'tarde' }] },
        user: { id: at.server.ids.users.operator },
      })
      expect((await at.get('operator', 'form_answers', { filters: { us_type: '1', id_form: id } })).body.total).toBe(1)
      expect((await at.get('none', `form_general/${id}`)).status).toBe(403)
    })
  })
})
