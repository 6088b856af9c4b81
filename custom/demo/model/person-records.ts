import type { JsonObject } from '#engine/model'
import { dni, emailOf, licenseNumber, mobile } from './identity'
import type { Moments } from './moments'
import { licenseDate } from './papers'
import { randomInteger, pick, type Random } from './random'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Given names common in Peru. */
const WOMEN = words(`
  Ana María Rosa Carmen Luz Julia Elena Lucía Sofía Valeria Daniela Gabriela Andrea Camila Fiorella Milagros Yolanda Gladys Norma
  Silvia Patricia Teresa Juana Victoria Flor Maribel Roxana Katherine Vanessa Jessica Diana Karina Ximena Alessandra Claudia Mónica
  Verónica Pilar Rocío Liliana Martha Olga Nelly Edith Rebeca Brenda Paola Cinthia Evelyn Marisol Jimena Romina Mariana Antonella
`)
const MEN = words(`
  José Luis Carlos Juan Jorge Miguel Víctor César Manuel Julio Pedro Fernando Raúl Walter Óscar Roberto Ricardo Eduardo Marco Percy
  Wilmer Edwin Jhon Christian Diego Renzo Rodrigo Sebastián Mateo Gonzalo Joaquín Alonso Iván Hugo Freddy Elmer Nilton Abel Rubén
  Alberto Alfredo Andrés Ángel Antonio Daniel David Enrique Félix Gustavo Héctor Javier Martín Nicolás Santiago Tomás Wilfredo
`)
/** Family names common in Peru. */
const SURNAMES = words(`
  Quispe Flores Sánchez García Rodríguez Rojas Huamán Mamani Chávez Ramírez Díaz Torres Mendoza López Castillo González Vásquez Cruz
  Espinoza Fernández Gutiérrez Ramos Pérez Vargas Castro Ruiz Condori Silva Romero Salazar Huanca Medina Guevara Cárdenas Aguilar
  Delgado Apaza Ccori Palomino Paredes Soto Campos Ortiz Reyes Herrera Morales Navarro Tello Zapata Bautista Cabrera Alvarado Valdivia
  Córdova Ponce Rivera Salas Villanueva Peña Acosta Ochoa Arias Yupanqui Ticona Choque Cutipa Pacheco Luna Valencia Carrasco Neyra
  Zegarra Bravo Cáceres Montoya Farfán Puma Sulca Taipe Ñahui Oré Inga Poma Llanos Ugarte Becerra Barrientos Solís Aquino Zevallos
`)

interface PersonName {
  readonly name: string
  readonly surname: string
}

/**
 * A plausible Peruvian name: one or two given names, the father's and the mother's surname; `woman` is the share of
 * women.
 */
function personName(random: Random, woman = 0.5): PersonName {
  const given = random() < woman ? WOMEN : MEN
  const first = pick(random, given)
  const second = pick(random, given)
  const name = random() < 0.3 && second !== first ? `${first} ${second}` : first
  return { name, surname: `${pick(random, SURNAMES)} ${pick(random, SURNAMES)}` }
}

/** A company that people of the demo belong to. */
export interface Employer {
  readonly id: number
  readonly id_branch: number
  readonly domain: string
  /** Ids of its areas. */
  readonly areas: readonly number[]
}

const YEAR_DAYS = 365.25
const years = (count: number): number => Math.round(count * YEAR_DAYS)

/**
 * Client number `index` of `count`: two in three work for a company, the others ride privately.
 * @param roles ids of the roles of an administrator and of an employee of a company
 */
export function clientRecord(
  random: Random,
  moments: Moments,
  index: number,
  count: number,
  employers: readonly Employer[],
  branches: readonly number[],
  roles: { readonly admin: number; readonly employee: number },
): JsonObject {
  const { name, surname } = personName(random)
  // The first round of clients gives every company its administrator.
  const first = index < employers.length ? employers[index] : undefined
  const employer = first ?? (random() < 0.67 ? pick(random, employers) : null)
  return {
    type_user: '3',
    name,
    surname,
    email: emailOf(name, surname, index + 1, employer?.domain),
    phone: mobile(random),
    document: random() < 0.9 ? dni(random) : null,
    date_birth: random() < 0.6 ? moments.date(random, -years(68), -years(19)) : null,
    id_company: employer?.id ?? null,
    // A company's administrator is above its areas.
    id_company_area: employer && !first ? (employer.areas[index % employer.areas.length] ?? null) : null,
    id_branch: employer?.id_branch ?? pick(random, branches),
    id_role: employer ? (first ? roles.admin : roles.employee) : null,
    notes: random() < 0.08 ? pick(random, CLIENT_NOTES) : null,
    state: random() < 0.95 ? '1' : '0',
    date_created: moments.entered(random, index, count, 240),
  }
}

/** Driver number `index` of `count`. */
export function driverRecord(
  random: Random,
  moments: Moments,
  index: number,
  count: number,
  branches: readonly number[],
): JsonObject {
  const { name, surname } = personName(random, 0.12)
  const document = dni(random)
  const active = random() < 0.93
  const rated = random() < 0.9
  return {
    type_user: '2',
    name,
    surname,
    email: emailOf(name, surname, index + 1, 'conductor.test'),
    phone: mobile(random),
    document,
    date_birth: moments.date(random, -years(62), -years(22)),
    id_branch: pick(random, branches),
    license_number: licenseNumber(random, document),
    // All who drive have a valid licence; some of the others stopped because theirs expired.
    date_license: active ? licenseDate(random, moments, index) : moments.date(random, -200, years(2)),
    rating_average: rated ? Math.round((5 - random() ** 2 * 1.4) * 10) / 10 : null,
    rating_count: rated ? randomInteger(random, 3, 900) : 0,
    notes: random() < 0.1 ? pick(random, DRIVER_NOTES) : null,
    state: active ? '1' : '0',
    date_created: moments.entered(random, index, count, 260),
  }
}

const CLIENT_NOTES = [
  'Viaja con silla de ruedas plegable.',
  'Prefiere que lo llamen antes de llegar.',
  'Lleva una mascota pequeña.',
  'Pide boleta a nombre de la empresa.',
]
const DRIVER_NOTES = [
  'Habla inglés.',
  'No hace servicios al Callao después de las 22:00.',
  'Tiene silla para niños.',
  'Trabaja solo fines de semana.',
]
