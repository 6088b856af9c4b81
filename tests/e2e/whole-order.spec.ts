import type { Browser, Locator, Page } from '@playwright/test'
import { consoleSession, type Call } from './api-session'
import { enterAs, expect, openFirst, rows, test } from './console'
import { driverOnShift } from './ride-api'

/** A worker's pace. */
const PACE = { delay: 30 }
const STORE = { slug: 'malambo-lince', name: 'Malambo Lince', lat: -12.0851, lng: -77.0349 }

const today = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'America/Lima',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
}).format(Date.now())
const paper = (page: Page) => page.frameLocator('iframe').locator('body')

async function type(at: Locator, text: string): Promise<void> {
  await at.click()
  await at.press('Control+a')
  await at.pressSequentially(text, PACE)
}

/**
 * The store wants the client's code at the door, and motorcycles ride at any hour;
 * @returns the number of a driver who has one
 */
async function staged(root: Call): Promise<number> {
  const {
    items: [store],
  } = await root<{ items: readonly { id: number; version: number }[] }>('GET', 'admin/delivery/stores', {
    filters: JSON.stringify({ name: STORE.name }),
  })
  await root('POST', 'admin/delivery/stores/create', { id: store?.id, version: store?.version, proof: 'code' })
  const { items: products } = await root<{ items: readonly { id: number; version: number; surname: string }[] }>(
    'GET',
    'admin/products',
    { limit: 100 },
  )
  const moto = products.find(({ surname }) => surname === 'Moto')
  await root('POST', 'admin/products/create', { id: moto?.id, version: moto?.version, hours: [] })
  const { items: vehicles } = await root<{
    items: readonly { id_user: number | null; id_type_vehicle__label: string; state: string }[]
  }>('GET', 'admin/vehicles', { limit: 500 })
  const vehicle = vehicles.find(
    (one) => one.id_type_vehicle__label === 'Moto' && one.id_user !== null && one.state === '1',
  )
  const { item } = await root<{ item: { email: string } }>('GET', `admin/drivers/${vehicle?.id_user ?? 0}`)
  return Number(/^conductor(\d+)@/.exec(item.email)?.[1])
}

/** Somebody orders a quarter of chicken. @returns their page, and the order's id */
async function ordered(browser: Browser, address: string): Promise<{ readonly client: Page; readonly id: number }> {
  const client = await (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'es-PE',
      timezoneId: 'America/Lima',
      reducedMotion: 'reduce',
    })
  ).newPage()
  await client.goto(`${address}/store/${STORE.slug}`)
  await client.getByRole('button', { name: 'Agregar: Cuarto de pollo' }).click()
  await client
    .getByRole('dialog')
    .getByRole('button', { name: /^Agregar · / })
    .click()
  await client.getByRole('link', { name: 'Pedido (1)' }).click()
  await client.getByRole('combobox', { name: 'Dirección de entrega' }).pressSequentially('Av Arequipa 2500', PACE)
  await expect(client.getByRole('option').first()).toBeVisible()
  await client.keyboard.press('Tab')
  await expect(client.getByText('Llega en')).toBeVisible()
  await client.getByRole('button', { name: 'Enviar pedido' }).click()
  await client.getByRole('textbox', { name: 'Correo' }).pressSequentially('cliente@demo.test', PACE)
  await client.keyboard.press('Enter')
  await client.getByLabel('Contraseña').pressSequentially('toolrides', PACE)
  await client.keyboard.press('Enter')
  await client.getByRole('button', { name: 'Enviar pedido' }).click()
  await expect(client).toHaveURL(/#\/order\/\d+$/)
  return { client, id: Number(client.url().split('/').at(-1)) }
}

