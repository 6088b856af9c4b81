import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { errorsOf } from './sound'

const NAMES = ['Ancón', 'Breña', 'Comas', 'Lince', 'Surco', 'Zárate']

interface Made {
  readonly id: number
  readonly zones: readonly number[]
  readonly post: (path: string, data: object) => Promise<Record<string, unknown>>
}

/** A tariff by zones, six of them side by side, made through the calls. */
async function makeTarif(address: string): Promise<Made> {
  const root = await consoleSession(address, 'root@demo.test')
  const post = (path: string, data: object) => root('POST', `admin/${path}`, data)
  const { id } = await post('tarifs/create', { name: `Por zonas ${Date.now()}`, type: '2' })
  const zones: number[] = []
  for (const [at, name] of NAMES.entries()) {
    const [lat, lng] = [-12.1, -77 + at * 0.02]
    const path = [
      { lat, lng },
      { lat, lng: lng + 0.01 },
      { lat: lat - 0.01, lng: lng + 0.01 },
      { lat: lat - 0.01, lng },
    ]
    zones.push(Number((await post('zones/create', { id_tarif: id, name, path })).id))
  }
  return { id: Number(id), zones, post }
}

const sheet = (page: Page) => page.getByRole('grid')
const saveButton = (page: Page) => page.getByRole('button', { name: /^Guardar/ })
/** A cell by the zones that it is the price between. */
const cell = (page: Page, from: string, to: string): Locator =>
  page
    .getByRole('row')
    .nth(NAMES.indexOf(from) + 1)
    .getByRole('gridcell')
    .nth(NAMES.indexOf(to))
const choose = async (page: Page, from: string, to: string) => cell(page, from, to).click()

/** Puts a text where Ctrl+V finds it. */
const holdInClipboard = (page: Page, text: string) => page.evaluate((held) => navigator.clipboard.writeText(held), text)

test('prices are typed, copied, filled and undone like a sheet, and saved as they stand', async ({
  page,
  context,
  address,
}) => {
  test.skip(isPhone(page), 'a phone has the list, in the test below')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, 'root@demo.test')
  const { id } = await makeTarif(address)
  await page.goto(`/tarifs/${id}`)
  await page.getByRole('tab', { name: 'Precios' }).click()
  await expect(page).toHaveURL(new RegExp(`/tarifs/${id}/prices`))
  await expect(sheet(page)).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  expect(await errorsOf(page, { within: 'main' })).toEqual([])

  // By the keyboard alone: a digit begins an edit, Enter goes down, an arrow on, F2 into the text, Escape back.
  await sheet(page).focus()
  await page.keyboard.type('12.5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('8')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('nueve')
  await page.keyboard.press('Tab')
  await page.keyboard.press('F2')
  await page.keyboard.type('77')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Ancón', 'Ancón')).toHaveText('12.50')
  await expect(cell(page, 'Breña', 'Ancón')).toHaveText('8.00')
  await expect(cell(page, 'Breña', 'Comas')).toHaveText('')
  await expect(saveButton(page)).toHaveText('Guardar (3)')

  // What is no price is kept, marked and told; saving leads to it instead of losing it.
  await expect(page.getByText('Revise 1 celda antes de guardar.')).toBeVisible()
  await expect(cell(page, 'Breña', 'Breña')).toHaveAttribute('aria-invalid', 'true')
  await saveButton(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Breña → Breña' })).toContainText('Escriba un número.')
  await sheet(page).focus()
  await page.keyboard.press('Delete')
  await expect(saveButton(page)).toHaveText('Guardar (2)')
  expect(await errorsOf(page, { within: 'main' })).toEqual([])

  // From a spreadsheet, with its thousands; then a range out again.
  await choose(page, 'Comas', 'Ancón')
  await holdInClipboard(page, '10\t1,020.50\n30\t40\n')
  await page.keyboard.press('Control+v')
  await expect(cell(page, 'Comas', 'Breña')).toHaveText('1,020.50')
  await expect(cell(page, 'Lince', 'Breña')).toHaveText('40.00')
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('10\t1020.5\n30\t40')
  await choose(page, 'Surco', 'Surco')
  await page.keyboard.press('Control+v')
  await expect(cell(page, 'Zárate', 'Zárate')).toHaveText('40.00')
  await page.keyboard.press('Control+x')
  await expect(cell(page, 'Zárate', 'Zárate')).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'Zárate', 'Zárate')).toHaveText('40.00')
  await page.keyboard.press('Control+y')
  await expect(cell(page, 'Zárate', 'Zárate')).toHaveText('')

  // Filled: down and to the right by keys, with the handle by the mouse, and into the other direction.
  await choose(page, 'Ancón', 'Ancón')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(cell(page, 'Breña', 'Ancón')).toHaveText('12.50')
  await choose(page, 'Ancón', 'Breña')
  await page.keyboard.press('Control+r')
  await expect(cell(page, 'Ancón', 'Breña')).toHaveText('12.50')
  const handle = await page.locator('[data-handle]').boundingBox()
  const target = await cell(page, 'Ancón', 'Lince').boundingBox()
  await page.mouse.move(handle!.x + 4, handle!.y + 4)
  await page.mouse.down()
  await page.mouse.move(target!.x + 20, target!.y + 12, { steps: 6 })
  await page.mouse.up()
  await expect(cell(page, 'Ancón', 'Lince')).toHaveText('12.50')
  await page.keyboard.press('Control+m')
  await expect(cell(page, 'Lince', 'Ancón')).toHaveText('12.50')

  // Both ways from now on.
  await page.getByRole('switch', { name: 'Mismo precio en ambos sentidos' }).click()
  await choose(page, 'Surco', 'Lince')
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Lince', 'Surco')).toHaveText('55.00')

  // Saved, it is as it stood, for whoever opens it next.
  const texts = () => page.getByRole('gridcell').allTextContents()
  const stood = await texts()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/Se guardaron \d+ precios\./)).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  await page.reload()
  await expect(cell(page, 'Lince', 'Surco')).toHaveText('55.00')
  expect(await texts()).toEqual(stood)

  // Nobody leaves what is typed by mistake.
  await choose(page, 'Zárate', 'Ancón')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Zonas' }).click()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(cell(page, 'Zárate', 'Ancón')).toHaveText('1.00')
})

