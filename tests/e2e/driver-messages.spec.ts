import type { Locator, Page } from '@playwright/test'
import { enterAs, expect, isPhone, openModule, rows, test } from './console'
import { driverOnShift, ORIGIN } from './ride-api'
import { errorsOf } from './sound'

const act = async (row: Locator, page: Page, name: string): Promise<void> => {
  await row
    .getByRole('button', { name: /acciones|más|menú/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('what a driver writes is found in the inbox, and the answer is on their phone', async ({ page, address }) => {
  const driver = await driverOnShift(address, isPhone(page) ? 11 : 9, ORIGIN)
  const text = `Llego en cinco minutos ${Date.now()}`
  await driver.call('POST', 'driver/messages', { body: text })
  await enterAs(page, 'operator@demo.test')
  await openModule(page, 'Mensajes de conductores')
  const row = page
    .getByRole('list', { name: 'Mensajes de conductores' })
    .getByRole('button', { name: new RegExp(driver.name) })
  await expect(row).toContainText(text)
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await row.click()
  const thread = page.getByRole('log', { name: `Mensajes con ${driver.name}` })
  await expect(thread).toContainText(text)
  await page.getByLabel('Escriba un mensaje').fill('Gracias por avisar')
  await page.getByLabel('Urgente').check()
  await page.getByLabel('Escriba un mensaje').press('Enter')
  await expect(thread).toContainText('Gracias por avisar')
  await expect(page.getByLabel('Escriba un mensaje')).toHaveValue('')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  const { items } = (await driver.call('GET', 'driver/messages')) as {
    items: { id: number; body: string; urgent: number; date_read: string | null }[]
  }
  expect(items.at(-1)).toMatchObject({ body: 'Gracias por avisar', urgent: 1 })
  // The operator has seen the driver's message, and learns that the driver has seen the answer.
  expect(items.find(({ body }) => body === text)?.date_read).not.toBeNull()
  await driver.call('POST', 'driver/messages/read', { ids: items.map(({ id }) => id) })
  await expect(thread.getByText(/· Leído$/).last()).toBeVisible()
  await driver.call('POST', 'driver/shift/end')
})

test('a message is written to a driver from their row, and shown on their page', async ({ page, address }) => {
  const driver = await driverOnShift(address, isPhone(page) ? 15 : 13, ORIGIN)
  const {
    driver: { id },
  } = (await driver.call('GET', 'driver/me')) as { driver: { id: number } }
  await enterAs(page, 'operator@demo.test')
  await page.goto('/drivers')
  await page.getByRole('main').getByPlaceholder('Buscar').first().fill(driver.name)
  await act(
    rows(page)
      .filter({ hasText: new RegExp(driver.name.replaceAll(' ', '.*')) })
      .first(),
    page,
    'Enviar mensaje',
  )
  const dialog = page.getByRole('dialog', { name: `Mensajes con ${driver.name}` })
  await expect(dialog).toContainText('Todavía no hay mensajes')
  await dialog.getByLabel('Escriba un mensaje').fill('Pase por la oficina')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(dialog.getByRole('log')).toContainText('Pase por la oficina')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await driver.call('GET', 'driver/state'))['unread']).toBe(1)
  await page.goto(`/drivers/${id}/messages`)
  await expect(page.getByRole('log')).toContainText('Pase por la oficina')
  await driver.call('POST', 'driver/shift/end')
})

test('a call for help stands in its list until somebody attends to it', async ({ page, address }) => {
  const driver = await driverOnShift(address, isPhone(page) ? 19 : 17, ORIGIN)
  await driver.call('POST', 'driver/panic', ORIGIN)
  await enterAs(page, 'operator@demo.test')
  await openModule(page, 'Alertas de pánico')
  const row = rows(page).filter({ hasText: driver.name }).first()
  await expect(row).toContainText('Sin atender')
  await act(row, page, 'Atender')
  await page.getByRole('dialog').getByLabel('Notas').fill('Ya lo llamé')
  await page.getByRole('dialog').getByRole('button', { name: 'Atender' }).click()
  await expect(row).toContainText('Atendida')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  expect((await driver.call('GET', 'driver/state'))['panic']).toBe(false)
  await driver.call('POST', 'driver/shift/end')
})
