import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Database, DemoWriter } from '#engine/server'

interface Told {
  readonly date: string
  readonly operator: number
  readonly roleOperator: number
  /** A company that was told of. */
  readonly company: { readonly id: number; readonly name: string; readonly email: string }
}

/** Papers that end soon. */
const DATED: readonly (JsonObject & { readonly module: string })[] = [
  {
    module: 'vehicles',
    name: 'El seguro vence en 30 días',
    date_field: 'date_insurance',
    days: 30,
    rule: { id_user: { isNull: false }, date_insurance: { isNull: false } },
    subject: '{{plate}}: el seguro vence el {{date_insurance}}',
    body: 'Conduce {{id_user}}.',
  },
  {
    module: 'drivers',
    name: 'La licencia vence en 15 días',
    date_field: 'date_license',
    days: 15,
    rule: { state: { eq: '1' }, surname: { isNull: false }, phone: { isNull: false }, date_license: { isNull: false } },
    subject: '{{name}} {{surname}}: la licencia vence el {{date_license}}',
    body: 'Teléfono {{phone}}.',
  },
]

/** A few alerts, an endpoint that is switched off, what was told by them, and what an operator finds under the bell. */
export async function putDemoAlerts(
  database: Database,
  writer: DemoWriter,
  { date, operator, roleOperator, company }: Told,
): Promise<void> {
  const [webhook = 0] = await insertAll(writer, 'webhooks', [
    {
      name: 'Contabilidad',
      key: 'accounting',
      url: 'https://contabilidad.demo.test/toolrides',
      state: '0',
      date_created: date,
      notes: 'Se activa cuando el otro sistema esté listo.',
    },
  ])
  const modules = await tables(database.db)
    .selectFrom('modules')
    .select(['id', 'key'])
    .where('key', 'in', ['companies', 'drivers', 'vehicles', 'promotions'])
    .orderBy('id')
    .execute()
  const moduleOf = (key: string): number | null => modules.find((module) => module.key === key)?.id ?? null
  const [welcome = 0, insurance = 0, ending = 0, licence = 0, accounting = 0] = await insertAll(writer, 'alerts', [
    {
      name: 'Bienvenida a empresas',
      id_module: moduleOf('companies'),
      type: 'created',
      rule: { email: { isNull: false }, id_branch: { isNull: false } },
      channel: 'mail',
      recipients: 'email',
      date_created: date,
      subject: 'Bienvenidos a Toolrides, {{name}}',
      body: 'Su empresa ya puede pedir viajes.\n\nLes atiende la sucursal {{id_branch.name}}.',
    },
    {
      name: 'Seguro renovado',
      id_module: moduleOf('vehicles'),
      type: 'changed',
      fields: 'date_insurance',
      rule: { date_insurance: { isNull: false }, id_user: { isNull: false } },
      channel: 'notice',
      roles: [roleOperator],
      date_created: date,
      subject: '{{plate}}: seguro hasta {{date_insurance}}',
      body: 'Conduce {{id_user}}.',
    },
    ...DATED.map(({ module, ...one }) => ({
      ...one,
      id_module: moduleOf(module),
      type: 'near',
      side: 'before',
      channel: 'notice',
      roles: [roleOperator],
      date_created: date,
    })),
    {
      name: 'Promociones a contabilidad',
      id_module: moduleOf('promotions'),
      type: 'created',
      channel: 'webhook',
      id_webhook: webhook,
      date_created: date,
    },
  ])
  await insertAll(writer, 'alert_texts', [
    {
      id_alert: welcome,
      language: 'en',
      subject: 'Welcome to Toolrides, {{name}}',
      body: 'Your company can order services now.\n\nThe branch {{id_branch.name}} looks after you.',
    },
    {
      id_alert: ending,
      language: 'en',
      subject: '{{plate}}: insured until {{date_insurance}} only',
      body: 'Driven by {{id_user}}.',
    },
    {
      id_alert: licence,
      language: 'en',
      subject: '{{name}} {{surname}}: the licence ends on {{date_license}}',
      body: 'Phone {{phone}}.',
    },
    {
      id_alert: insurance,
      language: 'en',
      subject: '{{plate}}: insured until {{date_insurance}}',
      body: 'Driven by {{id_user}}.',
    },
  ])
  const mail = {
    event: 'created',
    channel: 'mail',
    entity: 'companies',
    resource: 'companies',
    effect: `alerts.${welcome}`,
    id_target: String(company.id),
    title: company.name,
    date_created: date,
  }
  const words = { subject: `Bienvenidos a Toolrides, ${company.name}`, body: 'Su empresa ya puede pedir viajes.' }
  const plate = { subject: 'ABC-123: seguro hasta 30/11/2027', body: 'Conduce Luis Quispe.' }
  await insertAll(writer, 'deliveries', [
    { ...mail, ...words, key: 'demo/1', recipient: company.email, status: '3', attempts: 1, date_sent: date },
    {
      ...mail,
      ...words,
      key: 'demo/2',
      recipient: 'sin.buzon@demo.test',
      status: '4',
      attempts: 1,
      reason: '550 5.1.1 El buzón no existe.',
    },
    {
      event: 'created',
      channel: 'webhook',
      entity: 'promotions',
      resource: 'promotions',
      effect: `alerts.${accounting}`,
      id_target: '1',
      title: 'Bienvenida',
      key: 'demo/3',
      recipient: 'accounting',
      id_webhook: webhook,
      status: '4',
      attempts: 8,
      reason: 'HTTP 503',
      date_created: date,
    },
    {
      ...plate,
      event: 'changed',
      channel: 'notice',
      entity: 'vehicles',
      resource: 'vehicles',
      effect: `alerts.${insurance}`,
      id_target: '1',
      title: 'ABC-123',
      key: 'demo/4',
      recipient: 'Rosa Huamán',
      id_user: operator,
      status: '3',
      attempts: 1,
      date_sent: date,
      date_created: date,
    },
  ])
  await insertAll(writer, 'notifications', [
    {
      key: 'demo/4',
      id_user: operator,
      title: plate.subject,
      body: plate.body,
      resource: 'vehicles',
      id_target: '1',
      status: '1',
      date_created: date,
    },
  ])
}

const insertAll = (writer: DemoWriter, entity: string, rows: readonly JsonObject[]): Promise<number[]> =>
  writer.insert(entity, rows.length, (index) => rows[index] ?? {})
