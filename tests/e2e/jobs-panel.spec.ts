import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { callOff, makeCallers, ridesOf, typeCall } from './call-script'
import { enterAs, expect, isPhone, test } from './console'
import { driverOnShift, madeService, ORIGIN } from './ride-api'

const list = (page: Page) => page.getByRole('listbox', { name: 'Servicios activos' })
const rowOf = (page: Page, id: number) => list(page).locator(`[data-job="${id}"]`)
const board = async (page: Page): Promise<void> => {
  await page.goto('/dispatcher')
  await expect(page.locator('.leaflet-container')).toBeVisible()
  // The form takes what is typed until it is there.
  if (!isPhone(page)) await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
}

/** Goes to a ride by the arrows alone: from the top again where it came into the list late. */
async function walkTo(page: Page, id: number): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await list(page).getAttribute('aria-activedescendant'))?.endsWith(`-${id}`) === true
  await expect(async () => {
    await page.keyboard.press('Home')
    for (let steps = 0; steps < 100 && !(await isThere()); steps += 1) await page.keyboard.press('ArrowDown')
    expect(await isThere()).toBe(true)
  }, `ride ${id} is in the list`).toPass()
}

test('the rides under way stand under the map, and all of it goes by keys: to them, through them, into one, and to its drivers', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keyboard.')
  const operator = await consoleSession(address)
  const id = await madeService(operator)
  await enterAs(page, 'operator@demo.test')
  await board(page)
  // The panel's code and its first answer are on their way: the second key waits for them.
  await page.keyboard.type('s2', { delay: 30 })
  await expect(list(page)).toBeFocused()
  const onAir = page.getByRole('button', { name: /^Al aire/ })
  await expect(onAir).toHaveAttribute('aria-pressed', 'true')
  await expect(list(page).locator('[data-job]:not([data-kind=on_air])')).toHaveCount(0)
  await walkTo(page, id)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Servicio #${id}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  // To its drivers at a worker's pace: j waits for the list.
  await page.keyboard.type('aj', { delay: 30 })
  const drivers = page.getByRole('dialog', { name: 'Buscar conductor' })
  await expect(drivers).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drivers).toBeHidden()
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('0')
  await expect(onAir).toHaveAttribute('aria-pressed', 'false')
  // Aboard, the same key takes the passenger off a car that cannot go on.
  const driver = await driverOnShift(address, 47, ORIGIN)
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  for (const step of ['onway', 'start']) await driver.call('POST', `driver/services/${id}/${step}`)
  await expect(rowOf(page, id)).toHaveAttribute('data-kind', 'aboard', { timeout: 20_000 })
  await walkTo(page, id)
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Otro vehículo para el pasajero' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  // Somebody else ends it: it goes by itself.
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  await driver.call('POST', 'driver/shift/end')
  await expect(rowOf(page, id)).toHaveCount(0, { timeout: 20_000 })
  // As it was left, also after a reload.
  await page.keyboard.type('3', { delay: 30 })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Próximos/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('s')
  await expect(list(page)).toBeFocused()
  await page.keyboard.type('0s', { delay: 30 })
  await expect(list(page)).toHaveCount(0)
})

test('a torn-off window stays in step with the board, although it hears nothing itself', async ({ page, address }) => {
  test.skip(isPhone(page), 'A phone has one window.')
  const operator = await consoleSession(address)
  const id = await madeService(operator)
  await enterAs(page, 'operator@demo.test')
  await board(page)
  await page.keyboard.press('s')
  await expect(list(page)).toBeFocused()
  // A filter that was kept by then is the other window's as well.
  await page.keyboard.press('0')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Abrir en otra ventana' }).click()
  const own = await opened
  await own.getByRole('listbox').press('0')
  await expect(rowOf(own, id)).toBeAttached()
  await expect(list(page)).toHaveCount(0)
  // The board has no list of its own any more, and this one asks every ten seconds: what is saved there is told.
  const [caller] = await makeCallers(operator, 1, '38')
  await own.waitForResponse(/dispatcher\/jobs/)
  await page.bringToFront()
  await page.keyboard.press('Escape')
  await typeCall(page, caller!, { notes: false })
  await expect(own.locator('[data-job]').filter({ hasText: caller!.name })).toBeAttached({ timeout: 8000 })
  await callOff(operator, await ridesOf(operator, [caller!]))
  await own.route(/dispatcher\/jobs/, (route) => route.abort('aborted'))
  const later = await madeService(operator)
  await page.bringToFront()
  // The search of the next call has the keys.
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.keyboard.press('2')
  await walkTo(page, later)
  // It gets no answer of its own.
  await expect(rowOf(own, later)).toBeAttached()
  await own.close()
  for (const one of [id, later]) await operator('POST', 'admin/dispatcher/cancelService', { id_service: one })
})

