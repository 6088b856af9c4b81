import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startServerProcess, type ServerProcess } from '../api/server-process'
import { demoFolder } from '../demo-folder'
import { consoleSession, type Call } from './api-session'
import { endServer, enterAs, expect, isPhone, test } from './console'
import { projectCopy } from './project-copy'
import { errorsOf } from './sound'

const day = { type: 'string', format: 'date' }
const SCHEMA = {
  title: 'Taller',
  type: 'object',
  required: ['name'],
  'x-represent': '{name}',
  'x-scope': { shared: true },
  properties: {
    name: { type: 'string', title: 'Nombre', maxLength: 30 },
    seats: { type: 'integer', title: 'Cupos', minimum: 0, maximum: 99 },
    starts: { ...day, title: 'Inicio' },
    ends: { ...day, title: 'Fin' },
    price: { 'x-type': 'money', title: 'Precio' },
    total: { 'x-type': 'money', title: 'Total', 'x-formula': { mul: ['seats', 'price'] } },
  },
  'x-checks': [
    {
      id: 'ends_later',
      assert: { ends: { gte: { field: 'starts' } } },
      when: { ends: { isNull: false }, starts: { isNull: false } },
      at: 'ends',
      say: 'promotions.ends_after_start',
    },
  ],
}
const RESOURCE = {
  list: {
    columns: ['id', 'name', 'seats', 'price', 'total'],
    sort: ['id', 'asc'],
    layouts: [
      'table',
      { as: 'calendar', from: 'starts', to: 'ends' },
      { as: 'inline', fields: ['name', 'seats', 'price'] },
    ],
  },
}

async function withWorkshops(page: Page, work: (server: ServerProcess, call: Call) => Promise<void>): Promise<void> {
  const project = projectCopy()
  project.addSchema('workshops', SCHEMA)
  writeFileSync(join(project.folder, 'resources', 'workshops.json'), JSON.stringify(RESOURCE))
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    await enterAs(page, 'root@demo.test', { address: server.address })
    const call = await consoleSession(server.address, 'root@demo.test')
    for (const [name, starts, ends] of [
      ['Cerámica', '2026-11-10', '2026-11-11'],
      ['Vidrio', '2026-11-12', null],
      ['Papel', null, null],
    ])
      await call('POST', 'admin/workshops/create', { name, starts, ends, seats: 4, price: 10 })
    await work(server, call)
  } finally {
    await endServer(page, server)
  }
}

const cell = (page: Page, date: string) => page.locator(`[role=gridcell][data-day="${date}"]`)
const focusedDay = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-day'))

test('a calendar is walked, and a record moved and made longer, by the keyboard alone', async ({ page }) => {
  test.skip(isPhone(page), 'A narrow screen lists the days.')
  await withWorkshops(page, async (server, call) => {
    await page.goto(`${server.address}/workshops?layout=calendar&at=2026-11`)
    await expect(page.getByText('1 sin fecha')).toBeVisible()
    const bar = page.getByRole('link', { name: /^Cerámica/ })
    await cell(page, '2026-11-01').focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Tab']) await page.keyboard.press(key)
    await expect(bar).toBeFocused()
    expect(await errorsOf(page, { within: 'main' })).toEqual([])
    await page.keyboard.press(' ')
    await expect(page.getByRole('status').filter({ hasText: 'Tomó «Cerámica»' })).toBeAttached()
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(page.getByText(/Cerámica: 18\/11\/2026 – 20\/11\/2026/).first()).toBeVisible()
    await expect(bar).toHaveAccessibleName('Cerámica, 18/11/2026 – 20/11/2026')
    // At once, before the list is read again, its end is drawn two days further with the mouse, while the first day
    // stays.
    const end = await bar.locator('xpath=following-sibling::*[@class="end"]').boundingBox()
    const to = await cell(page, '2026-11-22').boundingBox()
    await page.mouse.move((end?.x ?? 0) + 4, (end?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 20, (end?.y ?? 0) + 8, { steps: 6 })
    await page.mouse.up()
    await expect(bar).toHaveAccessibleName('Cerámica, 18/11/2026 – 22/11/2026')
    // Escape puts it back.
    await bar.focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveAccessibleName('Cerámica, 18/11/2026 – 22/11/2026')
    // The last of the two is saved after the first.
    await expect
      .poll(async () =>
        (await call<{ items: { ends: string }[] }>('GET', 'admin/workshops', { q: 'Cerámica' })).items.map(
          ({ ends }) => ends,
        ),
      )
      .toEqual(['2026-11-22'])
    await cell(page, '2026-11-30').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focusedDay(page)).toBe('2026-12-01')
    await page.keyboard.press('PageDown')
    await expect.poll(() => focusedDay(page)).toBe('2027-01-01')
    await expect(page).toHaveURL(/at=2027-01/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Inicio' })).toHaveValue('01/01/2027')
    await page.keyboard.press('Escape')
  })
})

test('rows are typed in place by the keyboard and saved together; the wrong one stays with its reason', async ({
  page,
}) => {
  test.skip(isPhone(page), 'A narrow screen has no cells.')
  await withWorkshops(page, async (server, call) => {
    await page.goto(`${server.address}/workshops?layout=inline`)
    const at = (row: number, column: number) => page.locator(`[data-cell="${row}-${column}"]`)
    await at(0, 2).click()
    await page.keyboard.press('Escape')
    await expect(at(0, 2)).toBeFocused()
    // Typing starts, Enter goes down, Escape puts back.
    await page.keyboard.type('7')
    await expect(at(0, 4)).toContainText('70')
    await page.keyboard.press('Enter')
    await page.keyboard.type('500')
    await page.keyboard.press('Tab')
    await page.keyboard.type('33')
    await page.keyboard.press('Escape')
    await expect(at(1, 3)).toContainText('10.00')
    await expect(page.getByRole('status').filter({ hasText: '2 cambios en 2 filas' })).toBeVisible()
    expect(await errorsOf(page, { within: 'main', which: 'wcag' })).toEqual([])
    // The draft is kept a moment after the last change.
    await expect
      .poll(() =>
        page.evaluate(() =>
          Object.entries(sessionStorage).some(
            ([key, value]) => key.endsWith('workshops.rows') && value.includes('500'),
          ),
        ),
      )
      .toBe(true)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('Se recuperaron datos sin guardar.')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Colores', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('1 fila no se guardó; las demás, sí (1).')).toBeVisible()
    await expect(at(0, 2)).toHaveText('7')
    await expect(at(1, 2)).toHaveAttribute('aria-invalid', 'true')
    await at(1, 1).evaluate((target) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Vitrales\t50\nCartón\t60\n')
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(page.getByRole('status').filter({ hasText: '4 cambios en 2 filas' })).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Guardado correctamente').first()).toBeVisible()
    const { items } = await call<{ items: readonly { name: string; seats: number }[] }>('GET', 'admin/workshops', {
      order_col: 'id',
      order_dir: 'asc',
    })
    expect(items.map(({ name, seats }) => [name, seats])).toEqual([
      ['Cerámica', 7],
      ['Vitrales', 50],
      ['Cartón', 60],
    ])
    // The value above is taken down the column, a row at each press.
    await at(1, 2).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+d')
    await expect(at(2, 2)).toBeFocused()
    await page.keyboard.press('Control+d')
    await expect(page.getByRole('status').filter({ hasText: '2 cambios en 2 filas' })).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () =>
        (await call<{ items: readonly { seats: number }[] }>('GET', 'admin/workshops', {})).items.map(
          ({ seats }) => seats,
        ),
      )
      .toEqual([7, 7, 7])
  })
})
