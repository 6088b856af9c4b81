import { enterAs, expect, isPhone, seeNumbers, test } from './console'
import { errorsOf } from './sound'

test('the heat of a list is read as a picture, as cells and as a table, and a cell leads to its rows by key and by press', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/services?page=1&limit=10')
  await seeNumbers(page)
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
  // The numbers of all of them are there again before a cell is pressed.
  const again = page.waitForResponse(
    (response) => response.url().includes('/services/stats') && !response.url().includes('org_point'),
  )
  await page.getByRole('button', { name: 'Quitar el filtro Punto de origen' }).click()
  await expect(page.getByRole('button', { name: 'Quitar el filtro Punto de origen' })).toBeHidden()
  await again

  await heat.getByRole('button', { name: 'De dónde se piden: Ver como gráfico' }).click()
  const asked = page.waitForResponse((response) => response.url().includes('/services/heat'))
  await heat.getByRole('button', { name: 'Por zonas' }).click()
  const { level, cells } = (await (await asked).json()) as {
    level: number
    cells: readonly [number, number, number, number][]
  }
  expect(level).toBeGreaterThan(10)
  expect(cells.every(([, , n]) => n >= 3)).toBe(true)
  await expect(heat).toContainText('Toque una zona para ver su lista')
  await expect(heat.getByRole('progressbar')).toHaveCount(0)
  // The canvas says where a cell is: a place with colour all around, away from what lies over the map.
  const place = await heat.locator('canvas.leaflet-zoom-animated').evaluate((canvas: HTMLCanvasElement) => {
    const ctx = canvas.getContext('2d')
    const frame = canvas.closest('.leaflet-container')?.getBoundingClientRect()
    if (!ctx || !frame) return null
    const box = canvas.getBoundingClientRect()
    const { data, width } = ctx.getImageData(0, 0, canvas.width, canvas.height)
    const isFull = (x: number, y: number): boolean =>
      data[
        (Math.round((y + frame.top - box.top) * (width / box.width)) * width +
          Math.round((x + frame.left - box.left) * (width / box.width))) *
          4 +
          3
      ] === 255
    for (let y = 20; y < frame.height - 60; y += 5)
      for (let x = 130; x < frame.width - 70; x += 5) {
        if (
          [
            [0, 0],
            [5, 5],
            [-5, 5],
            [5, -5],
            [-5, -5],
          ].every(([dx = 0, dy = 0]) => isFull(x + dx, y + dy))
        )
          return { x, y }
      }
    return null
  })
  if (!place) throw new Error('no cell is drawn')
  await heat.getByRole('region', { name: 'Mapa: De dónde se piden' }).click({ position: place })
  await expect(page.getByRole('button', { name: 'Quitar el filtro Punto de origen' })).toBeVisible()
  // A phone's pages say no total.
  if (!isPhone(page))
    await expect
      .poll(async () =>
        Number(/de (\d+)/.exec((await page.getByRole('navigation', { name: 'Páginas' }).textContent()) ?? '')?.[1]),
      )
      .toBeGreaterThanOrEqual(3)

  expect(await errorsOf(page, { within: 'section[aria-label="Cifras de Servicios"]' })).toEqual([])
})

test('the cells and the picture of a heat are kept as files', async ({ page }) => {
  test.skip(isPhone(page), 'the same on both')
  await enterAs(page, 'root@demo.test')
  await page.goto('/services?page=1&limit=10')
  await seeNumbers(page)
  const heat = page.getByRole('figure', { name: 'De dónde se piden' })
  await expect(heat.getByRole('list', { name: 'Colores: De dónde se piden' })).toBeVisible()
  for (const [entry, name] of [
    ['Guardar los datos (CSV)', 'De dónde se piden.csv'],
    ['Guardar la imagen (PNG)', 'De dónde se piden.png'],
  ] as const) {
    await heat.getByRole('button', { name: 'De dónde se piden: Guardar' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    expect((await saved).suggestedFilename()).toBe(name)
  }
})
