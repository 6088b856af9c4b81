import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { cancelWaiting } from './ride-api'
import { expectSound, errorsOf } from './sound'

test('an operator sees the fleet on a map, counts it, and finds a vehicle', async ({ page }) => {
  const answer = page.waitForResponse(/live\/vehicles/)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  const { columns, totals } = (await (await answer).json()) as {
    columns: { count: number; keys: Record<'plate' | 'availability', { of: string[]; at?: number[] }> }
    totals: Record<string, number>
  }
  const valueOf = ({ of, at }: { of: string[]; at?: number[] }, place: number): string => of[at?.[place] ?? place] ?? ''
  const items = Array.from({ length: columns.count }, (_, place) => ({
    plate: valueOf(columns.keys.plate, place),
    availability: valueOf(columns.keys.availability, place),
  }))
  expect(items.length).toBeGreaterThan(20)
  expect(totals['all']).toBe(items.length)
  await expect(page.locator('.leaflet-container')).toBeVisible()
  if (isPhone(page)) await page.getByRole('tab', { name: 'Vehículos' }).click()
  for (const [label, key] of [
    ['Todos', 'all'],
    ['Conectados', 'online'],
    ['Ocupados', 'busy'],
    ['Desconectados', 'offline'],
  ] as const) {
    await expect(
      page
        .getByRole('button', { name: new RegExp(`^(?!Mostrar).*${label}`, 'i') })
        .or(page.getByRole('radio', { name: label }))
        .or(page.getByRole('tab', { name: label }))
        .first(),
    ).toContainText(String(totals[key]))
  }
  const wanted = items.find(({ availability }) => availability === 'busy')?.plate ?? items[0]?.plate ?? ''
  await page.getByRole('searchbox').fill(wanted.toLowerCase())
  // What is found stands in the list, which opens by itself.
  await page.getByRole('listbox', { name: 'Vehículos' }).getByText(wanted).first().click()
  const card = page.getByRole('region', { name: wanted })
  await expect(card.getByRole('link', { name: 'Abrir ficha' })).toBeVisible()
  await card.getByRole('button', { name: 'Editar vehículo' }).click()
  await expect(page.getByRole('dialog').getByLabel('Placa', { exact: false }).first()).toHaveValue(wanted)
})

