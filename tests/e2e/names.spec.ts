import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rows, search, test } from './console'

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
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/clients\?.*lookup=1/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/services?id_client=999999')
  const main = page.getByRole('main')
  await expect(main.getByText('…').first()).toBeAttached()
  await expect(main).not.toContainText('999999')
  answer()
  await expect(main.getByText('No disponible').first()).toBeAttached()
  await expect(main).not.toContainText('999999')
})

test('two people of one name are told apart by their numbers where one is to become the other', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The same dialog.')
  const call = await consoleSession(address, 'root@demo.test')
  const name = `Gemela${(Date.now() % 1_000_000).toString(36)}`
  const ids: number[] = []
  for (const begin of ['98701', '98702']) {
    const phone = `${begin}${String(Date.now() % 10_000).padStart(4, '0')}`
    ids.push((await call<{ id: number }>('POST', 'admin/clients/create', { name, surname: 'Ruiz', phone })).id)
  }
  await enterAs(page, 'root@demo.test')
  await page.goto('/clients')
  await search(page, name)
  await expect(rows(page)).toHaveCount(2)
  await page
    .locator(`[data-row="${ids[0]}"]`)
    .getByRole('button', { name: /acciones/i })
    .click()
  await page.getByRole('menuitem', { name: 'Fusionar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Registro que queda' }).fill(name)
  for (const id of ids) {
    await expect(page.getByRole('option', { name: `#${id}` })).toHaveText(new RegExp(`${name} Ruiz.*#${id}`))
  }
  await page.getByRole('option', { name: `#${ids[1]}` }).click()
  await expect(dialog.getByRole('heading', { name: `Fusionar ${name} Ruiz #${ids[0]}` })).toBeVisible()
  await expect(dialog.getByText(`Queda · ${name} Ruiz #${ids[1]}`)).toBeAttached()
  await expect(dialog.getByText(`Se va · ${name} Ruiz #${ids[0]}`)).toBeAttached()
})
