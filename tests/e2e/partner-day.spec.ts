import type { Locator, Page } from '@playwright/test'
import { callOf, consoleSession, type Call } from './api-session'
import { enterAs, expect, isPhone, openFirst, openModule, rows, test } from './console'
import { errorsOf } from './sound'

/** A worker's pace. */
const PACE = { delay: 30 }
const STORE = { slug: 'malambo-lince', name: 'Malambo Lince' }
const DISH = `Pollo en salsa ${Date.now().toString(36)}`

interface Menu {
  readonly store: { readonly open: boolean; readonly text: string }
  readonly sections: readonly {
    readonly articles: readonly {
      readonly id: number
      readonly name: string
      readonly sold_out: boolean
      readonly groups: readonly { readonly options: readonly { readonly id: number }[] }[]
    }[]
  }[]
}
const day = (after: number): string =>
  new Intl.DateTimeFormat('es-PE', {
    timeZone: 'America/Lima',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(Date.now() + after * 86_400_000)

async function pick(page: Page, at: Locator, text: string): Promise<void> {
  await at.click()
  await at.pressSequentially(text, PACE)
  await page.getByRole('option', { name: text }).first().click()
}

/** What somebody on the store's page sees of it. */
const menuOf = (visitor: Call) => visitor<Menu>('GET', `client/delivery/stores/${STORE.slug}/menu`)
const dishIn = ({ sections }: Menu) => sections.flatMap(({ articles }) => articles).find(({ name }) => name === DISH)

/** An order of that dish, as the house writes down what somebody asked for by telephone. */
async function ordered(root: Call, dish: number, option: number): Promise<number> {
  const {
    orders: [known],
  } = await root<{ orders: readonly { id: number }[] }>('GET', 'admin/delivery/active_orders')
  const {
    item: { id_client },
  } = await root<{ item: { id_client: number } }>('GET', `admin/delivery/orders/${known?.id ?? 0}`)
  const {
    items: [store],
  } = await root<{ items: readonly { id: number }[] }>('GET', 'admin/delivery/stores', {
    filters: JSON.stringify({ name: STORE.name }),
  })
  const { id } = await root<{ id: number }>('POST', 'admin/delivery/orders/create', {
    id_client,
    id_store: store?.id,
    dst_address: 'Av. Arequipa 2500',
    price_delivery: 6,
    notes: 'Sin cubiertos',
    articles: [{ id_article: dish, quantity: 2, notes: 'Bien cocido', options: [{ id_article_option_value: option }] }],
  })
  return id
}

/** The house closes the partner's orders up to today, and issues what that comes to. @returns the statement's number */
async function closed(root: Call): Promise<string> {
  const {
    items: [store],
  } = await root<{ items: readonly { id_partner: number }[] }>('GET', 'admin/delivery/stores', {
    filters: JSON.stringify({ name: STORE.name }),
  })
  const date = day(0).split('/').toReversed().join('-')
  await root('POST', 'admin/partner_statements/generation', {
    date_from: date,
    date_to: date,
    id_partners: [store?.id_partner],
  })
  const drafts = async () =>
    (
      await root<{ items: readonly { id: number }[] }>('GET', 'admin/partner_statements', {
        filters: JSON.stringify({ id_partner: store?.id_partner, state: '1' }),
      })
    ).items
  await expect.poll(async () => (await drafts()).length, { timeout: 20_000 }).toBe(1)
  const [draft] = await drafts()
  await root('POST', 'admin/partner_statements/issue', { id: draft?.id })
  return (await root<{ item: { number: string } }>('GET', `admin/partner_statements/${draft?.id ?? 0}`)).item.number
}

test("a partner's day: a dish for the menu, a day off and a pause, an order that is cooked and handed over, and the statement that it is in", async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A day at the till: the board on a phone has its own test (kitchen).')
  const [root, visitor] = [await consoleSession(address, 'root@demo.test'), callOf(address, null)]
  const main = page.getByRole('main')
  await enterAs(page, 'partner@demo.test', { address })

  // The menu: a dish with a choice that its client has to make.
  await page.goto(`${address}/articles`)
  await page.getByRole('button', { name: 'Nuevo' }).click()
  await pick(page, main.getByRole('combobox', { name: 'Tienda' }), STORE.name)
  await pick(page, main.getByRole('combobox', { name: 'Categoría' }), 'Pollos')
  await main
    .getByRole('textbox', { name: /^Nombre/ })
    .first()
    .pressSequentially(DISH, PACE)
  await main
    .getByRole('textbox', { name: /^Precio/ })
    .first()
    .pressSequentially('28', PACE)
  await main.getByRole('button', { name: 'Agregar fila' }).press('Enter')
  await expect(main.getByLabel(/^Nombre, fila 1/)).toBeFocused()
  await page.keyboard.type('Guarnición', PACE)
  await main.getByLabel(/^Mínimo, fila 1/).fill('1')
  await main.getByRole('button', { name: /^Valores, fila 1: / }).press('Enter')
  await page.keyboard.press('Enter')
  const values = main.getByRole('group', { name: 'Valores, fila 1' })
  await expect(values.getByLabel(/^Nombre, fila 1/)).toBeFocused()
  await page.keyboard.type('Arroz', PACE)
  await main.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
  const made = dishIn(await menuOf(visitor))
  expect(made).toMatchObject({
    sold_out: false,
    groups: [{ name: 'Guarnición', minimum: 1, options: [{ name: 'Arroz' }] }],
  })
  const [dish, option] = [made?.id ?? 0, made?.groups[0]?.options[0]?.id ?? 0]

  // It is sold out at noon, and there again later.
  await page.goto(`${address}/articles/${dish}`)
  const does = async (name: string): Promise<void> => {
    await main.getByRole('button', { name: `Acciones de ${DISH}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await does('Agotado por hoy')
  await expect(page.getByText(`«${DISH}» queda agotado hasta mañana.`)).toBeVisible()
  expect(dishIn(await menuOf(visitor))).toMatchObject({ sold_out: true })
  await does('Disponible otra vez')
  await expect(page.getByText(`«${DISH}» está disponible otra vez.`)).toBeVisible()

  // A day off next week, and a pause now.
  await openModule(page, 'Tiendas')
  await rows(page).filter({ hasText: STORE.name }).locator('a.name').first().click()
  await main.getByRole('button', { name: 'Editar' }).click()
  await main.locator('[data-field="exceptions"]').click()
  await main.locator('[name="exceptions.0.date_from"]').pressSequentially(day(7), PACE)
  await main.locator('[name="exceptions.0.reason"]').pressSequentially('Feriado', PACE)
  await main.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
  await page.goto(`${address}/active_orders`)
  await main.getByRole('button', { name: `Pausar: ${STORE.name}` }).click()
  await page.getByRole('menuitem', { name: '15 minutos' }).click()
  await expect(main.getByText(`${STORE.name} · En pausa`)).toBeVisible()
  expect((await menuOf(visitor)).store).toMatchObject({ open: false })
  await main
    .getByRole('button', { name: new RegExp(`: ${STORE.name}$`) })
    .first()
    .click()
  await expect(main.getByText(`${STORE.name} · Abierta`)).toBeVisible()

  // An order from the board alone: each next move is on its card.
  const id = await ordered(root, dish, option)
  const card = main.locator(`[data-row="${id}"]`)
  await card.getByRole('button', { name: `Aceptar: Pedido ${id}` }).press('Enter')
  await page
    .getByRole('dialog', { name: `¿Aceptar: Pedido ${id}?` })
    .getByRole('button', { name: 'Aceptar', exact: true })
    .click()
  await expect(card.getByText(`2 × ${DISH}`)).toBeVisible()
  await card.getByRole('button', { name: `Completar: Pedido ${id}` }).click()
  await card.getByRole('link', { name: `Pedido ${id}` }).click()
  const record = page.getByRole('dialog', { name: 'Ficha' })
  for (const text of [DISH, 'Bien cocido', 'Arroz', 'Sin cubiertos'])
    await expect(record.getByText(text).first()).toBeVisible()
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await record.getByRole('button', { name: 'Entregar' }).click()
  await page
    .getByRole('alertdialog', { name: `¿Entregar: Pedido ${id}?` })
    .getByRole('button', { name: 'Entregar', exact: true })
    .click()
  // What is off the board closes over it.
  await expect(record).toBeHidden()
  await expect(card).toBeHidden()

  // What the day comes to, and of which orders.
  const number = await closed(root)
  await openModule(page, 'Liquidaciones de aliados')
  await expect(rows(page).first()).toContainText(number)
  await openFirst(page)
  await main.getByRole('tab', { name: 'Pedidos' }).click()
  const sale = rows(page)
    .filter({ hasText: `Pedido ${id}` })
    .filter({ hasText: 'Venta' })
  await expect(sale).toContainText('56.00')
  await sale
    .getByRole('link', { name: `Pedido ${id}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/orders/${id}`))
  await main.getByRole('button', { name: 'Explicar: Comisión' }).click()
  await expect(page.getByRole('dialog', { name: 'Comisión' })).toContainText('15')
})
