import { enterAs, expect, test } from './console'

test('a record that has only a number is headed by what it is, on its page and in its title', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/services/1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Servicio 1')
  await expect(page).toHaveTitle(/^Servicio 1 · /)
  await expect(page.getByRole('button', { name: 'Acciones de Servicio 1' })).toBeVisible()
})

test('a filter by somebody who cannot be read says so, and no number while it asks', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => { answer = resolve })
  await page.route(/\/clients\?.*lookup=1/, async (route) => { await asked; await route.continue() })
  await page.goto('/services?id_client=999999')
  const main = page.getByRole('main')
  await expect(main.getByText('…').first()).toBeAttached()
  await expect(main).not.toContainText('999999')
  answer()
  await expect(main.getByText('No disponible').first()).toBeAttached()
  await expect(main).not.toContainText('999999')
})
