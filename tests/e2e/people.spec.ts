import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rows, test } from './console'

const HOME = 'Casa'

test('a client of no company books for themselves from their own places, and makes no call that is refused', async ({
  page,
}) => {
  const refused: string[] = []
  const asked: string[] = []
  page.on('response', (reply) => {
    if (reply.status() >= 400 && reply.url().includes('/api/')) refused.push(`${reply.status()} ${reply.url()}`)
  })
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })
  await enterAs(page, 'cliente@demo.test')
  await page.goto('/dispatcher')
  if (isPhone(page)) await page.getByRole('tab', { name: 'Pedir' }).click()
  await expect(page.getByText('Valeria Cano Prado').last()).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Para otra persona' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Conductor', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /Casa/ }).first().click()
  await page
    .getByRole('button', { name: /Trabajo/ })
    .first()
    .click()
  const save = page.getByRole('button', { name: 'Guardar', exact: true })
  await expect(save).toBeEnabled()
  // They stay on their own page, where the car is awaited.
  const made = page.waitForResponse(/dispatcher\/create/)
  await save.click()
  expect((await made).status()).toBe(200)
  await page.goto('/actives')
  await expect(page.getByText(HOME).first()).toBeVisible()
  await rows(page)
    .first()
    .getByRole('button', { name: /acciones/i })
    .click()
  for (const name of ['Buscar conductor', 'Quitar conductor', 'Asignaciones', 'Clonar'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Cancelar servicio' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancelar servicio' }).click()
  await expect(dialog).toBeHidden()
  // The client reads what everybody shares, and the menu says who changes it.
  await page.goto(`/locations?filters=${encodeURIComponent(JSON.stringify({ q: 'Larcomar' }))}`)
  await page
    .getByRole('button', { name: /Larcomar/ })
    .last()
    .click()
  await expect(page.getByRole('menuitem', { name: /Este registro es de uso común/ }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(refused).toEqual([])
  expect(
    asked.filter((path) => /live\/vehicles|driver_shifts|dispatcher\/(vehicles|clients|statesBusyDriver)/.test(path)),
  ).toEqual([])
})

test('what clients think of a driver is seen as stars and read as a number of five', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/drivers')
  await expect(page.getByRole('img', { name: /^[1-5]\.\d de 5$/ }).first()).toBeVisible()
})

test('the address of a vehicle below its driver is its page, from which back leads to the driver; below the activity there is none', async ({
  page,
}) => {
  await enterAs(page, 'reader@demo.test')
  await page.goto('/drivers/171/vehicles')
  const vehicle = rows(page).first()
  const plate = ((await vehicle.getByRole('link').first().textContent()) ?? '').trim()
  const id = await vehicle.getAttribute('data-row')
  await page.goto(`/drivers/171/vehicles/${id}`)
  await expect(page.getByRole('heading', { name: plate, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/drivers/171/vehicles/${id}$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/drivers\/171\/vehicles$/)
  await page.goto(`/drivers/171/logs/${id}`)
  await expect(page.getByText('Página no encontrada')).toBeVisible()
})

test('a new client begins with the only area of their company, looked for once the typing rests', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The same form.')
  const call = await consoleSession(address, 'root@demo.test')
  const mark = String(Date.now() % 10_000_000).padStart(7, '0')
  const one = { name: `Unitaria ${mark}`, document: `2010${mark}` }
  const { id: id_company } = await call<{ id: number }>('POST', 'admin/companies/create', one)
  await call('POST', 'admin/company_areas/create', { id_company, name: `Ventas ${mark}` })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/clients/create')
  const form = page.getByRole('dialog')
  const company = form.getByRole('combobox', { name: 'Empresa' })
  await company.click()
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/companies') && searchParams.get('lookup') === '1') asked.push(searchParams.get('filters'))
  })
  await company.pressSequentially(`Unitaria ${mark}`, { delay: 30 })
  const searched = () => asked.filter((filters) => filters?.includes('"q"'))
  await expect.poll(() => searched().at(-1)).toEqual(JSON.stringify({ q: `Unitaria ${mark}` }))
  // A busy machine may rest between two keys; it does not after each of them.
  expect(searched().length).toBeLessThan(4)
  await page.getByRole('option', { name: `Unitaria ${mark}` }).click()
  await expect(form.getByRole('combobox', { name: 'Área' })).toHaveValue(`Ventas ${mark}`)
})

test('a worker of a partner is of a partner: their form offers no company', async ({ page }) => {
  test.skip(isPhone(page), 'The same form.')
  await enterAs(page, 'root@demo.test')
  await page.goto('/partner_workers/create')
  const company = page.getByRole('dialog').getByRole('combobox', { name: 'Aliado' })
  const offered = page.waitForResponse(/delivery\/partners\?.*lookup=1.*limit=100/)
  await company.click()
  const { items } = (await (await offered).json()) as { items: readonly { label: string }[] }
  await expect(page.getByRole('option')).toHaveText(items.map(({ label }) => label))
  await expect(page.getByRole('option', { name: 'Constructora Tres Cumbres' })).toHaveCount(0)
})
