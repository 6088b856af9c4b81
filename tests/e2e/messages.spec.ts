import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, openModule, rows, test } from './console'
import { errorsOf, expectNarrow } from './sound'

test('a notification is written, told to its person, and says who got it', async ({ page, address }) => {
  const text = `Reunión ${Date.now().toString(36)}`
  await enterAs(page, 'root@demo.test')
  await openModule(page, 'Notificaciones')
  await expect(page.getByRole('main').getByText('Mantenimiento esta noche').first()).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  if (isPhone(page)) {
    await page.getByRole('main').getByRole('button', { name: 'Acciones', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Nueva notificación' }).click()
  } else await page.getByRole('button', { name: 'Nueva notificación' }).click()
  const form = page.getByRole('dialog')
  // What the filter asks is there once it is chosen.
  await expect(form.getByLabel('Sucursal')).toHaveCount(0)
  await form.getByLabel(/^Para/).click()
  await page.getByRole('option', { name: 'Todas las que cumplan' }).click()
  // And what goes by another choice is not.
  await expect(form.getByLabel(/^(Destinatarios|Texto del botón)/)).toHaveCount(0)
  await form.getByLabel(/^Quiénes/).click()
  await page.getByRole('option', { name: 'Operadores' }).click()
  await form.getByLabel('Título').fill(text)
  await form.getByLabel(/^Contenido/).fill('Nos vemos a las cinco.')
  await expectNarrow(page, 'the form')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await form.getByRole('button', { name: 'Nueva notificación' }).click()
  await expect(page.getByText('La notificación se envió.')).toBeVisible()
  const root = await consoleSession(address, 'root@demo.test')
  const { items } = (await root(
    'GET',
    `admin/notifications?filters=${encodeURIComponent(JSON.stringify({ body: 'Nos vemos a las cinco.' }))}`,
  )) as unknown as { items: { id: number; subject: string }[] }
  const id = items.find(({ subject }) => subject === text)?.id ?? 0
  await page.goto(`${address}/notifications/${id}/people`)
  await expect(
    rows(page).or(page.getByRole('main').getByRole('article')).filter({ hasText: 'Entregada' }).first(),
  ).toBeVisible()
  await expectNarrow(page, 'the people of a notification')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  // The writer is one of them.
  await page
    .getByRole('button', { name: /sin leer|Notificaciones/ })
    .first()
    .click()
  const bell = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(bell.getByText(text)).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
})

test('a notification is written to several people by name, and copied with them', async ({ page, address }) => {
  const text = `Curso ${Date.now().toString(36)}`
  await enterAs(page, 'root@demo.test')
  await page.goto(`${address}/notifications`)
  if (isPhone(page)) {
    await page.getByRole('main').getByRole('button', { name: 'Acciones', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Nueva notificación' }).click()
  } else await page.getByRole('button', { name: 'Nueva notificación' }).click()
  const form = page.getByRole('dialog')
  const people = form.getByRole('combobox', { name: /^Destinatarios/ })
  for (const name of ['Micaela Rojas', 'Rosa Huamán']) {
    await people.fill(name)
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click()
  }
  await form.getByLabel('Título').fill(text)
  await form.getByLabel(/^Contenido/).fill('El lunes, en la sala.')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await form.getByRole('button', { name: 'Nueva notificación' }).click()
  await expect(page.getByText('La notificación se envió.')).toBeVisible()
  const root = await consoleSession(address, 'root@demo.test')
  const sent = async () =>
    (
      (await root('GET', 'admin/notifications?limit=20')) as unknown as {
        items: { subject: string; num_users: number }[]
      }
    ).items
      .filter(({ subject }) => subject === text)
      .map(({ num_users }) => num_users)
  expect(await sent()).toEqual([2])
  const row = rows(page).or(page.getByRole('main').getByRole('article')).filter({ hasText: text }).first()
  await row.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('menuitem', { name: 'Duplicar' }).click()
  await expect(form.getByText('Rosa Huamán Quispe')).toBeVisible()
  await form.getByRole('button', { name: 'Duplicar' }).click()
  await expect.poll(sent).toEqual([2, 2])
})

test('a notification shows a page of the web over the console, and its key closes it', async ({ page, address }) => {
  const text = `Manual ${Date.now().toString(36)}`
  await page.route('https://manual.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>El manual</h1>' }),
  )
  await enterAs(page, 'root@demo.test')
  const root = await consoleSession(address, 'root@demo.test')
  const { user } = await root<{ user: { data: { id: number } } }>('GET', 'admin/verify', { app_version_code: 125 })
  await root('POST', 'admin/notifications/send', {
    users: [user.data.id],
    subject: text,
    body: 'Léalo.',
    action_type: 'web',
    action_data: 'https://manual.test/uno',
    by_push: 0,
  })
  await page.goto(address)
  await page
    .getByRole('button', { name: /sin leer|Notificaciones/ })
    .first()
    .click()
  const link = page.getByRole('dialog', { name: 'Notificaciones' }).getByRole('button', { name: text, exact: true })
  await link.click()
  const shown = page.getByRole('dialog', { name: text })
  await expect(shown.frameLocator('iframe').getByRole('heading', { name: 'El manual' })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('a browser is switched on for pushes and off again in the profile', async ({ page, address }) => {
  // No push service is at hand: what the browser would get of one is played here.
  await page.addInitScript(() => {
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const subscription = {
      endpoint: `https://push.example.test/${crypto.randomUUID()}`,
      toJSON: () => ({ keys }),
      unsubscribe: async () => {
        current = null
        return true
      },
    }
    let current: object | null = null
    PushManager.prototype.subscribe = async () => (current = subscription) as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => current as unknown as PushSubscription
    Notification.requestPermission = async () => 'granted'
  })
  await enterAs(page, 'operator@demo.test')
  await page.goto(`${address}/me/profile`)
  const one = page.getByRole('switch', { name: 'Recibir notificaciones en este navegador' })
  await expect(one).toBeEnabled()
  await one.click()
  await expect(page.getByText('Este dispositivo recibirá notificaciones.')).toBeVisible()
  await expect(one).toBeChecked()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await one.click()
  await expect(page.getByText('Este dispositivo ya no recibirá notificaciones.')).toBeVisible()
})

test('the mail server is set, with a log-in only where it asks for one, and tried with its answer shown', async ({
  page,
  address,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto(`${address}/settings/mail`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Ajustes de correo', level: 1 })).toBeVisible()
  await expect(main.getByLabel(/^Contraseña/)).toHaveCount(0)
  await main.getByRole('switch', { name: 'El servidor pide usuario y contraseña' }).click()
  await main.getByLabel(/^Remitente/).fill('')
  await main.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(main.getByLabel(/^Usuario/)).toHaveAttribute('aria-invalid', 'true')
  await expect(main.getByLabel(/^Remitente/)).toHaveAttribute('aria-invalid', 'true')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'mail settings')
  // Nothing listens at that port.
  await main.getByRole('switch', { name: 'El servidor pide usuario y contraseña' }).click()
  // What was saved before on this server is no change, and could not be saved again.
  await main.getByLabel(/^Remitente/).fill(`Toolrides <no-reply-${Date.now()}@demo.test>`)
  await main.getByLabel(/^Servidor SMTP/).fill('127.0.0.1:9')
  await main.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente').first()).toBeVisible()
  await main.getByRole('button', { name: 'Enviarme un correo de prueba' }).click()
  await expect(main.getByRole('alert').filter({ hasText: 'ECONNREFUSED' })).toBeVisible()
})
