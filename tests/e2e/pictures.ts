import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { startServerProcess } from '../api/server-process'
import { CHROMIUM_FLAGS, findChromium } from '../chromium'
import { consoleSession } from './api-session'
import { DISPATCH_SCENES, endOfScenes, isNarrow } from './dispatch-scenes'
import { clearStage, setStage } from './dispatch-stage'

/** The pictures of README and docs, taken from a demo made for them: `npm run pictures`. */
const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** A board that lives: simulated drivers and callers. */
const SCENES: { readonly [name: string]: (page: Page, address: string) => Promise<void> } = {
  home: async (page, address) => {
    await page.goto(`${address}/`)
  },
  drivers: async (page, address) => {
    await page.goto(`${address}/drivers`)
  },
  dispatcher: async (page, address) => {
    await page.goto(`${address}/dispatcher`)
  },
  'dispatcher-vehicle': async (page, address) => {
    const root = await consoleSession(address, 'root@demo.test')
    const { items } = await root<{ items: readonly { id: number; se_id: number | null }[] }>(
      'GET',
      'admin/live/vehicles',
      { availability: 'busy' },
    )
    const { id } = items.find(({ se_id }) => se_id !== null) ?? { id: 1 }
    await page.goto(`${address}/dispatcher?drawer=vehicles&vehicle=${id}`)
    if (isNarrow(page)) await page.getByRole('tab', { name: 'Vehículos' }).click()
  },
  'dispatcher-table': async (page, address) => {
    await page.goto(`${address}/dispatcher?drawer=table`)
    if (isNarrow(page)) await page.getByRole('tab', { name: 'Vehículos' }).click()
  },
  'dispatcher-shifts': async (page, address) => {
    await page.goto(`${address}/dispatcher?drawer=shifts`)
    if (isNarrow(page)) await page.getByRole('tab', { name: 'Turnos' }).click()
  },
  actives: async (page, address) => {
    await page.goto(`${address}/actives`)
  },
  detail: async (page, address) => {
    await page.goto(`${address}/vehicles/1`)
    await page.getByRole('tab', { name: 'Última posición' }).click()
  },
  zones: async (page, address) => {
    await openTarif(page, address, 'Lima por zonas', 'Zonas')
  },
  prices: async (page, address) => {
    await openTarif(page, address, 'Lima por zonas', 'Precios')
  },
  fare: async (page, address) => {
    await openTarif(page, address, 'Estándar', 'Probar')
    for (const [label, text] of [
      ['Desde', 'Parque Kennedy'],
      ['Hasta', 'Jockey'],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(text)
      await page.getByRole('option').first().click()
    }
  },
  form: async (page, address) => {
    await page.goto(`${address}/vehicles/create`)
    await page.getByLabel('Placa', { exact: false }).first().fill('no es una placa')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  },
}

async function openTarif(page: Page, address: string, name: string, tab: string): Promise<void> {
  await page.goto(`${address}/tarifs`)
  await page.getByText(name, { exact: true }).first().click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

const found = findChromium((line) => console.log(line))
if ('skipped' in found) throw new Error(found.skipped)
mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({ ...(found.path ? { executablePath: found.path } : {}), args: CHROMIUM_FLAGS })
/** `npm run pictures -- board` or `-- dispatch`: one of the two stages alone. */
const [only] = process.argv.slice(2)
try {
  if (only !== 'dispatch')
    await onServer({ FLEET: '20' }, async (address) => {
      await livelyBoard(address)
      for (const viewport of WIDTHS) {
        const page = await consoleAt(address, viewport)
        for (const [name, show] of Object.entries(SCENES)) {
          // Tiles that cannot be reached are given up after a few seconds; then the map stands.
          await take(page, name, () => show(page, address), 4000)
        }
        await page.close()
      }
    })
  if (only !== 'board')
    await onServer({ FLEET: '24', FLEET_CALLERS: '0' }, async (address) => {
      const { stage, fleet } = await setStage(address)
      for (const viewport of WIDTHS) {
        const page = await consoleAt(address, viewport)
        for (const [name, show] of Object.entries(DISPATCH_SCENES)) {
          await take(page, name, () => show(page, stage), 1500)
        }
        await clearStage(stage)
        await endOfScenes(stage)
        await page.close()
      }
      await fleet.end()
    })
} finally {
  await browser.close()
}

/** In the page: something is there, and nothing that is only a placeholder. */
function isDrawn(): boolean {
  return document.body.innerText.length > 60 && document.querySelector('.MuiSkeleton-root') === null
}

/** A picture that could not be taken is told, and the others are taken all the same. */
async function take(page: Page, name: string, show: () => Promise<void>, still_ms: number): Promise<void> {
  const file = `${name}-${page.viewportSize()?.width}.png`
  try {
    await show()
    await page.waitForFunction(isDrawn)
    await page.waitForTimeout(still_ms)
    await page.screenshot({ path: join(FOLDER, file) })
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

/** A new demo for as long as the work lasts. */
async function onServer(
  env: { readonly [name: string]: string },
  work: (address: string) => Promise<void>,
): Promise<void> {
  const server = await startServerProcess({ DATA_DIR: mkdtempSync(join(tmpdir(), 'toolrides-pictures-')), ...env })
  try {
    await work(server.address)
  } finally {
    await server.end('SIGTERM')
  }
}

async function consoleAt(address: string, viewport: (typeof WIDTHS)[number]): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'es-PE', timezoneId: 'America/Lima' })
  page.setDefaultTimeout(60_000)
  await page.goto(`${address}/login`)
  await page.getByLabel('Correo electrónico').fill('root@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('banner').waitFor()
  return page
}

/** Waits until rides of six states at least are on the board, some minutes at most. */
async function livelyBoard(address: string): Promise<void> {
  const root = await consoleSession(address, 'root@demo.test')
  for (let looked = 0; looked < 100; looked += 1) {
    const { items } = await root<{ items: readonly { state: string }[] }>('GET', 'admin/dispatcher', { limit: 100 })
    const live = items.filter(({ state }) => state !== 'scheduled').map(({ state }) => state)
    if (live.length >= 8 && new Set(live).size >= 5) return
    await new Promise((resolve) => {
      setTimeout(resolve, 4000)
    })
  }
}
