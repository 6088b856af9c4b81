import { expect, isPhone, logIn, openFirst, rows, test } from './console'
import { expectSound } from './sound'

// Screens of their own, with tests of their own: dispatcher.spec, zones.spec, driver-messages.spec.
const OWN_SCREENS = new Set(['/dispatcher', '/tolls', '/driver_messages'])

test('every catalogue has a list, a form and a page that are sound', async ({ page }) => {
  test.setTimeout(600_000)
  await logIn(page, 'root@demo.test')
  if (isPhone(page)) await page.getByRole('button', { name: /abrir el menú/i }).click()
  const links = await page.getByRole('navigation').getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  const routes = [...new Set(links)].filter((route) => route.startsWith('/') && !OWN_SCREENS.has(route) && route !== '/')
  expect(routes.length).toBeGreaterThanOrEqual(10)
  for (const route of routes) {
    await page.goto(route)
    // The activity of all: no records, no form.
    if (route === '/logs') {
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await expectSound(page, route)
      continue
    }
    const save = page.getByRole('main').getByRole('button', { name: 'Guardar' })
    const empty = page.getByText('Todavía no se ha registrado nada aquí.')
    // A list, one record's form, or a list that nothing has been put into yet.
    await expect(rows(page).first().or(save).or(empty)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSound(page, route)
    if (await save.isVisible()) continue
    const create = page.getByRole('button', { name: 'Nuevo' })
    if (await create.isVisible()) {
      await create.click()
      await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible()
      await expectSound(page, `${route}/create`)
      await page.keyboard.press('Escape')
      // What is drawn on a map is a page of its own, which no Escape leaves.
      await page.waitForURL(({ pathname }) => pathname === route, { timeout: 2000 }).catch(() => page.goto(route))
    }
    if (await empty.isVisible()) continue
    await openFirst(page)
    await expect(page.getByRole('tab', { name: 'Información' })).toBeVisible()
    await expectSound(page, page.url())
  }
})

test('the log-in and the home page are sound, in light and in dark', async ({ page }) => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
    await expectSound(page, `/login ${scheme}`)
  }
  await logIn(page, 'member@demo.test')
  await expectSound(page, 'home')
})

test('the first list comes with at most 400 kB of compressed script', async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request.sizes().then((sizes) => sizes.responseBodySize))
  })
  await page.goto('/drivers')
  await page.getByLabel('Correo electrónico').fill('root@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0)
  console.log(`scripts to the first list: ${(bytes / 1000).toFixed(1)} kB compressed`)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(400_000)
})
