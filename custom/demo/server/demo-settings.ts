import type { Json } from '../../../src/model/json'
import type { DemoWriter } from '../../../src/server/demo/demo-writer'
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
  language: 'es',
  timezone: 'America/Lima',
  coin: 'S/',
  coin_space: 1,
  decimals_visible: 2,
  decimals_separator: '.',
  thousands_separator: ',',
  distance_unit_measure: 'km',
  // Per cent: the sales tax of Peru.
  igv: 18,
  interval: 10,
  max_length_phone: 9,
  max_stops: 10,
  // Kilometres, and seconds a driver has to answer.
  request_radius: 3,
  time_request: 30,
  color_primary: '#0b5cad',
  color_accent: '#f2a100',
}

export async function putDemoSettings(writer: DemoWriter): Promise<void> {
  const settings = Object.entries(SETTINGS)
  await writer.insert('settings', settings.length, (index) => {
    const [key, value] = settings[index] ?? ['', null]
    return { key, value }
  })
}
