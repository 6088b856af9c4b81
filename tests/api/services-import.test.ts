import { beforeAll, describe, expect, test } from 'vitest'
import type { ImportView } from '../../src/model/import-answer'
import type { JsonObject } from '../../src/model/json'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import type { RoleName } from './fixture-users'
import { csv, importCalls, viewIn, xlsx, type ImportCalls } from './import-fixture'
import { NOON } from './services-fixture'

const HEADER = ['Cuándo', 'Cliente', 'Programado para', 'Origen', 'Destino', 'Producto', 'Medio de pago', 'Notas']
const LARCO = 'Av. Larco 345, Miraflores'
const AVIACION = 'Av. Aviación 2405, San Borja'

oneEngine((_engine, open) => {
  let at: DriverApp
  let calls: ImportCalls
  const row = (more: { readonly [column: string]: string } = {}): readonly string[] => {
    const cells: { readonly [column: string]: string } = {
      Cuándo: 'Reserva',
      Cliente: '987654321',
      'Programado para': '2026-11-24 10:00',
      Origen: LARCO,
      Destino: AVIACION,
      Producto: 'Taxi',
      'Medio de pago': 'Efectivo',
      ...more,
    }
    return HEADER.map((name) => cells[name] ?? '')
  }
  const upload = async (role: RoleName, rows: readonly (readonly string[])[]): Promise<ImportView> =>
    calls.settled(
      role,
      viewIn(
        await calls.upload(role, csv([HEADER, ...rows]), { name: 'servicios.csv', path: 'services_import/verify' }),
      ),
    )
  const services = async (): Promise<JsonObject[]> =>
    (await at.get('operator', 'services', { order_col: 'id', order_dir: 'asc', limit: 100 })).body[
      'items'
    ] as JsonObject[]

  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
    calls = importCalls(at.server, 'services_import')
  })

  test('the format to fill in names the columns, and a file is saved with the number of each service beside its row', async () => {
    const format = await at.server.app.inject({
      method: 'GET',
      url: '/api/admin/services_import/format',
      headers: { authorization: `Bearer ${await at.server.tokenFor('operator')}` },
    })
    const sheet = await readSheet(new Uint8Array(format.rawPayload), { name: 'formato.xlsx' })
    await sheet.close()
    expect(sheet.columns.map((name) => name.replace(' *', ''))).toEqual([
      'Cuándo',
      'Cliente',
      'Programado para',
      'Origen',
      'Destino',
      'Producto',
      'Medio de pago',
      'Pasajeros',
      'Nombre del invitado',
      'Teléfono del invitado',
      'Notas',
      'Motivo del viaje',
    ])
    const view = await upload('operator', [
      row({ Notas: 'uno' }),
      row({ 'Programado para': '2026-11-24 11:30', Notas: 'dos' }),
      row({ Cuándo: 'Inmediato', 'Programado para': '' }),
    ])
    expect(view).toMatchObject({ state: 'verified', counts: { ok: 3, wrong: 0 } })
    const saved = await calls.run('operator', 'save', { id: view.id })
    expect(saved).toMatchObject({ state: 'saved', counts: { saved: 3 } })
    const made = await services()
    expect(saved.items.map(({ saved_msg }) => saved_msg)).toEqual(made.map(({ id }) => `Creado: #${String(id)}`))
    expect(made).toMatchObject([
      {
        state: 'scheduled',
        id_client: at.id['ana'],
        date_scheduled: '2026-11-24T15:00:00.000Z',
        notes: 'uno',
        pm_name: 'Efectivo',
      },
      { state: 'scheduled', date_scheduled: '2026-11-24T16:30:00.000Z', notes: 'dos' },
      { state: 'created', scheduled: 0, date_scheduled: null },
    ])
    expect(String(made[0]?.['org_address'])).toContain('Larco')
    expect(Number(made[0]?.['price_total'])).toBeGreaterThan(5)
  })

  test('what is wrong is said at its cell and mended there; what is right is kept though others fail', async () => {
    const before = (await services()).length
    const view = await upload('operator', [
      row({ Origen: 'Zzyzx 999' }),
      row({ Origen: 'Qqqq 12', 'Programado para': '2026-11-24 12:00' }),
      row({ 'Programado para': '2020-01-01 10:00' }),
      row({ Cliente: 'Nadie Conocido' }),
      row({ 'Programado para': '2026-11-26 09:00' }),
      row({ 'Programado para': '2026-11-26 09:00' }),
      row({ 'Programado para': '2026-11-24 10:00' }),
      row({ 'Programado para': '' }),
    ])
    expect(view.items.map(({ errors }) => Object.keys(errors))).toEqual(
      [['origin'], ['origin'], ['scheduled_date'], ['client'], [], ['client'], ['client'], ['scheduled_date']].map(
        (keys, i) => (i === 5 || i === 6 ? expect.any(Array) : keys),
      ),
    )
    expect(view.items.map(({ ok }) => ok)).toEqual([false, false, false, false, true, false, false, false])
    expect(view.items[0]?.msg).toBe('La fila contiene errores:\nOrigen: No se encontró esta dirección.')
    const filled = await calls.run('operator', 'importAssign', { id: view.id, key: 'origin', value: LARCO })
    // The first of them has become a repeat of what an earlier file has booked.
    expect(
      filled.items.slice(0, 5).map(({ ok, errors }) => [ok, Boolean(errors['origin']?.includes('no se encontró'))]),
    ).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, false],
      [true, false],
    ])
    expect(filled.items[4]?.cells['origin']).toBe(LARCO)
    await calls.run('operator', 'importFix', { id: view.id, row: 4, cells: { scheduled_date: '2026-11-27 10:00' } })
    const saved = await calls.run('operator', 'importSave', { id: view.id })
    expect(saved.counts).toMatchObject({ saved: 3, wrong: 5 })
    expect((await services()).length).toBe(before + 3)
    const undone = await calls.run('operator', 'importUndo', { id: view.id })
    expect(undone.counts).toMatchObject({ undone: 3 })
    expect((await services()).slice(-3).map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  test('rows come as JSON too, with what is the same in all of them, and each is told of', async () => {
    const { status, body, text } = await at.call('operator', 'services_import/save', {
      type: 'booking',
      client: '987654321',
      scheduled_date: '2026-12-01 08:00',
      id_product: 'Taxi',
      destination: AVIACION,
      items: [{ origin: LARCO }, { origin: '-12.0931, -77.0465' }, { origin: 'Zzyzx 999' }],
    })
    expect(status, text).toBe(200)
    const view = await calls.settled('operator', { id: Number(body['id']) })
    expect(view.items.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(body['state_items'] as JsonObject[]).toHaveLength(3)
    expect((await at.call('operator', 'services_import/save', { items: [] })).status).toBe(422)
  })

  describe('rights', () => {
    test('a company books by file for its own people alone, others and those who only see for nobody', async () => {
      const view = await upload('companyA', [
        row({ Cliente: '999000111', 'Programado para': '2026-11-28 10:00' }),
        row({ Cliente: '999000222', 'Programado para': '2026-11-28 10:00' }),
      ])
      expect(view.items.map(({ ok }) => ok)).toEqual([true, false])
      const saved = await calls.run('companyA', 'importSave', { id: view.id })
      expect(saved.counts).toMatchObject({ saved: 1, wrong: 1 })
      expect((await services()).at(-1)).toMatchObject({
        id_client: at.id['beto'],
        id_company: at.server.ids.companies.a,
        state: 'scheduled',
      })
      expect((await at.get('companyB', 'services_import')).body['items']).toEqual([])
      expect((await at.get('companyB', 'services_import/importRows', { id: view.id })).status).toBe(404)
      expect((await at.call('readerA', 'services_import/save', { items: [{ origin: LARCO }] })).status).toBe(403)
      expect((await at.get('none', 'services_import/format')).status).toBe(403)
    })
  })

  test('what the form refuses is told at the row, in its words', async () => {
    const view = await upload('operator', [row({ Producto: 'Solo ahora', 'Programado para': '2026-11-29 10:00' })])
    const saved = await calls.run('operator', 'importSave', { id: view.id })
    expect(saved.items[0]?.saved_msg).toContain('Creado: ')
    expect(saved.items[0]?.saved_msg).not.toContain('#')
  })

  test('a spreadsheet is read as a csv file is', async () => {
    const bytes = await xlsx([
      [...HEADER],
      ['Reserva', 'Ana Quispe', '2026-11-30 10:00', LARCO, AVIACION, 'Taxi', 'Efectivo', 'hoja'],
    ])
    const view = await calls.settled(
      'operator',
      viewIn(await calls.upload('operator', bytes, { name: 'servicios.xlsx', path: 'services_import/verify' })),
    )
    expect(view.items[0]?.msg).toBe('')
    await calls.run('operator', 'importSave', { id: view.id })
    expect((await services()).at(-1)).toMatchObject({ notes: 'hoja', date_scheduled: '2026-11-30T15:00:00.000Z' })
  })
})
