import type { Page } from '@playwright/test'
import type { Model } from '../../src/model/model'
import { isMine } from '../share'
import { consoleSession } from './api-session'
import { madeOf, representatives, type Look, type Part } from './archetypes'
import { enterAs, expect, openFirst, rows, test } from './console'
import { expectPlain } from './plain-words'
import { expectNarrow, expectSound } from './sound'

// Screens of their own, with tests of their own: dispatcher.spec, zones.spec, driver-messages.spec; forecast.spec, also
// of the past; dashboards.spec has the summary and all reports.
const OWN_SCREENS = new Set([
  'dispatcher',
  'tolls',
  'driver_messages',
  'summary',
  'map_services',
  'trackings',
  'own_reports',
  'forecast',
  'past',
  'ledger_proof',
  'commission_trial',
])

interface Entry {
  readonly id: string
  readonly title: string
  readonly url: string
}
interface Group {
  readonly children: readonly Entry[]
}

interface Catalogues {
  readonly entries: readonly Entry[]
  /** Addresses of those that metadata alone has made. */
  readonly generated: ReadonlySet<string>
  /** What is to be looked at closely: of every kind of thing one, and this run's share of all others. */
  readonly looks: readonly Look[]
}

/** What root finds in the menu. */
async function catalogues(address: string): Promise<Catalogues> {
  const root = await consoleSession(address, 'root@demo.test')
  const { user, model: hash } = await root<{ user: { menu: readonly Group[] }; model: string }>('GET', 'admin/verify', {
    app_version_code: 125,
  })
  const { model } = await root<{ model: Model }>('GET', `admin/model/${hash}`)
  const entries = user.menu
    .flatMap(({ children }) => children)
    .filter(({ id }) => !OWN_SCREENS.has(id) && !Object.hasOwn(model.reports, id))
  const made = entries.flatMap(({ id, url }) => {
    const resource = model.resources[id]
    const entity = resource && model.entities[resource.entity]
    return entity ? madeOf(url, resource, entity) : []
  })
  const chosen = new Set<Look>(representatives(made))
  return {
    entries,
    generated: new Set(made.map(({ route }) => route)),
    looks: made.filter((look, place) => chosen.has(look) || isMine(place)),
  }
}

async function enterAtHome(page: Page, email: string): Promise<void> {
  await enterAs(page, email)
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
}

const saveButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Guardar', exact: true })
/** Cards of a list that opens as a board. */
const cards = (page: Page) =>
  page.getByRole('main').locator('[data-board-column] li[data-row], li[data-row][data-chosen]')
const emptyList = (page: Page) => page.getByText('Todavía no se ha registrado nada aquí.')

/** Texts with places to be filled, and the keys of texts, are what these are about. */
const KEYS_ARE_DATA = new Set(['/mails', '/languages', '/modules'])

/**
 * Opens a catalogue as a link does, without loading the console anew, and waits for what it shows: a list, one record's
 * form, or nothing yet.
 */
const LISTS = new Set(['/logs', '/languages', '/mails', '/chats', '/tests'])

async function follow(page: Page, { title, url }: Entry): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, url)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  // Their rows are no records of a catalogue.
  const shown = LISTS.has(url)
    ? page.getByRole('main').getByRole('listitem').first()
    : rows(page).first().or(saveButton(page)).or(emptyList(page)).or(cards(page).first()).first()
  await expect(shown).toBeVisible()
}

test('every catalogue in the menu opens, is no wider than the screen and says nothing that only a program reads', async ({
  page,
  address,
}) => {
  const { entries, generated } = await catalogues(address)
  expect(entries.length).toBeGreaterThanOrEqual(10)
  await enterAtHome(page, 'root@demo.test')
  for (const entry of entries) {
    await follow(page, entry)
    await expectWholeTitle(page, entry.url)
    if (!KEYS_ARE_DATA.has(entry.url)) await expectPlain(page, entry.url)
    // What no metadata has made is like nothing else.
    await (generated.has(entry.url) ? expectNarrow(page, entry.url) : expectSound(page, entry.url))
  }
})

/** The name of a page is read whole, whatever stands beside it. */
async function expectWholeTitle(page: Page, where: string): Promise<void> {
  const cut = await page.getByRole('heading', { level: 1 }).evaluate((title) => ({
    sideways: title.scrollWidth - title.clientWidth,
    down: title.scrollHeight - title.clientHeight,
  }))
  expect(Math.max(cut.sideways, cut.down), `the title of ${where} is cut`).toBeLessThanOrEqual(2)
}

const PARTS: { readonly [part in Part]: (page: Page) => Promise<boolean> } = {
  list: async () => true,
  async form(page) {
    const create = page.getByRole('button', { name: 'Nuevo' })
    if (!(await create.isVisible())) return false
    await create.click()
    // A form in steps is saved at its end.
    await expect(page.getByRole('button', { name: /^(Guardar|Siguiente)$/ })).toBeVisible()
    return true
  },
  async page(page) {
    if (await emptyList(page).isVisible()) return false
    if (await cards(page).first().isVisible()) await cards(page).first().getByRole('link').first().click()
    else await openFirst(page)
    // A page of facts alone has no tabs.
    await expect(page.getByRole('tabpanel')).toBeVisible()
    return true
  },
}

for (const part of Object.keys(PARTS) as Part[]) {
  test(`whatever a catalogue's ${part} is made of is sound, in one of each kind and in some of the others`, async ({
    page,
    address,
  }) => {
    const { entries, looks } = await catalogues(address)
    await enterAtHome(page, 'root@demo.test')
    for (const { route } of looks.filter((look) => look.part === part)) {
      const entry = entries.find(({ url }) => url === route)
      if (entry) await follow(page, entry)
      if (await PARTS[part](page)) {
        await expectSound(page, `${route} ${part}`)
        if (!KEYS_ARE_DATA.has(route)) await expectPlain(page, `${route} ${part}`)
      }
      if (part !== 'form') continue
      await page.keyboard.press('Escape')
      // Its address goes back to the list's once it is closed.
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}

test('the log-in and the home page are sound, in light and in dark', async ({ page }) => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
    await expectSound(page, `/login ${scheme}`)
  }
  await enterAtHome(page, 'member@demo.test')
  await expectSound(page, 'home')
})

test('the first list comes with at most 330 kB of compressed script', async ({ browser, baseURL, viewport }) => {
  // A browser that has not been here before.
  const page = await browser.newPage({ baseURL, viewport, locale: 'es-PE' })
  const scripts: Promise<readonly [path: string, bytes: number]>[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js'))
      scripts.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]))
  })
  await page.goto('/drivers')
  await page.getByLabel('Correo electrónico').fill('root@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const loaded = await Promise.all(scripts)
  const bytes = loaded.reduce((sum, [, one]) => sum + one, 0)
  console.log(`scripts to the first list: ${(bytes / 1000).toFixed(1)} kB compressed`)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes, loaded.map((one) => one.join(' ')).join('\n')).toBeLessThanOrEqual(330_000)
  await page.close()
})