test('on a phone they have a tab of their own, and what is done about one stands below', async ({ page, address }) => {
  test.skip(!isPhone(page), 'At a desk they stand beside the map.')
  const operator = await consoleSession(address)
  // More than stand on a screen: the last one is below it.
  const ids: number[] = []
  for (let n = 0; n < 7; n++) ids.push(await madeService(operator))
  const id = ids.at(-1) ?? 0
  await enterAs(page, 'operator@demo.test')
  await board(page)
  await page.getByRole('tab', { name: 'Activos' }).click()
  await page.getByRole('button', { name: /^Al aire/ }).click()
  await expect(list(page)).toBeVisible()
  await rowOf(page, id).click()
  const verbs = page.getByRole('toolbar', { name: 'Acciones' })
  await expect(verbs).toContainText(`#${id}`)
  await verbs.getByRole('button', { name: 'Buscar conductor' }).click()
  await expect(page.getByRole('dialog', { name: 'Buscar conductor' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  for (const one of ids) await operator('POST', 'admin/dispatcher/cancelService', { id_service: one })
})

test('a ride is cancelled from its information with its reason, and z brings it back', async ({ page, address }) => {
  test.skip(isPhone(page), 'A phone has no keyboard.')
  const operator = await consoleSession(address)
  const id = await madeService(operator)
  await enterAs(page, 'operator@demo.test')
  await board(page)
  await page.keyboard.type('s2', { delay: 30 })
  await walkTo(page, id)
  await page.keyboard.press('Enter')
  const info = page.getByRole('dialog', { name: `Servicio #${id}` })
  await info.getByRole('button', { name: 'Cancelar servicio' }).press('Enter')
  const why = page.getByRole('dialog', { name: `Cancelar el servicio n.º ${id}` })
  await why.getByRole('combobox', { name: /^Por qué/ }).click()
  await page.getByRole('option', { name: 'Pedido dos veces' }).click()
  await why.getByRole('button', { name: 'Cancelar el servicio' }).press('Enter')
  await expect(why).toBeHidden()
  // What was pressed is gone with the ride's state: the keys are the dialog's again once the focus has found it.
  await expect(info.getByRole('button', { name: 'Cancelar servicio' })).toBeHidden()
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(info).toBeHidden({ timeout: 1500 })
  }).toPass()
  const line = page
    .getByRole('region', { name: 'Lo que acaba de pasar' })
    .getByRole('listitem')
    .filter({ hasText: `#${id}` })
  await expect(line.getByRole('button', { name: /^Deshacer/ })).toBeVisible()
  expect(await operator('GET', `admin/services/${id}`)).toMatchObject({
    item: { state: 'canceled', cancel_code: 'twice' },
  })
  // From the list, which has the focus again.
  await expect(list(page)).toBeFocused()
  await page.keyboard.type('z0', { delay: 30 })
  await expect(line).toContainText('Deshecho')
  await page.screenshot({ path: test.info().outputPath('undone.png') })
  expect(await operator('GET', `admin/services/${id}`)).toMatchObject({ item: { state: 'created', cancel_code: null } })
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
})

test('a press with Ctrl chooses the ride that one comes from as well, and a second one takes it off', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no Ctrl.')
  const operator = await consoleSession(address)
  const ids = [await madeService(operator), await madeService(operator)]
  await enterAs(page, 'operator@demo.test')
  await board(page)
  await page.keyboard.type('s0', { delay: 30 })
  await rowOf(page, ids[0]!).click()
  await rowOf(page, ids[1]!).click({ modifiers: ['Control'] })
  const bar = page.getByRole('toolbar', { name: 'Acciones' })
  await expect(bar).toContainText('2 elegidos')
  await rowOf(page, ids[0]!).click({ modifiers: ['Control'] })
  await expect(bar).toContainText('1 elegido')
  for (const one of ids) await operator('POST', 'admin/dispatcher/cancelService', { id_service: one })
})
