import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import Papa from 'papaparse'
import { enterAs, expect, openFirst, openModule, rows, search, test } from './console'
import { expectSound } from './sound'

/** Types into an address field and takes the first suggestion with the keyboard. */
async function findPlace(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.fill(text)
  await expect(page.getByRole('option').first()).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).not.toHaveValue(text)
}

async function openTry(page: Page, catalogue: string, name: string, tab: string): Promise<void> {
  await openModule(page, catalogue)
  await search(page, name)
  await expect(page).toHaveURL(/filters=/)
  // The rows of before stand until those that were asked for are there.
  await expect(rows(page).first()).toContainText(name)
  await openFirst(page)
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await expect(page.getByText('Elija de dónde a dónde')).toBeVisible()
}

const minor = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100)
const lines = (page: Page) => page.getByRole('table', { name: 'Detalle del precio' })
const total = (page: Page) => lines(page).locator('[data-total]')

test('a fare is tried between two places, and every line says why it is there', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await openTry(page, 'Tarifas', 'Estándar', 'Probar')
  const from = page.getByRole('combobox', { name: 'Desde', exact: true })
  await from.click()
  await expect(page.getByText('Escribe algo para buscar.')).toBeVisible()
  await from.fill('zzqxw')
  await expect(page.getByText('Sin resultados.')).toBeVisible()
  await findPlace(page, 'Desde', 'larcomar')
  // The other end is put on the map by hand, and named by what stands there.
  const map = page.locator('.leaflet-container')
  await map.scrollIntoViewIfNeeded()
  await map.click({ position: { x: 100, y: 60 } })
  await expect(page.getByRole('combobox', { name: 'Hasta', exact: true })).not.toHaveValue('')
  await expect(total(page)).toBeVisible()
  const rows = lines(page).locator('tr[data-kind]')
  expect(await rows.count()).toBeGreaterThan(2)
  await expect(rows.first()).toContainText('Precio inicial de la tarifa')
  const amounts = await rows.locator('td').allInnerTexts()
  expect(amounts.reduce((sum, text) => sum + minor(text), 0)).toBe(minor(await total(page).innerText()))
  await expect(page.locator('.leaflet-overlay-pane path').first()).toBeAttached()

  // A marker moved with the keyboard is another place: another address, another price.
  const before = await total(page).innerText()
  const marker = page.locator('.map-pin').nth(1)
  await marker.focus()
  for (let step = 0; step < 4; step += 1) await marker.press('Shift+ArrowDown')
  await expect(total(page)).not.toHaveText(before)

  await page.getByRole('button', { name: 'Esperas y extras' }).click()
  await page.getByLabel('Minutos de espera: Desde').fill('30')
  await expect(lines(page).locator('tr[data-kind=wait]')).toContainText(/\d/)
  await page.getByLabel('Código de promoción').fill('NOHAYTAL')
  await expect(page.getByText('No hay una promoción activa con este código.')).toBeVisible()
  await expect(page.getByText('No se pudo calcular el precio')).toBeVisible()
  await page.getByLabel('Código de promoción').fill('')
  await expect(total(page)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectSound(page)
})

