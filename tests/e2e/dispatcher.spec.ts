import { expect, isPhone, logIn, test } from './console'

test('an operator sees the fleet on a map, counts it, and finds a vehicle', async ({ page }) => {
  const answer = page.waitForResponse(/live\/vehicles/)
  await logIn(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  const { items, totals } = await (await answer).json() as { items: { plate: string; availability: string }[]; totals: Record<string, number> }
  expect(items.length).toBeGreaterThan(20)
  expect(totals['all']).toBe(items.length)
  await expect(page.locator('.leaflet-container')).toBeVisible()
  for (const [label, key] of [['Todos', 'all'], ['Conectados', 'online'], ['Ocupados', 'busy'], ['Desconectados', 'offline']] as const) {
    await expect(page.getByRole('button', { name: label }).or(page.getByRole('radio', { name: label })).or(page.getByRole('tab', { name: label })).first()).toContainText(String(totals[key]))
  }
  const wanted = items.find(({ availability }) => availability === 'busy')?.plate ?? ''
  await page.getByRole('searchbox').fill(wanted.toLowerCase())
  await expect(page.getByText(wanted).first()).toBeVisible()
  await page.getByText(wanted).first().click()
  await expect(page.getByRole('link', { name: /ver|ficha|vehículo/i }).first()).toBeVisible()
})

test('a vehicle\'s page shows where it was last', async ({ page }) => {
  await logIn(page, 'reader@demo.test')
  await page.goto('/vehicles/1')
  await page.getByRole('tab', { name: 'Última posición' }).click()
  await expect(page.locator('.leaflet-container')).toBeVisible()
  await expect(page.getByText(/km\/h/)).toBeVisible()
})

test('a place is put on the map with the mouse and comes back equal', async ({ page }) => {
  await logIn(page, 'operator@demo.test')
  await page.goto('/locations/create')
  const dialog = page.getByRole('dialog')
  // Each screen size has a place of its own in the one database.
  const name = `Punto de prueba ${isPhone(page) ? 'móvil' : 'mesa'}`
  await dialog.getByLabel('Nombre', { exact: false }).first().fill(name)
  const map = dialog.locator('.leaflet-container')
  await map.scrollIntoViewIfNeeded()
  await map.click({ position: { x: 120, y: 80 } })
  const lat = await dialog.getByLabel('Latitud').inputValue()
  expect(Number(lat)).toBeLessThan(-11)
  const kind = dialog.getByLabel('Tipo', { exact: false }).first()
  await kind.click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('Dirección', { exact: false }).first().fill('Av. Larco 100')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/locations?filters=${encodeURIComponent(JSON.stringify({ q: name }))}`)
  await page.getByText(name).first().click()
  await expect(page.getByRole('button', { name: lat.slice(0, 8) }).first()).toBeVisible()
})

test('who is no operator has no fleet', async ({ page }) => {
  await logIn(page, 'member@demo.test')
  await page.goto('/dispatcher')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('.leaflet-container')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Despachador' })).toHaveCount(0)
})
