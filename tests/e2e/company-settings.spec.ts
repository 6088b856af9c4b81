import { enterAs, expect, test } from './console'
import { consoleSession } from './api-session'

test('a colour and a name that somebody sets stand in a console that is open elsewhere, and on the page of the log-in', async ({
  page,
  address,
  browser,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const { item } = await root<{ item: Record<string, unknown> }>('POST', 'admin/settings/companyForm')
  await root('POST', 'admin/settings/generalSave', { interval: 2 })
  const other = await browser.newPage()
  try {
    await enterAs(page, 'root@demo.test')
    // The address of the specification leads to the first page.
    await page.goto('/settings')
    await expect(page).toHaveURL(/settings\/general/)
    await page.goto('/settings/company')
    await page.getByRole('textbox', { name: 'Marca' }).fill('Radio Taxi Sur')
    await page.getByRole('tab', { name: 'Apariencia' }).click()
    await page.getByLabel('Color principal').first().fill('#7b1fa2')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Guardado correctamente')).toBeVisible()
    // The page that saved learns of it as every other open one does.
    await expect(page).toHaveTitle(/Radio Taxi Sur/)
    await other.goto(`${address}/login`)
    await expect(other.getByText('Radio Taxi Sur')).toBeVisible()
    await other.getByLabel('Correo electrónico').fill('x')
    await other.getByLabel('Contraseña', { exact: true }).fill('y')
    await expect(other.getByRole('button', { name: 'Ingresar' })).toHaveCSS('background-color', 'rgb(123, 31, 162)')
  } finally {
    await other.close()
    await root('POST', 'admin/settings/companySave', { brand: item['brand'], color_primary: item['color_primary'] })
    await root('POST', 'admin/settings/generalSave', { interval: 10 })
  }
})

test('a tab of other records stands only on the pages of records that have them', async ({ page, address }) => {
  const root = await consoleSession(address, 'root@demo.test')
  const { items } = await root<{ items: readonly { id: number; use_cecos: number }[] }>('GET', 'admin/companies', {
    limit: 50,
  })
  const companyWith = (use: number): number => {
    const found = items.find(({ use_cecos }) => use_cecos === use)
    if (!found) throw new Error(`The demo has no company with use_cecos ${use}.`)
    return found.id
  }
  await enterAs(page, 'root@demo.test')
  const cecos = page.getByRole('tab', { name: 'Centros de costo' })
  await page.goto(`/companies/${companyWith(1)}`)
  await expect(cecos).toBeVisible()
  await page.goto(`/companies/${companyWith(0)}`)
  await expect(page.getByRole('tab', { name: 'Información' })).toBeVisible()
  await expect(cecos).toHaveCount(0)
})