test('a sheet of trips is priced as a single trip is, errors stand in their cells, and it comes back with its prices', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await openTry(page, 'Productos', 'Económico', 'Probar tarifa')
  const fecha = '2026-11-18 11:00'
  await findPlace(page, 'Desde', 'larcomar')
  await findPlace(page, 'Hasta', 'aeropuerto')
  const moment = page.getByRole('textbox', { name: 'Fecha y hora' })
  await moment.fill('18-11-26 11 am')
  await moment.press('Tab')
  await expect(moment).toHaveValue('18/11/2026 11:00 AM')
  await expect(total(page)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const single = minor(await total(page).innerText())
  await page.getByRole('button', { name: 'Una hoja de cálculo' }).click()
  const sheet = [
    'Origen;Destino;Fecha;Producto;Nota',
    `Larcomar;Aeropuerto;${fecha};;=1+1`,
    `Larcomar;zzqxw no existe;${fecha};;b`,
    ';Larcomar;mañana;;c',
    `Larcomar;Aeropuerto;${fecha};Nave espacial;d`,
    ...Array.from({ length: 56 }, (_none, at) => `-12.1${10 + at}, -77.03;-12.06, -77.04;${fecha};;${at}`),
  ].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'viajes.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet, 'latin1') })
  await expect(page.getByText('Con precio: 57. Con errores: 3.').first()).toBeVisible()
  const row = (number: number) => page.locator(`[data-row="${number}"]`)
  await expect(row(2)).toContainText(/S\/\s[\d.]+/)
  expect(minor((/S\/\s([\d.,]+)/.exec(await row(2).innerText()) ?? [])[1] ?? '')).toBe(single)
  await expect(row(3)).toContainText('No se encontró este lugar.')
  await expect(row(4)).toContainText('Falta esta dirección.')
  await expect(row(4)).toContainText('Fecha y hora, por ejemplo')
  await expect(row(5)).toContainText('No hay un producto activo con este nombre.')
  await page.getByRole('button', { name: /Detalle de la fila 2$/ }).click()
  await expect(lines(page).filter({ visible: true })).toContainText('Precio inicial de la tarifa')
  await expectSound(page)
  await page.getByLabel('Solo con errores').click()
  await expect(page.locator('[data-row]')).toHaveCount(3)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar con precios' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('viajes-con-precio.csv')
  const { data } = Papa.parse<Record<string, string>>(readFileSync(await file.path(), 'utf8').replace('\ufeff', ''), {
    header: true,
  })
  expect(data).toHaveLength(60)
  expect(data[0]).toMatchObject({ Origen: 'Larcomar', Nota: "'=1+1", Moneda: 'PEN', Errores: '' })
  expect(minor(data[0]?.['Total'] ?? '')).toBe(single)
  expect(data[1]?.['Errores']).toContain('No se encontró este lugar.')

  await page.getByRole('button', { name: 'Otra hoja' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'otra.csv', mimeType: 'text/csv', buffer: Buffer.from('Chofer,Placa\nAna,ABC') })
  await expect(page.getByText('Faltan las columnas: Desde, Hasta.')).toBeVisible()
})

test('a point is found by typing, its address fills itself, and the full map is left only with a choice', async ({
  page,
}) => {
  const searches: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/map/autocomplete')) searches.push(request)
  })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/locations/create')
  const form = page.getByRole('dialog')
  await findPlace(page, 'Buscar un lugar', 'parque kennedy')
  await expect(form.getByLabel('Latitud')).toHaveValue(/^-12\.\d+/)
  const address = form.getByLabel('Dirección', { exact: false }).first()
  await expect(address).toHaveValue(/Miraflores/)
  // All letters of one search go out once the typing rests, with one token; the next search has its own.
  await findPlace(page, 'Buscar un lugar', 'larcomar')
  const tokens = searches.map((request) => (request.postDataJSON() as { sessiontoken: string }).sessiontoken)
  expect(new Set(tokens).size).toBe(2)
  const lat = await form.getByLabel('Latitud').inputValue()
  // An address of one's own stays.
  await address.fill('Mi puerta')
  await form.getByRole('button', { name: 'Elegir en pantalla completa' }).click()
  const chooser = page.getByRole('dialog', { name: 'Elegir punto en el mapa' })
  const choose = chooser.getByRole('button', { name: 'Elegir', exact: true })
  await expect(choose).toBeDisabled()
  const pin = chooser.locator('.map-pin')
  const box = await pin.boundingBox()
  if (!box) throw new Error('The marker is not on the map.')
  await page.mouse.move(box.x + 15, box.y + 15)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y - 30, { steps: 6 })
  await page.mouse.up()
  await expect(choose).toBeEnabled()
  await expect(
    chooser
      .getByRole('status')
      .filter({ hasText: /[A-Za-z]{4}/ })
      .first(),
  ).toBeVisible()
  await expectSound(page)
  await choose.click()
  await expect(chooser).toBeHidden()
  await expect(form.getByLabel('Latitud')).not.toHaveValue(lat)
  await expect(address).toHaveValue('Mi puerta')
})
