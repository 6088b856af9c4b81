import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rowOf, test } from './console'
import { driverOnShift, madeService, ORIGIN } from './ride-api'
import { errorsOf, expectSound } from './sound'

const form = (page: Page) => page.getByRole('region', { name: /Nuevo servicio|Servicio \d/ })
const search = (page: Page) => page.getByRole('combobox', { name: 'Cliente' })

/** A known client goes from their first place to their second. */
async function takeCall(page: Page): Promise<void> {
  await page.goto('/dispatcher')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('000105')
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('group', { name: 'Direcciones del cliente' })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await expect(
    form(page)
      .getByRole('button', { name: /^Guardar/ })
      .first(),
  ).toBeEnabled()
}

test('what is typed while a service is being saved is the search of the next call, and the board is not left', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keyboard.')
  await enterAs(page, 'operator@demo.test')
  await takeCall(page)
  // A booking too: it looks for nobody, and others would be led to the list.
  await page.keyboard.press('b')
  await expect(form(page).getByRole('button', { name: 'Guardar', exact: true })).toBeEnabled()
  let go = (): void => undefined
  const held = new Promise<void>((done) => {
    go = done
  })
  await page.route(/dispatcher\/create/, async (route) => {
    await held
    await route.continue()
  })
  const saved = page.waitForResponse(/dispatcher\/create/)
  // Listened for before the key: the request may be out before the key's press is over.
  const sent = page.waitForRequest(/dispatcher\/create/)
  await page.keyboard.press('Control+s')
  await sent
  // The key of a new call, then the number: the key is no part of it.
  await page.keyboard.type('n000105')
  go()
  const { id } = (await (await saved).json()) as { id: number }
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('000105')
  await expect(page).toHaveURL(/\/dispatcher/)
  await expect(page.getByRole('option', { name: /Diego Neyra/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('group', { name: 'Direcciones del cliente' })).toBeVisible()
  const operator = await consoleSession(address)
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
})

test('the keys of the stops: Enter goes to the next empty one, one more is a key, and no letter is added to a place that is chosen', async ({
  page,
}) => {
  test.skip(isPhone(page), 'A phone has no keyboard.')
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await expect(search(page)).toBeVisible()
  const stop = (name: string) => form(page).getByRole('combobox', { name, exact: true })
  await page.keyboard.press('o')
  await expect(stop('Origen')).toBeFocused()
  await page.keyboard.type('jockey')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(stop('Origen')).toHaveValue(/^Jockey Plaza/)
  await expect(stop('Destino')).toBeFocused()
  await page.keyboard.type('larcomar')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(stop('Destino')).toHaveValue(/^Larcomar/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(stop('Origen')).toBeFocused()
  await page.keyboard.type('z')
  await expect(stop('Origen')).toHaveValue('z')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(stop('Origen')).toHaveValue(/^Jockey Plaza/)
  await page.keyboard.press('a')
  await expect(stop('Destino')).toBeFocused()
  await expect(stop('Parada 2')).toHaveValue(/^Larcomar/)
  await expect(page).toHaveURL(/\/dispatcher/)
})

test("a price is told line by line in the form and in the service's dialog, and the sea is no place to be picked up", async ({
  page,
}) => {
  test.skip(isPhone(page), 'On a phone the form lies over the map.')
  await enterAs(page, 'operator@demo.test')
  await takeCall(page)
  await form(page).getByRole('button', { name: 'Detalle del precio' }).click()
  await expect(form(page).getByRole('table', { name: 'Detalle del precio' })).toContainText(/S\/\s\d/)
  expect(await errorsOf(page, { within: 'section[aria-label=Servicio]' })).toEqual([])
  const map = page.locator('.leaflet-container')
  await form(page).getByRole('button', { name: 'Quitar: Destino' }).click()
  const to = form(page).getByRole('combobox', { name: 'Destino', exact: true })
  await expect(to).toHaveValue('')
  // All of the map that is wanted is at its left edge: the ocean.
  for (let wider = 0; wider < 4; wider += 1) await page.getByRole('button', { name: /Alejar/ }).click()
  await page.waitForTimeout(600)
  await map.click({ position: { x: 30, y: 520 } })
  await expect(page.getByText('Ahí no hay ninguna calle')).toBeVisible()
  await expect(to).toHaveValue('')
})

test('the driver of a ride is changed in one step, from the list', async ({ page, address }) => {
  const operator = await consoleSession(address)
  const [one, other] = isPhone(page) ? [25, 27] : [29, 31]
  const first = await driverOnShift(address, one, ORIGIN)
  const next = await driverOnShift(address, other, ORIGIN)
  const id = await madeService(operator)
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: first.vehicle.id })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await rowOf(page, id)
    .getByRole('button', { name: /acciones|más|menú/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Cambiar conductor' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cambiar a/ })
  await dialog.getByRole('searchbox').fill(next.vehicle.plate)
  await dialog.getByRole('button', { name: `Asignar: ${next.name}` }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: '¿Asignar a' }))
    .getByRole('button', { name: 'Asignar' })
    .last()
    .click()
  await expect(rowOf(page, id)).toContainText(next.name)
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
  for (const driver of [first, next]) await driver.call('POST', 'driver/shift/end')
})

