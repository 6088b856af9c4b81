import { isFull, isMineOf } from '../share'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { TYPED } from './typed-catalogues'
import { delayAnswers, typeBlindly } from './typing'

// Every run types two of the catalogues, at a pace and a latency that take turns; TEST_FULL=1 types all at all.
const TURNS = [
  { pace_ms: 50, latency_ms: 0 },
  { pace_ms: 30, latency_ms: 200 },
  { pace_ms: 50, latency_ms: 800 },
  { pace_ms: 30, latency_ms: 0 },
  { pace_ms: 50, latency_ms: 200 },
  { pace_ms: 30, latency_ms: 800 },
]
const RECORDS = isFull ? 5 : 3

let mark = 0

for (const [place, { path, calls = path, as, by, record }] of TYPED.entries()) {
  for (const [turn, { pace_ms, latency_ms }] of TURNS.entries()) {
    if (!isFull && !(isMineOf(5, place) && isMineOf(TURNS.length, turn))) continue
    test(`${path} typed by ${as} without a pause, ${pace_ms} ms a key and answers ${latency_ms} ms late, are as they were typed`, async ({
      page,
      address,
    }) => {
      test.skip(isPhone(page), 'A phone has no keys.')
      const text = `k${(Date.now() + mark++).toString(36).slice(-4)}`
      const typed = Array.from({ length: RECORDS }, (_one, at) => record(text, at + 1))
      await enterAs(page, `${as}@demo.test`)
      await page.goto(`/${path}`)
      await expect(page.getByRole('main').locator('[data-row]:not([data-row=""])').first()).toBeVisible()
      await delayAnswers(page, latency_ms)
      const script =
        by === '✓' ? `n${typed.map(({ keys }) => keys).join('✓')}✓` : typed.map(({ keys }) => `n${keys}${by}`).join('')
      await typeBlindly(page, script, pace_ms)
      const call = await consoleSession(address, `${as}@demo.test`)
      const kept = async (): Promise<readonly Record<string, unknown>[]> =>
        (
          await call<{ items: readonly { id: number }[] }>('GET', `admin/${calls}`, {
            filters: JSON.stringify({ q: text }),
            limit: 50,
          })
        ).items.toSorted((one, other) => one.id - other.id)
      await expect.poll(async () => (await kept()).length).toBe(RECORDS)
      expect(await kept()).toMatchObject(typed.map((one) => one.kept))
    })
  }
}

test('one of a burst that is refused waits with its reason, and the others are saved; it is opened again and saved', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  const text = `r${Date.now().toString(36).slice(-5)}`
  await enterAs(page, 'operator@demo.test')
  await page.goto('/brand_vehicles')
  await expect(page.getByRole('main').locator('[data-row]:not([data-row=""])').first()).toBeVisible()
  await delayAnswers(page, 200)
  // Honda is there already, and a brand has a name: the server refuses the one, the form the other.
  await typeBlindly(
    page,
    `nUna ${text}⇥A${text}↵nHonda⇥B${text}↵n⇥C${text}↵nDos ${text}⇥D${text}✓Tres ${text}⇥E${text}↵`,
    40,
  )
  const lines = page.getByRole('region', { name: 'Registros guardados' })
  await expect(lines.getByRole('link', { name: `Guardado: Dos ${text}` })).toBeVisible()
  await expect(lines.getByText('No se guardó: Honda')).toBeVisible()
  await expect(lines.getByRole('button', { name: 'Abrir' })).toHaveCount(2)
  const call = await consoleSession(address)
  const names = async (): Promise<string[]> =>
    (
      await call<{ items: readonly { name: string }[] }>('GET', 'admin/brand_vehicles', {
        filters: JSON.stringify({ q: text }),
      })
    ).items
      .map(({ name }) => name)
      .toSorted()
  await expect.poll(names).toEqual([`Dos ${text}`, `Tres ${text}`, `Una ${text}`])
  await expect(page.getByRole('dialog')).toBeHidden()
  await lines.getByRole('alert').filter({ hasText: 'Honda' }).getByRole('button', { name: 'Abrir' }).click()
  await expect(page.getByRole('dialog').getByLabel('Nombre')).toHaveValue('Honda')
  await page.getByRole('dialog').getByLabel('Nombre').fill(`Cuatro ${text}`)
  await page.keyboard.press('Enter')
  await expect(lines.getByText('No se guardó: Honda')).toBeHidden()
  await expect.poll(names).toContain(`Cuatro ${text}`)
})
