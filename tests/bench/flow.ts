import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { chromium, type CDPSession, type Page } from 'playwright'
import { newToken } from '../../src/server/language/actor/token'
import { startServerProcess } from '../api/server-process'
import { CHROMIUM_FLAGS, findChromium } from '../chromium'
import { freshDatabase } from '../postgres'
import { atMost, type Bench } from './bench'
import { consoleOf } from './screens'
import { spent } from './thread-time'

const STEPS = 500
const ROWS = 20
/** A frame of a screen that draws sixty a second. */
const FRAME_MS = 16.7
/** Movements of the mouse, one a frame. */
const MOVES = 90

/**
 * What the editor of a bot's flow takes of the page's thread while 500 steps are panned over, zoomed and dragged, in a
 * real browser over the built server.
 */
export async function flow(bench: Bench): Promise<void> {
  const found = findChromium((line) => console.log(line))
  if ('skipped' in found) return console.log(`skipped: flow: ${found.skipped}`)
  const own = await freshDatabase(String(bench.env['DATABASE_URL']))
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  const { token, hash } = newToken()
  process.env['TEST_BUILT'] = '1'
  const server = await startServerProcess({
    DATABASE_URL: own.url,
    DEMO: '0',
    PROJECT_DIR: join(import.meta.dirname, '../..'),
  })
  const browser = await chromium.launch({ ...(found.path ? { executablePath: found.path } : {}), args: CHROMIUM_FLAGS })
  try {
    await client.connect()
    const bot = await fill(client, hash)
    const page = await consoleOf(
      await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'es-PE', timezoneId: 'America/Lima' }),
      server.address,
      token,
    )
    const clock = await page.context().newCDPSession(page)
    await clock.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${server.address}/bots/${bot}/flow`)
    await page.locator('.react-flow__node-step').nth(5).waitFor({ timeout: 60_000 })
    await page.waitForTimeout(1500)
    const at = { page, clock, bench }
    await moved(at, 'pan near', { x: 560, y: 500 }, { x: 160, y: 300 })
    await moved(at, 'a step dragged near', await headOf(page), { x: 500, y: 520 })
    await page.getByRole('button', { name: 'Ver todo' }).click()
    await page.waitForTimeout(1500)
    const drawn = await page.locator('.react-flow__node-step').count()
    const { x = 0, y = 0 } = (await page.locator('.react-flow__pane').boundingBox()) ?? {}
    await moved(at, `pan with all in sight (${drawn} drawn)`, { x: x + 12, y: y + 12 }, { x: x + 260, y: y + 160 })
    await page.getByRole('button', { name: 'Ver todo' }).click()
    await page.waitForTimeout(1500)
    await moved(at, `a step dragged with all in sight (${drawn} drawn)`, await headOf(page), { x: 500, y: 520 })
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await client.end()
    await own.drop()
  }
}

/** Root, and a bot of many steps in rows, each with a button, the next one and the one below as its ways out. */
async function fill(client: Client, hash: string): Promise<number> {
  const one = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await client.query<{ id: number }>(text, [...values])).rows[0]?.id)
  const role = await one('select id from roles where root limit 1')
  const user = await one(
    "insert into users (name, type_user, id_role, language) values ('Quien mide', '1', $1, 'es') returning id",
    [role],
  )
  await client.query("insert into sessions (hash, id_user, platform, last_activity) values ($1, $2, 'web', now())", [
    hash,
    user,
  ])
  const bot = await one(
    "insert into bots (name, trigger_channel, id_user, revision) values ('Grande', 'web', $1, 1) returning id",
    [user],
  )
  await client.query(
    `insert into bot_steps (id_bot, type, name, message_type, message_text, position_x, position_y)
    select $1, '1', 'Paso ' || n, '1', 'Texto del paso ' || n || ': elija una opción para seguir.', (n / ${ROWS}) * 340,
      (n % ${ROWS}) * 240 from generate_series(0, ${STEPS - 1}) n`,
    [bot],
  )
  await client.query('update bot_steps s set id_bot_step_default = o.id from bot_steps o where o.id = s.id + 1')
  await client.query(
    `insert into bot_step_childs (id_step, title, id_bot_step, rank) select s.id, 'Opción ' || k, o.id, k
      from bot_steps s cross join generate_series(1, 2) k left join bot_steps o on o.id = s.id + k * ${ROWS}`,
  )
  await client.query('update bots set id_bot_step_first = (select min(id) from bot_steps)')
  return bot
}

interface At {
  readonly page: Page
  readonly clock: CDPSession
  readonly bench: Bench
}
interface Point {
  readonly x: number
  readonly y: number
}

/** The head of a step in the middle of the canvas. */
async function headOf(page: Page): Promise<Point> {
  for (const head of await page.locator('.react-flow__node-step .head').all()) {
    const box = await head.boundingBox()
    if (box && box.x > 250 && box.x < 800 && box.y > 250 && box.y < 700)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  throw new Error('no step is drawn in the middle')
}

/** Drags the mouse from one point to another, a movement a frame, and tells what a frame's script takes. */
async function moved({ page, clock, bench }: At, what: string, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.waitForTimeout(300)
  if (bench.profile !== null) {
    await clock.send('Profiler.enable')
    await clock.send('Profiler.start')
  }
  const before = await spent(clock)
  for (let n = 1; n <= MOVES; n++) {
    await page.mouse.move(from.x + ((to.x - from.x) * n) / MOVES, from.y + ((to.y - from.y) * n) / MOVES)
    await page.waitForTimeout(8)
  }
  const after = await spent(clock)
  if (bench.profile !== null) {
    mkdirSync(bench.profile, { recursive: true })
    writeFileSync(
      join(bench.profile, `${what.replaceAll(/\W+/g, '-')}.cpuprofile`),
      JSON.stringify((await clock.send('Profiler.stop')).profile),
    )
  }
  await page.mouse.up()
  const script = (after.script - before.script) / MOVES
  bench.tell(
    `${STEPS} steps: ${what}`,
    `${script.toFixed(1)} ms of script a movement, ${((after.all - before.all) / MOVES).toFixed(1)} ms with style, layout and drawing`,
    atMost(script, FRAME_MS, ' ms'),
  )
  await page.waitForTimeout(1000)
}
