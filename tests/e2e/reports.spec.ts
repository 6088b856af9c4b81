import { enterAs, expect, openModule, test } from './console'
import { errorsOf, expectNarrow } from './sound'

test('a report is found in the menu, read, asked otherwise, and its numbers are followed to their rows by keys', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await openModule(page, 'Flota en cifras')
  const table = page.getByRole('region', { name: 'Servicios por vehículo' }).last()
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const amount = async (): Promise<string> =>
    (await table
      .getByRole('row', { name: /^En total/ })
      .getByRole('cell')
      .last()
      .textContent()) ?? ''
  const gross = await amount()
  await page.getByRole('switch', { name: 'Comisión' }).press('Space')
  await expect(page).toHaveURL(/earning=1/)
  await expect.poll(amount).not.toBe(gross)
  await page.getByRole('button', { name: /^Fechas: Últimos 7 días/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Fechas' }).getByRole('button', { name: 'Últimos 30 días' }).press('Enter')
  await expect(page).toHaveURL(/date_from=/)
  await page.keyboard.press('Escape')
  // The address has it all: the page is the same after a reload.
  await page.reload()
  await expect(page.getByRole('button', { name: /^Fechas: Últimos 30 días/ })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Comisión' })).toBeChecked()
  await table.getByRole('button', { name: 'Vehículo' }).press('Enter')
  await expect(table.getByRole('columnheader', { name: /Vehículo/ })).toHaveAttribute('aria-sort', 'ascending')
  expect(await errorsOf(page)).toEqual([])
  await expectNarrow(page, 'the report')
  const number = table.getByRole('row').nth(1).getByRole('link').nth(1)
  const rides = (await number.textContent())?.trim() ?? ''
  await number.press('Enter')
  await expect(page).toHaveURL(/\/services\?/)
  await expect(page.getByRole('navigation', { name: 'Páginas' })).toContainText(`de ${rides}`)
  await page.goBack()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Vehículos/ })
    .press('Enter')
  await expect(page).toHaveURL(/\/vehicles\?/)
})

test('the first page is each one’s own: what waits, what they keep and what they saw', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: /^Hola, Rosa/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Esperan conductor' }).first()).toBeVisible()
  expect(await errorsOf(page)).toEqual([])
  await expectNarrow(page, 'the first page')
  await openModule(page, 'Vehículos')
  const first = page.getByRole('link', { name: /^[A-Z0-9]{3}-\d{3}$/ }).first()
  const plate = (await first.textContent())?.trim() ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(plate)
  await page.goto('/')
  await page.getByRole('region', { name: 'Vistos recientemente' }).getByRole('link', { name: plate }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(plate)
})

test('the first page of a company tells of its own rides alone', async ({ page }) => {
  await enterAs(page, 'corporate@demo.test')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Próximos servicios' })).toBeVisible()
  await expect(page.getByText('Pánicos sin atender')).toHaveCount(0)
})
