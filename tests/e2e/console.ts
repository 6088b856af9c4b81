import { expect, test as base, type Page } from '@playwright/test'

/** A page that fails its test when the console of the browser shows an error. */
export const test = base.extend<{ quiet: void; address: string }>({
  // Each worker has a server of its own, next to the configured one.
  baseURL: async ({ baseURL }, use, { parallelIndex }) => {
    const own = new URL(baseURL ?? '')
    own.port = String(Number(own.port) + parallelIndex)
    await use(own.origin)
  },
  address: ({ baseURL }, use) => use(baseURL ?? ''),
  quiet: [async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      // Tiles come from a public server that a test machine may not reach; the map says so and draws what it has.
      const tile = message.location().url.includes('tile')
      // A refused form is an answer (401, 409, 422), which the browser logs as a failed resource.
      const refused = /status of (401|409|422)/.test(message.text())
      if (message.type() === 'error' && !tile && !refused) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    await use()
    expect(errors).toEqual([])
  }, { auto: true }],
})

export { expect } from '@playwright/test'

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 1440) < 600

export async function logIn(page: Page, email: string, password = 'toolrides', address = ''): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).not.toHaveURL(/login/)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /perfil|cuenta/i }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
}

/** Opens a catalogue by its menu entry, as a person does. */
export async function openModule(page: Page, title: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: /abrir el menú/i }).click()
  await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Fills the fields of the open form by their labels; a value of `{ pick }` is searched and chosen from the list. */
export async function fillForm(page: Page, values: Record<string, string | { pick: string }>): Promise<void> {
  const form = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(label, { exact: false }).first()
    if (typeof value === 'string') {
      await field.fill(value)
      continue
    }
    await field.click()
    await field.fill(value.pick).catch(() => undefined)
    await page.getByRole('option', { name: value.pick }).first().click()
  }
}

export const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
}

/** Opens the first record of the list. */
export async function openFirst(page: Page): Promise<void> {
  const row = rows(page).first()
  await (isPhone(page) ? row.getByRole('link').first() : row.locator('a.name').first()).click()
}

/** Rows of the list: table rows on a desktop, cards on a phone. */
export const rows = (page: Page) => isPhone(page) ? page.getByRole('main').getByRole('listitem') : page.getByRole('main').locator('tbody tr[data-row]')

/** The row or the card of one record, by its id: a number stands in addresses and dates too. */
export const rowOf = (page: Page, id: number) => page.getByRole('main').locator(`[data-row="${id}"]`)

/** Waits until nothing fades or moves any more: half-way colours are nobody's contrast. What turns for ever is left alone. */
export const still = (page: Page): Promise<unknown> => page.evaluate(() => Promise.all(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => null))))
