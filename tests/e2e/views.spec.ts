import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, logIn, logOut, openModule, rows, test } from './console'

const openViews = (page: Page) => page.getByRole('button', { name: 'Vista', exact: true }).click()
const viewOf = (page: Page, name: string) => page.getByRole('list', { name: 'Vistas guardadas' }).getByText(name)

test('the rows of the list that an address opens are asked for once, before its views are known; a later visit asks anew', async ({
  page,
}) => {
  await enterAs(page, 'reader@demo.test')
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/admin\/colors\?/.test(request.url())) lists.push(request.url())
  })
  const asked = page.waitForRequest(/\/admin\/colors\?/)
  // The views are not told until the rows are asked for.
  await page.route('**/admin/colors/views?*', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/colors')
  await expect(rows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(lists).toHaveLength(1)
  await openModule(page, 'Marcas de vehículo')
  await expect(rows(page).first()).toBeVisible()
  const again = page.waitForRequest(/\/admin\/colors\?/)
  await openModule(page, 'Colores')
  await again
  await expect(rows(page).first()).toBeVisible()
})

test('a view and the last look of a list outlive the session and are there in another browser', async ({
  page,
  browser,
}) => {
  const name = `Activos ${Date.now()}`
  // On the screen: this session is ended below.
  await logIn(page, 'operator@demo.test')
  await page.goto(`/clients?page=1&order_col=name&order_dir=desc&filters=${encodeURIComponent('{"state":"1"}')}`)
  await expect(rows(page).first()).toBeVisible()
  const phone = isPhone(page)
  if (!phone) {
    await openViews(page)
    await page.getByRole('checkbox', { name: 'Fecha de creación' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Fecha de creación' })).toBeHidden()
  }
  await openViews(page)
  const kept = page.waitForResponse((answer) => answer.url().includes('/clients/saveView'))
  await page.getByRole('button', { name: 'Guardar esta vista' }).click()
  await page.getByLabel('Nombre de la vista').fill(name)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(viewOf(page, name)).toBeVisible()
  expect((await kept).status()).toBe(200)
  await page.getByRole('button', { name: `Opciones de la vista ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Abrir la lista con esta vista' }).click()
  await expect(page.getByText('Vista inicial')).toBeVisible()
  await page.keyboard.press('Escape')
  await logOut(page)

  const other = await browser.newContext({ viewport: page.viewportSize(), locale: 'es-PE' })
  const there = await other.newPage()
  await enterAs(there, 'operator@demo.test')
  await there.goto(new URL('/clients', page.url()).href)
  await expect(rows(there).first()).toBeVisible()
  await expect(there.getByRole('button', { name: /Quitar el filtro Estado/ })).toBeVisible()
  if (!phone) await expect(there.getByRole('columnheader', { name: 'Fecha de creación' })).toBeHidden()
  // What the address says wins.
  await there.goto(new URL(`/clients?page=1&filters=${encodeURIComponent('{"state":"0"}')}`, page.url()).href)
  await openViews(there)
  await viewOf(there, name).click()
  await expect(there).toHaveURL(/state%22%3A%221/)
  await openViews(there)
  await there.getByRole('button', { name: `Opciones de la vista ${name}` }).click()
  await there.getByRole('menuitem', { name: 'Eliminar' }).click()
  await there.getByRole('button', { name: 'Eliminar', exact: true }).last().click()
  await expect(viewOf(there, name)).toBeHidden()
  await other.close()
})

test('all that a filter finds is changed at once, after its number was told, whatever arrives meanwhile', async ({
  page,
  address,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/clients?page=1&limit=5')
  await expect(rows(page)).toHaveCount(5)
  if (isPhone(page)) {
    await rows(page)
      .first()
      .getByRole('button', { name: /^Acciones de/ })
      .click()
    await page.getByRole('menuitem', { name: 'Seleccionar' }).click()
    await page.getByRole('button', { name: 'Seleccionar toda la página' }).click()
  } else await page.getByLabel('Seleccionar toda la página').click()
  const all = page.getByRole('button', { name: /^Seleccionar los/ })
  const before = Number(/(\d+)/.exec((await all.textContent()) ?? '')?.[1])
  await all.click()
  await expect(page.getByText(`${before} registros seleccionados`)).toBeVisible()
  // Another tab that opens the same list begins with nothing chosen, and takes nothing away here.
  const other = await page.context().newPage()
  await other.goto(`/clients?page=1&limit=5&filters=${encodeURIComponent('{"state":"1"}')}`)
  await expect(rows(other)).toHaveCount(5)
  await expect(other.getByText(/seleccionados?$/)).toBeHidden()
  await other.close()
  await expect(page.getByText(`${before} registros seleccionados`)).toBeVisible()
  // So is a row that arrives when the list is read again.
  const root = await consoleSession(address, 'root@demo.test')
  await root('POST', 'admin/clients/create', {
    name: 'Recién',
    surname: 'Llegada',
    phone: `9${String(Date.now()).slice(-8)}`,
  })
  const told = before + 1
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Acciones', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Actualizar' }).click()
  } else await page.getByRole('button', { name: 'Actualizar', exact: true }).click()
  await expect(rows(page).first()).toContainText('Recién')
  await expect(page.getByText(`${told} registros seleccionados`)).toBeVisible()
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/clients/enable'))
  await page.getByRole('toolbar').getByRole('button', { name: 'Activar', exact: true }).click()
  await expect(page.getByText(`¿Activar ${told} registros?`)).toBeVisible()
  await page.getByRole('button', { name: 'Activar', exact: true }).last().click()
  expect((await (await answered).json()) as object).toMatchObject({
    ok: true,
    total: told,
    done: told,
    refused: 0,
  })
  await expect(page.getByText(`${told} registros cambiados.`)).toBeVisible()
  await expect(page.getByRole('toolbar')).toBeHidden()
})
