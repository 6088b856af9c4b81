import type { Browser, Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

/**
 * Pages that need no session, at an address that leads nowhere: an old link, a mistyped one, something switched off.
 */
const NOWHERE = [
  '/tracking/no-such-link',
  '/chat/no-such-chat',
  '/legal/no-such-text',
  '/faq/99999999',
  '/widget/99999999',
] as const

const LANGUAGES = [
  {
    locale: 'es-PE',
    language: 'es',
    unreached: 'No se pudo conectar con el servidor. Revise su conexión.',
    again: 'Reintentar',
    waiting: 'Cargando…',
  },
  {
    locale: 'en-US',
    language: 'en',
    unreached: 'The server could not be reached. Check your connection.',
    again: 'Try again',
    waiting: 'Loading…',
  },
  {
    locale: 'he-IL',
    language: 'he',
    unreached: 'לא ניתן להתחבר לשרת. יש לבדוק את החיבור.',
    again: 'ניסיון נוסף',
    waiting: 'טוען…',
  },
] as const

/** Somebody outside, with a browser in their language. */
async function stranger(browser: Browser, like: Page, locale: string): Promise<Page> {
  return (await browser.newContext({ viewport: like.viewportSize(), locale })).newPage()
}

for (const { locale, language, unreached, again, waiting } of LANGUAGES) {
  test(`an address that leads nowhere says so, and one without a line says what to do (${language})`, async ({
    page,
    address,
    browser,
  }) => {
    const outside = await stranger(browser, page, locale)
    for (const path of NOWHERE) {
      await outside.goto(`${address}${path}`)
      const alert = outside.getByRole('alert')
      await expect(alert, path).toHaveText(/\S.{10,}/)
      await expect(alert).not.toHaveText(unreached)
      await expect(outside.getByRole('button'), path).toHaveCount(0)
      expect([
        path,
        await outside.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`),
      ]).toEqual([path, `${language} ${language === 'he' ? 'rtl' : 'ltr'}`])
      expect([path, await errorsOf(outside, { which: 'wcag' })]).toEqual([path, []])
      await expectNarrow(outside, path)
    }
    // Nothing comes through, then it does: a press is enough, and what is there stays.
    for (const path of NOWHERE) {
      await outside.route('**/api/**', (route) => route.abort())
      await outside.goto(`${address}${path}`)
      await expect(outside.getByRole('alert'), path).toHaveText(unreached)
      expect([path, await errorsOf(outside, { which: 'wcag' })]).toEqual([path, []])
      await outside.unroute('**/api/**')
      await outside.getByRole('button', { name: again }).click()
      await expect(outside.getByRole('alert'), path).not.toHaveText(unreached)
    }
    await outside.context().close()
  })

  test(`a slow line is told about while the page waits (${language})`, async ({ page, address, browser }) => {
    const outside = await stranger(browser, page, locale)
    for (const path of NOWHERE) {
      let go = (): void => undefined
      const gate = new Promise<void>((resolve) => {
        go = resolve
      })
      await outside.route('**/api/**', async (route) => {
        await gate
        await route.continue()
      })
      await outside.goto(`${address}${path}`)
      await expect(outside.getByRole('status'), path).toHaveText(waiting)
      go()
      await expect(outside.getByRole('alert'), path).toHaveText(/\S/)
      await outside.unroute('**/api/**')
    }
    await outside.context().close()
  })
}

test('a page comes by itself when the line is back', async ({ page, address, browser }) => {
  const root = await consoleSession(address, 'root@demo.test')
  const prefix = `linea-${Date.now().toString(36)}`
  await root('POST', 'admin/legals/create', {
    type: 'other',
    target: 'partner',
    prefix,
    language: 'es',
    name: `Reglas ${prefix}`,
    content: '<p>Una regla.</p>',
  })
  const outside = await stranger(browser, page, 'es-PE')
  await outside.route('**/api/**', (route) => route.abort())
  await outside.goto(`${address}/legal/${prefix}`)
  await expect(outside.getByRole('alert')).toBeVisible()
  await outside.unroute('**/api/**')
  await outside.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(outside.getByRole('heading', { level: 1, name: `Reglas ${prefix}` })).toBeVisible()

  // The link of a recovery may be good: without an answer it is asked again, and nobody is sent for another one.
  await outside.route('**/api/admin/recover', (route) => route.abort())
  await outside.goto(`${address}/password/change/${prefix}`)
  await expect(outside.getByText('Revise su conexión y vuelva a intentarlo.')).toBeVisible()
  await expect(outside.getByRole('link', { name: 'Pedir otro enlace' })).toHaveCount(0)
  await outside.unroute('**/api/admin/recover')
  await outside.getByRole('button', { name: 'Reintentar' }).click()
  await expect(outside.getByRole('link', { name: 'Pedir otro enlace' })).toBeVisible()
  // Nor is it the password that a log-in without an answer speaks of.
  await outside.route('**/api/admin/login/login', (route) => route.abort())
  await outside.goto(`${address}/login`)
  await outside.getByLabel('Correo electrónico').fill('root@demo.test')
  await outside.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await outside.getByRole('button', { name: 'Ingresar' }).click()
  await expect(outside.getByRole('alert')).toContainText('Revise su conexión')
  await expect(outside.getByRole('alert')).not.toContainText('contraseña')
  await outside.context().close()
})