test("a ride's card is dropped on a vehicle, in the list and on the map; elsewhere nothing happens, and its press lists the drivers", async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const [one, other] = isPhone(page) ? [39, 41] : [43, 45]
  const first = await driverOnShift(address, one, ORIGIN)
  const next = await driverOnShift(address, other, { lat: ORIGIN.lat + 0.02, lng: ORIGIN.lng - 0.01 })
  const id = await madeService(operator)
  const driverOf = async (): Promise<string> => {
    const { item } = await operator<{ item: { dr_name: string | null; dr_surname: string | null } }>(
      'GET',
      'admin/dispatcher/form',
      { id },
    )
    return [item.dr_name, item.dr_surname].filter(Boolean).join(' ')
  }
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await page.evaluate((service) => window.sessionStorage.setItem('toolrides_v5.watched_services', `[${service}]`), id)
  await page.goto(`/dispatcher?q=${first.vehicle.plate}&drawer=vehicles`)
  if (isPhone(page)) await page.getByRole('tab', { name: 'Vehículos' }).click()
  const handle = page
    .getByRole('region', { name: `Solicitud del servicio #${id}` })
    .getByRole('button', { name: /^Mover a un vehículo/ })
  const question = page.getByRole('alertdialog')
  const drag = async (to: { x: number; y: number }): Promise<void> => {
    const from = await handle.boundingBox()
    if (!from) throw new Error('There is no handle.')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y - 20, { steps: 3 })
    await page.mouse.move(to.x, to.y, { steps: 6 })
  }
  const centreOf = async (place: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> => {
    const box = await place.boundingBox()
    if (!box) throw new Error('It is not there.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const row = page.getByRole('listbox', { name: 'Vehículos' }).getByText(first.vehicle.plate).first()
  await expect(row).toBeVisible()
  await drag(await centreOf(row))
  await expect(page.getByText(`Asignar a ${first.name} · ${first.vehicle.plate}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(question).toHaveCount(0)
  await drag(await centreOf(row))
  await page.mouse.up()
  await expect(question).toContainText(`¿Asignar a ${first.name}?`)
  await question.getByRole('button', { name: 'Asignar' }).click()
  await expect.poll(driverOf).toBe(first.name)
  if (!isPhone(page)) {
    // The next one stands in the middle of the map.
    await page.getByRole('searchbox').fill(next.vehicle.plate)
    await page.getByRole('listbox', { name: 'Vehículos' }).getByText(next.vehicle.plate).first().click()
    await page.getByRole('button', { name: 'Centrar en el mapa' }).click()
    await page.waitForTimeout(1200)
    const middle = await centreOf(page.locator('.leaflet-container'))
    await drag({ x: middle.x + 120, y: middle.y - 130 })
    await expect(page.getByText('Suéltelo sobre un vehículo')).toBeVisible()
    await page.mouse.up()
    await expect(question).toHaveCount(0)
    await drag(middle)
    await expect(page.getByText(`Asignar a ${next.name} · ${next.vehicle.plate}`)).toBeVisible()
    await page.mouse.up()
    await expect(question).toContainText(first.name)
    await question.getByRole('button', { name: 'Asignar' }).click()
    await expect.poll(driverOf).toBe(next.name)
  }
  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Cambiar a/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
  for (const driver of [first, next]) await driver.call('POST', 'driver/shift/end')
})

test('the list of active services takes the next call by a key, is sound, and one row at a time is walked with Tab', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const id = await madeService(operator)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  await expect(rowOf(page, id)).toBeVisible()
  await expectSound(page)
  if (!isPhone(page)) {
    await expect(page.getByRole('columnheader', { name: 'Producto' })).toBeInViewport({ ratio: 1 })
    const stops = await page
      .locator('tr[data-row]')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            [...row.querySelectorAll<HTMLElement>('a, button, input')].filter(({ tabIndex }) => tabIndex >= 0).length,
        ),
      )
    expect(stops.filter((count) => count > 0).length).toBeLessThanOrEqual(1)
    await page.keyboard.press('n')
    await expect(search(page)).toBeFocused()
  }
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
})

test('a client has a page of their own: they book, follow and repeat', async ({ page }) => {
  await enterAs(page, 'cliente@demo.test')
  await page.goto('/dispatcher')
  await expect(page.getByRole('heading', { name: 'Pedir un viaje', level: 1 })).toBeAttached()
  if (isPhone(page)) await page.getByRole('tab', { name: 'Mis viajes' }).click()
  const rides = page.getByRole('region', { name: 'Mis viajes' })
  await expect(rides.getByRole('link', { name: 'Repetir' }).first()).toBeVisible()
  await expectSound(page)
  await rides.getByRole('link', { name: 'Repetir' }).first().click()
  await expect(page).toHaveURL(/\/dispatcher\/\d+\/clone/)
  // On a phone the form was behind the tab of one's rides.
  if (isPhone(page)) await expect(page.getByRole('tab', { name: 'Pedir' })).toHaveAttribute('aria-selected', 'true')
  for (const name of ['Origen', 'Destino']) {
    const place = page.getByRole('combobox', { name, exact: true })
    await expect(place).toBeVisible()
    await expect(place).not.toHaveValue('')
  }
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the board is read in the ${scheme}, whatever is open on it`, async ({ page, address }) => {
    const operator = await consoleSession(address)
    const id = await madeService(operator)
    const subject = page.getByRole('region', { name: `Servicio ${id}` })
    await page.emulateMedia({ colorScheme: scheme })
    await enterAs(page, 'operator@demo.test')
    await page.goto(`/dispatcher/${id}?drawer=vehicles`)
    await page.evaluate((service) => window.sessionStorage.setItem('toolrides_v5.watched_services', `[${service}]`), id)
    await page.reload()
    await expect(subject.getByRole('radio', { checked: true }).first()).toBeAttached()
    expect.soft(await errorsOf(page), 'the form of a service').toEqual([])
    if (isPhone(page)) await page.getByRole('tab', { name: 'Vehículos' }).click()
    await page.getByRole('listbox', { name: 'Vehículos' }).getByRole('option').first().click()
    expect.soft(await errorsOf(page), 'the vehicles, one of them chosen').toEqual([])
    await page
      .getByRole('region', { name: `Solicitud del servicio #${id}` })
      .getByRole('button', { name: 'Buscar conductor' })
      .last()
      .click()
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Conductores' })).toBeVisible()
    expect.soft(await errorsOf(page), 'the drivers near').toEqual([])
    await page.goto('/dispatcher?drawer=shifts')
    if (isPhone(page)) await page.getByRole('tab', { name: 'Turnos' }).click()
    await expect(page.getByRole('combobox', { name: 'Estado' })).toBeVisible()
    expect.soft(await errorsOf(page), 'the shifts').toEqual([])
    if (scheme === 'light') {
      if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
      await page.getByRole('link', { name: 'Importar servicios' }).click()
      await expect(page).toHaveURL(/\/actives\/import/)
    }
    await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  })
}
