import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Database } from '#engine/server'
import { rucOf } from '../model/identity'

const COMPANY = {
  brand: 'Toolrides',
  name: 'Toolrides Perú S.A.C.',
  ruc: rucOf(999_982),
  email: 'hola@toolrides.test',
  phone: '016180000',
  country_code: 'PE',
  address: 'Av. Arequipa 2250, Lince',
  timezone: 'America/Lima',
  color_primary: '#0b5cad',
  color_accent: '#f2a100',
}

/** Kilometres; wider than usual: the demo has few drivers for a whole city. */
const REQUEST_RADIUS = 5

export async function putDemoSettings(database: Database): Promise<void> {
  // A new database has these records already, with their defaults.
  await tables(database.db)
    .updateTable('settings_company')
    .set({ ...COMPANY, point: sql`point(-77.0347, -12.0839)` })
    .execute()
  await tables(database.db)
    .updateTable('settings_general')
    .set({ request_radius: REQUEST_RADIUS, can_create_past_services: true })
    .execute()
}
