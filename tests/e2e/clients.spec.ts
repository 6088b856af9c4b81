import type { Browser, Page } from '@playwright/test'
import { accountAt, consoleSession } from './api-session'
import { expect, test } from './console'
import { driverOnShift, madeService, ORIGIN } from './ride-api'
import { errorsOf, expectNarrow } from './sound'

const KEY = { delay: 30 }
const EMAIL = 'cliente@demo.test'
const PASSWORD = 'toolrides'

/** A telephone of its own: what its worker keeps is nobody else's. */
const telephone = async (browser: Browser, like: Page): Promise<Page> =>
  (
    await browser.newContext({
      viewport: like.viewportSize(),
      locale: 'es-PE',
      timezoneId: 'America/Lima',
      reducedMotion: 'reduce',
    })
  ).newPage()

async function logIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Correo' }).pressSequentially(EMAIL, KEY)
  await page.keyboard.press('Enter')
  await page.getByLabel('Contraseña').pressSequentially(PASSWORD, KEY)
  await page.keyboard.press('Enter')
}

async function typePlace(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).focus()
  await page.keyboard.type(text, KEY)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: label })).toHaveValue(/, /)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test("a client's day on their telephone: they log in, book, watch, cancel, repeat, rate, complain and log out", async ({
  page: like,
  address,
  browser,
}) => {
  const page = await telephone(browser, like)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${address}/rides`)
  await logIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mis viajes' })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'the rides')

  // Booked and watched.
  await page.getByRole('navigation').getByRole('link', { name: 'Pedir' }).click()
  await typePlace(page, 'Desde', 'Av Larco 400')
  await typePlace(page, 'Hasta', 'Av Arequipa 2500')
  await press(page, 'Siguiente')
  await page.getByRole('radio', { name: /Económico/ }).check()
  await press(page, 'Siguiente')
  await page.getByRole('radio', { name: /Efectivo/ }).check()
  await press(page, 'Reservar')
  await page.getByRole('link', { name: 'Seguir mi viaje' }).click()
  await expect(page).toHaveURL(/#\/ride\/\d+$/)
  await expect(page.getByRole('region', { name: 'Mapa del viaje' })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'a ride')

  // Cancelled, at the price that is told.
  await press(page, 'Cancelar el viaje')
  const question = page.getByRole('heading', { name: '¿Cancelar este viaje?' })
  await expect(question).toBeFocused()
  await page.getByLabel('Motivo (opcional)').pressSequentially('Ya no hace falta', KEY)
  await press(page, 'Sí, cancelar')
  await expect(page.getByRole('status').filter({ hasText: /Viaje cancelado/ })).toBeVisible()
  await expect(page.getByText('Cancelado', { exact: true })).toBeVisible()

  // The same trip again: the places are there.
  await page.getByRole('link', { name: 'Repetir', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Desde' })).toHaveValue(/Larco/)
  await expect(page.getByRole('combobox', { name: 'Hasta' })).toHaveValue(/Arequipa/)

  // One of before is rated, and complained about.
  await page.getByRole('navigation').getByRole('link', { name: 'Viajes' }).click()
  const done = page
    .getByRole('region', { name: 'Anteriores' })
    .getByRole('listitem')
    .filter({ hasText: 'Finalizado' })
    .first()
  await done.getByRole('link').first().click()
  await page.getByRole('button', { name: /¿Cómo fue su viaje\?|Cambiar mi calificación/ }).click()
  await page.getByRole('radio', { name: '4 estrellas: bueno' }).check()
  await page.getByLabel('Comentario (opcional)').pressSequentially('Muy puntual', KEY)
  await press(page, 'Enviar')
  await expect(page.getByText('★★★★☆ Muy puntual')).toBeVisible()
  await press(page, 'Reclamar o buscar un objeto')
  await page.getByRole('radio', { name: 'Olvidé algo en el vehículo' }).check()
  await press(page, 'Enviar')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await page.getByLabel('Cuéntenos qué pasó').pressSequentially('Un paraguas azul', KEY)
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await press(page, 'Enviar')
  await expect(page.getByText('Un paraguas azul', { exact: true })).toBeVisible()

  // It is known tomorrow too, and forgotten after the log-out.
  await page.reload()
  await expect(page.getByText('Un paraguas azul', { exact: true })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Cuenta' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Valeria Cano Prado' })).toBeVisible()
  await press(page, 'Salir')
  await expect(page.getByRole('textbox', { name: 'Correo' })).toBeVisible()
  expect(errors).toEqual([])
  await page.context().close()
})

test("the clients' page opens without a line, says so, and an ended session asks for the log-in where one was", async ({
  page: like,
  address,
  browser,
}) => {
  const page = await telephone(browser, like)
  await page.goto(`${address}/rides`)
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    const answer = await fetch(link?.href ?? '')
    const found = (await answer.json()) as { start_url: string; icons: { src: string; sizes: string }[] }
    const icons = await Promise.all(found.icons.map(async ({ src }) => (await fetch(src)).headers.get('content-type')))
    return { start: found.start_url, sizes: found.icons.map(({ sizes }) => sizes), icons }
  })
  expect(manifest).toEqual({ start: '/rides', sizes: ['192x192', '512x512'], icons: ['image/png', 'image/png'] })
  await logIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mis viajes' })).toBeVisible()

  // The worker has the shell, and nothing that a call has answered.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    return (
      await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
      )
    ).flat()
  })
  expect(kept).toContain('/rides')
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('No se pudo conectar con el servidor. Revise su conexión.')
  await page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: 'Mis viajes' })).toBeVisible()

  // The session ends elsewhere.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('toolrides_rides.client') ?? '{}') as { token: string }
    localStorage.setItem('toolrides_rides.client', JSON.stringify({ ...kept, token: 'x'.repeat(40) }))
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Su sesión terminó.' })).toBeVisible()
  await logIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mis viajes' })).toBeVisible()
  await page.context().close()
})

test("the list of a client's rides follows what goes on while they look", async ({ page: like, address, browser }) => {
  const operator = await consoleSession(address)
  const client = await accountAt(address, EMAIL)
  const page = await telephone(browser, like)
  const driver = await driverOnShift(address, 44, ORIGIN)
  const id = await madeService(operator, { id_client: client.id })
  await page.goto(`${address}/rides`)
  await logIn(page)
  const coming = page.getByRole('region', { name: 'Por venir' })
  const ride = coming.getByRole('listitem').filter({ has: page.locator(`a[href="#/ride/${id}"]`) })
  await expect(ride).toContainText('Por solicitar')
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  await expect(ride).toContainText('Asignado', { timeout: 20_000 })
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
  const behind = page.getByRole('region', { name: 'Anteriores' })
  await expect(behind.locator(`a[href="#/ride/${id}"]`)).toBeVisible({ timeout: 20_000 })
  await expect(ride).toHaveCount(0)
  await driver.call('POST', 'driver/shift/end')
  await page.context().close()
})
