import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { newOperator, PASSWORD } from './new-operator'
import { expectSound } from './sound'

test('a notice is counted at the bell, read when the list opens, leads to its record and can be removed', async ({
  page,
  address,
}) => {
  const call = await consoleSession(address, 'root@demo.test')
  const name = `Campana ${Date.now().toString(36)}${process.pid}`
  const { items } = await call<{ items: { id: number }[] }>('GET', 'admin/modules', { key: 'colors' })
  const roles = await call<{ items: { id: number }[] }>('GET', 'admin/roles', { name: 'Lector' })
  await call('POST', 'admin/alerts/create', {
    name,
    id_module: items[0]?.id,
    type: 'created',
    rule: { name: { eq: name } },
    channel: 'notice',
    roles: [roles.items[0]?.id],
    subject: '{{name}}',
    body: 'Hay un color más.',
  })
  const { id } = await call('POST', 'admin/colors/create', {
    name,
    code: `#${(Date.now() % 0xffffff).toString(16).padStart(6, '0')}`,
  })

  await enterAs(page, 'reader@demo.test')
  await page.goto('/companies')
  await page.getByRole('button', { name: /sin leer/ }).click()
  const list = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(list.getByText('Hay un color más.').first()).toBeVisible()
  await expectSound(page, 'notices', 'wcag')
  await list.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/colors/${String(id)}$`))
  await page.getByRole('button', { name: 'Notificaciones' }).click()
  await list.getByRole('button', { name: `Eliminar la notificación: ${name}` }).click()
  await expect(list.getByRole('link', { name })).toHaveCount(0)
})

test("an alert's page has its texts by the name of their language, line by line", async ({ page, address }) => {
  const call = await consoleSession(address, 'root@demo.test')
  const name = `Idiomas ${Date.now().toString(36)}${process.pid}`
  const { items } = await call<{ items: { id: number }[] }>('GET', 'admin/modules', { key: 'colors' })
  const roles = await call<{ items: { id: number }[] }>('GET', 'admin/roles', { name: 'Lector' })
  const { id } = await call('POST', 'admin/alerts/create', {
    name,
    id_module: items[0]?.id,
    type: 'created',
    rule: { name: { eq: name } },
    channel: 'notice',
    roles: [roles.items[0]?.id],
    subject: 'Se fue {{name}}',
    body: 'Un color menos.\nQuedan otros.',
    texts: [{ language: 'en', subject: 'Gone: {{name}}', body: 'One colour less.\nOthers are left.' }],
  })

  await enterAs(page, 'root@demo.test')
  await page.goto(`/alerts/${String(id)}`)
  const english = page.getByRole('term').filter({ hasText: /^English$/ })
  await expect(english).toBeVisible()
  await expect(english.locator('xpath=..').getByText('Gone: {{name}}')).toBeVisible()
  await expect(english.locator('xpath=..').getByText('Others are left.')).toBeVisible()
  await expectSound(page, 'alert', 'wcag')
  await page.screenshot({ path: test.info().outputPath('alert.png'), fullPage: true })
})

test('what a notice asks for is a button with its own name, and leads there', async ({ page, address }) => {
  const call = await consoleSession(address, 'root@demo.test')
  const people = await call<{ items: { id: number }[] }>('GET', 'admin/operators', { q: 'reader@demo.test' })
  const subject = `Colores ${Date.now().toString(36)}${process.pid}`
  await call('POST', 'admin/notifications/send', {
    to_kind: 'people',
    users: [people.items[0]?.id],
    subject,
    body: 'Revise los colores.',
    action_type: 'screen',
    action_name: 'Ver los colores',
    action_data: 'colors',
    by_bell: 1,
    by_push: 0,
    by_email: 0,
  })
  await enterAs(page, 'reader@demo.test')
  await page.goto('/companies')
  await page.getByRole('button', { name: /sin leer/ }).click()
  const line = page.getByRole('dialog', { name: 'Notificaciones' }).getByRole('listitem').filter({ hasText: subject })
  await line.getByRole('link', { name: 'Ver los colores' }).click()
  await expect(page).toHaveURL(/\/colors$/)
})

test('a notice may lead to a vehicle of a driver, which is a page at that address', async ({ page, address }) => {
  const call = await consoleSession(address, 'root@demo.test')
  const { items } = await call<{ items: { id: number; id_user: number | null; plate: string }[] }>(
    'GET',
    'admin/vehicles?limit=100',
  )
  const first = items.find(({ id_user }) => id_user !== null)
  const other = items.find(({ id_user }) => id_user !== null && id_user !== first?.id_user)
  const drivers = (driver: number | null | undefined): string => `/drivers/${driver ?? 0}/vehicles/${first?.id ?? 0}`
  await enterAs(page, 'reader@demo.test')
  await page.goto(drivers(first?.id_user))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first?.plate ?? '')
  await expect(page.getByRole('tab', { name: 'Revisiones' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(drivers(first?.id_user))
  // It is no vehicle of another driver.
  await page.goto(drivers(other?.id_user))
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/vehicles/${first?.id ?? 0}`)
})

test('a notice that is new is heard once, and not where somebody has turned the sound off', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'on a phone the sound is turned off in another menu')
  const call = await consoleSession(address, 'root@demo.test')
  const { id, email } = await newOperator(address)
  const send = (subject: string) =>
    call('POST', 'admin/notifications/send', {
      to_kind: 'people',
      users: [id],
      subject,
      body: 'Suena.',
      by_bell: 1,
      by_push: 0,
      by_email: 0,
    })
  await send('La que ya estaba')
  // Counts the tones; no machine that tests has a loudspeaker.
  await page.addInitScript(() => {
    const tone = {
      frequency: {},
      connect: (to: unknown) => to,
      start: () => void (document.body.dataset['tones'] = String(Number(document.body.dataset['tones'] ?? 0) + 1)),
      stop() {},
    }
    const loudness = { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to: unknown) => to }
    const audio = {
      state: 'running',
      currentTime: 0,
      addEventListener() {},
      resume: () => Promise.resolve(),
      createOscillator: () => tone,
      createGain: () => loudness,
    }
    Object.assign(globalThis, {
      AudioContext: function () {
        return audio
      },
    })
  })
  await enterAs(page, email, { password: PASSWORD })
  await page.goto('/companies')
  const bell = (unread: string) => page.getByRole('button', { name: unread })
  await expect(bell('1 notificación sin leer')).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-tones')
  await send('La nueva')
  // The page asks again whenever somebody comes back to it.
  const look = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await look()
  await expect(bell('2 notificaciones sin leer')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-tones', '1')
  await page.getByRole('button', { name: 'Apariencia' }).click()
  await page.getByRole('switch', { name: 'Suena cuando llega una notificación' }).uncheck()
  await page.keyboard.press('Escape')
  await send('La callada')
  await look()
  await expect(bell('3 notificaciones sin leer')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-tones', '1')
})
