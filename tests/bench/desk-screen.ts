import { join } from 'node:path'
import type { Client } from 'pg'
import { type Measured, polled } from './thread-time'

export const VEHICLES = 2_000
const [JOBS, MOVED, ZONES] = [500, 500, 24]

/**
 * The dispatcher's desk with all that it shows at once: 500 rides in the open panel, of which the late ones change
 * their colour and their delay with each answer, 2,000 vehicles on the map, and the zones in which drivers wait.
 */
export async function deskOf(measured: Measured, address: string, client: Client): Promise<void> {
  const { page } = measured
  await fillDesk(client)
  const whole: Record<string, unknown>[] = []
  let moved = 0
  let turn = 0
  await page.route('**/api/admin/live/vehicles**', async (route) => {
    // Vehicle by vehicle, as they are changed below.
    const reply = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/[?&]form=columns/, ''),
    })
    const body = (await reply.json()) as { items: Record<string, unknown>[] }
    if (whole.length === 0) whole.push(...body.items)
    turn += moved
    body.items =
      moved === 0
        ? turn === 0
          ? whole
          : []
        : Array.from({ length: moved }, (_, n) => {
            const vehicle = whole[(turn + n) % whole.length] ?? {}
            return {
              ...vehicle,
              lat: Number(vehicle['lat']) + Math.random() / 500,
              lng: Number(vehicle['lng']) + Math.random() / 500,
            }
          })
    await route.fulfill({ response: reply, json: body })
  })
  await page.goto(`${address}/dispatcher`)
  await page.locator('.leaflet-container canvas').first().waitFor({ timeout: 60_000 })
  await page.getByRole('combobox', { name: 'Cliente' }).waitFor()
  await page.keyboard.press('i')
  await page.keyboard.press('s')
  await page.locator('[data-job][data-late]').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(4_000)
  const jobs = Number(await page.locator('[data-job]').first().getAttribute('aria-setsize'))
  const late = await page.locator('[data-job][data-late]').count()
  const desk = `a desk of ${jobs} rides (${late} late ones drawn), ${whole.length} vehicles and ${ZONES} zones`
  await polled(measured, `${desk}: delays grow`, 'admin/dispatcher/jobs', async () => {})
  moved = MOVED
  await polled(measured, `${desk}: ${MOVED} vehicles moved, ten rides went on`, 'admin/dispatcher/jobs', async () => {
    await client.query(`update services set state = case state when 'accepted' then 'onway' else 'accepted' end,
      version = version + 1, date_updated = now()
      where id in (select id from services where state in ('accepted', 'onway') order by random() limit 10)`)
  })
  if (measured.profile !== null) await page.screenshot({ path: join(measured.profile, 'desk.png') })
  await page.unroute('**/api/admin/live/vehicles**')
}

/**
 * Leaves 500 rides, a third of them late or on air, vehicles that were heard of just now, and zones around all of them.
 */
async function fillDesk(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `update services set state = 'finalized', outcome = 'finalized', date_finalized = now()
      where state not in ('finalized', 'canceled') and id <= 20000 - ${JOBS}`,
  )
  await client.query(`update services
    set by_operator = true, date_scheduled = now() + (id % 120 - 20) * interval '1 min',
    state = case when id % 10 = 0 then 'created' when id % 10 = 1 then 'unassigned' when state
    = 'scheduled' then 'accepted' else state end,
    id_driver = case when id % 10 < 2 then null else id_driver end, id_vehicle = case when id % 10 < 2 then null else
    id_vehicle end where id > 20000 - ${JOBS}`)
  await client.query('update vehicle_positions set date_fix = now(), version = version + 1, date_updated = now()')
  await client.query(`insert into rank_zones (name, color, path, state) select 'Zona ' || n, '#11558' || n % 9,
    polygon(box(point(-77.15 + (n % 6) * 0.05, -12.2 + (n / 6) * 0.075), point(-77.11 + (n % 6) * 0.05,
      -12.14 + (n / 6) * 0.075))), '1'
    from generate_series(0, ${ZONES} - 1) n`)
  await client.query('set session_replication_role = origin')
}