test("somebody else's change is told; files go out and come back, their errors told cell by cell", async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'a phone has the list, in the test below')
  await enterAs(page, 'root@demo.test')
  const { id, zones, post } = await makeTarif(address)
  const [ancon, brena] = zones
  await post('prices/save', { prices: [{ id_zone_from: ancon, id_zone_to: brena, amount: 10 }] })
  await page.goto(`/tarifs/${id}/prices`)
  await choose(page, 'Ancón', 'Breña')
  await page.keyboard.type('11')
  await page.keyboard.press('Enter')
  await post('prices/save', { prices: [{ id_zone_from: ancon, id_zone_to: brena, amount: 14 }] })
  await saveButton(page).click()
  await expect(
    page.getByText(/cambió 1 precio mientras usted lo editaba\..*Lo que usted escribió sigue aquí\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Ir a la celda' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ancón → Breña' })).toContainText('Ahora: 14.00')
  await expect(cell(page, 'Ancón', 'Breña')).toContainText('11.00')
  expect(await errorsOf(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Seguir con los míos' }).click()
  await saveButton(page).click()
  await expect(page.getByText('Se guardó 1 precio.')).toBeVisible()

  // Out as a matrix, changed, and in again.
  await page.getByRole('button', { name: 'Exportar', exact: true }).last().click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Matriz (csv)' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^precios-por-zonas-\d+\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .replace(/^\ufeff/, '')
    .split('\r\n')
  expect(lines[0]).toBe(`Desde \\ Hasta,${NAMES.join(',')}`)
  expect(lines[1]).toBe('Ancón,,11,,,,')
  const changed = [lines[0], 'ANCON,5,11,x,,,', 'Callao,1,2,3,4,5,6', ...lines.slice(3)].join('\r\n')
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'precios.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Matriz. Precios leídos: 3; cambian: 2')
  await expect(dialog.getByRole('row').filter({ hasText: 'D2' })).toContainText('Escriba un número.')
  await expect(dialog.getByRole('row').filter({ hasText: 'A3' })).toContainText(
    'Ninguna zona de la tarifa se llama «Callao».',
  )
  await dialog.getByRole('button', { name: 'Poner 2 cambios en la hoja' }).click()
  await expect(cell(page, 'Ancón', 'Ancón')).toContainText('5.00')
  await expect(cell(page, 'Ancón', 'Comas')).toContainText('x')
  await choose(page, 'Ancón', 'Comas')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await saveButton(page).click()
  await expect(page.getByText('Se guardaron 2 precios.')).toBeVisible()
})

test('on a phone the prices from one zone are a list', async ({ page, address }) => {
  test.skip(!isPhone(page), 'a desktop has the sheet, in the tests above')
  await enterAs(page, 'root@demo.test')
  const { id } = await makeTarif(address)
  await page.goto(`/tarifs/${id}/prices`)
  await page.getByLabel('Desde').click()
  await page.getByRole('option', { name: 'Comas' }).click()
  const box = page.getByRole('textbox', { name: 'Comas → Lince' })
  await box.fill('9,50')
  await expect(saveButton(page)).toHaveText('Guardar (1)')
  expect(await errorsOf(page, { within: 'main' })).toEqual([])
  await saveButton(page).click()
  await expect(page.getByText('Se guardó 1 precio.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Desde').click()
  await page.getByRole('option', { name: 'Comas' }).click()
  await expect(box).toHaveValue('9.50')
  await expect(page.getByRole('textbox', { name: 'Comas → Surco' })).toHaveValue('')
})
