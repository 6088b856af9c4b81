import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'

const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Lima' }).format(Date.now() + days * 86_400_000)

/** A draft with a line for each ride of a company. */
async function draftOfRides(address: string): Promise<number> {
  const root = await consoleSession(address, 'root@demo.test')
  const days = { date_from: dayFromNow(-1), date_to: dayFromNow(0), by: 'company' }
  const { companies } = await root<{
    companies: readonly { id_company: number; id_part: null; services: number; draft: number | null }[]
  }>('POST', 'admin/invoices/preview', days)
  const [one] = companies
    .filter(({ services, draft }) => services > 1 && draft === null)
    .toSorted((a, b) => a.services - b.services)
  const { drafts } = await root<{ drafts: readonly { id: number }[] }>('POST', 'admin/invoices/generate', {
    ...days,
    detail: 'services',
    parties: [{ id_company: one?.id_company, id_part: null }],
  })
  return drafts[0]?.id ?? 0
}

const cents = async (page: Page, name: string): Promise<number> =>
  Math.round(Number((await page.locator(`input[name=${name}]`).inputValue()).replaceAll(',', '')) * 100)

test('an invoice of rides gets a line by keys, a note credits a part: the totals of both forms follow each key and are what is saved', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The rows of a form are cards there; what they come to is the same.')
  const id = await draftOfRides(address)
  await enterAs(page, 'root@demo.test')
  await page.goto(`/invoices/${id}/info`)
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.locator('input[name=total]')).toHaveValue(/^[\d,]+\.\d\d$/)
  const [base, tax] = [await cents(page, 'base'), await cents(page, 'igv')]
  await page.getByRole('button', { name: 'Agregar fila' }).click()
  await page.locator('[name^="items."][name$=".name"]').last().pressSequentially('Cargo fijo')
  const price = page.locator('[name^="items."][name$=".price"]').last()
  await price.click()
  for (const [key, sum] of [
    ['1', 1],
    ['2', 12],
    ['5', 125],
    ['.', 125],
    ['5', 125.5],
  ] as const) {
    await page.keyboard.press(key)
    const more = Math.round(sum * 100)
    await expect.poll(() => cents(page, 'base')).toBe(base + more)
    expect(await cents(page, 'total')).toBe(base + tax + more + Math.round(more * 0.18))
  }
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const paper = page.frameLocator('iframe').locator('body')
  await expect(paper).toContainText('Cargo fijo')
  await page.getByRole('button', { name: 'Emitir' }).click()
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(/^Factura F001-\d{8}$/)

  await page.getByRole('button', { name: /^Acciones de F001/ }).click()
  await page.getByRole('menuitem', { name: 'Documento electrónico' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Descargar JSON' }).click()
  expect((await download).suggestedFilename()).toMatch(/^F001-\d{8}\.json$/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Acciones de F001/ }).click()
  await page.getByRole('menuitem', { name: 'Nota de crédito' }).click()
  await page.getByRole('tab', { name: 'Notas de crédito' }).click()
  await page
    .getByRole('link', { name: /^#?\d+$/ })
    .or(page.locator('tbody tr'))
    .first()
    .click()
  // The invoice's page has the same button.
  await expect(page).toHaveURL(/\/credit_notes\/\d+/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/F001/)
  await page.getByRole('button', { name: 'Editar' }).click()
  const amount = page.locator('[name="items.0.amount"]')
  await expect(amount).toBeVisible()
  const [whole, whole_tax] = [await cents(page, 'base'), await cents(page, 'igv')]
  const line = Math.round(Number(await amount.inputValue()) * 100)
  await amount.fill('1')
  await expect.poll(() => cents(page, 'base')).toBe(whole - line + 100)
  await expect.poll(() => cents(page, 'igv')).toBeLessThan(whole_tax)
  const total = await page.locator('input[name=total]').inputValue()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(paper).toContainText(`S/\u00a0${total}`)
})
