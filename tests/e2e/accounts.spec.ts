import type { Page } from '@playwright/test'
import { mailServer, type MailServer } from '../api/mail-server'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, logIn, rows, test } from './console'
import { expectSound } from './sound'

const PASSWORD = 'una frase de prueba'
let smtp: MailServer
test.beforeAll(async () => {
  smtp = await mailServer()
})
test.afterAll(() => smtp?.close())

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
}

const asRoot = async (address: string, path: string, data: object): Promise<Record<string, unknown>> =>
  (await consoleSession(address, 'root@demo.test'))('POST', `admin/${path}`, data)

let made = 0
/** A new operator with a role that sees modules. */
async function newOperator(address: string): Promise<Person> {
  const name = `Prueba${Date.now().toString(36)}${process.pid}x${made++}`
  const email = `${name.toLowerCase()}@demo.test`
  const { user } = await (await consoleSession(address))<{ user: { actor: { facts: { id_role: number } } } }>(
    'GET',
    'admin/verify',
    { app_version_code: 125 },
  )
  const answer = await asRoot(address, 'operators/create', {
    name,
    surname: 'Vega',
    email,
    password: PASSWORD,
    id_role: user.actor.facts.id_role,
    type_user: '1',
  })
  return { id: Number(answer.id), name: `${name} Vega`, email }
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectSound(page, where, 'wcag')
  if (process.env.PICTURES) {
    const size = isPhone(page) ? 390 : 1440
    await page.screenshot({ path: `${process.env.PICTURES}/${where.replaceAll(/\W+/g, '-')}-${size}.png` })
  }
}

const userMenu = (page: Page) => page.getByRole('button', { name: /perfil|cuenta/i })
async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

test('two accounts live in one browser: added, switched between, and one logged out alone; tabs agree', async ({
  page,
  context,
  address,
}) => {
  const person = await newOperator(address)
  // On the screen: this session is ended below.
  await logIn(page, 'root@demo.test')
  const secondTab = await context.newPage()
  await secondTab.goto('/operators')
  await expect(secondTab.getByRole('heading', { level: 1 })).toBeVisible()

  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Agregar otra cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Agregar otra cuenta' })).toBeVisible()
  await enter(page, person.email, PASSWORD)
  await expect(page).not.toHaveURL(/login/)
  await userMenu(page).click()
  await expect(page.getByRole('menuitem', { name: 'Cambiar a Micaela Rojas Inga' })).toBeVisible()
  await expectAccessible(page, 'accounts menu')
  // The other tab has gone home as the new account.
  await expect(secondTab).toHaveURL(/\/$/)
  await expect(secondTab.getByRole('button', { name: new RegExp(person.name) })).toBeVisible()

  await page.getByRole('menuitem', { name: 'Cambiar a Micaela Rojas Inga' }).click()
  await expect(page.getByRole('button', { name: /Micaela/ })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(secondTab.getByRole('button', { name: /Micaela/ })).toBeVisible()

  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  await expectAccessible(page, 'login with a stored account')
  await expect(page.getByRole('button', { name: 'Micaela Rojas Inga' })).toHaveCount(0)
  await page.getByRole('button', { name: person.name }).click()
  // The log-in has a button of that name as well.
  await expect(page).not.toHaveURL(/login/)
  await expect(page.getByRole('banner').getByRole('button', { name: new RegExp(person.name) })).toBeVisible()
})

test('a stored account whose session has ended is told and taken off the list', async ({ page, address }) => {
  const person = await newOperator(address)
  await enterAs(page, person.email, { password: PASSWORD })
  await page.goto('/')
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Agregar otra cuenta' }).click()
  await enter(page, 'root@demo.test', 'toolrides')
  await expect(page).not.toHaveURL(/login/)
  await asRoot(address, 'operators/disable', { id: person.id })
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: `Cambiar a ${person.name}` }).click()
  await expect(page.getByText(`La sesión de ${person.name} terminó.`, { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: /Micaela/ })).toBeVisible()
  await userMenu(page).click()
  await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: `Cambiar a ${person.name}` })).toHaveCount(0)
})

