import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { startServerProcess } from '../api/server-process'
import { CHROMIUM_FLAGS, findChromium } from '../chromium'

/** The pictures of README and docs, taken from a demo made for them: `npm run pictures`. */
const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const WIDTHS = [{ width: 1440, height: 900 }, { width: 390, height: 844 }]

const SCENES: { readonly [name: string]: (page: Page, address: string) => Promise<void> } = {
  home: async (page, address) => { await page.goto(`${address}/`) },
  drivers: async (page, address) => { await page.goto(`${address}/drivers`) },
  dispatcher: async (page, address) => { await page.goto(`${address}/dispatcher`) },
  detail: async (page, address) => {
    await page.goto(`${address}/vehicles/1`)
    await page.getByRole('tab', { name: 'Última posición' }).click()
  },
  zones: async (page, address) => { await openTarif(page, address, 'Lima por zonas', 'Zonas') },
  prices: async (page, address) => { await openTarif(page, address, 'Lima por zonas', 'Precios') },
  fare: async (page, address) => {
    await openTarif(page, address, 'Estándar', 'Probar')
    for (const [label, text] of [['Desde', 'Parque Kennedy'], ['Hasta', 'Jockey']] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(text)
      await page.getByRole('option').first().click()
    }
  },
  form: async (page, address) => {
    await page.goto(`${address}/vehicles/create`)
    await page.getByLabel('Placa', { exact: false }).first().fill('no es una placa')
    await page.getByRole('button', { name: 'Guardar' }).click()
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
const server = await startServerProcess({ DATA_DIR: mkdtempSync(join(tmpdir(), 'toolrides-pictures-')) })
const browser = await chromium.launch({ ...(found.path ? { executablePath: found.path } : {}), args: CHROMIUM_FLAGS })
try {
  for (const viewport of WIDTHS) {
    const page = await browser.newPage({ viewport, locale: 'es-PE', timezoneId: 'America/Lima' })
    await page.goto(`${server.address}/login`)
    await page.getByLabel('Correo electrónico').fill('root@demo.test')
    await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByRole('banner').waitFor()
    for (const [name, show] of Object.entries(SCENES)) {
      await show(page, server.address)
      // Tiles that cannot be reached are given up after a few seconds; then the map stands.
      await page.waitForTimeout(4000)
      await page.screenshot({ path: join(FOLDER, `${name}-${viewport.width}.png`) })
    }
    await page.close()
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
}
