import type { Page } from 'playwright'
import { bookingWithNames, callForHelp, DIGITS, quiet, type Stage } from './dispatch-stage'

/** The states of the dispatcher in the order in which they come about; each leaves the page as it is to be seen. */
export const DISPATCH_SCENES: { readonly [name: string]: (page: Page, stage: Stage) => Promise<void> } = {
  'dispatcher-form': async (page, stage) => {
    await takeCall(page, stage)
    if (isNarrow(page)) await fillSheet(page)
  },
  'dispatcher-request': async (page, stage) => {
    await saveCall(page, stage)
    await searchOf(page, stage).getByRole('timer').waitFor()
  },
  'find-driver': async (page, stage) => {
    await searchOf(page, stage).getByRole('button', { name: 'Buscar conductor' }).click()
    await page.getByRole('dialog').getByText('Se les pregunta en este orden').waitFor()
  },
  'dispatcher-next': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByText('no aceptó el servicio').first().waitFor({ timeout: 90_000 })
  },
  'dispatcher-assigned': async (page, stage) => {
    await searchOf(page, stage)
      .getByText(/^(Asignado|En camino)$/)
      .first()
      .waitFor({ timeout: 90_000 })
  },
  'service-info': async (page, stage) => {
    await searchOf(page, stage).getByRole('button', { name: 'Información' }).click()
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(8000)
  },
  'dispatcher-edit': async (page, { address, id }) => {
    await page.goto(`${address}/dispatcher/${id}`)
    await page.getByRole('region', { name: `Servicio ${id}` }).waitFor()
    // Prices come after the form.
    await page.getByRole('radio', { checked: true }).waitFor({ state: 'attached' })
    if (isNarrow(page)) await fillSheet(page)
    await page
      .getByRole('button', { name: /^Conductor/ })
      .last()
      .scrollIntoViewIfNeeded()
  },
  ride: async (page, { address, call, id }) => {
    const { url } = await call<{ url: string }>('POST', 'admin/dispatcher/urlShare', { id })
    await page.goto(new URL(url, address).href)
  },
  'dispatcher-assignments': async (page, stage) => {
    const id = await bookingWithNames(stage)
    await page.goto(`${stage.address}/actives?filters=${encodeURIComponent(JSON.stringify({ id }))}`)
    const row = page.getByRole('main').locator(`[data-row="${id}"]`)
    await row
      .getByRole('button', { name: /acciones|más|menú/i })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Asignaciones' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).first().waitFor()
  },
  'dispatcher-none': async (page, stage) => {
    await stage.call('POST', 'admin/settings/general/create', { request_radius: 0.1 })
    await takeCall(page, stage)
    await saveCall(page, stage)
    await page.getByText('No quedan conductores disponibles').waitFor({ timeout: 90_000 })
  },
  'dispatcher-waiting': async (page, stage) => {
    await searchOf(page, stage).getByRole('button', { name: 'Esperar' }).click()
    await searchOf(page, stage).getByText('En espera de un conductor').first().waitFor()
    await page.waitForTimeout(6000)
  },
  'dispatcher-alerts': async (page, stage) => {
    await callForHelp(stage)
    await page.goto(`${stage.address}/dispatcher`)
    await page
      .getByRole('region', { name: 'Alertas' })
      .getByRole('button', { name: /pánico/i })
      .first()
      .click()
    await page.waitForTimeout(1500)
    await stage.call('POST', 'admin/settings/general/create', { request_radius: 5 })
  },
  // The last: what is typed and not saved is kept for the next call.
  'dispatcher-booking': async (page, stage) => {
    await takeCall(page, stage)
    await page.getByRole('button', { name: 'Reserva', exact: true }).click()
    for (let more = 0; more < 2; more += 1) await page.getByRole('button', { name: /agregar (otra )?fecha/i }).click()
    if (isNarrow(page)) await fillSheet(page)
    await page
      .getByRole('button', { name: /^Cuándo/ })
      .last()
      .scrollIntoViewIfNeeded()
    await page.waitForTimeout(2000)
  },
}

/** What a showing leaves behind that the next one should not see. */
export const endOfScenes = quiet

export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 1440) < 600

const searchOf = (page: Page, { id }: Stage) => page.getByRole('region', { name: `Solicitud del servicio #${id}` })

/**
 * The phone rings: the regular client is known by the end of their number, and goes from their first place to their
 * second.
 */
async function takeCall(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.address}/dispatcher`)
  await page.locator('.leaflet-container').waitFor()
  if (isNarrow(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
  await page.getByPlaceholder('Teléfono, nombre').fill(DIGITS)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Direcciones del cliente' }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.waitForTimeout(2500)
}

/** Saves the call, also where the client has a ride like it already. */
async function saveCall(page: Page, stage: Stage): Promise<void> {
  const answered = () => page.waitForResponse(/dispatcher\/create/)
  const saved = answered()
  await page.keyboard.press('Control+s')
  let answer = await saved
  if (!answer.ok()) {
    const savedAnyway = answered()
    await page.getByRole('button', { name: 'Guardar de todos modos' }).click()
    answer = await savedAnyway
  }
  stage.id = ((await answer.json()) as { id: number }).id
}

/** The sheet of the form drawn up as far as it goes. */
async function fillSheet(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Abrir el panel' })
  for (let drawn = 0; drawn < 2 && (await more.isVisible()); drawn += 1) await more.click()
}
