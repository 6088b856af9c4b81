import { enterAs, expect, rows, test } from './console'

test('a document is looked at before it is printed, by keys alone, and taken away as pdf', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/tarifs')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Acciones de/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Imprimir: Hoja de tarifa' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const paper = dialog.frameLocator('iframe')
  await expect(paper.getByRole('heading', { level: 1 })).toContainText('Hoja de tarifa')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar PDF' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^Hoja de tarifa .*\.pdf$/)
  await paper.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('of all that a list finds there is one document', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/tarifs')
  await expect(rows(page).first()).toBeVisible()
  const count = await rows(page).count()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir todos: Hoja de tarifa' }).click()
  await expect(page.getByRole('dialog').getByText(/\d+ documentos/)).toBeVisible()
  expect(await page.getByRole('dialog').frameLocator('iframe').getByRole('article').count()).toBeGreaterThanOrEqual(
    count,
  )
})
