import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rowOf, test } from './console'
import { driverOnShift, madeService, ORIGIN } from './ride-api'
import { expectSound } from './sound'

// A list that is live reads its rows anew within the setting `interval`, ten seconds.

const act = async (page: Page, id: number, name: string): Promise<void> => {
  await rowOf(page, id)
    .getByRole('button', { name: /acciones|más|menú/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('the list of active services is live: what others do shows by itself, and the place in it stays', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const first = await madeService(operator)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await expect(rowOf(page, first)).toContainText('Por solicitar')
  await expect(rowOf(page, first)).toContainText('Ahora')
  const second = await madeService(operator, { invited: 1, invited_name: 'Rosario Guerra', invited_phone: '987654321' })
  await expect(rowOf(page, second)).toContainText('para Rosario Guerra')
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: first })
  await expect(rowOf(page, first)).toBeHidden()
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: second })
})

test("on a phone a service shows the whole plate, however long the driver's name is", async ({ page, address }) => {
  test.skip(!isPhone(page), 'A table has a line for the plate.')
  const operator = await consoleSession(address)
  const driver = await driverOnShift(address, 39, ORIGIN)
  const id = await madeService(operator)
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  await page.route('**/api/admin/dispatcher?**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { items?: { id: number; dr_name: string }[] }
    for (const item of body.items ?? []) if (item.id === id) item.dr_name = 'María de los Ángeles Guadalupe'
    await route.fulfill({ response: answer, json: body })
  })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  const plate = rowOf(page, id).getByText(driver.vehicle.plate, { exact: true })
  await expect(rowOf(page, id)).toContainText('María de los Ángeles')
  // What is cut off is still in the page: the card's end is where it would be hidden.
  const [shown, card] = [await plate.boundingBox(), await rowOf(page, id).boundingBox()]
  expect(shown!.x + shown!.width).toBeLessThanOrEqual(card!.x + card!.width)
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  await driver.call('POST', 'driver/shift/end')
})

test('an operator cancels with a reason and takes a driver off, from the list', async ({ page, address }) => {
  const operator = await consoleSession(address)
  const driver = await driverOnShift(address, isPhone(page) ? 23 : 21, ORIGIN)
  const id = await madeService(operator)
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await expect(rowOf(page, id)).toContainText('Asignado')
  await expect(rowOf(page, id)).toContainText(driver.name)
  await act(page, id, 'Quitar conductor')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar conductor' }).click()
  await expect(rowOf(page, id)).toContainText('Sin conductor')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rowOf(page, id)).toContainText(driver.name)
  await act(page, id, 'Información')
  const info = page.getByRole('dialog', { name: `Servicio #${id}` })
  await info.getByRole('button', { name: 'Quitar conductor' }).click()
  await expect(info.getByRole('button', { name: /^Deshacer \(\d+ s\)/ })).toBeVisible()
  await info.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(rowOf(page, id)).toContainText('Sin conductor')
  await act(page, id, 'Cancelar servicio')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Cliente no responde')
  await dialog.getByRole('button', { name: 'Cancelar servicio' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, id)).toBeHidden()
  const { item } = await operator('GET', `admin/services/${id}`)
  expect(item).toMatchObject({ state: 'canceled', cancel_reason: 'Cliente no responde' })
  // No total stands where nothing was charged.
  await page.goto(`/services/${id}/info`)
  const price = page.getByRole('region', { name: 'Precio' })
  await expect(price).toContainText('No se cobró.')
  await expect(price.getByText('Total', { exact: true })).toBeHidden()
  await driver.call('POST', 'driver/shift/end')
})

test('an operator who cancels a ride that has its driver may let the client off', async ({ page, address }) => {
  const operator = await consoleSession(address)
  const driver = await driverOnShift(address, isPhone(page) ? 37 : 35, ORIGIN)
  const id = await madeService(operator)
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await expect(rowOf(page, id)).toContainText('Asignado')
  await rowOf(page, id)
    .getByRole('button', { name: /acciones|más|menú/i })
    .last()
    .click()
  // One way to cancel, whoever it is.
  await page.getByRole('menuitem', { name: 'Cancelar servicio' }).click()
  const dialog = page.getByRole('dialog')
  // What it comes to is said before it is done.
  await expect(dialog.getByRole('status')).toHaveText(
    /^(Si se cancela ahora, se cobrará S\/|Cancelarlo ahora no tiene costo)/,
  )
  await expect(dialog).toContainText('penalidad')
  await dialog.getByLabel('Motivo').fill('El auto se averió')
  await dialog.getByLabel('Sin penalidad para el cliente').click()
  const asked = page.waitForRequest(/cancelService/)
  await dialog.getByRole('button', { name: 'Cancelar servicio' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ id_service: id, reason: 'El auto se averió', free: 1 })
  // Behind a dialog no row is to be found.
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, id)).toBeHidden()
  expect((await operator('GET', `admin/services/${id}`)).item).toMatchObject({ state: 'canceled', price_cancel: 0 })
  await driver.call('POST', 'driver/shift/end')
})

