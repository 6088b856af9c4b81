import { AxeBuilder } from '@axe-core/playwright'
import { enterAs, expect, isPhone, seeNumbers, test } from './console'

test('the numbers of a list are opened, read as a table and followed to their rows, by keys alone', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/services?page=1&limit=10')
  await seeNumbers(page)
  const panel = page.getByRole('region', { name: 'Cifras de Servicios' })
  const chart = panel.getByRole('figure', { name: 'Por estado' })
  await expect(chart).toContainText(/En total \d+/)
  await chart.getByRole('button', { name: 'Por estado: Ver como tabla' }).focus()
  await page.keyboard.press('Enter')
  const row = chart.getByRole('row', { name: /Cancelado/ })
  const count = (await row.getByRole('cell').textContent())?.trim()
  await row.getByRole('button', { name: 'Cancelado' }).focus()
  await page.keyboard.press('Enter')
  // The list below is about those rows, and so are the numbers.
  await expect(page.getByRole('navigation', { name: 'Páginas' })).toContainText(`de ${count}`)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Servicios' }).first()).toContainText(String(count))
  await expect(page.getByRole('button', { name: 'Quitar el filtro Estado' })).toBeVisible()
  await page.goBack()
  const heat = panel.getByRole('figure', { name: 'A qué hora se piden' })
  const cell = heat.getByRole('button', { name: /[1-9]\d* en total$/ }).first()
  const [, rides] = /(\d+) en total$/.exec((await cell.getAttribute('aria-label')) ?? '') ?? []
  await cell.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Quitar el filtro Fecha de creación' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Páginas' })).toContainText(`de ${rides}`)
  if (isPhone(page)) return
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label="Cifras de Servicios"]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
})
