import type { Locator, Page } from '@playwright/test'
import type { Entity } from '../../src/model/entity'
import type { JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { placeOf } from '../share'
import { randomSource } from '../random-source'
import { accountMaker, formNames, mayMake, triedRecord, type AccountApi, type Session } from './account-maker'
import { expect, rowOf } from './console'
import { typeRecord } from './typed-form'

/** A catalogue before an account that makes its records. */
export interface Pair {
  readonly resource: Resource
  readonly entity: Entity
}

// What stands in no menu is reached through another catalogue's tab.
export const pairsOf = (session: Session): readonly Pair[] =>
  Object.values(session.model.resources)
    .filter((resource) => mayMake(session, resource) && session.menu.some(({ id }) => id === resource.name))
    .flatMap((resource) => {
      const entity = session.model.entities[resource.entity]
      return entity ? [{ resource, entity }] : []
    })

/** Goes to a page of the console without loading it anew. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

const REFUSED = /no tiene permiso|sin permiso|no se pudo|ocurrió un error|algo salió mal/i

/**
 * Creates, reads and changes a record of a catalogue, as its account does.
 * @returns how to remove it again, with what the page asks of what is gone
 * @throws what is in the way
 */
export async function workOn(
  page: Page,
  api: AccountApi,
  session: Session,
  email: string,
  { resource, entity }: Pair,
): Promise<() => Promise<void>> {
  const random = randomSource(placeOf(`${email} ${resource.name}`))
  const maker = accountMaker(api, session)
  const tried = await triedRecord(api, maker, resource, entity, random)
  await goTo(page, resource.route)
  // The page before it stays until this one's code has come, with a «Nuevo» of its own.
  const { title } = session.menu.find(({ id }) => id === resource.name) ?? {}
  if (title !== undefined) await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  const create = page.getByRole('button', { name: 'Nuevo', exact: true })
  await expect(create, 'there is no «Nuevo»').toBeVisible()
  await create.click()
  const form = page.locator(resource.form.in === 'dialog' ? '[role=dialog]' : 'main')
  await expect(saveOf(form)).toBeVisible()
  const fields = formNames(resource).flatMap((name) => entity.fields[name] ?? [])
  const values: JsonObject = tried.input
  const filled = await typeRecord(
    page,
    form,
    fields.filter(({ name }) => !Object.hasOwn(tried.begins, name)),
    values,
    session.model,
    maker.nameOf,
  )
  const id = await saved(page, form, resource)
  const made = await read(api, resource, id)
  for (const { name, children } of fields) {
    if (children && filled.includes(name))
      expect(rowsIn(made, name), `rows of ${name}`).toHaveLength(rowsIn(values, name).length)
  }
  // In the list, and on its page with every tab.
  if ((await rowOf(page, Number(id)).count()) === 0) await goTo(page, resource.route)
  await goTo(page, `${resource.route}/${id}`)
  await expect(page.getByRole('main').getByRole('tabpanel')).toBeVisible()
  await readTabs(page)
  for (const { name, children } of fields) {
    if (children && filled.includes(name)) await expect(page.getByText('Sin filas')).toHaveCount(0)
  }
  const text = fields.find(
    (field) =>
      filled.includes(field.name) &&
      ['text', 'longtext'].includes(field.type) &&
      !field.schema['pattern'] &&
      String(values[field.name]).length < Number(field.schema['maxLength'] ?? 1000),
  )
  if (text) {
    await goTo(page, `${resource.route}/${id}`)
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    await expect(saveOf(form)).toBeVisible()
    const control = form.locator(`[name="${text.name}"]`).first()
    await control.press('End')
    await page.keyboard.type('x', { delay: 30 })
    await saved(page, form, resource)
    expect((await read(api, resource, id))[text.name], `${text.name} as changed`).not.toBe(made[text.name])
  }
  return () => remove(page, api, resource, id)
}

async function remove(page: Page, api: AccountApi, resource: Resource, id: string): Promise<void> {
  await goTo(page, `${resource.route}/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Acciones de/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  const ask = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await ask.getByRole('button', { name: 'Eliminar' }).click()
  await expect
    .poll(async () => (await api.get(`${resource.endpoint}/${id}`)).status, { message: 'it is removed' })
    .toBe(404)
}

const saveOf = (form: Locator): Locator => form.getByRole('button', { name: /^(Guardar|Siguiente)$/ })
const rowsIn = (record: JsonObject, name: string): readonly unknown[] => (record[name] ?? []) as readonly unknown[]

async function read(api: AccountApi, { endpoint }: Resource, id: string): Promise<JsonObject> {
  const answer = await api.get(`${endpoint}/${id}`)
  expect(answer.status, `read ${endpoint}/${id}: ${answer.text}`).toBe(200)
  return answer.body.item as JsonObject
}

/**
 * Saves the open form, through all its steps.
 * @returns the record's id
 * @throws what the form says when it is refused
 */
async function saved(page: Page, form: Locator, { endpoint }: Resource): Promise<string> {
  const answered = page
    .waitForResponse(
      (reply) => reply.url().endsWith(`/api/admin/${endpoint}/create`) && reply.request().method() === 'POST',
    )
    .catch(() => null)
  for (
    let steps = 0;
    steps < 8 && (await form.getByRole('button', { name: 'Siguiente', exact: true }).isVisible());
    steps++
  )
    await form.getByRole('button', { name: 'Siguiente', exact: true }).click()
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  const said = form.getByRole('alert').first()
  const outcome = await Promise.race([
    answered,
    said.waitFor().then(
      () => 'said' as const,
      () => null,
    ),
  ])
  if (outcome === 'said')
    throw new Error(`the form says: ${(await form.getByRole('alert').allInnerTexts()).join(' | ')}`)
  if (outcome === null)
    throw new Error(`the save sends nothing and says nothing: ${(await form.innerText()).slice(0, 300)}`)
  const body = await outcome.text()
  if (outcome.status() !== 200)
    throw new Error(`the save is refused: ${outcome.status()} ${body}, sent ${outcome.request().postData() ?? ''}`)
  await expect(form.getByRole('button', { name: 'Guardar', exact: true }), 'the form closes').toHaveCount(0)
  return String(
    (JSON.parse(body) as { id?: number; item?: { id: number } }).id ??
      (JSON.parse(body) as { item: { id: number } }).item.id,
  )
}

/** Opens every tab of a record's page. */
async function readTabs(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const tabs = main.getByRole('tablist').first().getByRole('tab')
  const count = await tabs.count()
  for (let at = 0; at < Math.max(1, count); at++) {
    if (count > 0) await tabs.nth(at).click()
    const name = count > 0 ? await tabs.nth(at).innerText() : 'info'
    const panel = main.getByRole('tabpanel').first()
    await expect(panel, name).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await panel.innerText(), `tab ${name}`).not.toMatch(REFUSED)
  }
}
