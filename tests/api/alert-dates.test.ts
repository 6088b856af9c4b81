import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { DATES_JOB } from '../../src/server/work/outbox/delivery-names'
import { tellDates } from '../../src/server/work/events/tell-dates'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { eachEngine } from '../engines'
import { TEST_KEYRING } from '../keyring'
import { deliveriesOf, EVENT_RESOURCES } from './events-fixture'
import { testApp, type TestApp } from './fixture-app'
import { withBranch, userBranches } from './fixture-schemas'

/** Papers of vehicles that stand in two zones; a day begins five hours later in Lima than in London. */
const SCHEMAS = {
  papers: {
    title: 'Documento',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { branch: 'id_branch' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80 },
      ends: { type: 'string', format: 'date', title: 'Vence' },
      checked: { type: 'string', format: 'date-time', title: 'Revisado' },
      margin: { type: 'string', format: 'date', title: 'Interno', 'x-see': { 'user.root': { eq: true } } },
      id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' },
      id_owner: { 'x-type': 'ref', title: 'Encargado', 'x-to': 'users' },
    },
  },
  users: withBranch,
  user_branches: userBranches({
    'x-scope': { branch: 'id_branch' },
    properties: { id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' } },
  }),
  branches: {
    title: 'Sucursal',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { branch: 'id' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80 },
      timezone: { type: 'string', title: 'Zona', maxLength: 60 },
    },
  },
}

