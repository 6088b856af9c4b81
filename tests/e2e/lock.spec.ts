import type { Page } from '@playwright/test'
import { newOperator, PASSWORD } from './new-operator'
import { enterAs, expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const lockOf = (page: Page) => page.getByRole('dialog', { name: 'Sesión bloqueada' })

test('a console that nobody uses is locked in all tabs and by the server, and opens where it was', async ({ page, context, address }) => {
  const { email } = await newOperator(address, { idle_minutes: 1 })
  await enterAs(page, email, { password: PASSWORD })
  await page.goto('/me/profile')
  const name = page.getByLabel('Nombre', { exact: true })
  await name.fill('A medio escribir')
  const other = await context.newPage()
  await other.goto('/vehicles')
  await expect(other.getByRole('heading', { name: 'Vehículos', level: 1 })).toBeVisible()
  // A minute passes.
  await page.evaluate(() => localStorage.setItem('toolrides_v5.used', String(Date.now() - 61_000)))
  await expect(lockOf(page)).toBeVisible()
  await expect(lockOf(other)).toBeVisible()
  const asked = await page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('toolrides_v5.token') ?? '""') as string
    return (await fetch('/api/admin/me', { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<{ code: string }>
  })
  expect(asked.code).toBe('IDLE')
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await expectNarrow(page, 'locked')

  // Nothing below answers to keys, and Escape opens nothing.
  await page.keyboard.press('Escape')
  const box = lockOf(page).getByLabel('Contraseña', { exact: true })
  await expect(box).toBeFocused()
  await page.keyboard.type('no es esta')
  await page.keyboard.press('Enter')
  await expect(box).toHaveAccessibleDescription(/no es correcta/)
  await box.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(lockOf(page)).toHaveCount(0)
  await expect(name).toHaveValue('A medio escribir')
  await expect(lockOf(other)).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Vehículos', level: 1 })).toBeVisible()
  await other.close()
})
