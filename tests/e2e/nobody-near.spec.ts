import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { cancelWaiting, driverOnShift, madeService, ORIGIN } from './ride-api'
import { expectSound } from './sound'

/** Where no driver of the demo stands. */
const NOWHERE_NEAR = { lat: -12.2301, lng: -76.9297, address: 'Av. Revolución 100, Villa El Salvador' }

test('all rides that nobody takes wait for a driver at one press, and a ride that is given back is told until somebody sees to it', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  await cancelWaiting(operator)
  const driver = await driverOnShift(address, isPhone(page) ? 21 : 23, ORIGIN)
  const given = await madeService(operator, { after: 'none' })
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: given, id_vehicle: driver.vehicle.id })
  const alone = [
    await madeService(operator, { after: 'search', stops: [NOWHERE_NEAR, ORIGIN] }),
    await madeService(operator, { after: 'search', stops: [NOWHERE_NEAR, ORIGIN] }),
  ]
  const stateOf = async (id: number) =>
    (await operator<{ status: { phase: string } }>('GET', 'admin/dispatcher/verifyVehicleAccepted', { id_service: id }))
      .status.phase
  for (const id of alone) await expect.poll(() => stateOf(id)).toBe('not_assigned')
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  const strip = page.getByRole('region', { name: 'Alertas' })
  await strip.getByRole('button', { name: '2 servicios sin conductor' }).click()
  await expectSound(page)
  await page.screenshot({ path: test.info().outputPath('wait-all.png') })
  await page.getByRole('button', { name: 'Esperar todas (2)' }).click()
  await expect(page.getByText('2 servicios esperan un conductor.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(strip.getByRole('button', { name: '2 en espera de conductor' })).toBeVisible()
  for (const id of alone) expect(await stateOf(id)).toBe('waiting')
  await driver.call('POST', `driver/services/${given}/release`)
  await strip.getByRole('button', { name: '1 aviso' }).click()
  const row = page.getByRole('listitem').filter({ hasText: `#${given}` })
  await expect(row).toContainText(`La devolvió ${driver.name}`)
  await page.screenshot({ path: test.info().outputPath('given-back.png') })
  await row.getByRole('button', { name: 'Listo' }).click()
  await expect(strip.getByRole('button', { name: /aviso/ })).toHaveCount(0)
  for (const id of [given, ...alone]) await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  await driver.call('POST', 'driver/shift/end')
})

test('whoever chooses so leaves the board after a save, and a dialog asks what becomes of a ride that nobody takes', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const id = await madeService(operator, { after: 'none', stops: [NOWHERE_NEAR, ORIGIN] })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  const card = page.getByRole('region', { name: `Solicitud del servicio #${id}` })
  const showCard = async (): Promise<void> => {
    await page.evaluate((one) => window.sessionStorage.setItem('toolrides_v5.watched_services', `[${one}]`), id)
    await page.goto('/dispatcher')
  }
  if (isPhone(page)) await operator('POST', 'admin/desk/layout', { change: { leaves: true } })
  else {
    await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.type('000105')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Viaja un invitado')).toBeVisible()
    await page.keyboard.press('1')
    await page.keyboard.press('2')
    await expect(page.getByRole('button', { name: 'Guardar y buscar' })).toBeEnabled()
    const more = page.getByRole('button', { name: 'Más formas de guardar' })
    await more.click()
    await page.getByRole('menuitemcheckbox', { name: 'Después, ir a Servicios activos' }).click()
    await more.click()
    const saved = page.waitForResponse(/dispatcher\/create/)
    await page.getByRole('menuitem', { name: 'Guardar', exact: true }).click()
    const made = (await (await saved).json()) as { id: number }
    await expect(page).toHaveURL(/\/actives$/)
    await operator('POST', 'admin/dispatcher/cancelService', { id_service: made.id })
  }
  await showCard()
  await card.getByRole('button', { name: 'Búsqueda automática' }).click()
  const asked = page.getByRole('dialog', { name: `No quedan conductores: servicio #${id}` })
  await expect(asked).toBeVisible()
  await expectSound(page)
  await page.screenshot({ path: test.info().outputPath('none-left.png') })
  await asked.getByRole('button', { name: 'Cancelar servicio' }).click()
  await expect(page).toHaveURL(/\/actives$/)
  const { item } = await operator<{ item: { state: string } }>('GET', 'admin/dispatcher/form', { id })
  expect(item.state).toBe('canceled')
  await operator('POST', 'admin/desk/layout', { change: { leaves: false } })
})
