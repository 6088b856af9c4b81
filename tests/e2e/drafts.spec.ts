import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, expectSaved, logIn, save, search, test } from './console'

const PEOPLE = { operator: 'operator@demo.test', root: 'root@demo.test' }

/** A record of brands that only this test has. */
const named = (what: string): string => `${what} ${Date.now()}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page).not.toHaveURL(/login/)
}

async function typeBrand(page: Page, name: string, code: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Nombre').pressSequentially(name, { delay: 20 })
  await page.keyboard.press('Tab')
  await page.keyboard.type(code, { delay: 20 })
}

/** Ends the session of this page elsewhere, as by its age. */
async function endSession(page: Page, address: string): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('toolrides_v5.token') ?? 'null') as string)
  await fetch(`${address}/api/admin/login/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
}

const countOf = async (address: string, name: string): Promise<number> =>
  Number((await (await consoleSession(address))('GET', 'admin/brand_vehicles', { q: name }))['total'])

test('a session that ends in the middle of a form leads through the login back to it with all that was typed, and nobody else sees it', async ({
  page,
  address,
}) => {
  const name = named('Sesión')
  const form = page.getByRole('dialog')
  await logIn(page, PEOPLE.operator)
  await page.goto('/brand_vehicles/create')
  await typeBrand(page, name, 'SES')
  await endSession(page, address)
  // At once: what was typed last is not lost either.
  await save(page)
  await expect(page.getByText('Su sesión terminó')).toBeVisible()
  await signIn(page, PEOPLE.root)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).not.toHaveURL(/brand_vehicles/)
  await page.goto('/brand_vehicles/create')
  await expect(form.getByLabel('Nombre')).toHaveValue('')
  await endSession(page, address)
  await page.goto('/brand_vehicles/create')
  await signIn(page, PEOPLE.operator)
  await page.goto('/brand_vehicles/create')
  await expect(form.getByLabel('Nombre')).toHaveValue(name)
  await endSession(page, address)
  await save(page)
  await signIn(page, PEOPLE.operator)
  await expect(form.getByLabel('Nombre')).toHaveValue(name)
  await expect(form.getByLabel('Código')).toHaveValue('SES')
  await save(page)
  await expectSaved(page)
  expect(await countOf(address, name)).toBe(1)
})

test('a form whose answer was lost is saved once, however often it is sent again, changed or not', async ({
  page,
  address,
}) => {
  const name = named('Perdida')
  await enterAs(page, PEOPLE.operator)
  await page.goto('/brand_vehicles/create')
  await typeBrand(page, name, 'PER')
  const lose = async (times: number) =>
    page.route(
      '**/brand_vehicles/create',
      async (route) => {
        await route.fetch()
        await route.abort('aborted')
      },
      { times },
    )
  await lose(2)
  await save(page)
  await expect(page.getByText('No se pudo conectar')).toBeVisible()
  await save(page)
  await page.getByRole('dialog').getByLabel('Código').fill('PER2')
  await page.getByRole('dialog').getByLabel('Código').press('Tab')
  await save(page)
  await expectSaved(page)
  const { items, total } = await (await consoleSession(address))<{ items: { code: string }[]; total: number }>(
    'GET',
    'admin/brand_vehicles',
    { q: name },
  )
  expect({ total, code: items[0]?.code }).toEqual({ total: 1, code: 'PER2' })
})

test('a duplicate begins from its own record, whatever was typed into the duplicate of another', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const [one, other] = [named('Uno'), named('Otro')]
  for (const [name, code] of [
    [one, 'UNO'],
    [other, 'OTRO'],
  ])
    await operator('POST', 'admin/brand_vehicles/create', { name, code })
  await enterAs(page, PEOPLE.operator)
  const duplicate = async (name: string) => {
    await page.goto('/brand_vehicles')
    await search(page, name)
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`${name}$`) })
      .click()
    await page.getByRole('menuitem', { name: 'Duplicar' }).click()
    await expect(page.getByRole('dialog').getByLabel('Nombre')).toBeVisible()
  }
  await duplicate(one)
  await page.getByRole('dialog').getByLabel('Nombre').fill(`${one} bis`)
  await page.getByRole('dialog').getByLabel('Código').fill('BIS')
  // The tab is reloaded elsewhere, as a browser that restores its pages does: the draft stays.
  await page.waitForTimeout(500)
  await duplicate(other)
  await expect(page.getByRole('dialog').getByLabel('Código')).toHaveValue('OTRO')
  await page.goto('/brand_vehicles/create')
  await expect(page.getByRole('dialog').getByLabel('Código')).toHaveValue('')
})
