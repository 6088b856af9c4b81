import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { expectSound } from './sound'

const DISTRICTS = join(import.meta.dirname, '../../../shared/data/lima/lima_callao_distritos.geojson')

interface Zone {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly path: readonly { lat: number; lng: number }[]
}

// Names are unique: a try again, and the other width, may meet the server that has the first one's.
const ofPage = (page: Page, name: string) =>
  `${name} ${isPhone(page) ? 'móvil' : 'mesa'}${test.info().retry || ''}${test.info().repeatEachIndex || ''}`

/** A tariff of this test's own, opened at its zones. */
async function openZones(page: Page, address: string, name: string): Promise<number> {
  const root = await consoleSession(address, 'root@demo.test')
  const { id } = await root('POST', 'admin/tarifs/create', { name: ofPage(page, name), type: '2', price_base: 5 })
  await page.goto(`/tarifs/${String(id)}`)
  await page.getByRole('tab', { name: 'Zonas', exact: true }).click()
  await expect(page).toHaveURL(/\/tarifs\/\d+\/zones/)
  await expect(map(page)).toBeVisible()
  return Number(/tarifs\/(\d+)/.exec(page.url())?.[1])
}

const map = (page: Page) => page.locator('.leaflet-container')
const side = (page: Page) => page.getByRole('complementary', { name: /Zonas|Peajes/ })
const corners = (page: Page) => page.locator('.leaflet-editing-icon:not([style*="opacity: 0.6"])')

/** The zones as the list's own call answers them when the page is opened anew. */
async function reloaded(page: Page): Promise<readonly Zone[]> {
  const answer = page.waitForResponse((one) => /\/zones\?/.test(one.url()) && one.request().method() === 'GET')
  await page.reload()
  return ((await (await answer).json()) as { items: Zone[] }).items
}

/** Presses the map at shares of its width and height. */
async function press(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await map(page).boundingBox()
  if (!box) throw new Error('The map is nowhere.')
  for (const [x, y] of places) {
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 3 })
    await page.mouse.down()
    await page.mouse.up()
    // Two presses within a third of a second are a double click to the map.
    await page.waitForTimeout(350)
  }
}

