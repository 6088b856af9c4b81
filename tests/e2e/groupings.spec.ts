import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { expectNarrow } from './sound'

interface Listed {
  readonly items: readonly {
    readonly id: number
    readonly name: string
    readonly plan_version: number
    readonly id_product: number
    readonly id_branch: number
  }[]
}

const named = async (address: string, name: string): Promise<number> => {
  const root = await consoleSession(address, 'root@demo.test')
  const { items } = await root<Listed>('GET', `admin/groupings?filters=${encodeURIComponent(JSON.stringify({ name }))}`)
  return items[0]!.id
}

test('stops are sorted by the keyboard alone: what a place would cost is said before the stop is put there, and the version before comes back', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  const id = await named(address, 'Entrada Real Plaza Salaverry')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/groupings/${id}/services/resort`)
  const stops = page.getByRole('list', { name: 'Orden de las paradas' }).getByRole('listitem')
  const order = () => stops.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-stop')))
  await expect(stops.first()).toBeVisible()
  const before = await order()
  const save = page.getByRole('button', { name: 'Guardar', exact: true })
  await expect(save).toBeDisabled()
  const handle = stops.nth(0).getByRole('button', { name: /^Mover/ })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-ghost="move"]')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Lugar 3 de' })).toBeAttached()
  // Put back, nothing has changed.
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-ghost="all"]')).toBeVisible()
  expect(await order()).toEqual(before)
  await expect(save).toBeDisabled()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const moved = [before[1], before[0], ...before.slice(2)]
  expect(await order()).toEqual(moved)
  await page.keyboard.press('Control+z')
  expect(await order()).toEqual(before)
  await page.keyboard.press('Control+y')
  await expect(save).toBeEnabled()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Orden guardado')).toBeVisible()
  await expect(save).toBeDisabled()
  expect(await order()).toEqual(moved)
  const versions = page.getByRole('region', { name: 'Versiones de la ruta' })
  await versions
    .getByRole('button', { name: /^Restaurar la versión/ })
    .first()
    .click()
  await expect.poll(order).toEqual(before)
})

test('nobody is dragged out before they are in: a stop under the pointer says what breaks, and such an order is not saved', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The pointer of a desk.')
  const id = await named(address, 'Salida Jockey Plaza, turno tarde')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/groupings/${id}/services/resort`)
  const stops = page.getByRole('list', { name: 'Orden de las paradas' }).getByRole('listitem')
  const last = stops.last().getByRole('button', { name: /^Mover/ })
  await last.scrollIntoViewIfNeeded()
  const from = (await last.boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 20 - 68 * 7, { steps: 8 })
  await expect(page.locator('[data-ghost="move"]').getByText('baja antes de subir')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Mejor lugar', exact: false }).first().click()
  await expect(page.getByText('baja antes de subir')).toHaveCount(0)
})

