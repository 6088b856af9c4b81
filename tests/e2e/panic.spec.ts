import type { Page } from '@playwright/test'
import { consoleSession, type Call } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { driverOnShift, ORIGIN } from './ride-api'
import { expectSound } from './sound'

const banner = (page: Page) => page.getByRole('region', { name: 'Alertas de pánico' })

/** Counts the tones that a page sounds. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard = globalThis as unknown as { tones: number }
    heard.tones = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function tone(when) {
      heard.tones += 1
      start.call(this, when)
    }
  })
const tones = (page: Page) => page.evaluate(() => (globalThis as unknown as { tones: number }).tones)

async function attendAll(call: Call): Promise<void> {
  const { items } = await call<{ items: readonly { id: number }[] }>('GET', 'admin/panics', {
    filters: JSON.stringify({ state: 'open' }),
  })
  if (items.length > 0) await call('POST', 'admin/panics/attend', { ids: items.map(({ id }) => id) })
}

test('a driver who calls for help is seen and heard on whatever page is open, over its dialogs, until somebody takes it, which everybody is told', async ({
  page,
  address,
  browser,
}) => {
  const [colleague, driver] = [
    await consoleSession(address, 'root@demo.test'),
    await driverOnShift(address, isPhone(page) ? 33 : 35, ORIGIN),
  ]
  await attendAll(colleague)
  await listen(page)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/brand_vehicles/create')
  const name = page.getByRole('dialog').getByLabel('Nombre').first()
  await name.click()
  await name.fill('A medio escribir')
  await driver.call('POST', 'driver/panic', ORIGIN)
  await expect(banner(page)).toContainText(`Pánico: ${driver.name}`)
  await expect(page).toHaveTitle(new RegExp(`^Pánico: ${driver.name} · `))
  await expect(page.getByRole('alert').filter({ hasText: driver.name })).toBeAttached()
  await expect.poll(() => tones(page)).toBeGreaterThan(0)
  // It lies over the dialog and covers nothing of it.
  const [above, dialog] = [await banner(page).boundingBox(), await page.getByRole('dialog').first().boundingBox()]
  expect(dialog?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1)
  await page.screenshot({ path: test.info().outputPath('panic.png') })
  // From a field of the dialog to the alert and back, with a key.
  await page.keyboard.press('F8')
  await expect(banner(page).getByRole('button', { name: 'Atender' })).toBeFocused()
  await page.keyboard.press('F8')
  await expect(name).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  const asks = page.getByRole('dialog', { name: `Atender a ${driver.name}` })
  await expect(asks.getByLabel('Nota')).toBeFocused()
  await page.keyboard.type('Va la unidad 12')
  await expectSound(page)
  // A colleague's page hears of it at once.
  const other = await browser.newPage()
  await enterAs(other, 'reader@demo.test')
  await other.goto(`${address}/brand_vehicles`)
  await expect(banner(other)).toContainText(driver.name)
  await page.keyboard.press('Enter')
  await expect(banner(page)).toContainText(`Usted atiende a ${driver.name} · Va la unidad 12`)
  await expect(banner(other)).toContainText(/atiende a .+ · Va la unidad 12/)
  await expect(page).not.toHaveTitle(/Pánico/)
  await expect(name).toHaveValue('A medio escribir')
  const quiet = await tones(page)
  // Others that were attended to in the last minutes stand there too.
  await banner(page)
    .getByRole('group', { name: `Usted atiende a ${driver.name}` })
    .getByRole('button', { name: 'Devolver' })
    .click()
  await expect(banner(other)).toContainText(`Pánico: ${driver.name}`)
  await expect.poll(() => tones(page)).toBeGreaterThan(quiet)
  await banner(page).getByRole('button', { name: 'Silenciar' }).click()
  await expect(banner(page).getByRole('button', { name: 'Silenciada' })).toBeDisabled()
  await other.close()
  await attendAll(colleague)
  await driver.call('POST', 'driver/shift/end')
})

test('of two who attend to the same call for help the second is told who was first, and keeps what they wrote', async ({
  page,
  address,
}) => {
  const [colleague, driver] = [
    await consoleSession(address, 'root@demo.test'),
    await driverOnShift(address, isPhone(page) ? 37 : 39, ORIGIN),
  ]
  await attendAll(colleague)
  const { id } = await driver.call<{ id: number }>('POST', 'driver/panic', ORIGIN)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/colors')
  await banner(page).getByRole('button', { name: 'Atender' }).click()
  const asks = page.getByRole('dialog', { name: `Atender a ${driver.name}` })
  await asks.getByLabel('Nota').fill('Lo llamo')
  await colleague('POST', 'admin/panics/attend', { id })
  await asks
    .getByRole('button', { name: 'Atender' })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expect(asks.getByRole('alert')).toContainText(/Ya la atiende .+/)
  await expect(asks.getByLabel('Nota')).toHaveValue('Lo llamo')
  await driver.call('POST', 'driver/shift/end')
})