test('the row menu leads to the form of the service, to its copy and to what is known of it', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const id = await madeService(operator)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await act(page, id, 'Información')
  await expect(page.getByRole('dialog')).toContainText(`Servicio #${id}`)
  await expect(page.getByRole('dialog')).toContainText('Por solicitar')
  await page.keyboard.press('Escape')
  await act(page, id, 'Editar')
  await expect(page).toHaveURL(new RegExp(`/dispatcher/${id}$`))
  await page.goBack()
  await act(page, id, 'Clonar')
  await expect(page).toHaveURL(new RegExp(`/dispatcher/${id}/clone$`))
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
})

test('a link opens a page that follows the ride without a session, loads nothing of the console, and ends', async ({
  page,
  address,
  browser,
  baseURL,
}) => {
  const operator = await consoleSession(address)
  // So near that no haste makes the drive to the origin a leap, which does not move a vehicle (200 m).
  const driver = await driverOnShift(address, isPhone(page) ? 27 : 25, { lat: ORIGIN.lat + 0.0015, lng: ORIGIN.lng })
  const id = await madeService(operator)
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await act(page, id, 'Compartir enlace')
  const dialog = page.getByRole('dialog')
  const url = await dialog.getByLabel('Enlace').inputValue()
  expect(url.startsWith(`${baseURL ?? ''}/tracking/`)).toBe(true)
  await dialog.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Copiado.')).toBeVisible()

  const stranger = await (await browser.newContext({ viewport: page.viewportSize(), locale: 'es-PE' })).newPage()
  let script_bytes = 0
  const loaded: string[] = []
  stranger.on('response', async (response) => {
    if (!response.url().includes('/assets/') || !response.url().endsWith('.js')) return
    loaded.push(response.url())
    script_bytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  await stranger.goto(url)
  await expect(stranger.getByRole('status')).toContainText('El conductor aceptó el viaje.')
  // Who has the link learns no more of the driver than a first name and an initial.
  await expect(stranger.getByText(new RegExp(`^${driver.name.split(' ')[0] ?? ''} .*\\.$`)).first()).toBeVisible()
  await expect(stranger.getByText(driver.vehicle.plate)).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Llamar al conductor' })).toHaveAttribute('href', /^tel:\+?\d+$/)
  const vehicle = stranger.getByRole('img', { name: driver.vehicle.plate })
  await expect(vehicle).toBeVisible()
  // React and the console's packages alone weigh four times as much.
  expect(script_bytes).toBeLessThan(250_000)
  expect(loaded.filter((one) => /packages|react|index-/.test(one))).toEqual([])
  await expectSound(stranger, 'the ride', 'wcag')

  // The map may still be fitting what it shows: the vehicle is looked at once it stands still.
  const top = async (): Promise<number> => (await vehicle.boundingBox())?.y ?? 0
  let before = await top()
  await expect(async () => {
    const last = before
    before = await top()
    expect(before).toBe(last)
  }).toPass({ intervals: [500] })
  await driver.call('POST', `driver/services/${id}/onway`)
  await expect(stranger.getByRole('status')).toContainText('El conductor va en camino.')
  // A device says where it is again and again.
  await expect(async () => {
    await driver.stand(ORIGIN, 180)
    await expect.poll(top, { timeout: 5_000 }).toBeGreaterThan(before)
  }).toPass()
  await driver.call('POST', `driver/services/${id}/start`)
  await expect(stranger.getByRole('status')).toContainText('El viaje está en curso.')
  await driver.call('POST', `driver/services/${id}/arrive`)
  await driver.call('POST', `driver/services/${id}/finish`)
  await expect(stranger.getByRole('status')).toContainText('El viaje terminó.')
  await expect(stranger.getByText(driver.name)).toBeHidden()
  await dialog.getByRole('button', { name: 'Anular los enlaces' }).click()
  await expect(dialog).toBeHidden()
  await stranger.reload()
  await expect(stranger.getByRole('alert')).toHaveText('Este enlace ya no sirve. Pida uno nuevo a quien se lo envió.')
  await driver.call('POST', 'driver/shift/end')
  await stranger.context().close()
})

test('who books for themselves sees only their own rides', async ({ page, address }) => {
  const operator = await consoleSession(address)
  const other = await madeService(operator)
  await enterAs(page, 'member@demo.test')
  await page.goto('/actives')
  await expect(page.getByRole('heading', { name: 'Servicios activos', level: 1 })).toBeVisible()
  await expect(rowOf(page, other)).toHaveCount(0)
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: other })
})
