import { AxeBuilder } from '@axe-core/playwright'
import { enterAs, expect, isPhone, test } from './console'
import { expectPlain } from './plain-words'

const STAFF_PAGES = [
  ['/dashboard', 'Tablero', 'Ingresos'],
  ['/report_operators', 'Reporte de operadores', 'Importe'],
  ['/report_drivers', 'Reporte de conductores', 'Importe'],
  ['/report_clients', 'Reporte de clientes', 'Importe'],
  ['/report_companies', 'Reporte de empresas', 'Importe'],
  ['/report_monthly_services', 'Servicios por mes', 'Finalizados'],
  ['/report_operation', 'Operación', 'Quién canceló'],
  ['/report_maps', 'Consultas de mapas', 'Por plataforma'],
  ['/map_keys/usage', 'Consumo por clave de mapas', 'Errores'],
  ['/summary', 'Resumen', 'Esta semana'],
] as const

test('the pages of reports are there for the house, with their numbers, and no wider than the screen', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  for (const [path, title, part] of STAFF_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText(part, { exact: true }).first()).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      path,
    ).toBeLessThanOrEqual(0)
    await expectPlain(page, path)
  }
  if (isPhone(page)) return
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
})

test('a year is always chosen, of the last eleven; the use of map keys leads to the keys', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/report_monthly_services')
  const year = page.getByRole('combobox', { name: 'Año' })
  const now = Number(await year.textContent())
  await year.click()
  await expect(page.getByRole('option')).toHaveText(Array.from({ length: 11 }, (_, i) => String(now - i)))
  await page.getByRole('option').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`year=${now - 1}`))
  await page.goto('/map_keys/usage')
  await page.getByRole('main').getByRole('link', { name: 'Claves de mapas' }).click()
  await expect(page).toHaveURL(/\/map_keys$/)
})

test('a number of the summary leads to exactly its services, the fee takes the place of the total, and a client has their own', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/summary')
  const month = page.getByRole('region', { name: 'Este año' })
  const total = await month.textContent()
  await page.getByRole('button', { name: 'Comisión' }).click()
  await expect(month).not.toHaveText(total ?? '')
  await expect(page).toHaveURL(/earning=1/)
  const link = month.getByRole('definition').first().getByRole('link')
  const count = (await link.textContent())?.replace(/\D/g, '')
  await link.click()
  const pages = page.getByRole('navigation', { name: 'Páginas' })
  await expect(pages).toContainText(/ de \d/)
  // A long list counts as far as a thousand until it is asked.
  const rest = pages.getByRole('button', { name: 'Contar todos' })
  if (await rest.isVisible()) await rest.click()
  await expect.poll(async () => (await pages.textContent())?.replace(/[.,]/g, '')).toContain(`de ${count}`)
  const id = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${JSON.parse(localStorage.getItem('toolrides_v5.token') ?? '""')}` }
    const { items } = (await (await fetch('/api/admin/clients?limit=1', { headers })).json()) as {
      items: { id: number }[]
    }
    return items[0]?.id
  })
  await page.goto(`/clients/${id}`)
  await page.getByRole('tab', { name: 'Resumen' }).click()
  await expect(page.getByRole('region', { name: 'Todo el tiempo' })).toBeVisible()
})

test("a company's administrator has the dashboard of the company, and nobody else's", async ({ page }) => {
  await enterAs(page, 'corporate@demo.test')
  await page.goto('/corp_dashboard')
  await expect(page.getByRole('heading', { name: 'Tablero de la empresa', level: 1 })).toBeVisible()
  await expect(page.getByText('Áreas que más viajan')).toBeVisible()
})
