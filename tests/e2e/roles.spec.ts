import { consoleSession } from './api-session'
import { enterAs, expect, test } from './console'
import { expectSound } from './sound'

test.describe('the permissions of a role', () => {
  test("are ticked by group with the keyboard alone, saved with the role, and compared with another's", async ({
    page,
    address,
  }) => {
    const call = await consoleSession(address, 'root@demo.test')
    const name = `Matriz ${Date.now().toString(36)}${process.pid}`
    const { id } = await call('POST', 'admin/roles/create', { name, type_user: '1' })
    await enterAs(page, 'root@demo.test')
    await page.goto(`/roles/1/${String(id)}/edit`)
    await page.getByLabel('Buscar un módulo o un grupo').fill('flota')
    const box = (label: string) => page.getByRole('checkbox', { name: label, exact: true })
    await box('Ver: Todo lo que se muestra').focus()
    await page.keyboard.press('ArrowDown')
    await expect(box('Ver: Flota')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    // Who edits sees.
    await expect(box('Ver: Vehículos')).toBeChecked()
    await box('Ver: Vehículos').focus()
    await page.keyboard.press('Space')
    await expect(box('Editar: Vehículos')).not.toBeChecked()
    expect(await box('Ver: Flota').evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
    await expectSound(page, 'matrix', 'wcag')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page).toHaveURL(/\/roles\/1(\/\d+)?$/)
    const { item } = await call<{ item: { perms: { id_module__label?: string; see: number; edit: number }[] } }>(
      'GET',
      'admin/roles/form',
      { id, lookups: 0 },
    )
    expect(item.perms.filter(({ see }) => see === 1).length).toBe(item.perms.length - 1)
    await page.goto(`/roles/1/${String(id)}/edit`)
    await page.getByLabel('Comparar con otro rol').click()
    await page.getByRole('option', { name: 'Lector', exact: true }).click()
    await page.getByRole('button', { name: 'Copiar los permisos de Lector' }).click()
    await expect(page.getByText(/^Solo la/)).toContainText('0 módulos')
  })

  test('say what a person may do, and why', async ({ page }) => {
    await enterAs(page, 'root@demo.test')
    await page.goto('/operators?filters=%7B%22q%22%3A%22reader%40demo.test%22%7D')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Acciones de/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Qué puede hacer' }).click()
    const dialog = page.getByRole('dialog', { name: /^Qué puede hacer/ })
    await expect(dialog.getByText('Por su rol: Lector.')).toBeVisible()
    await dialog.getByLabel('Buscar un módulo o un grupo').fill('clientes')
    await expect(
      dialog.getByRole('row', { name: /Personas · Clientes ver Su rol lo tiene en todos los módulos/ }),
    ).toBeVisible()
    await expectSound(page, 'rights', 'wcag')
  })
})
