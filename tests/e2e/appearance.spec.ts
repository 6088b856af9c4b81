import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, logIn, test } from './console'
import { newOperator, PASSWORD } from './new-operator'
import { expectSound } from './sound'

test('how the console looks is chosen beside the bell, holds at once and in another browser, and goes back', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'the layouts are those of a wide screen')
  const call = await consoleSession(address, 'branch@demo.test')
  const kept = async () =>
    (await call<{ user: { data: { settings: object } } }>('GET', 'admin/verify')).user.data.settings
  await enterAs(page, 'branch@demo.test')
  await page.goto('/companies')
  const panel = page.getByRole('dialog', { name: 'Apariencia' })
  const open = () => page.getByRole('button', { name: 'Apariencia' }).click()
  await open()
  await expect(panel).toHaveCSS('width', '380px')
  await expectSound(page, 'appearance', 'wcag')
  for (const choice of ['Menú bajo la barra', 'Hasta 1280 px', 'Oscuro', 'De derecha a izquierda'])
    await panel.getByLabel(choice).check()
  // The same panel, now at the other side: nothing on the page was drawn anew.
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0)
  await expect.poll(kept).toEqual({ layout: 'layout2', width: 'boxed', theme: 'dark', direction: 'rtl' })
  await page.evaluate(() => localStorage.removeItem('toolrides_v5.appearance'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('navigation').getByRole('button', { name: 'Flota' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Vehículos', exact: true }).click()
  await expect(page).toHaveURL(/\/vehicles$/)
  await open()
  await panel.getByRole('button', { name: 'Restablecer' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(panel.getByLabel('Menú a un lado')).toBeChecked()
  await expect(panel.getByRole('button', { name: 'Restablecer' })).toBeDisabled()
})

test('who reads from the right sees no page from the left, neither after the log-in nor when the console starts anew', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The header of a phone has no words that would tell the language.')
  const { id, email } = await newOperator(address)
  await (await consoleSession(address, 'root@demo.test'))('POST', 'admin/operators/create', { id, language: 'he' })
  // How each page of the console stood when it was first drawn.
  await page.addInitScript(() =>
    new MutationObserver(() => {
      const head = document.querySelector('header')
      if (!head) return
      const words = /[א-ת]/.test(head.innerText) ? 'he' : 'es'
      const seen = new Set(JSON.parse(sessionStorage.getItem('seen') ?? '[]') as string[])
      sessionStorage.setItem('seen', JSON.stringify([...seen.add(`${document.documentElement.dir} ${words}`)]))
    }).observe(document, { childList: true, subtree: true }),
  )
  const seen = () => page.evaluate(() => sessionStorage.getItem('seen'))
  await logIn(page, email, PASSWORD)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await seen()).toBe('["rtl he"]')
  await page.reload()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await seen()).toBe('["rtl he"]')
})