test('the board is worked with keys alone, and says which', async ({ page }) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await expect(page.locator('.leaflet-container')).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByRole('tab', { name: 'Vehículos' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Centrar en el mapa' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The card alone is closed: the form stands.
  await expect(page.getByRole('button', { name: 'Centrar en el mapa' })).toBeHidden()
  await expect(page).toHaveURL(/\/dispatcher/)
  await page.keyboard.press('t')
  await expect(page.getByRole('tab', { name: 'Turnos' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('combobox', { name: 'Estado' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page.getByRole('button', { name: 'Mostrar destinos' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('?')
  for (const text of ['Vehículos', 'Turnos', 'Mostrar destinos', 'Nueva llamada; lo escrito queda a un lado']) {
    await expect(page.getByRole('dialog').getByText(text, { exact: true })).toBeVisible()
  }
})

test('a phone has no keys: where busy vehicles go is shown by a press over their list', async ({ page }) => {
  test.skip(!isPhone(page), 'At a desk it stands over the map.')
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await page.getByRole('tab', { name: 'Vehículos' }).click()
  const toggle = page.getByRole('button', { name: 'Mostrar destinos' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['Filtrar por estado', 'Mostrar destinos', 'Vehículos por distancia'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expectSound(page)
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('the vehicles stand in a table, the nearest first, and a press brings one to the middle of the map', async ({
  page,
}) => {
  await enterAs(page, 'operator@demo.test')
  const answer = page.waitForResponse(/dispatcher\/vehicles\?/)
  await page.goto('/dispatcher')
  await expect(page.locator('.leaflet-container')).toBeVisible()
  if (isPhone(page)) {
    await page.getByRole('tab', { name: 'Vehículos' }).click()
    await page.getByRole('button', { name: 'Vehículos por distancia' }).click()
  } else await page.keyboard.press('l')
  const asked = await answer
  const { items, total } = (await asked.json()) as {
    items: { plate: string; distance: number | null }[]
    total: number
  }
  expect(new URL(asked.url()).searchParams.get('lat')).toBeTruthy()
  const away = items.map(({ distance }) => distance ?? Infinity)
  expect(away).toEqual([...away].sort((a, b) => a - b))
  const table = page.getByRole('table', { name: 'Vehículos por distancia' })
  const rows = table.getByRole('button')
  await expect(rows).toHaveCount(Math.min(25, total))
  expect(await errorsOf(page)).toEqual([])
  const first = rows.nth(0)
  const plate = items[0]?.plate ?? ''
  await expect(first).toHaveText(plate)
  const farther = items[4]?.plate ?? ''
  if (isPhone(page)) await table.getByText(farther).click()
  else {
    // With the keys alone: arrows go from row to row.
    await first.focus()
    for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('region', { name: farther })).toBeVisible()
  await expect(page).toHaveURL(/drawer=table/)
  if (isPhone(page)) return
  // The rows stay where they are, though the map has moved; until it is asked to measure from there.
  await expect(rows.nth(4)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Medir desde aquí' }).click()
  await expect(rows.nth(0)).toHaveText(farther)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page.getByText(`26–${Math.min(50, total)} de ${total}`)).toBeVisible()
  await page.keyboard.press('l')
  await expect(table).toBeHidden()
})

test('nobody is at work: the service waits in sight, and the operator chooses', async ({ page, address }) => {
  test.skip(isPhone(page), 'The booking is made by keys; what follows is the same on a phone.')
  await cancelWaiting(await consoleSession(address))
  await enterAs(page, 'operator@demo.test')
  await bookByKeys(page)
  const card = page.getByRole('region', { name: /Solicitud del servicio/ })
  const search = page.getByRole('combobox', { name: /Cliente/ })
  await expect(search).toBeFocused()
  // A driver whom another test left on shift is asked first and says nothing: that is half a minute.
  await expect(card.getByRole('alert')).toContainText('No quedan conductores disponibles', { timeout: 75_000 })
  // It is loud, and takes nothing from who is at the next call; Escape leaves the field and decides nothing, however
  // often.
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dispatcher/)
  await expect(card.getByText('No se asignó ningún conductor')).toBeVisible()
  await card.getByRole('button', { name: 'Buscar conductor' }).click()
  const find = page.getByRole('dialog', { name: 'Buscar conductor' })
  await expect(find.getByText('No está en turno').first().or(find.getByText('Ningún conductor cerca'))).toBeVisible()
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Esperar' }).click()
  await expect(card.getByText('En espera de un conductor').first()).toBeVisible()
  // Another page, the same search: it is the server's, and the tab remembers what it looks after.
  await page.reload()
  await expect(card.getByText('En espera de un conductor').first()).toBeVisible()
  expect(await errorsOf(page)).toEqual([])
  await page
    .getByRole('region', { name: 'Alertas' })
    .getByRole('button', { name: /en espera de conductor/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar servicio' }).first().click()
  const why = page.getByRole('dialog', { name: /^Cancelar el servicio/ })
  await why.getByRole('combobox', { name: /^Por qué/ }).click()
  await page.getByRole('option', { name: 'No hubo conductor' }).click()
  await why.getByRole('button', { name: 'Cancelar el servicio' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /cancel/i })
      .first(),
  ).toBeVisible()
})

/** A known client with favourite addresses, for now, with a search. */
async function bookByKeys(page: Page): Promise<void> {
  await page.goto('/dispatcher')
  await expect(page.locator('.leaflet-container')).toBeVisible()
  // The map may be there before the form.
  await expect(page.getByRole('combobox', { name: /Cliente/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('combobox', { name: /Cliente/ })).toBeFocused()
  await page.keyboard.type('000105')
  await expect(page.getByRole('option', { name: /Diego Neyra/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Viaja un invitado')).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await expect(page.getByRole('button', { name: 'Guardar y buscar' })).toBeEnabled()
  await page.keyboard.press('Control+s')
}

test('a call is taken where the code of the map does not come, and the map is tried again', async ({
  browser,
  address,
  viewport,
}) => {
  // Files that do not come are an error in the console of the browser.
  const page = await browser.newPage({ baseURL: address, viewport, locale: 'es-PE' })
  await page.route(/(leaflet|board-map)-[\w-]+\.js/, (route) => route.abort())
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  const search = page.getByRole('combobox', { name: 'Cliente' })
  if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
  await search.fill('999')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No se pudo cargar el mapa')).toBeVisible()
  // An older browser keeps a file that did not come as lost until the page is loaded anew, which is offered once a
  // retry was in vain.
  await page.getByRole('button', { name: 'Reintentar' }).click()
  const reload = page.getByRole('button', { name: 'Recargar' })
  await expect(reload).toBeVisible()
  await page.unroute(/(leaflet|board-map)-[\w-]+\.js/)
  const map = page.locator('.leaflet-container')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await map.waitFor({ timeout: 5000 }).catch(() => reload.click())
  await expect(map).toBeVisible()
  if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
  await expect(search).toHaveValue('999')
  await page.close()
})

test('an address that names no service says so', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher/nada/clone')
  await expect(page.getByText('No se reconoce el servicio a clonar.')).toBeVisible()
})

test("a vehicle's page shows where it was last", async ({ page }) => {
  await enterAs(page, 'reader@demo.test')
  await page.goto('/vehicles/1')
  await page.getByRole('tab', { name: 'Última posición' }).click()
  await expect(page.locator('.leaflet-container')).toBeVisible()
  await expect(page.getByText(/km\/h/)).toBeVisible()
})

test('a place is put on the map with the mouse and comes back equal', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/locations/create')
  const dialog = page.getByRole('dialog')
  // Each screen size has a place of its own in the one database.
  const name = `Punto de prueba ${isPhone(page) ? 'móvil' : 'mesa'}`
  await dialog.getByLabel('Nombre', { exact: false }).first().fill(name)
  const map = dialog.locator('.leaflet-container')
  await map.scrollIntoViewIfNeeded()
  await map.click({ position: { x: 120, y: 80 } })
  const lat = await dialog.getByLabel('Latitud').inputValue()
  expect(Number(lat)).toBeLessThan(-11)
  const kind = dialog.getByLabel('Tipo', { exact: false }).first()
  await kind.click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('Dirección', { exact: false }).first().fill('Av. Larco 100')
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/locations?filters=${encodeURIComponent(JSON.stringify({ q: name }))}`)
  await page.getByText(name).first().click()
  await expect(page.getByRole('button', { name: lat.slice(0, 8) }).first()).toBeVisible()
})

test('who is no operator books for themselves and has no fleet', async ({ page }) => {
  await enterAs(page, 'member@demo.test')
  await page.goto('/dispatcher')
  await expect(page.locator('.leaflet-container')).toBeVisible()
  if (isPhone(page)) await page.getByRole('tab', { name: 'Pedir' }).click()
  await expect(page.getByRole('heading', { name: 'Nuevo servicio' })).toBeVisible()
  for (const name of ['Todos', 'Conectados']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Buscar conductor, placa o código' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Turnos' })).toHaveCount(0)
})

test('notes of the shift before take one line over the map, whatever their number; they open at a press and each is marked as read', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const texts = [
    'El 12 se quedó sin batería.\nLlamar a su dueño a las 9.',
    'Obras en la Javier Prado.',
    'Caja cuadrada.',
  ]
  for (const text of texts) await root('POST', 'admin/desk/notes', { text })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  const notes = page.getByRole('region', { name: 'Notas del turno anterior' })
  const line = notes.getByRole('button', { expanded: false })
  await expect(line).toContainText('2 más')
  expect((await notes.boundingBox())?.height).toBeLessThan(60)
  // What is cut is not marked as read unseen.
  await expect(notes.getByRole('button', { name: 'Leída' })).toHaveCount(0)
  await line.press('Enter')
  await expect(notes.getByRole('article')).toHaveCount(3)
  await expect(notes.getByText('Llamar a su dueño a las 9.')).toBeVisible()
  await notes.getByRole('button', { expanded: true }).press('Escape')
  await expect(notes.getByRole('article')).toHaveCount(0)
  await line.click()
  for (const left of [2, 1]) {
    await notes.getByRole('button', { name: 'Leída' }).first().press('Enter')
    await expect(notes.getByRole('article')).toHaveCount(left)
  }
  await notes.getByRole('button', { expanded: true }).press('Escape')
  await expect(notes).toContainText('Caja cuadrada.')
  await notes.getByRole('button', { name: 'Leída' }).click()
  await expect(notes).toHaveCount(0)
})
