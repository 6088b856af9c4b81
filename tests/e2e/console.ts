import { expect, test as base, type Browser, type Page } from '@playwright/test'
import type { ServerProcess } from '../api/server-process'
import { beginFile } from '../times/spans'
import { accountAt } from './api-session'
import { calm } from './calm-pages'
import { addressOf } from './servers'

/** A page that fails its test when the console of the browser shows an error. */
export const test = base.extend<{ quiet: void; address: string }, { browser: Browser }>({
  // The context is one for all tests of a worker, for the console's script is long: what Playwright leaves in it goes
  // here, the tab with its drafts and its history, and what was permitted.
  context: async ({ context }, use) => {
    await Promise.all(context.pages().map((page) => page.close()))
    await context.clearPermissions()
    await use(await calm(context))
    // A page that is still on its way home would come between when Playwright makes the context ready for the next
    // test.
    await Promise.all(context.pages().map((page) => page.close()))
  },
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => calm(await open(options))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ baseURL: _none }, use, { parallelIndex }) => {
    await use(addressOf(parallelIndex))
  },
  address: ({ baseURL }, use) => use(baseURL ?? ''),
  quiet: [
    async ({ page }, use, { file, project }) => {
      beginFile(`${file} ${project.name}`)
      const errors: string[] = []
      page.on('console', (message) => {
        // Tiles come from a public server that a test machine may not reach; the map says so and draws what it has.
        const tile = message.location().url.includes('tile')
        // A refused form is an answer (401, 409, 422), which the browser logs as a failed resource.
        const refused = /status of (401|409|422)/.test(message.text())
        // So is the question for one's own password, which confirm.spec.ts puts before a call.
        const asked = message.location().url.endsWith('users/loginAs') && message.text().includes('status of 403')
        if (message.type() === 'error' && !tile && !refused && !asked)
          errors.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 1440) < 600

/** Logs in through the screen, for a session that the test ends or is about. */
export async function logIn(page: Page, email: string, password = 'toolrides', address = ''): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).not.toHaveURL(/login/)
}

const ownAddress = (): string => addressOf(test.info().parallelIndex)

/** Gives the browser a session of this account, before its first page. */
export async function enterAs(
  page: Page,
  email: string,
  { password = undefined as string | undefined, address = ownAddress() } = {},
): Promise<void> {
  const { id, name, surname, token } = await accountAt(address, email, password)
  const kept = { token, accounts: [{ id, name, surname, token }] }
  const localStorage = Object.entries(kept).map(([key, value]) => ({
    name: `toolrides_v5.${key}`,
    value: JSON.stringify(value),
  }))
  await page.context().setStorageState({ cookies: [], origins: [{ origin: address, localStorage }] })
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /perfil|cuenta/i }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
}

/** Opens a catalogue by its menu entry, as a person does. */
export async function openModule(page: Page, title: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/')
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

export const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Guardar', exact: true }).click()

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

/** Rows of the list: table rows on a desktop, cards on a phone. Those that stand there while it loads have no id. */
/** Does what stands in a list's head, on a phone in its menu, by keys alone. */
export async function pressListAction(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main')
  if (isPhone(page)) {
    await main.getByRole('button', { name: 'Acciones', exact: true }).press('Enter')
    return page.getByRole('menuitem', { name, exact: true }).press('Enter')
  }
  await main.getByRole('button', { name, exact: true }).press('Enter')
}

/** Opens the numbers above a list: by their key, on a phone by its menu. */
export async function seeNumbers(page: Page): Promise<void> {
  if (isPhone(page)) return pressListAction(page, 'Ver las cifras')
  await expect(page.getByRole('button', { name: 'Ver las cifras' })).toBeVisible()
  await page.keyboard.press('g')
}

export const rows = (page: Page) =>
  page.getByRole('main').locator(`${isPhone(page) ? 'li' : 'tbody tr'}[data-row]:not([data-row=""])`)

/** The row or the card of one record, by its id: a number stands in addresses and dates too. */
export const rowOf = (page: Page, id: number) => page.getByRole('main').locator(`[data-row="${id}"]`)

/**
 * Waits until nothing fades or moves any more: half-way colours are nobody's contrast. What turns for ever is left
 * alone.
 */
export const still = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => null)),
    ),
  )

/** Ends a server of a test's own, once its page has stopped asking it: a server that is ending answers 503. */
export async function endServer(page: Page, server: ServerProcess): Promise<void> {
  await page.goto('about:blank')
  await server.end('SIGTERM')
}
