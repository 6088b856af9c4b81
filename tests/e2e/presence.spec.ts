import type { Browser, Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, test } from './console'
import { errorsOf } from './sound'

async function another(browser: Browser, page: Page, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const other = await context.newPage()
  await enterAs(other, email)
  return other
}
const address = (page: Page) => page.getByLabel('Dirección', { exact: false }).first()

test('two people with one record open see each other, and who saves second is told before they save', async ({
  page,
  browser,
  address: server,
}) => {
  const root = await consoleSession(server, 'root@demo.test')
  const { id } = await root<{ id: number }>('POST', 'admin/companies/create', {
    name: `Dos a la vez ${Date.now()}`,
    document: `20${String(Date.now()).slice(-9)}`,
    address: 'Calle 1',
  })
  const ana = await another(browser, page, 'root@demo.test')
  await ana.goto(`/companies/${id}`)
  await enterAs(page, 'operator@demo.test')
  await page.goto(`/companies/${id}`)
  await expect(page.getByText('Micaela Rojas Inga lo está viendo')).toBeVisible()

  // Who edits it is told where it is only read.
  await ana.getByRole('button', { name: 'Editar' }).click()
  await expect(address(ana)).toHaveValue('Calle 1')
  await expect(page.getByText('Micaela Rojas Inga lo está editando')).toBeVisible()
  expect(await errorsOf(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(ana.getByRole('dialog').getByText('Rosa Huamán Quispe lo está editando')).toBeVisible()

  // One saves; the other is told while still typing, looks, and keeps what is theirs.
  await address(page).fill('Calle de la segunda')
  await ana.getByLabel('Teléfono').fill('987654321')
  await ana.getByRole('button', { name: 'Guardar', exact: true }).click()
  const told = page
    .getByRole('dialog')
    .getByRole('status')
    .filter({ hasText: 'Micaela Rojas Inga guardó cambios mientras usted edita.' })
  await expect(told).toBeVisible()
  await expect(address(page)).toHaveValue('Calle de la segunda')
  await told.getByRole('button', { name: 'Ver la diferencia' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeFocused()
  await expect(question).toContainText('987654321')
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await question.getByRole('button', { name: 'Seguir con los míos' }).click()
  await expect(page.getByLabel('Teléfono')).toHaveValue('987654321')
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()

  // The page of the first shows what the second saved, and that nobody edits it any more.
  await expect(ana.getByText('Calle de la segunda')).toBeVisible()
  await expect(ana.getByText('Rosa Huamán Quispe lo está viendo')).toBeVisible()

  // Taking what the other saved is the other way.
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(address(page)).toHaveValue('Calle de la segunda')
  await address(page).fill('Nada')
  await root('POST', 'admin/companies/create', { id, address: 'Calle última' })
  await page.getByRole('button', { name: 'Ver la diferencia' }).click()
  await page.getByRole('button', { name: 'Cargar sus cambios' }).click()
  await expect(address(page)).toHaveValue('Calle última')

  // A closed page is gone at once: nobody waits until its calls are missed.
  await page.goto('about:blank')
  await ana.getByRole('button', { name: 'Editar' }).click()
  await expect(address(ana)).toHaveValue('Calle última')
  await expect(ana.getByText('Rosa Huamán Quispe')).toHaveCount(0)
  await root('POST', 'admin/companies/remove', { id })
  await expect(ana.getByText('Este registro ya no existe')).toBeVisible()
  await ana.context().close()
})
