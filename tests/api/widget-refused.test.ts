import { beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { personApp } from './person-fixture'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

const HOUR_MS = 3_600_000

oneEngine((_engine, open) => {
  let at: WidgetApp
  let now = NOON

  // Limits of one network are everybody's here.
  beforeEach(async () => {
    now = NOON
    at = await widgetApp(open, () => now)
    const { id } = await at.server.database.db
      .selectFrom('modules')
      .select('id')
      .where('key', '=', 'widgets')
      .executeTakeFirstOrThrow()
    const saved = await at.call('root', 'alerts/create', {
      name: 'Intentos',
      id_module: Number(id),
      type: 'changed',
      fields: 'date_refused',
      channel: 'mail',
      recipients: 'seguridad@demo.test',
      subject: '{{name}}: intentos repetidos',
      body: '{{refused_for}}',
    })
    expect(saved.body['ok'], saved.text).toBe(true)
  })

  const told = async (): Promise<readonly unknown[]> =>
    (
      await at.server.database.db
        .selectFrom('deliveries')
        .select('body')
        .where('entity', '=', 'widgets')
        .orderBy('id')
        .execute()
    ).map(({ body }) => body)
  const row = async (): Promise<JsonObject> =>
    ((await at.get('operator', 'widgets', { filters: { id: at.widget } })).body['items'] as JsonObject[])[0]!
  const tryCode = (code: string) => at.page('GET', 'client/vouchers', { code, id_widget: at.widget })

  describe('whoever tries by brute force', () => {
    test('addresses is refused, and staff are told at the widget and by an alert, once an hour', async () => {
      const tryEmail = async (): Promise<number> =>
        (
          await at.page('POST', 'client/auth/checkEmail', {
            email: 'victima@clientes.example',
            id_widget: at.widget,
            proof: await at.proof(),
          })
        ).status
      const tried = async (times: number): Promise<readonly number[]> => {
        const answers: number[] = []
        for (let n = 0; n < times; n++) answers.push(await tryEmail())
        return answers
      }
      expect(await tried(10)).toEqual(Array.from({ length: 10 }, () => 200))
      expect([await told(), (await row())['date_refused']]).toEqual([[], null])
      const { version } = await row()
      expect(await tried(3)).toEqual([429, 429, 429])
      expect(await told()).toEqual(['Direcciones de correo'])
      expect(await row()).toMatchObject({ refused_for: 'email', date_refused: NOON.toISOString(), version })
      now = new Date(NOON.getTime() + HOUR_MS / 2)
      expect(await tried(2)).toEqual([429, 429])
      expect([(await told()).length, (await row())['date_refused']]).toEqual([1, NOON.toISOString()])
      now = new Date(NOON.getTime() + HOUR_MS + 1000)
      await tried(11)
      expect((await told()).length).toBe(2)
    })

    test('codes of vouchers is refused, the right one then like the wrong ones, and staff are told', async () => {
      const company = at.server.ids.companies.a
      const eva = await personApp(
        at,
        'eva',
        { type_user: '3', id_company: company },
        { name: 'Empleada', rights: { dispatcher: 'edit' } },
      )
      const voucher = {
        name: 'Feria',
        id_client: eva.id,
        valid_from: '2026-11-20',
        valid_to: '2026-11-30',
        max_amount: '500',
        max_rides: 2,
      }
      const { body } = await at.call('companyA', 'vouchers/create', voucher)
      const found = await at.server.database.db
        .selectFrom('vouchers')
        .select('code')
        .where('id', '=', Number(body['id']))
        .executeTakeFirstOrThrow()
      const code = String(found['code'])
      expect((await tryCode(code)).status).toBe(200)
      for (let n = 0; n < 30; n++) expect((await tryCode('AAAA-BBBB-CCCC')).status).toBe(422)
      expect((await at.page('POST', `admin/widgets/${at.widget}/fare`, at.trip({ voucher: code }))).status).toBe(429)
      expect([(await tryCode(code)).status, (await tryCode('AAAA-BBBB-CCCC')).status]).toEqual([429, 429])
      expect(await told()).toEqual(['Códigos de vales'])
      now = new Date(NOON.getTime() + HOUR_MS + 1000)
      expect((await tryCode(code)).status).toBe(200)
    })
  })
})
