import type { Page } from '@playwright/test'
import { enterAs, expect, rows, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirme que es usted' })
const banner = (page: Page) => page.getByRole('complementary', { name: /Está viendo como/ })

/** A session is sure for ten minutes after its log-in: the first answer is put in the server's place. */
async function askOnce(page: Page): Promise<void> {
  const body = { ok: false, code: 'CONFIRM', msg: 'Confirme que es usted: escriba su contraseña.' }
  await page.route('**/api/admin/users/loginAs', (route) => route.fulfill({ status: 403, json: body }), { times: 1 })
}

async function logInAsFirst(page: Page): Promise<void> {
  await rows(page)
    .first()
    .getByRole('button', { name: /Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: 'Ingresar como' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ingresar como' }).click()
}

test("a sensitive call asks for one's own password and goes on with it; given up, nothing is done", async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto(`/operators?filters=${encodeURIComponent(JSON.stringify({ email: 'operator@demo.test' }))}`)
  await expect(rows(page)).toHaveCount(1)
  await askOnce(page)
  await logInAsFirst(page)
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Contraseña', { exact: true })).toBeFocused()
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await expectNarrow(page, 'confirm')
  const { width = 0 } = (await dialog(page).boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
  await expect(banner(page)).toHaveCount(0)

  await askOnce(page)
  await logInAsFirst(page)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill('no-es-esta')
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog(page).getByLabel('Contraseña', { exact: true })).toHaveAccessibleDescription(/no es/i)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(banner(page)).toBeVisible()
})