test('root views the console as an operator and comes back to their own session', async ({ page, address }) => {
  const person = await newOperator(address)
  await enterAs(page, 'root@demo.test')
  await page.goto(`/operators?filters=${encodeURIComponent(JSON.stringify({ email: person.email }))}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page)
    .first()
    .getByRole('button', { name: /Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: 'Ingresar como' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ingresar como' }).click()
  const banner = page.getByRole('complementary', { name: `Está viendo como ${person.name}` })
  await expect(banner).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expectAccessible(page, 'viewing as another')
  await page.goto('/operators')
  await expect(rows(page).first()).toBeVisible()
  await page.goto('/me/profile')
  await expect(page.getByText('no se puede cambiar desde aquí')).toBeVisible()
  await banner.getByRole('button', { name: 'Volver a mi sesión' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Micaela/ })).toBeVisible()
})

test('a forgotten password is replaced by the link of a mail', async ({ page, address, browser, baseURL }) => {
  await asRoot(address, 'settings/mailSave', {
    mail_sender: 'Toolrides <no-reply@demo.test>',
    mail_host: `127.0.0.1:${smtp.port}`,
  })
  const person = await newOperator(address)
  const elsewhere = await browser.newPage({ baseURL, viewport: page.viewportSize() })
  await logIn(elsewhere, person.email, PASSWORD)

  await page.goto('/login')
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeDisabled()
  await expectAccessible(page, 'recover')
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('Si existe una cuenta con ese correo', { exact: false })).toBeVisible()
  await expectAccessible(page, 'recover sent')

  const { text } = await smtp.mailTo(person.email)
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  const change = page.getByRole('button', { name: 'Cambiar contraseña' })
  await expect(change).toBeDisabled()
  await page.getByLabel('Nueva contraseña').fill('12345678')
  await expect(change).toBeDisabled()
  await page.getByLabel('Repita la contraseña').fill('12345678')
  await change.click()
  await expect(page.getByText('Es una de las contraseñas más usadas.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'change password')
  await page.getByLabel('Nueva contraseña').fill('otra frase de prueba')
  await page.getByLabel('Repita la contraseña').fill('otra frase de prueba')
  await change.click()
  await expect(page.getByText('Tu contraseña ha sido cambiada exitosamente.')).toBeVisible()
  await expectAccessible(page, 'password changed')

  await page.goto(link)
  await expect(page.getByText('Este enlace ya no sirve', { exact: false })).toBeVisible()
  await expectAccessible(page, 'dead link')

  await elsewhere.reload()
  await expect(elsewhere.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  await elsewhere.close()
  await page.goto('/login')
  await enter(page, person.email, 'otra frase de prueba')
  await expect(page.getByRole('button', { name: new RegExp(person.name) })).toBeVisible()
})

test("the profile changes what is one's own, the password with the current one, and ends a session elsewhere", async ({
  page,
  address,
  browser,
  baseURL,
}) => {
  const person = await newOperator(address)
  const elsewhere = await browser.newPage({
    baseURL,
    viewport: page.viewportSize(),
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  })
  await logIn(elsewhere, person.email, PASSWORD)
  await enterAs(page, person.email, { password: PASSWORD })
  await page.goto('/')
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Mi perfil' }).click()
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible()
  await page.getByLabel('Teléfono').fill('987111222')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeDisabled()
  await expectAccessible(page, 'profile')

  await page.getByRole('button', { name: 'Cerrar sesión en Firefox · Windows' }).click()
  await expect(page.getByText('Sesión cerrada')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  await elsewhere.close()

  await page.getByLabel('Contraseña actual').fill('no es esta')
  await page.getByLabel('Nueva contraseña').fill('otra frase de prueba')
  await page.getByLabel('Repita la contraseña').fill('otra frase de prueba')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await page.getByLabel('Contraseña actual').fill(PASSWORD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Tu contraseña ha sido cambiada exitosamente.')).toBeVisible()
})

test('root ends a session from the list, and sees in the outbox which mails went out', async ({
  page,
  address,
  request,
}) => {
  const person = await newOperator(address)
  const login = await request.post('/api/admin/login/login', {
    data: { username: person.email, password: PASSWORD, app_version_code: 90 },
  })
  const { token } = (await login.json()) as { token: string }
  await enterAs(page, 'root@demo.test')
  await page.goto(`/sessions?filters=${encodeURIComponent(JSON.stringify({ id_user: person.id }))}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page)
    .first()
    .getByRole('button', { name: /Acciones de/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText('Sesión cerrada')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  const verify = await request.get('/api/admin/verify', { headers: { authorization: `Bearer ${token}` } })
  expect(verify.status()).toBe(401)
  // Closed ones are shown when they are asked for.
  await page.goto(`/sessions?filters=${encodeURIComponent(JSON.stringify({ id_user: person.id, include_closed: 1 }))}`)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Quitar los filtros' }).first().click()
  await expect(rows(page).nth(1)).toBeVisible()
  await expectAccessible(page, 'sessions')
  await page.goto('/mail_outbox')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(rows(page).first().or(page.getByText('No hay contenido')).first()).toBeVisible()
  await expectAccessible(page, 'mail outbox')
})

test('the page somebody wanted waits for their log-in; without a role they are sent to the login, and whoever may see it comes back to it', async ({
  page,
  address,
}) => {
  const person = await newOperator(address)
  await asRoot(address, 'operators/create', { id: person.id, id_role: null })
  await page.goto('/drivers?limit=5')
  await enter(page, person.email, PASSWORD)
  await expect(page.getByText('Su cuenta no tiene un rol', { exact: false })).toBeVisible()
  await expectAccessible(page, 'login without a role')
  await enter(page, 'reader@demo.test', 'toolrides')
  await expect(page).toHaveURL(/\/drivers\?.*limit=5/)
  await expect(rows(page)).toHaveCount(5)
  // A page they may not see leads home, and says so.
  await page.goto('/mail_outbox')
  await expect(page.getByText('No tiene permiso', { exact: false }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})
