import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { newOperator, PASSWORD } from './new-operator'
import { enterAs, expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const lockOf = (page: Page) => page.getByRole('dialog', { name: 'Sesión bloqueada' })

/** What the server says to the page's own session. */
const askMe = (page: Page) =>
  page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('toolrides_v5.token') ?? '""') as string
    const answer = await fetch('/api/admin/me', { headers: { Authorization: `Bearer ${token}` } })
    return answer.json() as Promise<{ ok: boolean; code?: string }>
  })

test('a console that nobody uses is locked in all tabs and by the server, and opens where it was', async ({
  page,
  context,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const { items } = await root<{ items: { id: number }[] }>('GET', 'admin/modules', { key: 'colors' })
  const { email } = await newOperator(address, {
    idle_minutes: 1,
    perms: [{ id_module: items[0]?.id, see: 1, edit: 1 }],
  })
  await enterAs(page, email, { password: PASSWORD })
  await page.goto('/colors')
  await expect(page.getByRole('heading', { name: 'Colores', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo', exact: true }).press('Enter')
  const name = page.getByRole('dialog').getByLabel('Nombre')
  await name.fill('A medio escribir')
  const other = await context.newPage()
  await other.goto('/vehicles')
  await expect(other.getByRole('heading', { name: 'Vehículos', level: 1 })).toBeVisible()
  expect(await askMe(page)).toMatchObject({ ok: true })
  // A minute passes. A tab that is still opening says that somebody is there.
  await expect(async () => {
    await page.evaluate(() => localStorage.setItem('toolrides_v5.used', String(Date.now() - 61_000)))
    await expect(lockOf(page)).toBeVisible({ timeout: 8_000 })
  }).toPass()
  await expect(lockOf(other)).toBeVisible()
  await expect.poll(async () => (await askMe(page)).code).toBe('IDLE')
  expect(await errorsOf(page, { within: '[role=dialog][aria-labelledby]' })).toEqual([])
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
  expect(await askMe(page)).toMatchObject({ ok: true })
  await other.close()
})
