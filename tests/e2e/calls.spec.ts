import { randomSource, runSeed } from '../random-source'
import { isFull } from '../share'
import { consoleSession } from './api-session'
import { allAnswered, asKept, callOff, expected, makeCallers, ridesOf, slowDown, strip, typeCall } from './call-script'
import { enterAs, expect, isPhone, test } from './console'

// Of each latency; a run by hand or in full types fifty.
const CALLS = isFull ? 50 : 4

test.beforeEach(({ page }) => test.skip(isPhone(page), 'A phone has no keyboard.'))

const search = 'Cliente'

for (const latency_ms of [0, 200, 800]) {
  test(`calls typed at 30 ms a key by two operators, with answers in any order around ${latency_ms} ms, are each one ride with its own client, stops and notes`, async ({
    page,
    browser,
    address,
  }) => {
    const operator = await consoleSession(address)
    const callers = await makeCallers(operator, CALLS, String(40 + latency_ms / 100))
    const random = randomSource(runSeed())
    const other = await (
      await browser.newContext({
        baseURL: address,
        viewport: { width: 1440, height: 900 },
        locale: 'es-PE',
        timezoneId: 'America/Lima',
      })
    ).newPage()
    await enterAs(page, 'operator@demo.test')
    await enterAs(other, 'root@demo.test')
    const half = Math.ceil(callers.length / 2)
    const desks = [
      { at: page, own: callers.slice(0, half) },
      { at: other, own: callers.slice(half) },
    ]
    await Promise.all(
      desks.map(async ({ at, own }) => {
        await slowDown(at, latency_ms, random)
        await at.goto('/dispatcher')
        await expect(at.getByRole('combobox', { name: search })).toBeVisible()
        for (const [n, caller] of own.entries()) {
          // Every third one has somebody before them who only asks.
          if (n % 3 === 1) await typeCall(at, { ...caller, digits: own[0]?.digits ?? '' }, { declines: true })
          await typeCall(at, caller)
        }
        await allAnswered(at)
        await expect(at.locator('li[data-state=refused], li[data-state=stale]')).toHaveCount(0)
      }),
    )
    const rides = await ridesOf(operator, callers)
    await callOff(operator, rides)
    await other.context().close()
    expect(asKept(rides)).toEqual(expected(callers))
  })
}

test('a call that is declined leaves nothing in the next one, and is opened again by a key', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const callers = await makeCallers(operator, 2, '31')
  const [first, second] = callers
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await expect(page.getByRole('combobox', { name: search })).toBeVisible()
  await typeCall(page, first!, { declines: true })
  await typeCall(page, second!, { notes: false })
  await expect(strip(page).getByText(/^Guardado/)).toBeVisible()
  const rides = await ridesOf(operator, callers)
  await callOff(operator, rides)
  expect(asKept(rides)).toEqual(expected([second!], false))
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(page.getByRole('region', { name: 'Nuevo servicio' })).toContainText(first!.name)
  await expect(page.getByRole('combobox', { name: 'Origen', exact: true })).toHaveValue(new RegExp(first!.places[0]))
})