async function drag(page: Page, nth: number, dx: number, dy: number): Promise<void> {
  const corner = corners(page).nth(nth)
  // A bar that comes above every page, as of a panic that another test has raised, may cover it: it is brought to where
  // it can be pressed.
  await corner.hover()
  const box = await corner.boundingBox()
  if (!box) throw new Error('There is no such corner.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + dy, { steps: 8 })
  await page.mouse.up()
}

const written = async (page: Page): Promise<string> => page.getByLabel('Esquinas del área').inputValue()

async function save(page: Page): Promise<void> {
  const answer = page.waitForResponse((one) => /zones\/create/.test(one.url()))
  await side(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  expect((await answer).status()).toBe(200)
  // The form closes after the answer; until then its own heading is what a name matches.
  await expect(side(page).getByRole('heading', { name: /\(\d+\)$/ })).toBeVisible()
}

test('a zone is drawn with the mouse, a corner moved, undone, moved again, saved, and after a reload it is equal', async ({
  page,
  address,
}) => {
  await enterAs(page, 'root@demo.test')
  await openZones(page, address, 'Tarifa dibujada')
  await expect(page.getByText('No se registraron zonas.')).toBeVisible()
  await page.getByRole('link', { name: 'Dibujar un área' }).click()
  const places = [
    [0.3, 0.3],
    [0.6, 0.3],
    [0.6, 0.6],
    [0.3, 0.6],
  ] as const
  await press(page, places)
  await press(page, [places[0]])
  await expect(corners(page)).toHaveCount(4)
  await side(page).getByLabel('Nombre', { exact: false }).first().fill('Centro')
  await side(page).getByRole('button', { name: 'Coordenadas' }).click()
  const drawn = await written(page)
  expect(drawn.split('\n')).toHaveLength(4)

  await drag(page, 1, 40, -30)
  await expect.poll(() => written(page)).not.toBe(drawn)
  await side(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => written(page)).toBe(drawn)
  await drag(page, 2, 30, 40)
  await expect.poll(() => written(page)).not.toBe(drawn)
  const kept = await written(page)
  await save(page)
  await expect(side(page).getByText('Centro')).toBeVisible()

  const [zone] = await reloaded(page)
  expect(zone?.path.map(({ lat, lng }) => `${lat},${lng}`).join('\n')).toBe(kept)
  expect(zone?.color).toMatch(/^#[0-9a-f]{6}$/)
  await side(page).getByText('Centro').click()
  await expect(corners(page)).toHaveCount(4)
  await side(page).getByRole('button', { name: 'Coordenadas' }).click()
  expect(await written(page)).toBe(kept)

  // Renamed, coloured anew, and left with a change only knowingly.
  await side(page).getByLabel('Nombre', { exact: false }).first().fill('Centro histórico')
  await side(page).getByLabel('Color', { exact: true }).fill('#112233')
  await side(page)
    .getByRole('button', { name: /Volver a Zonas/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await save(page)
  await side(page).getByText('Centro histórico').click()
  await expect(side(page).getByLabel('Color', { exact: true })).toHaveValue('#112233')
  await side(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('También se quitan sus precios')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('No se registraron zonas.')).toBeVisible()
})

test('a new zone starts as the square, one that crosses itself or another is explained, and shared area is saved only knowingly', async ({
  page,
  address,
}) => {
  await enterAs(page, 'root@demo.test')
  await openZones(page, address, 'Tarifa superpuesta')
  await side(page).getByRole('button', { name: 'Nuevo' }).first().click()
  await expect(side(page).getByLabel('Nombre', { exact: false }).first()).toBeVisible()
  await side(page).getByRole('button', { name: 'Coordenadas' }).click()
  // Twenty units from side to side: the company reckons in kilometres.
  await expect
    .poll(async () => {
      const [first, , third] = (await written(page)).split('\n').map((line) => line.split(',').map(Number))
      return Math.round((((first?.[0] ?? 0) - (third?.[0] ?? 0)) * Math.PI * 6371.0088) / 180)
    })
    .toBe(20)
  await side(page).getByLabel('Nombre', { exact: false }).first().fill('Grande')
  await save(page)

  await expect(side(page).getByText('Grande')).toBeVisible()
  await side(page).getByRole('button', { name: 'Nuevo' }).click()
  await side(page).getByLabel('Nombre', { exact: false }).first().fill('Dentro')
  await side(page).getByRole('button', { name: 'Coordenadas' }).click()
  await page.getByLabel('Esquinas del área').fill('-12.10,-77.05\n-12.12,-77.03\n-12.10,-77.03\n-12.12,-77.05')
  await expect(side(page).getByText(/El lado \d cruza o toca el lado \d/)).toBeVisible()
  await expect(map(page).locator('path[stroke-width="4"]').first()).toBeVisible()
  await page.getByLabel('Esquinas del área').fill('-12.10,-77.05\n-12.10,-77.03\n-12.12,-77.03\n-12.12,-77.05')
  await expect(side(page).getByText(/Grande: 4\.84 km²/)).toBeVisible()
  await expect(map(page).locator('path[stroke-dasharray="4 4"]')).toHaveCount(1)
  const refused = page.waitForResponse((one) => /zones\/create/.test(one.url()))
  await side(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  expect((await refused).status()).toBe(422)
  await expect(
    side(page)
      .getByText(/Se superpone con: Grande \(4\.84 km²\)/)
      .first(),
  ).toBeVisible()
  await side(page).getByLabel('Guardar aunque se superponga').check()
  await save(page)
  await expect(side(page).getByText('Dentro')).toBeVisible()
})

test("the districts of Lima come from a map's file, stand on the map, and go out equal", async ({ page, address }) => {
  test.skip(!existsSync(DISTRICTS), 'the districts of ../shared/data/lima are not on this machine')
  await enterAs(page, 'root@demo.test')
  await openZones(page, address, 'Tarifa de distritos')
  await side(page).getByRole('button', { name: 'Importar desde una hoja de cálculo' }).click()
  const dialog = page.getByRole('dialog')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Elegir archivo' }).click()
  await (await chooser).setFiles(DISTRICTS)
  await expect(dialog.getByText(/Filas: 50\. Correctas: 50/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Guardar/ }).click()
  await expect(dialog.getByText(/Filas guardadas: 50\. Creadas: 50/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(side(page).getByRole('heading', { name: 'Zonas (50)' })).toBeVisible()
  await page.getByRole('button', { name: 'Ver todo' }).click()
  const download = page.waitForEvent('download')
  await side(page)
    .getByRole('button', { name: /exportar/i })
    .click()
  await page.getByRole('menuitem', { name: 'Mapa (GeoJSON)' }).click()
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Collection
  const given = JSON.parse(readFileSync(DISTRICTS, 'utf8')) as Collection
  const outline = (name: string, { features }: Collection) => {
    const ring =
      features.find(({ properties }) => properties['name'] === name || properties['nombre'] === name)?.geometry
        .coordinates[0] ?? []
    return ring
      .map((pair) => pair.join())
      .slice(1)
      .sort()
  }
  expect(file.features).toHaveLength(50)
  for (const { properties } of file.features)
    expect(outline(String(properties['name']), file), String(properties['name'])).toEqual(
      outline(String(properties['name']), given),
    )
})

interface Collection {
  readonly features: readonly {
    readonly properties: Readonly<Record<string, unknown>>
    readonly geometry: { readonly coordinates: readonly (readonly (readonly number[])[])[] }
  }[]
}

test('tolls stand on a map with their prices, and the screen is sound', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/tolls')
  await expect(page.getByRole('heading', { level: 1, name: /Peajes/ })).toBeVisible()
  await expect(
    side(page)
      .getByText(/S\/\s*\d/)
      .first(),
  ).toBeVisible()
  await expectSound(page)
  // Taken out of use and back.
  await side(page)
    .getByText(/^Peaje /)
    .first()
    .click()
  await side(page).getByRole('button', { name: 'Desactivar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await side(page).getByText('Inactivo').first().click()
  await side(page).getByRole('button', { name: 'Activar' }).click()
  await expect(side(page).getByText('Inactivo')).toBeHidden()
  await side(page).getByRole('button', { name: 'Nuevo' }).click()
  await expect(side(page).getByLabel('Precio', { exact: false }).first()).toBeVisible()
  await expect(corners(page)).toHaveCount(4)
})
