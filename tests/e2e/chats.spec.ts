import type { JsonObject } from '../../src/model/json'
import { bookingBot } from '../api/booking-bot'
import { consoleSession } from './api-session'
import { bookByBot, channel, visitor, write } from './chat-visitor'
import { enterAs, expect, isPhone, openModule, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('what somebody writes on the chat page is answered from the inbox, noted, closed, and opened again by them', async ({
  page,
  browser,
  address,
}) => {
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

test('an operator sends a picture and a pdf with a text, and the visitor sees both; what is refused says why and can be taken off', async ({
  page,
  browser,
  address,
}) => {
  const key = await channel(address, 'archivos')
  const outside = await visitor(browser, page, address, key)
  await write(outside, `¿Por dónde entro? ${key}`)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/chats')
  await page
    .getByRole('list', { name: 'Chats' })
    .getByRole('link', { name: new RegExp(key) })
    .click()
  const box = page.getByLabel('Escriba un mensaje')
  const picker = page.locator('[data-source="chat-files"]')
  await picker.setInputFiles({
    name: 'pagina.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<!doctype html><p>hola'),
  })
  await expect(page.getByRole('alert').filter({ hasText: /tipo/i })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await page.getByRole('button', { name: 'Quitar pagina.html' }).click()
  await picker.setInputFiles([
    { name: 'tarifas.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${'x'.repeat(3000)}`) },
    { name: 'entrada.png', mimeType: 'image/png', buffer: PNG },
  ])
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await box.fill('Por la puerta azul')
  await box.press('Enter')
  const log = page.getByRole('log')
  await expect(log.getByRole('link', { name: 'tarifas.pdf 3 KB' })).toBeVisible()
  await expect(log.getByRole('link', { name: 'entrada.png' }).locator('img')).toBeVisible()
  await expect(log.getByRole('listitem').last()).toContainText('Por la puerta azul')
  await expectNarrow(page, 'a conversation with files')
  const theirs = outside.getByRole('log')
  await expect(theirs.getByRole('link', { name: 'tarifas.pdf (3 KB)' })).toBeVisible()
  await expect(theirs.getByRole('img', { name: 'entrada.png' })).toBeVisible()
  await expect(theirs).toContainText('Por la puerta azul')
  expect(await errorsOf(outside, { which: 'wcag' })).toEqual([])
  await outside.context().close()
})

test('after a day of silence WhatsApp takes a template: chosen, filled in, read beforehand and sent', async ({
  page,
}) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').filter({ hasText: 'Pedro Quiroz' }).click()
  const box = page.getByRole('region', { name: 'Plantilla' })
  await expect(box.getByText(/WhatsApp ya no admite texto libre/)).toBeVisible()
  await box.getByLabel('Plantilla aprobada').click()
  await page.getByRole('option', { name: 'objeto_encontrado (es)' }).click()
  await box.getByLabel('{{1}}').fill('Pedro')
  await expect(box.getByRole('figure', { name: 'Así lo leerá la persona' })).toContainText(
    'Hola Pedro, encontramos su {{2}}.',
  )
  await expectNarrow(page, 'a template')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await box.getByRole('button', { name: 'Enviar plantilla' }).click()
  await expect(box.getByLabel('{{2}}')).toHaveAttribute('aria-invalid', 'true')
  await box.getByLabel('{{2}}').fill('mochila')
  await box.getByLabel('{{2}}').press('Enter')
  await expect(page.getByRole('log').getByRole('listitem').last()).toContainText('Hola Pedro, encontramos su mochila.')
  await page.getByRole('button', { name: 'Soltar' }).click()
})

test('the button beside a conversation opens the form with the client who writes', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/chats')
  // Whoever of the demo is a client: Pedro Quiroz is none, and others may have been taken meanwhile.
  await page
    .getByRole('list', { name: 'Chats' })
    .getByRole('link')
    .filter({ hasText: 'WhatsApp', hasNotText: 'Pedro Quiroz' })
    .first()
    .click()
  // Where there is room the panel stands beside the conversation.
  if (isPhone(page)) await page.getByRole('button', { name: 'Ver a la persona' }).click()
  const panel = page.getByRole('complementary', { name: 'De la persona' })
  const name = await panel.getByRole('link').first().innerText()
  await panel.getByRole('button', { name: 'Pedir un viaje' }).click()
  await expect(page).toHaveURL(/\/dispatcher/)
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
})

test('a bot books a real ride in the chat page: conversation, price, service, driver', async ({
  page,
  browser,
  address,
}) => {
  test.skip(!isPhone(page), 'At a desk a bot that was made there does (bot-made.spec).')
  const root = await consoleSession(address, 'root@demo.test')
  const id_bot = await bookingBot((method, path, input) => root<JsonObject>(method, `admin/${path}`, input), {
    name: `Reserva ${Date.now()}`,
    id_product: null,
  })
  await bookByBot(browser, page, address, id_bot, 31)
})
