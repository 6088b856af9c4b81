import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rows, search, test } from './console'

/** Clients of this test alone, in the database of its worker. */
async function clients(address: string, name: string, surnames: readonly string[]): Promise<void> {
  const root = await consoleSession(address, 'root@demo.test')
  for (const surname of surnames)
    await root('POST', 'admin/clients/create', {
      name,
      surname,
      phone: `9${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    })
}

async function choosePage(page: Page): Promise<void> {
  if (isPhone(page)) {
    await rows(page)
      .first()
      .getByRole('button', { name: /^Acciones de/ })
      .click()
    await page.getByRole('menuitem', { name: 'Seleccionar' }).click()
    await page.getByRole('button', { name: 'Seleccionar toda la página' }).click()
  } else await page.getByLabel('Seleccionar toda la página').click()
}

test('a field of the chosen rows is set, and taken back from the message by its key', async ({ page, address }) => {
  const name = `Verba${Date.now()}`
  await clients(address, name, ['Primera', 'Segunda'])
  await enterAs(page, 'root@demo.test')
  await page.goto('/clients')
  await search(page, name)
  await expect(rows(page)).toHaveCount(2)
  await choosePage(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Cambiar un campo…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Campo' }).click()
  await page.getByRole('option', { name: 'Apellidos' }).click()
  await dialog.getByRole('textbox', { name: 'Apellidos' }).fill('Tercera')
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(page.getByText('2 registros cambiados.')).toBeVisible()
  await expect(rows(page).getByText('Tercera')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Deshecho.')).toBeVisible()
  await expect(rows(page).getByText('Primera')).toBeVisible()
  await expect(rows(page).getByText('Segunda')).toBeVisible()
})
