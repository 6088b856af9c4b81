import type { JsonObject } from '#engine/model'
import { randomStreetPlace } from '../../streets/model'
import { companyName, COMPANIES, DEMO_PARTNERS } from './company-names'
import { landline, rucOf } from './identity'
import type { Moments } from './moments'
import { randomInteger, pick, type Random } from './random'

/** The three branches: name, address, e-mail, latitude and longitude. */
const BRANCHES: readonly (readonly [name: string, address: string, email: string, lat: number, lng: number])[] = [
  ['Lima Centro', 'Av. Arequipa 2250, Lince', 'centro@toolrides.test', -12.0839, -77.0347],
  ['Lima Norte', 'Av. Alfredo Mendiola 3698, Independencia', 'norte@toolrides.test', -11.9945, -77.0616],
  ['Lima Este', 'Av. Nicolás Arriola 480, La Victoria', 'este@toolrides.test', -12.0893, -77.0163],
]

export function branchRecords(random: Random, moments: Moments): JsonObject[] {
  return BRANCHES.map(([name, address, email, lat, lng], index) => ({
    name,
    address,
    email,
    phone: landline(random),
    point: { lat, lng },
    date_created: moments.entered(random, index, BRANCHES.length * 9, 420),
  }))
}

export interface DemoCompany {
  readonly record: JsonObject
  readonly domain: string
}

/** Company number `index` of `count`; the first ten and the two partners have names of their own. */
export function companyRecord(
  random: Random,
  moments: Moments,
  index: number,
  count: number,
  branches: readonly number[],
): DemoCompany {
  const partner = DEMO_PARTNERS[index - COMPANIES.length]
  const [name, domain] = COMPANIES[index] ?? partner ?? companyName(random, index)
  const place = randomStreetPlace(random)
  const start = randomInteger(random, -900, -30)
  const open = random() < 0.75
  return {
    domain,
    record: {
      type: partner ? '2' : '1',
      name,
      document: rucOf(index),
      id_branch: pick(random, branches),
      phone: landline(random),
      email: `administracion@${domain}`,
      address: `${place.street} ${randomInteger(random, 1, 39)}${pick(random, ['10', '25', '40', '68', '95'])}, ${place.district}`,
      point: { lat: place.lat, lng: place.lng },
      // The first company is the one that people sign in for: it has everything.
      use_cecos: !partner && (random() < 0.4 || index === 0) ? 1 : 0,
      spending_limit: partner || random() < 0.3 ? null : randomInteger(random, 4, 60) * 500,
      date_start: moments.date(random, start, start),
      date_end: open ? null : moments.date(random, start + 365, start + 1460),
      notes: random() < 0.25 ? pick(random, COMPANY_NOTES) : null,
      state: random() < 0.94 ? '1' : '0',
      date_created: moments.entered(random, index, count * 4, 400),
    },
  }
}

/** Areas that a company's people are divided into; the larger companies have more of them. */
const AREAS = ['Administración', 'Ventas', 'Operaciones', 'Sistemas'] as const
export const areasOf = (index: number): readonly string[] => AREAS.slice(0, 2 + (index % 3))

const COMPANY_NOTES = [
  'Factura el último día hábil de cada mes.',
  'Los traslados de madrugada necesitan la aprobación de recursos humanos.',
  'Recoger siempre por la puerta de proveedores.',
  'Pide unidades con menos de cinco años.',
]
