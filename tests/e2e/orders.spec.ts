import { enterAs, expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

test('an order is put in with the articles of its store alone; another store asks for others', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/orders/create')
  const form = page.getByRole('main')
  await page.getByRole('button', { name: 'Agregar fila' }).click()
  const article = form
    .getByRole('combobox', { name: 'Artículo, fila 1' })
    .or(form.getByRole('combobox', { name: 'Artículo', exact: true }))
  await article.click()
  await expect(page.getByText('Primero complete Tienda.').first()).toBeVisible()
  await page.keyboard.press('Escape')

  const choose = async (label: string, text: string): Promise<void> => {
    const box = form.getByRole('combobox', { name: label, exact: false }).first()
    await box.fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await choose('Tienda', 'Malambo Barranco')
  await article.click()
  await expect(page.getByRole('option', { name: 'Lomo saltado' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Cuarto de pollo' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Lomo saltado' }).click()
  await expect(article).toHaveValue('Lomo saltado')

  // What another store does not sell goes, and that is said.
  await choose('Tienda', 'Malambo Lince')
  await expect(article).toHaveValue('')
  await article.click()
  await expect(page.getByRole('option', { name: 'Lomo saltado' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Cuarto de pollo' }).click()
  await choose('Cliente', 'Olga')
  await form.getByRole('textbox', { name: 'Destino' }).fill('Av. Prueba 123')
  expect(await errorsOf(page, { within: 'main' })).toEqual([])
  await expectNarrow(page, 'the form of an order')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
})
