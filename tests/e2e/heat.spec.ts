import { enterAs, expect, isPhone, test } from './console'

test('the heat of a list is read as a picture, as cells and as a table, and a cell leads to its rows by key', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/services?page=1&limit=10')
  await expect(page.getByRole('button', { name: 'Ver las cifras' })).toBeVisible()
  await page.keyboard.press('g')
  const panel = page.getByRole('region', { name: 'Cifras de Servicios' })
  const heat = panel.getByRole('figure', { name: 'De dónde se piden' })
  await expect(heat).toContainText(/En total \d+/)
  await expect(heat.getByRole('list', { name: 'Colores: De dónde se piden' })).toBeVisible()

  const table = heat.getByRole('button', { name: 'De dónde se piden: Ver como tabla' })
  await table.focus()
  await page.keyboard.press('Enter')
  const first = heat.getByRole('row').nth(1)
  const count = (await first.getByRole('cell').textContent())?.trim()
  await first.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Quitar el filtro Punto de origen' })).toBeVisible()
  await expect(page.getByText('en una zona del mapa')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Páginas' })).toContainText(`de ${count}`)
  await page.getByRole('button', { name: 'Quitar el filtro Punto de origen' }).click()
  await expect(page.getByRole('button', { name: 'Quitar el filtro Punto de origen' })).toBeHidden()

  await heat.getByRole('button', { name: 'De dónde se piden: Ver como gráfico' }).click()
  const asked = page.waitForResponse((response) => response.url().includes('/services/heat'))
  await heat.getByRole('button', { name: 'Por zonas' }).click()
  const { level, cells } = (await (await asked).json()) as { level: number; cells: readonly [number, number, number, number][] }
  expect(level).toBeGreaterThan(10)
  expect(cells.every(([, , n]) => n >= 3)).toBe(true)
  await expect(heat).toContainText('Toque una zona para ver su lista')
})

test('the cells and the picture of a heat are kept as files', async ({ page }) => {
  test.skip(isPhone(page), 'the same on both')
  await enterAs(page, 'root@demo.test')
  await page.goto('/services?page=1&limit=10')
  await expect(page.getByRole('button', { name: 'Ver las cifras' })).toBeVisible()
  await page.keyboard.press('g')
  const heat = page.getByRole('figure', { name: 'De dónde se piden' })
  await expect(heat.getByRole('list', { name: 'Colores: De dónde se piden' })).toBeVisible()
  for (const [entry, name] of [['Guardar los datos (CSV)', 'De dónde se piden.csv'], ['Guardar la imagen (PNG)', 'De dónde se piden.png']] as const) {
    await heat.getByRole('button', { name: 'De dónde se piden: Guardar' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    expect((await saved).suggestedFilename()).toBe(name)
  }
})
