import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { newOperator, PASSWORD } from './new-operator'
import { enterAs, expect, test } from './console'
import { errorsOf, expectNarrow, expectSound } from './sound'

const codeOf = (secret: string, later_s = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later_s * 1000 })

/** Reads the key from the steps that turn it on, types the first code, and keeps the recovery codes. */
async function turnOn(page: Page, where: string): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: 'Código QR para la aplicación de autenticación' })).toBeVisible()
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const box = page.getByLabel('Código de 6 cifras')
  await expect(box).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(box).toHaveAccessibleDescription(/no es correcto/)
  await expectNarrow(page, `${where} refused`)
  await box.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Sus códigos de recuperación' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectNarrow(page, `${where} codes`)
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() }
}

async function password(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('heading', { name: 'Verifique que es usted' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Código' })).toBeFocused()
}

test('a person turns a second factor on in their profile, and logs in by its codes and by a recovery code', async ({
  page,
  address,
}) => {
  const { email } = await newOperator(address)
  await enterAs(page, email, { password: PASSWORD })
  await page.goto('/me/profile')
  const part = page.getByRole('region', { name: 'Segundo factor' })
  await part.getByRole('button', { name: 'Activar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo factor' })
  await expect(dialog).toBeVisible()
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  const { secret, codes } = await turnOn(page, 'second factor')
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  // A key that closes other dialogs does not lose what is shown once.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(part.getByText('Le quedan 10 códigos de recuperación.')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await password(page, email)
  await expectSound(page, 'login code', 'wcag')
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Código' })).toHaveAccessibleDescription(/no es correcto/)
  // The one that turned it on is used; that of the next step is not.
  await page.getByRole('textbox', { name: 'Código' }).fill(codeOf(secret, 30))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await password(page, email)
  await page.keyboard.type((codes[0] ?? '').toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goto('/me/profile')
  await expect(part.getByText('Le quedan 9 códigos de recuperación.')).toBeVisible()
  await part.getByRole('button', { name: 'Desactivar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(part.getByText('No está activado.')).toBeVisible()
})

test('whose role requires it is led to turn it on before anything else', async ({ page, address }) => {
  const { email } = await newOperator(address, { second_factor: 1 })
  await enterAs(page, email, { password: PASSWORD })
  await page.goto('/vehicles')
  await expect(page.getByRole('heading', { name: 'Activar el segundo factor' })).toBeVisible()
  await expect(page.getByText('Su rol exige un segundo factor.')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expectSound(page, 'enrol first', 'wcag')
  await turnOn(page, 'enrol first')
  await expectSound(page, 'enrol first codes', 'wcag')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveURL(/vehicles/)
  await page.goto('/me/profile')
  const part = page.getByRole('region', { name: 'Segundo factor' })
  await expect(part.getByRole('button', { name: 'Códigos de recuperación nuevos' })).toBeVisible()
  await expect(part.getByRole('button', { name: 'Desactivar' })).toHaveCount(0)
})
