import { pick, type Random } from './random'

/** Companies of the demo, all made up: name and the domain of its people's addresses. */
export const COMPANIES: readonly (readonly [name: string, domain: string])[] = [
  ['Textiles Amancaes', 'amancaes.test'],
  ['Agroexportadora Valle Chillón', 'vallechillon.test'],
  ['Constructora Tres Cumbres', 'trescumbres.test'],
  ['Laboratorios Vitalima', 'vitalima.test'],
  ['Estudio Retamas & Asociados', 'retamas.test'],
  ['Minera Cerro Rumi', 'cerrorumi.test'],
  ['Seguros Pacaymayo', 'pacaymayo.test'],
  ['Editorial Puquial', 'puquial.test'],
  ['Logística Tambo Inga', 'tamboinga.test'],
  ['Consultora Huarango', 'huarango.test'],
]

/** Delivery partners of the demo. */
export const DEMO_PARTNERS: readonly (readonly [name: string, domain: string])[] = [
  ['Sabores de Malambo', 'malambo.test'],
  ['Bodegas La Quincha', 'laquincha.test'],
]

const TRADES = [
  'Textiles',
  'Agroindustrias',
  'Constructora',
  'Laboratorios',
  'Consultora',
  'Importadora',
  'Logística',
  'Editorial',
  'Minera',
  'Pesquera',
  'Inmobiliaria',
  'Servicios Generales',
  'Clínica Dental',
  'Instituto',
  'Ferretería',
  'Distribuidora',
]
const NAMES = [
  'Amancaes',
  'Huarango',
  'Quipu',
  'Chaska',
  'Tumbo',
  'Retama',
  'Algarrobo',
  'Puquial',
  'Pacay',
  'Lúcuma',
  'Molle',
  'Tara',
  'Cantuta',
  'Qori',
  'Inti Raymi',
  'Wayra',
  'Sumaq',
  'Rumi',
  'Tambo',
  'Apu',
  'Chavín',
  'Mochica',
  'Paracas',
  'Pachacámac',
]

/** Further companies for a large demo: made-up names, unique by their number. */
export function companyName(random: Random, index: number): readonly [name: string, domain: string] {
  return [`${pick(random, TRADES)} ${pick(random, NAMES)} ${index}`, `empresa${index}.test`]
}