test('the routes of a day are built, watched and kept in part', async ({ page, address }) => {
  test.skip(isPhone(page), 'The bookings of the demo are built once.')
  await enterAs(page, 'root@demo.test')
  await page.goto('/groupings')
  await page.getByRole('link', { name: 'Armar rutas' }).click()
  const tomorrow = new Intl.DateTimeFormat('es-PE', {
    timeZone: 'America/Lima',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(Date.now() + 86_400_000)
  const day = page.getByRole('textbox', { name: 'Día' })
  await day.fill(tomorrow)
  await day.press('Enter')
  await page.getByLabel('Producto').click()
  await page.getByRole('option', { name: 'Van compartida' }).click()
  await expect(page.getByText(/\d+ reservas sin vehículo/)).toBeVisible()
  const all = page.getByRole('button', { name: 'Todos' })
  if (await all.isVisible()) await all.click()
  await page.getByRole('button', { name: 'Armar rutas' }).click()
  const routes = page
    .getByRole('list', { name: 'Rutas propuestas' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
  await expect(routes.first()).toBeVisible()
  const stop = page.getByRole('button', { name: 'Detener' })
  if (await stop.isVisible()) await stop.click().catch(() => undefined)
  const accept = page.getByRole('button', { name: /^Aceptar/ })
  await expect(accept).toBeEnabled()
  for (const route of (await routes.all()).slice(1)) await route.getByRole('checkbox').uncheck()
  await accept.click()
  await expect(page.getByText('1 agrupación creada')).toBeVisible()
  await expect(page).toHaveURL(/\/groupings$/)
  expect(await named(address, 'Van compartida')).toBeGreaterThan(0)
})

test('on a phone the seats of a vehicle stand on one line', async ({ page }) => {
  test.skip(!isPhone(page), 'What is asked of a phone.')
  await enterAs(page, 'root@demo.test')
  await page.goto('/groupings/build')
  const seats = page.getByText(/^· \d+ asientos?$/)
  await expect(seats.first()).toBeVisible()
  const lines = await seats.evaluateAll((all) =>
    all.map((one) => new Set([...one.getClientRects()].map(({ top }) => top)).size),
  )
  expect(lines.length).toBeGreaterThan(3)
  expect(new Set(lines)).toEqual(new Set([1]))
})

test('a grouping tells how far and how long it drives, and when it arrives', async ({ page, address }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto(`/groupings/${await named(address, 'Entrada Plaza San Miguel')}`)
  await expect(page).toHaveURL(/\/info$/)
  const info = page.getByRole('main')
  await expect(info).toContainText(/Distancia\s*\d[\d.,]*\skm/)
  await expect(info).toContainText(/Duración\s*\d[\d:]*\s(h|min)/)
  await expect(info).toContainText(/Llega\s*\d{2}\/\d{2}\/\d{4}/)
})

test('on a phone a route is read and sorted by a finger, and nothing is wider than the screen', async ({
  page,
  address,
}) => {
  test.skip(!isPhone(page), 'What is asked of a phone.')
  const id = await named(address, 'Entrada Plaza San Miguel')
  await enterAs(page, 'root@demo.test')
  const narrow = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.goto(`/groupings/${id}/services`)
  await expect(page.getByRole('list', { name: 'Paradas' })).toBeVisible()
  await narrow()
  await page.goto(`/groupings/${id}/services/assign`)
  await expect(
    page.getByRole('list', { name: 'Servicios que pueden entrar' }).getByRole('listitem').first(),
  ).toBeVisible()
  await narrow()
  await page.goto(`/groupings/${id}/services/resort`)
  const stops = page.getByRole('list', { name: 'Orden de las paradas' }).getByRole('listitem')
  await expect(stops.first()).toBeVisible()
  await narrow()
  const order = () => stops.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-stop')))
  const before = await order()
  await stops
    .nth(1)
    .getByRole('button', { name: /^Mover/ })
    .dispatchEvent('pointerdown', { pointerId: 1, button: 0, clientY: 100, pointerType: 'touch' })
  await stops
    .nth(1)
    .getByRole('button', { name: /^Mover/ })
    .dispatchEvent('pointermove', { pointerId: 1, clientY: 168, pointerType: 'touch' })
  await expect(page.locator('[data-ghost="move"]')).toBeVisible()
  await stops
    .nth(1)
    .getByRole('button', { name: /^Mover/ })
    .dispatchEvent('pointerup', { pointerId: 1, clientY: 168, pointerType: 'touch' })
  expect(await order()).toEqual([before[0], before[2], before[1], ...before.slice(3)])
})

test('turning the assignment off and on again leaves the optimisation off, in the form as in what is saved', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const { items } = await root<Listed>(
    'GET',
    `admin/groupings?filters=${encodeURIComponent(JSON.stringify({ state: '2' }))}`,
  )
  const id = items[0]!.id
  await root('POST', 'admin/groupings/create', { id, auto_assign: 1, optimize_route: 1 })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/groupings/${id}`)
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  const [assign, optimise] = [page.getByLabel('Asignar por sí sola'), page.getByLabel('Optimizar la ruta')]
  await expect(optimise).toBeChecked()
  await assign.click()
  await expect(optimise).not.toBeChecked()
  await assign.click()
  await expect(assign).toBeChecked()
  await expect(optimise).toBeEnabled()
  await expect(optimise).not.toBeChecked()
})

test('whoever removes a grouping is told first what becomes of its rides, which are then in the list of those without a driver', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const [like] = (
    await root<Listed>(
      'GET',
      `admin/groupings?filters=${encodeURIComponent(JSON.stringify({ name: 'Entrada Real Plaza Salaverry' }))}`,
    )
  ).items
  const { id } = await root<{ readonly id: number }>('POST', 'admin/groupings/create', {
    name: 'Que se elimina',
    type: '3',
    id_product: like!.id_product,
    id_branch: like!.id_branch,
  })
  const {
    items: [ride],
  } = await root<Listed>('GET', `admin/groupings/${id}/listServices`)
  await root('POST', `admin/groupings/${id}/assignService`, { id_service: ride!.id })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/groupings/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Acciones de/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('dialog', { name: 'Queda 1 pendiente: ¿qué se hace?' })
  await expect(question).toHaveAccessibleDescription(
    '1 servicio sigue abierto: sale de la agrupación y queda sin conductor, salvo que usted lo cancele.',
  )
  await expectNarrow(page, 'what becomes of the rides')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(/\/groupings$/)
  expect(await root('GET', `admin/services/${ride!.id}`)).toMatchObject({ item: { id_grouping: null } })
  expect(await root('GET', `admin/services/${ride!.id}`)).toMatchObject({ item: { id_driver: null } })
})
