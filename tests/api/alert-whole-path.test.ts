import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { emailOf } from './fixture-users'
import { mailServer, type MailServer, type ReceivedMail } from './mail-server'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let mails: MailServer
  let alerts: { readonly mail: number; readonly notice: number; readonly off: number }
  const BETO = 'beto@empresa-a.pe'
  const STRANGER = 'nadie@test.pe'
  const call = async (path: string, input: JsonObject, role: 'root' | 'operator' = 'root') => {
    const { status, body, text } = await at.server.call(role, 'POST', path, input)
    expect(status, text).toBe(200)
    return body
  }
  const sentTo = (address: string): readonly ReceivedMail[] => mails.mails.filter(({ to }) => to.includes(address))
  const deliveries = async (id: number) => {
    const rows = await at.server.database.db
      .selectFrom('deliveries')
      .select(['channel', 'recipient', 'subject', 'body', 'status'])
      .where('entity', '=', 'services')
      .where('id_target', '=', String(id))
      .orderBy('id')
      .execute()
    return rows
      .map(
        ({ channel, recipient, body, status }) =>
          `${String(channel)} ${String(recipient)} ${String(status)}: ${String(body)}`,
      )
      .sort()
  }
  const cancelled = async (client = at.id.beto ?? 0): Promise<number> => {
    const { id } = await at.make({ id_client: client })
    await call('dispatcher/cancelService', { id_service: id, free: 1 }, 'operator')
    return id
  }

  beforeAll(async () => {
    mails = await mailServer()
    at = await servicesApp(open, () => NOON)
    const { db } = at.server.database
    await call('settings/mailSave', { mail_sender: 'no-reply@test.pe', mail_host: `127.0.0.1:${mails.port}` })
    await db
      .updateTable('users')
      .set({ email: BETO, language: 'en' })
      .where('id', '=', at.id.beto ?? 0)
      .execute()
    const [module, role] = await Promise.all([
      db.selectFrom('modules').select('id').where('key', '=', 'services').executeTakeFirstOrThrow(),
      db.selectFrom('roles').select('id').where('name', '=', 'Administrador de empresa').executeTakeFirstOrThrow(),
    ])
    const make = async (more: JsonObject): Promise<number> =>
      Number(
        (
          await call('alerts/create', {
            id_module: Number(module.id),
            type: 'changed',
            fields: 'state',
            rule: { state: { eq: 'canceled' } },
            roles: [Number(role.id)],
            subject: 'Servicio {{id}} cancelado',
            body: 'De {{id_client.name}}: {{state}}',
            texts: [
              {
                language: 'en',
                subject: 'Service {{id}} cancelled',
                body: 'For {{id_client.surname}}, by {{id_product.name}}: {{state}}',
              },
            ],
            ...more,
          })
        ).id,
      )
    alerts = {
      mail: await make({ name: 'Cancelado, por correo', channel: 'mail', recipients: `id_client\n${BETO}` }),
      notice: await make({ name: 'Cancelado, en la campana', channel: 'notice', recipients: 'id_client' }),
      off: await make({ name: 'Cancelado, apagada', channel: 'mail', recipients: STRANGER, state: '0' }),
    }
  })
  afterAll(async () => {
    await Promise.all([at?.server.close(), mails?.close()])
  })

  test('a cancelled service is told to its client and to their company, to each in their own language, once; to nobody who may not see it', async () => {
    const id = await cancelled()
    const [toClient, toCompany] = await Promise.all([mails.mailTo(BETO), mails.mailTo(emailOf('companyA'))])
    expect(toClient.raw).toContain(`Subject: Service ${id} cancelled`)
    expect(toClient.text.trim()).toBe('For Ríos, by Taxi: Cancelled')
    expect(toCompany.raw).toContain(`Subject: Servicio ${id} cancelado`)
    expect(toCompany.text.trim()).toBe('De Beto: Cancelado')
    // The same role in another company, and the address of an alert that is off.
    await expect
      .poll(() => deliveries(id))
      .toEqual(
        [
          `mail ${emailOf('companyA')} 3: De Beto: Cancelado`,
          `mail ${BETO} 3: For Ríos, by Taxi: Cancelled`,
          'notice Beto Ríos 3: For Ríos, by Taxi: Cancelled',
          'notice companyA Prueba 3: De Beto: Cancelado',
        ].sort(),
      )
    expect([BETO, emailOf('companyA'), emailOf('companyB'), STRANGER].map((address) => sentTo(address).length)).toEqual(
      [1, 1, 0, 0],
    )
    const { body } = await at.server.call('companyA', 'GET', 'live')
    expect(body).toMatchObject({ notifications: [{ title: `Servicio ${id} cancelado`, body: 'De Beto: Cancelado' }] })
  })

  test("a language without a text of its own gets the alert's; one that is changed speaks at once, and one that is switched off says nothing", async () => {
    await call('alerts/create', { id: alerts.mail, texts: [] })
    await call('alerts/disable', { id: alerts.notice })
    const id = await cancelled()
    expect((await mails.mailTo(BETO, 2)).text.trim()).toBe('De Beto: Cancelled')
    await expect
      .poll(() => deliveries(id))
      .toEqual([`mail ${BETO} 3: De Beto: Cancelled`, `mail ${emailOf('companyA')} 3: De Beto: Cancelado`].sort())
    await call('alerts/disable', { id: alerts.mail })
    expect(await deliveries(await cancelled())).toEqual([])
    expect(sentTo(BETO)).toHaveLength(2)
  })
})
