import type { Page } from '@playwright/test'
import { newOperator, PASSWORD } from './new-operator'
import { enterAs, expect, test } from './console'
import { errorsOf, expectNarrow, expectSound } from './sound'

/** The browser's own authenticator: it has the holder's finger. */
async function authenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a person adds a passkey, logs in by it alone and as a second factor, renames and removes it', async ({
  page,
  address,
}) => {
  // Browsers keep passkeys for names, not for addresses of digits.
  const here = address.replace('127.0.0.1', 'localhost')
  const { email } = await newOperator(address)
  await authenticator(page)
  await enterAs(page, email, { password: PASSWORD, address: here })
  await page.goto(`${here}/me/profile`)
  const part = page.getByRole('region', { name: 'Claves de acceso' })
  await expect(part.getByText('No tiene ninguna.')).toBeVisible()
  await part.getByRole('button', { name: 'Agregar clave de acceso' }).press('Enter')
  const box = page.getByRole('dialog').getByLabel('Nombre')
  await expect(box).toBeFocused()
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await box.fill('Laptop de Vega')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Sus códigos de recuperación' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Ya los guardé' }).press('Enter')
  await expect(part.getByText(/Agregada el .* · sin usar/)).toBeVisible()
  await expectSound(page, 'passkeys of the profile', 'wcag')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${here}/login`)
  const byPasskey = page.getByRole('button', { name: 'Ingresar con una clave de acceso' })
  await expect(byPasskey).toBeVisible()
  await expectSound(page, 'log-in by passkey', 'wcag')
  await byPasskey.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${here}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const use = page.getByRole('button', { name: 'Usar una clave de acceso' })
  await expect(use).toBeVisible()
  await expectNarrow(page, 'second factor by passkey')
  await use.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()

  await page.goto(`${here}/me/profile`)
  await expect(part.getByText(/usada el/)).toBeVisible()
  await part.getByRole('button', { name: 'Cambiar el nombre de Laptop de Vega' }).click()
  await box.fill('Laptop nueva')
  await page.keyboard.press('Enter')
  await expect(part.getByText('Laptop nueva')).toBeVisible()
  await part.getByRole('button', { name: 'Quitar Laptop nueva' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(part.getByText('No tiene ninguna.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${here}/login`)
  await byPasskey.click()
  await expect(page.getByText('La clave de acceso no se reconoció. Ingrese con su contraseña.')).toBeVisible()
})
