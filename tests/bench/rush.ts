import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright'
import { startServerProcess } from '../api/server-process'
import { CHROMIUM_FLAGS, findChromium } from '../chromium'
import { demoFolder, makeDemo } from '../demo-folder'
import { accountAt, consoleSession } from '../e2e/api-session'
import type { Bench } from './bench'
import { browserClock, nodeClock } from './fast-clock'
import { rushCalls, rushFigures, type RushCall, type RushEnd } from './rush-calls'
import { deskOperator, type Aids, type HeardCall, type TakenCall } from './rush-desk'
import { endsOf, fleetOf, giveUp, makeClients } from './rush-town'
import { consoleOf } from './screens'

/**
 * Minutes that an hour takes: the clocks of the server, its database, the drivers and the browser go so much faster.
 */
const [MINUTES, QUICK_MINUTES] = [6, 4]
/** Of an hour's calls, for a quick look. */
const QUICK_SHARE = 0.2
const SEED = 41
const [DRIVERS, CALLS, LASTS_S, AFTERWARDS_S] = [28, 100, 3_600, 900]
/** What somebody says at the telephone. */
const TALK_S = 12
const WARM_S = 60
const SENT_MS = 120_000
/** What rings for longer is no longer on the screen. */
const RINGS_S = 85

/**
 * An hour of rush on the demo, worked by an operator who has the screen alone: with what the desk offers, and without
 * the telephone on the screen, the list of rides and its decisions. The same calls and drivers twice; `--quick`: a
 * fifth of it; `--minutes=12`: an hour takes so long, for a slow machine.
 */
export async function rush({ tell, quick, minutes }: Pick<Bench, 'tell' | 'quick' | 'minutes'>): Promise<void> {
  const found = findChromium((line) => console.log(line))
  if ('skipped' in found) return console.log(`skipped: rush: ${found.skipped}`)
  process.env['TEST_BUILT'] = '1'
  const removeDemos = await makeDemo()
  const browser = await chromium.launch({ ...(found.path ? { executablePath: found.path } : {}), args: CHROMIUM_FLAGS })
  const speed = 60 / (minutes ?? (quick ? QUICK_MINUTES : MINUTES))
  const share = quick ? QUICK_SHARE : 1
  const calls = rushCalls(SEED, Math.round(CALLS * share), LASTS_S * share)
  const length = `${calls.length} calls in ${(LASTS_S * share) / 60} min`
  tell('a rush', `${length}, ${DRIVERS} drivers, seed ${SEED}, clocks ${speed} times as fast`)
  const waited_s: { [aids in Aids]?: number } = {}
  try {
    for (const aids of ['without', 'with'] as const) {
      const { ends, keys, presses, taken, answered_s } = await played(browser, {
        aids,
        calls,
        speed,
        lasts_s: (LASTS_S + AFTERWARDS_S) * share,
      })
      const { lost, median_s, p90_s, longest_s, long } = rushFigures(ends)
      const min = (seconds: number): string => (seconds / 60).toFixed(1)
      const a_call = (count: number): string => (count / calls.length).toFixed(1)
      const what = `${aids} the desk's aids`
      const waits = `median ${min(median_s)}, nine in ten ${min(p90_s)}, the longest ${min(longest_s)} min`
      tell(`${what}: until the car is there`, waits)
      const unanswered = calls.length - taken.size
      const gone = `${lost} called off, ${long} waited over 15 min or in vain, ${unanswered} never answered`
      tell(`${what}: lost`, gone)
      const dropped = calls.flatMap(({ digits, name }, at) => {
        const how = ends[at]?.end === 'unsaved' && taken.get(digits)
        return how ? [`${name}, answered ${how.how}: ${how.shown}`] : []
      })
      tell(`${what}: answered, but without a ride`, String(dropped.length), { met: dropped.length === 0, text: 'none' })
      for (const one of dropped) tell(`${what}: without a ride`, one)
      const work = `${a_call(keys)} keys and ${a_call(presses)} presses a call`
      waited_s[aids] = median_s
      tell(`${what}: work`, `${work}, answered after ${answered_s.toFixed(0)} s`)
    }
    const { without = 0, with: with_s = 0 } = waited_s
    const text = `${(with_s / 60).toFixed(1)} min, ${(without / 60).toFixed(1)} without`
    // A few calls are decided by whose car stands where.
    tell('waiting with the aids', text, quick ? undefined : { met: with_s <= without, text: 'no more than without' })
  } finally {
    await browser.close()
    removeDemos()
  }
}

