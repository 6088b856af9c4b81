import { consoleSession } from './api-session'
import { expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const KEY = { delay: 30 }

test("somebody orders from a store's page, follows the order, and the store accepts it with its minutes", async ({
  page: like,
  address,
  browser,
}) => {
  const page = await (
    await browser.newContext({
      viewport: like.viewportSize(),
      locale: 'es-PE',
      timezoneId: 'America/Lima',
      reducedMotion: 'reduce',
    })
  ).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${address}/store/malambo-lince`)
  await expect(page.getByRole('heading', { level: 1, name: 'Malambo Lince' })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'the menu of a store')

  await page.getByRole('button', { name: 'Agregar: Cuarto de pollo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cuarto de pollo' })
  await dialog.getByRole('checkbox', { name: 'Chimichurri' }).check()
  await dialog.getByRole('button', { name: 'Uno más' }).click()
  await expect(dialog.getByRole('button', { name: /^Agregar · S\/ 51\.80$/ })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agregar: Cuarto de pollo' }).click()
  await dialog.getByRole('button', { name: /^Agregar · / }).click()

  await page.getByRole('link', { name: 'Pedido (1)' }).click()
  const box = page.getByRole('combobox', { name: 'Dirección de entrega' })
  await box.pressSequentially('Av Arequipa 2500', KEY)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Llega en')).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'the cart of a store')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('textbox', { name: 'Correo' }).pressSequentially('cliente@demo.test', KEY)
  await page.keyboard.press('Enter')
  await page.getByLabel('Contraseña').pressSequentially('toolrides', KEY)
  await page.keyboard.press('Enter')

  // What was chosen and typed is still there after the log-in.
  await expect(box).toHaveValue(/Arequipa/)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await expect(page).toHaveURL(/#\/order\/\d+$/)
  await expect(page.getByRole('status').filter({ hasText: 'Enviado' })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const partner = await consoleSession(address, 'partner@demo.test')
  await partner('POST', `admin/delivery/active_orders/${id}/preparing`, { minutes: 25 })
  await expect(page.getByRole('status').filter({ hasText: 'En preparación' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Listo a las')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anular pedido' })).toHaveCount(0)
  expect(errors).toEqual([])
})
