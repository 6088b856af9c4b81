import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { expectSound } from './sound'

test('Ctrl+K finds a record by what people know of it, and opens it by keys, also where Enter comes before the answer', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'a phone has no such key')
  const call = await consoleSession(address, 'operator@demo.test')
  const {
    items: [vehicle],
  } = await call<{ items: { id: number; plate: string }[] }>('GET', 'admin/vehicles?limit=1')
  const plate = vehicle?.plate ?? ''
  await enterAs(page, 'operator@demo.test')
  await page.goto('/companies')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Ir a...' })
  await box.fill(plate.replace('-', ''))
  const group = page.getByRole('group', { name: 'Vehículos' })
  const option = group.getByRole('option', { name: plate })
  await expect(option).toBeVisible()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expectSound(page, 'find', 'wcag')
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/vehicles/${vehicle?.id ?? 0}(/|$)`))
  // A page comes first where its name has the text; nothing is asked for of one letter.
  await page.keyboard.press('Control+k')
  await box.fill('vehíc')
  await expect(page.getByRole('option', { name: 'Vehículos' }).first()).toHaveAttribute('aria-selected', 'true')
  await box.fill('zzqx')
  await expect(page.getByText('Sin resultados.')).toBeVisible()
  await box.fill('')
  await page.route('**/api/admin/find**', async (route) => {
    await new Promise((resume) => {
      setTimeout(resume, 600)
    })
    await route.continue()
  })
  await box.pressSequentially(plate)
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/vehicles/${vehicle?.id ?? 0}(/|$)`))
  await expect(box).toBeHidden()
})

test('what was found first is chosen while the rest is still looked for, and does not move when that comes', async ({
  page,
}) => {
  test.skip(isPhone(page), 'a phone has no such key')
  await enterAs(page, 'operator@demo.test')
  await page.goto('/companies')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let give = (): void => undefined
  const held = new Promise<void>((resume) => {
    give = resume
  })
  const group = (resource: string, label: string) => ({
    resource,
    records: [{ id: 1, label, detail: null }],
    more: false,
  })
  const asked: string[] = []
  await page.route('**/api/admin/find**', async (route) => {
    const after = new URL(route.request().url()).searchParams.get('after')
    asked.push(after ?? 'first')
    if (after !== null) await held
    await route.fulfill({
      json:
        after === null
          ? { ok: true, items: [group('vehicles', 'ABC-701')], next: 7 }
          : // The same vehicle once more, by another catalogue's answer.
            { ok: true, items: [group('companies', 'Setecientos uno'), group('vehicles', 'ABC-701')], next: null },
    })
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Ir a...' }).fill('701')
  const options = page.getByRole('option')
  await expect(options).toHaveText(['ABC-701'])
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Buscando…')).toBeVisible()
  give()
  await expect(options).toHaveText(['ABC-701', 'Setecientos uno'])
  await expect(page.getByText('Buscando…')).toBeHidden()
  expect(asked).toEqual(['first', '7'])
})

test('a start that fails offers the page that the answer names, a refresh, another try and a log-out', async ({
  page,
}) => {
  await enterAs(page, 'operator@demo.test')
  await page.route('**/api/admin/verify**', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({
        ok: false,
        msg: 'Mantenimiento hasta las 6.',
        code: 'MAINTENANCE',
        url: 'https://status.example/',
        url_name: 'Estado del servicio',
      }),
    }),
  )
  await page.goto('/companies')
  await expect(page.getByText('Mantenimiento hasta las 6.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Estado del servicio' })).toHaveAttribute(
    'href',
    'https://status.example/',
  )
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
  await page.unroute('**/api/admin/verify**')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Empresas/)
})
