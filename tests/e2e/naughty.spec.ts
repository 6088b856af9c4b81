import type { Page, Response } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalText } from '../../src/model/values/text-value'
import { isMine } from '../share'
import { consoleSession } from './api-session'
import { enterAs, expect, test } from './console'

/** Two strings of each kind that breaks software; what no key can type is left out. */
const byKind = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/naughty.json'), 'utf8')) as {
  readonly [kind: string]: readonly string[]
}
const STRINGS = Object.entries(byKind)
  .filter(([kind]) => !['blank', 'damaged', 'halves'].includes(kind))
  .flatMap(([, strings]) => strings.slice(0, 3))
  .slice(0, 40)

/** A form, a record for it to change, and which of its texts are typed. */
const FORMS: readonly { readonly path: string; readonly record: object; readonly labels: readonly string[] }[] = [
  { path: 'canned_answers', record: { name: 'Ingenua', text: 'Texto' }, labels: ['Texto'] },
  {
    path: 'clients',
    record: { name: 'Ingenua', surname: 'Prueba', phone: '51955000777' },
    labels: ['Nombre', 'Apellido', 'Notas'],
  },
  { path: 'companies', record: { name: 'Ingenua S.A.C.', document: '20987654321' }, labels: ['Nombre'] },
  { path: 'brand_vehicles', record: { name: 'Ingenua', code: 'ING' }, labels: ['Nombre'] },
]

for (const { path, record, labels } of FORMS) {
  test(`what breaks software is typed into the form of ${path}: kept and shown as it is, or refused at its field with nothing lost`, async ({
    page,
    address,
  }) => {
    // Markup that ran would open one.
    page.on('dialog', (dialog) => {
      throw new Error(`a text opened a dialog: ${dialog.message()}`)
    })
    const root = await consoleSession(address, 'root@demo.test')
    const { id } = await root<{ id: number }>('POST', `admin/${path}/create`, record)
    try {
      await enterAs(page, 'root@demo.test')
      for (const text of STRINGS.filter((_text, place) => isMine(place)))
        await typed(page, `/${path}/${id}/edit`, labels, text)
    } finally {
      await root('POST', `admin/${path}/remove`, { id })
    }
  })
}

async function typed(page: Page, address: string, labels: readonly string[], text: string): Promise<void> {
  const form = page.getByRole('dialog')
  const box = (label: string) => form.getByRole('textbox', { name: new RegExp(`^${label}`) }).first()
  await page.goto(address)
  const before = new Map<string, string>()
  for (const label of labels) {
    await expect(box(label)).toBeVisible()
    before.set(label, await box(label).inputValue())
    await box(label).fill(text)
    // What a single line does not take the browser leaves out as it is typed.
    before.set(`typed ${label}`, await box(label).inputValue())
  }
  const isUnchanged = labels.every((label) => before.get(label) === before.get(`typed ${label}`))
  const refused = form.locator('[aria-invalid="true"]').first()
  const isCreate = (answer: Response): boolean =>
    answer.request().method() === 'POST' && new URL(answer.url()).pathname.endsWith('/create')
  // Of nothing nothing comes: that alone is waited for in vain.
  const answered = page.waitForResponse(isCreate, isUnchanged ? { timeout: 5_000 } : {}).catch(() => null)
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  const answer = await Promise.race([
    answered,
    ...(isUnchanged
      ? []
      : [
          refused.waitFor().then(
            () => null,
            () => null,
          ),
        ]),
  ])
  if (answer?.status() === 200) {
    await expect(form).toBeHidden()
    await page.goto(address)
    for (const label of labels)
      await expect(box(label), `${label}: ${JSON.stringify(text)}`).toHaveValue(
        String(canonicalText(before.get(`typed ${label}`) ?? '') ?? ''),
      )
    return
  }
  // Refused, or nothing to be saved: what was typed is still there, and the field says why.
  for (const label of labels) await expect(box(label)).toHaveValue(before.get(`typed ${label}`) ?? '')
  if (!isUnchanged) await expect(refused).toBeVisible()
}
