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
