import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, rows, test } from './console'

/** Lets a call's answer wait until what is said meanwhile was read. @param said while it waits */
async function whileItWaits(page: Page, verb: string, said: string, begin: () => Promise<void>): Promise<void> {
  let go = (): void => {}
  const read = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/api/admin/expenses/${verb}`, async (route) => {
    await read
    await route.continue()
  })
  await begin()
  await expect(page.getByRole('status', { name: said })).toBeVisible()
  await expect(page.getByText(said, { exact: true })).toBeVisible()
  go()
  await expect(page.getByRole('status', { name: said })).toHaveCount(0)
}

test('what takes its time says what it does: it saves, it deactivates, it activates', async ({ page, address }) => {
  const call = await consoleSession(address, 'root@demo.test')
  const name = `Peaje ${Date.now().toString(36)}${process.pid}`
  await call('POST', 'admin/expenses/create', { name, type_amount: 'free' })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/expenses?filter=${encodeURIComponent(JSON.stringify({ name }))}`)
  const row = rows(page).filter({ hasText: name })
  await expect(row).toHaveCount(1)
  const choose = async (verb: string): Promise<void> => {
    await row.getByRole('button', { name: /^Acciones de/ }).click()
    await page.getByRole('menuitem', { name: verb, exact: true }).click()
  }
  await choose('Editar')
  await page.getByRole('dialog').getByLabel('Nombre').fill(`${name} 2`)
  await whileItWaits(page, 'create', 'Guardando...', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Guardar', exact: true }).click(),
  )
  for (const [verb, path, said] of [
    ['Desactivar', 'disable', 'Desactivando...'],
    ['Activar', 'enable', 'Activando...'],
  ] as const) {
    await whileItWaits(page, path, said, async () => {
      await choose(verb)
      if (verb === 'Desactivar')
        await page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }).click()
    })
  }
})
