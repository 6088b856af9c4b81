import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startServerProcess } from '../api/server-process'
import { demoFolder } from '../demo-folder'
import { consoleSession } from './api-session'
import { endServer, enterAs, expect, isPhone, test } from './console'
import { projectCopy } from './project-copy'
import { errorsOf } from './sound'

const TASKS = {
  title: 'Tarea',
  type: 'object',
  required: ['name'],
  'x-represent': '{name}',
  'x-scope': { shared: true },
  'x-flow': {
    field: 'state',
    start: 'todo',
    moves: {
      begin: { title: 'Empezar', from: ['todo'], to: 'doing', undo: 60 },
      finish: { title: 'Terminar', from: ['doing'], to: 'done', ask: { fields: ['notes'], required: ['notes'] } },
    },
  },
  properties: {
    name: { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true },
    amount: { 'x-type': 'money', title: 'Importe' },
    state: {
      'x-type': 'enum',
      title: 'Estado',
      'x-values': [
        { value: 'todo', title: 'Por hacer' },
        { value: 'doing', title: 'En curso' },
        { value: 'done', title: 'Terminada' },
      ],
    },
    date_due: { type: 'string', format: 'date-time', title: 'Vence' },
    notes: { type: 'string', title: 'Notas', maxLength: 80 },
  },
}
const LIST = {
  list: {
    columns: ['name', { f: 'state', as: 'badge' }, 'amount'],
    sort: ['name', 'asc'],
    layouts: [{ as: 'board', sum: 'amount', age: 'date_due' }, 'table', 'two-pane'],
  },
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
const said = (page: Page) => page.getByRole('status').filter({ hasText: /«/ })

test('a board is walked and a card moved by keyboard alone, which says where it may not go; its record stands beside the list', async ({
  page,
}) => {
  const project = projectCopy()
  project.addSchema('tasks', TASKS)
  writeFileSync(join(project.folder, 'resources/tasks.json'), JSON.stringify(LIST))
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    const call = await consoleSession(server.address, 'root@demo.test')
    for (const name of ['Ana', 'Bea', 'Cid'])
      await call('POST', 'admin/tasks/create', { name, amount: 10, date_due: '2026-01-01T10:00:00.000Z' })
    const { items } = await call<{ items: { id: number }[] }>('GET', 'admin/tasks', { order_col: 'name' })
    await call('POST', 'admin/tasks/begin', { id: items[2]?.id })
    await enterAs(page, 'root@demo.test', { address: server.address })
    await page.goto(`${server.address}/tasks`)
    await expect(card(page, 'Ana')).toBeVisible()
    expect(await errorsOf(page)).toEqual([])
    if (isPhone(page)) {
      await page.getByRole('tab', { name: /En curso 1/ }).click()
      await expect(card(page, 'Cid')).toBeVisible()
      await expect(card(page, 'Ana')).toBeHidden()
      await page.getByRole('tab', { name: /Por hacer 2/ }).click()
      await page.getByRole('button', { name: 'Acciones de Ana' }).click()
      await page.getByRole('menuitem', { name: 'Mover a…' }).click()
      await expect(page.getByRole('menuitem', { name: /^Terminada/ })).toContainText(
        'De «Por hacer» no se pasa a «Terminada»',
      )
      await page.getByRole('menuitem', { name: 'En curso', exact: true }).click()
      await expect(page.getByRole('tab', { name: /En curso 2/ })).toBeVisible()
      return
    }
    await expect(column(page, 'Por hacer')).toContainText('Espera demasiado')
    await page.keyboard.press('j')
    await expect(card(page, 'Ana')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(card(page, 'Bea')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(card(page, 'Cid')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(card(page, 'Ana')).toBeFocused()

    // A forbidden column says why, and nothing is dropped there.
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await expect(said(page)).toHaveText(/«En curso»: se puede. Empezar/)
    await page.keyboard.press('ArrowRight')
    await expect(said(page)).toHaveText(
      /«Terminada»: no se puede. De «Por hacer» no se pasa a «Terminada»: puede pasar a En curso/,
    )
    await page.keyboard.press('Enter')
    await expect(column(page, 'Terminada')).not.toContainText('Ana')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(column(page, 'En curso').getByRole('link', { name: 'Ana' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'En curso, 2 registros' })).toBeVisible()
    await expect(page.getByText('Ahora está en «En curso».')).toBeVisible()
    await expect(column(page, 'En curso').locator('[data-busy=true]')).toHaveCount(0)

    // A move that asks: cancelled the card goes back, and what is missing is told.
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).click()
    await expect(column(page, 'En curso')).toContainText('Ana')
    await expect(card(page, 'Ana')).toBeFocused()
    await page.keyboard.press('z')
    await expect(column(page, 'Por hacer').getByRole('link', { name: 'Ana' })).toBeVisible()

    // By mouse; another has moved it meanwhile, and is named.
    await call('POST', 'admin/tasks/begin', { id: items[1]?.id })
    await card(page, 'Bea').hover()
    await page.mouse.down()
    const to = await column(page, 'En curso').boundingBox()
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 80, { steps: 6 })
    await expect(column(page, 'Terminada')).toContainText('no se pasa a')
    await page.mouse.up()
    await expect(page.getByRole('alertdialog')).toContainText(/Ya está en «En curso»: lo hizo/)
    await page.getByRole('alertdialog').getByRole('button').first().click()
    await expect(column(page, 'En curso')).toContainText('Bea')

    // The rows beside the record: the address names it, Enter goes in, Escape back.
    await page.getByRole('button', { name: 'Lista y ficha' }).click()
    await expect(page.getByRole('separator', { name: 'Ancho de la lista' })).toBeVisible()
    await expect(card(page, 'Bea')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`at=${String(items[1]?.id)}`))
    await expect(page.getByRole('heading', { level: 2, name: 'Bea' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Registro elegido: Bea' })).toBeFocused()
    await page.getByRole('tab', { name: 'Actividad' }).click()
    await expect(page).toHaveURL(/at=\d+%2Flogs/)
    expect(await errorsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(card(page, 'Bea')).toBeFocused()
    await card(page, 'Cid').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Cid' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: 'Bea' })).toBeVisible()
  } finally {
    await endServer(page, server)
  }
})
