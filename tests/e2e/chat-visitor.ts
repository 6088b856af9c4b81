import type { Browser, Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { expect } from './console'
import { beside, driversAtWork, type Fleet } from './drivers-at-work'
import { ORIGIN } from './ride-api'
import { errorsOf } from './sound'

/** Somebody outside, in a browser of their own, on a channel's page. */
export async function visitor(browser: Browser, page: Page, address: string, key: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    locale: 'es-PE',
    permissions: ['geolocation'],
    geolocation: { latitude: ORIGIN.lat, longitude: ORIGIN.lng },
  })
  const own = await context.newPage()
  await own.goto(`${address}/chat/${key}`)
  await expect(own.getByRole('log')).toBeVisible()
  return own
}

export const write = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Escriba un mensaje').fill(text)
  await page.getByLabel('Escriba un mensaje').press('Enter')
}

/** A web channel of the test's own, with or without a bot. */
export async function channel(address: string, name: string, id_bot: number | null = null): Promise<string> {
  const root = await consoleSession(address, 'root@demo.test')
  const key = `${name}-${Date.now().toString(36)}`
  await root('POST', 'admin/chat_channels/create', { type: 'web', name: key, key, id_bot, greeting: 'Bienvenido' })
  return key
}

/**
 * A stranger asks the bot for a ride on its page, says yes to the price, and a driver takes it.
 * @param number account of the driver, who is theirs alone
 */
export async function bookByBot(
  browser: Browser,
  page: Page,
  address: string,
  id_bot: number,
  number: number,
): Promise<void> {
  const key = await channel(address, 'bot', id_bot)
  let fleet: Fleet | null = null
  const outside = await visitor(browser, page, address, key)
  try {
    fleet = await driversAtWork(address, [{ number, at: beside([ORIGIN.lat, ORIGIN.lng], 40, 30) }])
    const log = outside.getByRole('log')
    const bot = (text: RegExp) => expect(log.getByRole('listitem').last()).toContainText(text)
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
    await expect
      .poll(
        async () =>
          (await operator<{ service: { state: string } }>('GET', 'admin/services/info', { id })).service.state,
      )
      .toMatch(/accepted|onway|waiting|started/)
    await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
  } finally {
    await fleet?.end()
    await outside.context().close()
  }
}
