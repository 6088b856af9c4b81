import type { JsonObject } from '../../src/model/json'
import { bookingBot } from '../api/booking-bot'
import { consoleSession } from './api-session'
import { bookByBot, channel, visitor, write } from './chat-visitor'
import { enterAs, expect, isPhone, openModule, test } from './console'
import { errorsOf, expectNarrow } from './sound'

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
  test.skip(!isPhone(page), 'At a desk a bot that was made there does (bot-made.spec).')
  const root = await consoleSession(address, 'root@demo.test')
  const id_bot = await bookingBot((method, path, input) => root<JsonObject>(method, `admin/${path}`, input), { name: `Reserva ${Date.now()}`, id_product: null })
  await bookByBot(browser, page, address, id_bot, 31)
})