eachEngine((_engine, open) => {
  let at: TestApp
  let alert: JsonObject
  let lima = 0
  let london = 0
  let clock_ms = 0
  let second: Awaited<ReturnType<typeof buildApp>> | undefined
  const now = () => new Date(clock_ms)
  const save = async (path: string, input: JsonObject): Promise<number> => {
    const { status, body, text } = await at.call('root', 'POST', `${path}/create`, input)
    expect(status, text).toBe(200)
    return Number(body.id)
  }
  const run = () => tellDates.run({ runtime: at.runtime, signal: new AbortController().signal, log: () => {} })
  const told = async (): Promise<readonly string[]> => {
    await run()
    return (await deliveriesOf(at, { event: 'near' })).map(({ subject }) => String(subject))
  }
  beforeAll(async () => {
    clock_ms = Date.parse('2026-11-01T12:00:00Z')
    at = await testApp({
      open,
      schemas: SCHEMAS,
      resources: {
        alerts: EVENT_RESOURCES.alerts,
        deliveries: EVENT_RESOURCES.deliveries,
        papers: { title: 'Documentos' },
        branches: {},
        user_branches: {},
      },
      now,
    })
    const { id } = await at.database.db
      .selectFrom('modules')
      .select('id')
      .where('key', '=', 'papers')
      .executeTakeFirstOrThrow()
    lima = await save('branches', { name: 'Lima', timezone: 'America/Lima' })
    london = await save('branches', { name: 'London', timezone: 'Europe/London' })
    alert = {
      name: 'Por vencer',
      id_module: Number(id),
      type: 'near',
      date_field: 'ends',
      days: 30,
      side: 'before',
      channel: 'notice',
      recipients: 'id_owner',
      subject: '{{name}}',
      body: 'Vence {{ends}}',
      rule: { state: { eq: '1' } },
    }
  })
  afterAll(async () => {
    await second?.close()
    await at?.close()
  })
  const paper = (name: string, more: JsonObject): Promise<number> =>
    save('papers', { name, id_owner: at.ids.users.operator, id_branch: lima, ...more })

  test('an alert by date is refused at its field where its date or its days are not what they are', async () => {
    const wrong: readonly (readonly [JsonObject, string])[] = [
      [{ date_field: null }, 'date_field'],
      [{ date_field: 'name' }, 'date_field'],
      [{ date_field: 'gone' }, 'date_field'],
      // Whoever is told must be somebody who may see it.
      [{ date_field: 'margin' }, 'date_field'],
      [{ days: null }, 'days'],
      [{ days: -1 }, 'days'],
      [{ days: 10_000 }, 'days'],
      [{ days: 1.5 }, 'days'],
    ]
    for (const [change, field] of wrong) {
      const { status, body } = await at.call('root', 'POST', 'alerts/create', { ...alert, ...change })
      expect([status, Object.keys((body.errors ?? {}) as object)], JSON.stringify(change)).toEqual([422, [field]])
    }
  })

  test('a paper is told of once, thirty days before it ends by the clock of its branch; anew when its date is moved', async () => {
    await save('alerts', alert)
    const first = await paper('Lima', { ends: '2026-12-02' })
    await paper('London', { ends: '2026-12-02', id_branch: london })
    await paper('Sin sucursal', { ends: '2026-12-04', id_branch: null })
    await paper('Desactivado', { ends: '2026-11-10', state: '0' })
    await paper('Vencido', { ends: '2026-10-31' })
    expect(await told()).toEqual([])
    // In London the second of November has begun, in Lima not yet.
    clock_ms = Date.parse('2026-11-02T02:00:00Z')
    expect(await told()).toEqual(['London'])
    clock_ms = Date.parse('2026-11-02T05:00:00Z')
    expect((await told()).toSorted()).toEqual(['Lima', 'London'])
    expect(await told()).toHaveLength(2)
    clock_ms = Date.parse('2026-11-04T17:00:00Z')
    expect(await told()).toContain('Sin sucursal')
    await save('papers', { id: first, ends: '2026-12-03' })
    expect((await told()).filter((name) => name === 'Lima')).toHaveLength(2)
  })

  test('a day that all servers slept through is told for a week, and one long gone never; after a date it goes as before it', async () => {
    clock_ms = Date.parse('2026-11-05T12:00:00Z')
    await save('alerts', { ...alert, name: 'Vencidos', days: 10, side: 'after', rule: null })
    await paper('Hace diez', { ends: '2026-10-26' })
    await paper('Hace nueve', { ends: '2026-10-27' })
    await paper('Hace diecisiete', { ends: '2026-10-19' })
    await paper('Hace dieciocho', { ends: '2026-10-18' })
    const names = (await told()).filter((name) => name.startsWith('Hace'))
    expect(names.toSorted()).toEqual(['Hace diecisiete', 'Hace diez'])
  })

  test('a moment counts by its day; a second distance is told for itself; a new alert does not wait for the clock', async () => {
    clock_ms = Date.parse('2026-11-06T12:00:00Z')
    // Half past ten in the evening of the tenth in Lima.
    await paper('Revisión', { checked: '2026-11-11T03:30:00Z', ends: '2026-11-21' })
    await save('alerts', { ...alert, name: 'Revisar', date_field: 'checked', days: 4 })
    await save('alerts', { ...alert, name: 'Falta poco', days: 15, subject: '{{name}} 15' })
    const notices = async () =>
      (await deliveriesOf(at, { event: 'near' }))
        .map(({ subject }) => String(subject))
        .filter((one) => one.startsWith('Revisión'))
        .toSorted()
    await expect.poll(notices, { interval: 20 }).toEqual(['Revisión', 'Revisión', 'Revisión 15'])
  })

  test('servers that look at once tell of each record once, and what the first could not finish the next one does', async () => {
    clock_ms = Date.parse('2026-11-07T12:00:00Z')
    second = await buildApp({
      keyring: TEST_KEYRING,
      database: at.database,
      metadata: at.metadata,
      words: at.runtime.words,
      now,
      timed: () => false,
      features: [],
    })
    for (let n = 0; n < 30; n += 1) await paper(`Flota n${n}`, { ends: '2026-11-25' })
    await Promise.all([run(), run(), run(), wakeJob(at.database.db, DATES_JOB)])
    const names = (await told()).filter((name) => name.startsWith('Flota') && !name.endsWith(' 15'))
    expect(names.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `Flota n${n}`).toSorted())
  })

  test('what cannot be told again is forgotten', async () => {
    clock_ms = Date.parse('2030-01-01T12:00:00Z')
    await run()
    expect(await at.database.db.selectFrom('told_dates').select('id').execute()).toEqual([])
  })
})
