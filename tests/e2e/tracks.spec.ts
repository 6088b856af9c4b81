import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'

test("a driver's day is shown from A to B, replayed by keys, and taken as a sheet", async ({ page, address }) => {
  const operator = await consoleSession(address)
  const { items: rides } = await operator<{ items: readonly { id: number; id_driver: number }[] }>(
    'GET',
    'admin/services',
    { filters: JSON.stringify({ state: 'finalized' }), order_col: 'id', order_dir: 'desc', limit: 40 },
  )
  // Rides of other tests have no way of their own.
  const tracks = await Promise.all(
    rides.map(async (one) => ({
      one,
      of: (await operator<{ items: readonly object[] }>('GET', 'admin/trackings', { id_service: one.id })).items.length,
    })),
  )
  const ride = tracks.find((track) => track.of > 20)?.one
  if (!ride) throw new Error('The demo has no finished ride with a track.')
  await enterAs(page, 'operator@demo.test')
  await page.goto(`/trackings?id_service=${ride.id}`)
  await expect(page.getByRole('heading', { name: 'Recorridos' })).toBeVisible()
  await expect(page.getByLabel('Conductor', { exact: true })).toHaveCount(0)
  for (const sign of ['A', 'B']) await expect(page.locator('.map-pin').filter({ hasText: sign })).toHaveCount(1)
  const moment = page.getByRole('slider', { name: 'Momento' })
  await moment.focus()
  await page.keyboard.press('End')
  const point = page.getByRole('group', { name: 'Punto del recorrido' })
  await expect(point).toContainText('Batería (%)')
  await expect(point).toContainText('Latitud')
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Reproducir' }).click()
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible()
  const before = await moment.inputValue()
  await expect.poll(() => moment.inputValue()).not.toBe(before)
  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar xlsx' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Recorridos .*\.xlsx$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await page.goto(`/trackings?id_user=${ride.id_driver}`)
  await expect(page.getByLabel('Conductor', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Desde', { exact: true })).toBeVisible()
})

test('services of a spreadsheet are verified, mended and saved, with their numbers', async ({ page, address }) => {
  test.slow()
  const operator = await consoleSession(address)
  const { items } = await operator<{ items: readonly { phone: string; id_company: number | null }[] }>(
    'GET',
    'admin/clients',
    { limit: 100, order_col: 'id', order_dir: 'asc', filters: JSON.stringify({ state: '1' }) },
  )
  const client = items.find(({ id_company }) => id_company === null)
  const tomorrow = new Date(Date.now() + (isPhone(page) ? 3 : 2) * 86_400_000).toISOString().slice(0, 10)
  const line = (origin: string, time: string) => [
    'Reserva',
    client?.phone ?? '',
    `${tomorrow} ${time}`,
    origin,
    'Av. Aviación 2405, San Borja',
    'Económico',
    'Efectivo',
  ]
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Servicios',
        rows: [
          ['Cuándo', 'Cliente', 'Programado para', 'Origen', 'Destino', 'Producto', 'Medio de pago'],
          line('Av. Larco 345, Miraflores', '10:00'),
          line('Zzyzx 999', '11:00'),
        ],
      },
    ],
  })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'servicios.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(bytes),
  })
  await expect(page.getByText('No se encontró esta dirección.').first()).toBeVisible()
  await page.getByLabel('Valor').fill('Av. Larco 345, Miraflores')
  await page.getByRole('button', { name: 'Asignar' }).click()
  await expect(page.getByText('No se encontró esta dirección.')).toHaveCount(0)
  await page.getByRole('button', { name: /^Guardar/ }).click()
  await expect(page.getByText(/Creado: #\d+/)).toHaveCount(2)
})

test('the map of services shows the past and what its card says, and validations are there for who answers', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/map_services?type=history')
  const list = page.getByRole('region', { name: 'Servicios en el mapa' })
  await list.getByRole('listitem').first().getByRole('button').click()
  await expect(page.getByRole('group', { name: /^Servicio #/ })).toBeVisible()
  await page.goto('/service_validations')
  await expect(page.getByRole('heading', { name: 'Validaciones de servicios' })).toBeVisible()
  await expect(page.getByText('Aprobada').first()).toBeVisible()
})

test('who answers a validation on its page is led back to the list', async ({ page, address }) => {
  const call = await consoleSession(address, 'root@demo.test')
  const pending = { filters: JSON.stringify({ state: 'pending' }) }
  const { items } = await call<{ items: { id: number }[] }>('GET', 'admin/service_validations', pending)
  await enterAs(page, 'root@demo.test')
  await page.goto(`/service_validations/${items[0]?.id ?? 0}`)
  // What the list brings of the client is not called as the client is.
  await expect(page.getByRole('term').filter({ hasText: /^Cliente$/ })).toHaveCount(1)
  await page.getByRole('main').getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aprobar' }).click()
  await expect(page).toHaveURL(/\/service_validations$/)
})
