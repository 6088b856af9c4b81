import type { Page } from '@playwright/test'
import { channel, visitor, write } from './chat-visitor'
import { enterAs, expect, isPhone, test } from './console'

const PDF = { name: 'tarifas.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${'x'.repeat(3000)}`) }

/** Opens a conversation from the list, which a phone shows alone. */
async function open(page: Page, key: string): Promise<void> {
  const list = page.getByRole('list', { name: 'Chats' })
  if (isPhone(page) && /chats.\d/.test(page.url())) await page.getByRole('link', { name: 'Volver a la lista' }).click()
  await list.getByRole('link', { name: new RegExp(key) }).click()
  await expect(page.getByRole('log')).toContainText(`Soy ${key}`)
}

test('what is attached in one chat waits there while another is answered', async ({ page, browser, address }) => {
  const keys = [await channel(address, 'ana'), await channel(address, 'beto')] as const
  const outside: Page[] = []
  for (const key of keys) {
    const person = await visitor(browser, page, address, key)
    await write(person, `Soy ${key}`)
    outside.push(person)
  }
  let arrive = (): void => undefined
  const held = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/files/upload?**', async (route) => {
    await held
    await route.continue()
  })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/chats')
  await open(page, keys[0])
  const box = page.getByLabel('Escriba un mensaje')
  await box.fill('Aquí la tarifa')
  await page.locator('[data-source="chat-files"]').setInputFiles(PDF)
  await expect(page.getByRole('progressbar', { name: /tarifas\.pdf/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  await open(page, keys[1])
  await expect(page.getByText('tarifas.pdf')).toBeHidden()
  await expect(box).toHaveValue('')
  await box.fill('Ya le contesto')
  await box.press('Enter')
  await expect(outside[1]!.getByRole('log')).toContainText('Ya le contesto')
  arrive()
  await open(page, keys[0])
  await expect(box).toHaveValue('Aquí la tarifa')
  await expect(page.getByRole('button', { name: 'Quitar tarifas.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled()
  await box.press('Enter')
  await expect(outside[0]!.getByRole('log').getByRole('link', { name: /tarifas\.pdf/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Quitar tarifas.pdf' })).toBeHidden()
  await expect(outside[1]!.getByRole('log')).not.toContainText('tarifas.pdf')
  for (const person of outside) await person.context().close()
})

test('on a phone the person behind a conversation is one tap away beside their name', async ({ page }) => {
  test.skip(!isPhone(page), 'At a desk the person stands beside the conversation.')
  await enterAs(page, 'operator@demo.test')
  await page.goto('/chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
  const head = page.getByRole('heading', { level: 1 })
  const [beside, close] = ['Ver a la persona', 'Cerrar'].map((name) => page.getByRole('button', { name, exact: true }))
  for (const one of [head, beside!, close!]) await expect(one).toBeVisible()
  const [name, ...places] = await Promise.all([head, beside!, close!].map(async (one) => (await one.boundingBox())!))
  for (const place of places) expect(Math.abs(place.y + place.height / 2 - name!.y - name!.height / 2)).toBeLessThan(30)
})