interface Played {
  readonly ends: readonly RushEnd[]
  readonly keys: number
  readonly presses: number
  /** Those that were answered, by their number. */
  readonly taken: ReadonlyMap<string, TakenCall>
  /** The mean of those that were answered. */
  readonly answered_s: number
}

interface Asked {
  readonly aids: Aids
  readonly calls: readonly RushCall[]
  readonly speed: number
  readonly lasts_s: number
}

async function played(browser: Browser, { aids, calls, speed, lasts_s }: Asked): Promise<Played> {
  const from_ms = Date.now()
  const now = (): number => from_ms + (Date.now() - from_ms) * speed
  const wait = (seconds: number): Promise<void> => sleep(Math.max(0, (seconds * 1000) / speed))
  const clock = nodeClock(from_ms, speed)
  const server = await startServerProcess({ DATA_DIR: demoFolder() }, ['start'], [clock])
  let endFleet = async (): Promise<void> => {}
  let page: Page | null = null
  try {
    const root = await consoleSession(server.address, 'root@demo.test')
    const clients = await makeClients(root, calls)
    endFleet = await fleetOf(server.address, clock, DRIVERS, SEED)
    page = await boardOf(browser, server.address, browserClock(from_ms, speed), aids)
    const operator = deskOperator(page, aids, (TALK_S * 1000) / speed)
    const systems = await root<{ items: readonly { id: number }[] }>('GET', 'admin/phone_systems', { limit: 1 })
    const id_system = systems.items[0]?.id
    await wait(WARM_S)
    const began = now()
    const ringing: RushCall[] = []
    const rang_ms = new Map<string, number>()
    let isOver = false
    const others = calls.map(async (call) => {
      await wait(call.at_s)
      if (isOver) return
      if (aids === 'with') await root('POST', 'admin/phone_systems/ring', { id: id_system, phone: call.digits })
      rang_ms.set(call.digits, now())
      ringing.push(call)
      if (call.booked_min !== null) return
      await wait(call.patience_s)
      if (!isOver) await giveUp(root, clients.get(call.digits) ?? 0)
    })
    const answered_s: number[] = []
    const taken = new Map<string, TakenCall>()
    while (now() - began < lasts_s * 1000) {
      const call = ringing.shift()
      if (!call) {
        if (!(await operator.look())) await page.waitForTimeout(300)
        continue
      }
      const rung_s = (now() - (rang_ms.get(call.digits) ?? now())) / 1000
      answered_s.push(rung_s)
      taken.set(call.digits, await operator.take(heard(call, now(), rung_s < RINGS_S)))
      await operator.hangUp()
    }
    isOver = true
    // The last calls may be on their way.
    await page.locator('li[data-state=sending]').first().waitFor({ state: 'detached', timeout: SENT_MS })
    const ends = await endsOf(root, calls, clients, rang_ms, now())
    // Who would have given up later is awaited by nobody; what failed is told.
    await Promise.race([Promise.all(others), sleep(10)])
    const whole_s = answered_s.reduce((sum, one) => sum + one, 0)
    return { ends, ...operator.spent(), taken, answered_s: whole_s / Math.max(1, answered_s.length) }
  } finally {
    await page?.context().close()
    await endFleet()
    await server.end('SIGTERM')
  }
}

/** The dispatcher of the demo's operator on the fast clock, with the list of rides where they have it. */
async function boardOf(browser: Browser, address: string, clock: string, aids: Aids): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    reducedMotion: 'reduce',
  })
  const account = await accountAt(address, 'operator@demo.test')
  await context.addInitScript(clock)
  const page = await consoleOf(await context.newPage(), address, account.token, account)
  await page.goto(`${address}/dispatcher`)
  await page.getByRole('combobox', { name: 'Cliente' }).waitFor()
  if (aids === 'without') return page
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.getByRole('listbox', { name: 'Servicios activos' }).waitFor()
  return page
}

const LIMA = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Lima', hour: '2-digit', minute: '2-digit' })

const heard = ({ digits, name, booked_min }: RushCall, now_ms: number, rings: boolean): HeardCall => ({
  digits,
  name,
  rings,
  time: booked_min === null ? null : LIMA.format(now_ms + booked_min * 60_000),
})
