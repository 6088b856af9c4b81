import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { allAnswered, asKept, callOff, expected, makeCallers, ridesOf, strip, type Caller } from './call-script'
import { enterAs, expect, isPhone, test } from './console'

test.beforeEach(({ page }) => test.skip(isPhone(page), 'A phone has no keyboard.'))

/** The keys from the ring to saved, at a worker's pace. */
async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(30)
  }
}

test('a known client is five keys from the ring to saved, and of what is typed from one ring to the next nothing is lost', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const operator = await consoleSession(address)
  const {
    items: [system],
  } = await root<{ items: readonly { id: number }[] }>('GET', 'admin/phone_systems', { limit: 1 })
  const callers = await makeCallers(operator, 5, '37')
  const line = ({ name }: Caller) => page.getByRole('group', { name: new RegExp(name) })
  const ring = async (caller: Caller): Promise<void> => {
    await root('POST', 'admin/phone_systems/ring', { id: system?.id, phone: caller.digits })
    await expect(line(caller)).toBeVisible()
  }
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  const [first, second, third, left, right] = callers
  for (const caller of [first!, second!, third!]) {
    await ring(caller)
    // Over a dialog, which is left by it. A key that is pressed before the last call's save is typed into the next form.
    if (caller === third) {
      await expect(strip(page)).toContainText(second!.digits)
      await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
      await press(page, ['Escape', '?'])
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    // Who has just hung up with the mouse goes on with the keys.
    if (caller === second) await line(first!).getByRole('button', { name: 'Terminar' }).click()
    await press(page, ['F9', '1', '2', 'Control+s'])
  }
  // Two at once: the first waits at the side with what was said, and is gone on with.
  await ring(left!)
  await ring(right!)
  await press(page, ['F9', '1'])
  await expect(page.getByRole('combobox', { name: 'Origen', exact: true })).toHaveValue(new RegExp(left!.places[0]))
  await press(page, ['Escape', 'F9', '1', '2', 'Control+s'])
  const aside = page.getByRole('list', { name: 'Llamadas en espera' })
  await aside.getByRole('button', { name: `Retomar: ${left!.name}` }).click()
  await expect(page.getByRole('combobox', { name: 'Origen', exact: true })).toHaveValue(new RegExp(left!.places[0]))
  await page.keyboard.press('Escape')
  await press(page, ['2', 'Control+s'])
  await allAnswered(page)
  await page.screenshot({ path: test.info().outputPath('calls.png') })
  const rides = await ridesOf(operator, callers)
  await callOff(operator, rides)
  for (const caller of callers.slice(1)) await line(caller).getByRole('button', { name: 'Terminar' }).click()
  expect(asKept(rides)).toEqual(expected(callers, false))
})
