import type { Json } from '#engine/model'
import type { Database, DemoWriter } from '#engine/server'
import { rucOf } from '../model/identity'

/** Settings of the demo's company, by the names the spec gives them. */
const SETTINGS: { readonly [key: string]: Json } = {
  brand: 'Toolrides',
  name: 'Toolrides Perú S.A.C.',
  ruc: rucOf(999_982),
  email: 'hola@toolrides.test',
  phone: '016180000',
  country_code: 'PE',
  address: 'Av. Arequipa 2250, Lince',
  lat: -12.0839,
  lng: -77.0347,
  timezone: 'America/Lima',
  color_primary: '#0b5cad',
  color_accent: '#f2a100',
}

/** Kilometres; wider than usual: the demo's drivers are few for a whole city. */
const REQUEST_RADIUS = 5

export async function putDemoSettings(database: Database, writer: DemoWriter): Promise<void> {
  const settings = Object.entries(SETTINGS)
  await writer.insert('settings', settings.length, (index) => {
    const [key, value] = settings[index] ?? ['', null]
    return { key, value }
  })
  // A new database has this one record already, with its defaults.
  await database.db.updateTable('settings_general').set({ request_radius: REQUEST_RADIUS }).execute()
}
