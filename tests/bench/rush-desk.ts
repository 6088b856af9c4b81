import type { Locator, Page } from 'playwright'

/**
 * Without: the form, the cards and the strip of alerts alone. With: the telephone on the screen, the list of rides, and
 * what it asks to decide.
 */
export type Aids = 'without' | 'with'

/** What an operator hears of a call: the number on the telephone's display, and the time that is asked for. */
export interface HeardCall {
  readonly digits: string
  readonly name: string
  readonly time: string | null
  /** It has not been given up at the screen: it rings there, or will in a moment. */
  readonly rings: boolean
}

const KEY_MS = 30
/** An answer that does not come holds nobody up: it is looked at again later. */
const PATIENCE_MS = 4_000
/** A ring that is not on the screen by then is typed: the number stands on the telephone. */
const RING_MS = 3_000
const MAX_DIALOGS = 4
const FORM = 'section[aria-label="Servicio"]'
/** A driver who is so near to the door is waited for; another is worth it if they are there so much sooner. */
const SOONER_MIN = 2
const AT_ALL_MIN = 12

/** An operator who works by what the screen shows, with its keys and presses of its buttons, and by nothing else. */
export function deskOperator(page: Page, aids: Aids, talk_ms: number) {
  let keys = 0
  let presses = 0
  const key = async (...pressed: readonly string[]): Promise<void> => {
    for (const one of pressed) {
      await page.keyboard.press(one)
      keys += 1
      await page.waitForTimeout(KEY_MS)
    }
  }
  const press = async (button: Locator): Promise<boolean> => {
    presses += 1
    return button.click({ timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    )
  }
  const form = page.locator(FORM)
  const strip = page.getByRole('region', { name: 'Alertas' })
  const nobodyHas = strip.getByRole('button', { name: /sin conductor/ })

  /** Nobody answers into a question that stands on the screen: it is left first. */
  async function leaveDialogs(): Promise<void> {
    const open = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    for (let tries = 0; tries < MAX_DIALOGS && (await open.count()) > 0; tries++) {
      await key('Escape')
      await page.waitForTimeout(LOOK_MS)
    }
  }

  /** From the ring to the save: who calls, from where to where, and when. */
  async function take({ digits, name, time, rings }: HeardCall): Promise<TakenCall> {
    await leaveDialogs()
    const line = page.getByRole('group', { name: `Llama ${name}` })
    const isOnScreen =
      aids === 'with' &&
      rings &&
      (await line.waitFor({ timeout: RING_MS }).then(
        () => true,
        () => false,
      ))
    const first = page.getByRole('group', { name: /^Llama / }).first()
    const isFirst = isOnScreen && (await first.getAttribute('aria-label')) === `Llama ${name}`
    let how = isFirst ? 'by F9' : isOnScreen ? 'by the mouse' : 'by its number'
    if (isFirst) await key('F9')
    else if (isOnScreen) await press(line.getByRole('button', { name: /Contestar/ }))
    else await key('Escape', 'n', ...digits.slice(-6), 'Enter')
    await page.waitForTimeout(talk_ms)
    // Nobody says where to before they see who stands in the form: a press that did nothing is made good by hand.
    const who = form.getByText(name, { exact: true }).first()
    if (
      !(await who.waitFor({ timeout: PATIENCE_MS }).then(
        () => true,
        () => false,
      ))
    ) {
      how += ', then by its number'
      await key('Escape', 'n', ...digits.slice(-6), 'Enter')
    }
    const heard = await formSays(page)
    await key('1', '2')
    if (time !== null) await key('b', ...time, 'Tab')
    const said = await formSays(page)
    await key('Control+s')
    await page.waitForTimeout(LOOK_MS)
    return { how, shown: [heard, said, await formMinds(page), await deskSays(page)].join(' | ') }
  }

  /** Ends the call at the telephone, where the screen shows it. */
  async function hangUp(): Promise<void> {
    const done = page.getByRole('region', { name: 'Llamadas' }).getByRole('button', { name: 'Terminar' }).first()
    if (aids === 'with' && (await done.count()) > 0) await press(done)
  }

  /** A ride that nobody took: whoever is free somewhere gets it, where the screen shows them; else it waits. */
  async function seeToUnassigned(): Promise<boolean> {
    if ((await nobodyHas.count()) === 0 || !(await press(nobodyHas.first()))) return false
    const rows = page.getByRole('dialog', { name: /sin conductor/ }).getByRole('listitem')
    const waiting = rows.filter({ has: page.getByRole('button', { name: 'Esperar', exact: true }) }).first()
    if ((await waiting.count()) === 0) {
      await key('Escape')
      return false
    }
    if (aids === 'without' || !(await giveToSomebody(waiting))) {
      if (aids === 'with') await press(nobodyHas.first())
      await press(waiting.getByRole('button', { name: 'Esperar', exact: true }))
      await page.waitForTimeout(100)
      await key('Escape')
    }
    return true
  }

  /** Out of the list of drivers for a ride: the nearest who is free. @returns whether there is one */
  async function giveToSomebody(row: Locator): Promise<boolean> {
    await press(row.getByRole('button', { name: 'Buscar conductor' }))
    const drivers = page.getByRole('dialog', { name: 'Buscar conductor' })
    const free = drivers.getByRole('listitem').filter({ hasText: /Fuera del radio|No respondió|Rechazó/ })
    await drivers
      .getByRole('listitem')
      .first()
      .waitFor({ timeout: PATIENCE_MS })
      .catch(() => undefined)
    // Somebody has come near meanwhile: they are asked.
    if ((await drivers.getByRole('region', { name: 'Se les pregunta en este orden' }).count()) > 0) {
      const isAsked = await press(drivers.getByRole('button', { name: 'Búsqueda automática' }))
      await key('Escape')
      return isAsked
    }
    const nearest = await nearestOf(free)
    if (nearest === null) {
      await key('Escape')
      return false
    }
    await press(nearest.getByRole('button', { name: /^Asignar/ }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Asignar' }))
    await drivers.waitFor({ state: 'hidden', timeout: PATIENCE_MS }).catch(() => key('Escape', 'Escape'))
    return true
  }

  /** A pick-up that will be late: another driver if they are there sooner; who has not set off is not waited for. */
  async function decideLate(): Promise<boolean> {
    const ask = page.getByRole('button', { name: /^Decidir \d+ retraso/ })
    if (aids === 'without' || (await ask.count()) === 0) return false
    await key('Escape', 's', 'd')
    const dialog = page.getByRole('dialog', { name: /^Qué hacer con el servicio/ })
    if (
      !(await dialog.waitFor({ timeout: PATIENCE_MS }).then(
        () => true,
        () => false,
      ))
    )
      return false
    const [same, other] = [dialog.getByRole('listitem').nth(0), dialog.getByRole('listitem').nth(1)]
    const said = /Llega en|No hay nadie|No se pudo|Sin /
    for (const one of [same, other]) {
      await one
        .getByText(said)
        .first()
        .waitFor({ timeout: PATIENCE_MS })
        .catch(() => undefined)
    }
    const id = /n\.º (\d+)/.exec(await textOf(dialog))?.[1]
    const stands = id !== undefined && (await page.locator(`[data-job="${id}"]`).getByText('Asignado').count()) > 0
    const [own_min, other_min] = [await minutesIn(same), await minutesIn(other)]
    const better =
      other_min !== null &&
      (own_min === null || other_min + SOONER_MIN <= own_min || (stands && other_min <= AT_ALL_MIN))
    await press((better ? other : same).getByRole('button', { name: better ? 'Asignar' : 'Esperar' }))
    await page.waitForTimeout(150)
    if ((await dialog.count()) > 0) await key('Escape')
    return true
  }

  return {
    take,
    hangUp,
    /** One look at the screen, and the dearest thing that it asks for. */
    look: async (): Promise<boolean> => (await decideLate()) || seeToUnassigned(),
    spent: () => ({ keys, presses }),
  }
}
export type DeskOperator = ReturnType<typeof deskOperator>

/** How a call was answered; what the form showed before its places and before the save, and what became of it. */
export interface TakenCall {
  readonly how: string
  readonly shown: string
}

// Two steps of a page: what a save sets off is on the screen.
const LOOK_MS = 60

const formSays = async (page: Page): Promise<string> => {
  const boxes = page.locator(FORM).locator('input[role=combobox]')
  return (await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))).join(', ')
}

/** What stands against the save, when it does: nothing where the call has been taken over. */
const formMinds = async (page: Page): Promise<string> => {
  const said = page.locator(FORM).locator('.Mui-error, [role=alert]')
  return (await said.allInnerTexts()).join(', ').replace(/\s+/g, ' ')
}

const deskSays = async (page: Page): Promise<string> => {
  const rows = page.getByRole('region', { name: 'Lo que acaba de pasar' }).getByRole('listitem')
  return (await rows.allInnerTexts()).slice(0, 3).join(' / ').replace(/\s+/g, ' ')
}

/** What has gone meanwhile says nothing. */
const textOf = (place: Locator): Promise<string> => place.innerText({ timeout: PATIENCE_MS }).catch(() => '')

async function minutesIn(place: Locator): Promise<number | null> {
  const found = /Llega en (\d+)/.exec(await textOf(place))?.[1]
  return found === undefined ? null : Number(found)
}

/** The row whose driver is nearest, of those whom the list lets an operator choose. */
async function nearestOf(rows: Locator): Promise<Locator | null> {
  let best: { readonly row: Locator; readonly km: number } | null = null
  for (const row of await rows.all()) {
    const text = await textOf(row)
    const km = Number(/(\d+(?:[.,]\d+)?)\s*km/.exec(text)?.[1]?.replace(',', '.') ?? NaN)
    const isFree = await row
      .getByRole('button', { name: /^Asignar/ })
      .isEnabled()
      .catch(() => false)
    if (isFree && !Number.isNaN(km) && (best === null || km < best.km)) best = { row, km }
  }
  return best?.row ?? null
}