/** A courier takes the ride that is asked of them, and leaves the store with the order. */
async function taken(driver: Awaited<ReturnType<typeof driverOnShift>>): Promise<number> {
  let offer: { readonly id: number } | null = null
  await expect
    .poll(
      async () => {
        offer = (await driver.call<{ offer: { id: number } | null }>('GET', 'driver/state')).offer
        return offer !== null
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  const {
    service: { id },
  } = await driver.call<{ service: { id: number } }>('POST', `driver/offers/${offer!.id}/accept`)
  for (const step of ['onway', 'waiting', 'start']) await driver.call('POST', `driver/services/${id}/${step}`)
  return id
}

test("an order goes from a store's page over its board to a courier, who gives it for the client's code, and into the statement of the store's partner", async ({
  page,
  address,
  browser,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const driver = await driverOnShift(address, await staged(root), STORE)
  const { client, id } = await ordered(browser, address)
  const status = (text: string) =>
    expect(client.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 30_000 })
  await status('Enviado')

  await enterAs(page, 'partner@demo.test', { address })
  await page.goto(`${address}/active_orders`)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Pedido ${id}` })
    .click()
  const record = page.getByRole('dialog', { name: 'Ficha' })
  await expect(record.getByText('Cuarto de pollo')).toBeVisible()
  await record.getByRole('button', { name: 'Aceptar' }).click()
  await page
    .getByRole('dialog', { name: `¿Aceptar: Pedido ${id}?` })
    .getByRole('button', { name: 'Aceptar', exact: true })
    .click()
  await status('En preparación')
  const asked = page.waitForResponse((reply) => reply.url().endsWith('/searchVehicles'))
  await record.getByRole('button', { name: 'Buscar conductor' }).click()
  expect((await asked).status()).toBe(200)
  await page.keyboard.press('Escape')
  const ride = await taken(driver)
  await status('Entregado al repartidor')

  const code =
    (
      await client.locator('dt', { hasText: 'Código' }).locator('xpath=following-sibling::dd[1]').textContent()
    )?.trim() ?? ''
  expect(code).toMatch(/^\d{4}$/)
  await driver.call('POST', `driver/services/${ride}/deliver`, { code, name: 'Rosa' })
  await expect(client.getByRole('status').filter({ hasText: /^Entregado$/ })).toBeVisible({ timeout: 30_000 })
  await driver.call('POST', 'driver/shift/end')

  const office = await (
    await browser.newContext({ viewport: page.viewportSize(), locale: 'es-PE', timezoneId: 'America/Lima' })
  ).newPage()
  await enterAs(office, 'root@demo.test', { address })
  await office.goto(`${address}/partner_statements/generate`)
  await expect(office.locator('input[name=date_to]')).toBeEnabled()
  const looked = office.waitForResponse(
    (reply) =>
      reply.url().includes('partner_statements/preview') &&
      (reply.request().postData() ?? '').includes(today.split('/').toReversed().join('-')),
  )
  await type(office.locator('input[name=date_to]'), today)
  await office.keyboard.press('Tab')
  await looked
  await type(office.locator('input[name=party]'), 'Malambo')
  await office.getByRole('button', { name: /^Generar \d+ borrador(es)?$/ }).click()
  await expect(office.getByText(/^\d+ borrador(es)? listos?/)).toBeVisible()
  await office.getByRole('link', { name: 'Ver borradores' }).click()
  await openFirst(office)
  await expect(paper(office)).toContainText('Ventas')
  await office.getByRole('button', { name: 'Emitir' }).click()
  await expect(paper(office).getByRole('heading', { level: 1 })).toHaveText(/A-\d{4}-\d{6}$/)
  const number = /A-\d{4}-\d{6}/.exec(await paper(office).getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''
  await office.getByRole('tab', { name: 'Pedidos' }).click()
  await expect(
    rows(office)
      .filter({ hasText: `Pedido ${id}` })
      .first(),
  ).toBeVisible()

  // Whose it is reads it, too.
  await page.goto(`${address}/partner_statements`)
  await openFirst(page)
  await expect(paper(page)).toContainText(number)
  await expect(paper(page)).toContainText('Ventas')
})
