import type { Browser, Page } from '@playwright/test'
import type { JsonObject } from '../../src/model/json'
import { bookingBot } from '../api/booking-bot'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, openModule, test } from './console'
import { driversAtWork, beside, type Fleet } from './drivers-at-work'
import { ORIGIN } from './ride-api'
import { errorsOf, expectNarrow } from './sound'

/** Somebody outside, in a browser of their own, on a channel's page. */
async function visitor(browser: Browser, page: Page, address: string, key: string): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'es-PE', permissions: ['geolocation'], geolocation: { latitude: ORIGIN.lat, longitude: ORIGIN.lng } })
  const own = await context.newPage()
  await own.goto(`${address}/chat/${key}`)
  await expect(own.getByRole('log')).toBeVisible()
  return own
}

const write = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Escriba un mensaje').fill(text)
  await page.getByLabel('Escriba un mensaje').press('Enter')
}

/** A web channel of the test's own, with or without a bot. */
async function channel(address: string, name: string, id_bot: number | null = null): Promise<string> {
  const root = await consoleSession(address, 'root@demo.test')
  const key = `${name}-${Date.now().toString(36)}`
  await root('POST', 'admin/chat_channels/create', { type: 'web', name: key, key, id_bot, greeting: 'Bienvenido' })
  return key
}

test('what somebody writes on the chat page is answered from the inbox, noted, closed, and opened again by them', async ({ page, browser, address }) => {
  const key = await channel(address, 'persona')
  const outside = await visitor(browser, page, address, key)
  await expect(outside.getByText('Bienvenido')).toBeVisible()
  expect(await errorsOf(outside, { which: 'wcag' })).toEqual([])
  // Nothing empty goes out.
  await write(outside, '   ')
  const text = `Necesito ayuda ${key}`
  await write(outside, text)
  await enterAs(page, 'operator@demo.test')
  await openModule(page, 'Chats')
  const row = page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: new RegExp(key) })
  await expect(row).toContainText(text)
  await expect(row.getByRole('img', { name: '1 mensaje sin leer' })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await row.click()
  const log = page.getByRole('log')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Nadie la atiende')).toBeVisible()
  await expectNarrow(page, 'a conversation')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  // A canned answer is filled in and can still be changed; Shift + Enter begins a line, Enter sends.
  await page.getByRole('button', { name: 'Respuestas rápidas' }).click()
  await page.getByLabel('Buscar una respuesta').fill('un momento')
  await expect(page.getByText('Un momento por favor, lo reviso.')).toBeVisible()
  await page.getByLabel('Buscar una respuesta').press('Enter')
  const box = page.getByLabel('Escriba un mensaje')
  await expect(box).toHaveValue('Un momento por favor, lo reviso.')
  await box.press('Shift+Enter')
  await box.press('Enter')
  await expect(outside.getByRole('log')).toContainText('Un momento por favor, lo reviso.')
  await expect(box).toHaveValue('')
  await expect(page.getByText(/La atiende usted desde/)).toBeVisible()
  await expect(log.getByText(/· (Entregado|Leído)$/)).toBeVisible()
  await page.getByLabel('Nota interna').check()
  await page.getByLabel('Escriba una nota que solo ve su equipo').fill('Llamar mañana')
  await page.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(log).toContainText('Llamar mañana')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await expect(row).toBeHidden()
  await expect(outside.getByText(/La conversación terminó/)).toBeVisible()
  await expect(outside.getByRole('log')).not.toContainText('Llamar mañana')
  await write(outside, 'Una cosa más')
  await expect(row).toContainText('Una cosa más')
  if (isPhone(page)) {
    await row.click()
    await page.getByRole('link', { name: 'Volver a la lista' }).click()
    await expect(row).toBeVisible()
  }
  await outside.context().close()
})

test('the button beside a conversation opens the form with the client who writes', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/chats')
  await page.getByRole('button', { name: /^Sin atender/ }).click()
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').filter({ hasText: 'WhatsApp' }).first().click()
  // Where there is room the panel stands beside the conversation.
  if (isPhone(page)) await page.getByRole('button', { name: 'Ver a la persona' }).click()
  const panel = page.getByRole('complementary', { name: 'De la persona' })
  const name = await panel.getByRole('link').first().innerText()
  await panel.getByRole('button', { name: 'Pedir un viaje' }).click()
  await expect(page).toHaveURL(/\/dispatcher/)
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
})

test('a bot books a real ride in the chat page: conversation, price, service, driver', async ({ page, browser, address }) => {
  test.setTimeout(240_000)
  const root = await consoleSession(address, 'root@demo.test')
  const id_bot = await bookingBot((method, path, input) => root<JsonObject>(method, `admin/${path}`, input), { name: `Reserva ${Date.now()}`, id_product: null })
  const key = await channel(address, 'bot', id_bot)
  let fleet: Fleet | null = null
  const outside = await visitor(browser, page, address, key)
  try {
    fleet = await driversAtWork(address, [{ number: isPhone(page) ? 31 : 29, at: beside([ORIGIN.lat, ORIGIN.lng], 40, 30) }])
    const log = outside.getByRole('log')
    const bot = (text: RegExp) => expect(log.getByRole('listitem').last()).toContainText(text, { timeout: 60_000 })
    await write(outside, 'Quiero un taxi')
    await bot(/¿Su teléfono\?/)
    await write(outside, `9${String(Date.now()).slice(-8)}`)
    await bot(/¿Dónde le recogemos\?/)
    await outside.getByRole('button', { name: 'Enviar mi ubicación' }).click()
    await bot(/¿A dónde va\?/)
    await outside.context().setGeolocation({ latitude: -12.0947, longitude: -77.0247 })
    await outside.getByRole('button', { name: 'Enviar mi ubicación' }).click()
    await bot(/Cuesta S\/\s?[\d.,]+\. ¿Lo pedimos\?/)
    expect(await errorsOf(outside, { which: 'wcag' })).toEqual([])
    await outside.getByRole('button', { name: 'Pedir', exact: true }).click()
    await bot(/Su viaje es el \d+/)
    const id = Number(/el (\d+)\./.exec(await log.getByRole('listitem').last().innerText())?.[1])
    const operator = await consoleSession(address)
    await expect.poll(async () => (await operator<{ service: { state: string } }>('GET', 'admin/services/info', { id })).service.state, { timeout: 60_000 }).toMatch(/accepted|onway|waiting|started/)
    await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  } finally {
    await fleet?.end()
    await outside.context().close()
  }
})
