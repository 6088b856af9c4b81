import type { Json, JsonObject } from '#engine/model'
import { hashPassword } from '#engine/server'
import { CALLER_EMAIL } from '../model/caller-account'
import type { Employer } from '../model/person-records'
import { DEMO_PASSWORD as PASSWORD, driverEmail } from '../model/driver-account'
import type { DemoRoles } from './demo-roles'

/** The client with own places. */
export const PRIVATE_CLIENT = 'cliente@demo.test'

/** The demo's logins; shown to the user who starts it. */
export const DEMO_ACCOUNTS = [
  { email: 'root@demo.test', password: PASSWORD, what: 'root: everything' },
  { email: 'operator@demo.test', password: PASSWORD, what: 'operator: edits every module' },
  { email: 'reader@demo.test', password: PASSWORD, what: 'operator: sees all, edits nothing' },
  { email: 'branch@demo.test', password: PASSWORD, what: 'operator of one branch' },
  { email: 'corporate@demo.test', password: PASSWORD, what: 'administrator of one company' },
  { email: 'area@demo.test', password: PASSWORD, what: 'administrator of an area of that company' },
  { email: 'member@demo.test', password: PASSWORD, what: 'employee of that company' },
  { email: 'partner@demo.test', password: PASSWORD, what: 'worker of a delivery partner' },
  { email: PRIVATE_CLIENT, password: PASSWORD, what: 'client of no company, who books for themselves' },
  {
    email: driverEmail(1),
    password: PASSWORD,
    what: 'driver, on their own phone (/api/driver); so are conductor2 and on',
  },
] as const

/** The login of a demo driver: number `place`, from 1, of those who drive. */
export const driverLogin = (place: number, password: string): JsonObject => ({ email: driverEmail(place), password })

/** A company with its record. */
export type DemoEmployer = Employer & { readonly record: JsonObject }

/** One hash for all accounts of the demo, since making one takes a tenth of a second. */
export const demoPassword = (): Promise<string> => hashPassword(PASSWORD)

/** The accounts of the staff. */
export function staffRecords(roles: DemoRoles, date_created: string, password: string): JsonObject[] {
  const account = accountOf(date_created, password)
  return [
    account('root@demo.test', '1', roles.root, 'Micaela', 'Rojas Inga', { phone: '987000101', document: '43100266' }),
    account('operator@demo.test', '1', roles.operator, 'Rosa', 'Huamán Quispe', {
      phone: '987000102',
      document: '41258763',
      extension: '101',
    }),
    account('reader@demo.test', '1', roles.reader, 'Julio', 'Paredes Soto', {
      phone: '987000103',
      document: '08114620',
    }),
  ]
}

/**
 * The operator who takes the calls of the simulated callers; reserved for the simulator, so that no user's own rides
 * are touched.
 */
export const callerRecord = (roles: DemoRoles, date_created: string, password: string): JsonObject =>
  accountOf(date_created, password)(CALLER_EMAIL, '1', roles.caller, 'Central', 'Simulada', {
    phone: '987000110',
    document: '46120857',
  })

/**
 * The accounts of one company's people, a delivery partner's worker, the operator of the company's branch, and a
 * private client.
 */
export function outsideRecords(
  roles: DemoRoles,
  password: string,
  company: DemoEmployer,
  partner: DemoEmployer,
  area: number,
): JsonObject[] {
  const account = accountOf(null, password)
  const { companyAdmin, areaAdmin, employee, worker, client } = roles
  const at = ({ id, id_branch, record }: DemoEmployer, phone: string, document: string): JsonObject => ({
    id_company: id,
    id_branch,
    phone,
    document,
    date_created: record.date_created ?? null,
  })
  return [
    account('corporate@demo.test', '3', companyAdmin, 'Carmen', 'Salas Ugarte', at(company, '987000104', '10457781')),
    account('member@demo.test', '3', employee, 'Diego', 'Neyra Campos', at(company, '987000105', '72093315')),
    account('area@demo.test', '3', areaAdmin, 'Elena', 'Ríos Tapia', {
      ...at(company, '987000107', '40822917'),
      id_company_area: area,
    }),
    account('branch@demo.test', '1', roles.operator, 'Hugo', 'Benites Luna', {
      ...at(company, '987000108', '09554128'),
      id_company: null,
    }),
    account('partner@demo.test', '4', worker, 'Lucía', 'Oré Valdivia', at(partner, '987000106', '45670912')),
    account(PRIVATE_CLIENT, '3', client, 'Valeria', 'Cano Prado', {
      ...at(company, '987000109', '46120984'),
      id_company: null,
    }),
  ]
}

function accountOf(date_created: Json, password: string) {
  return (
    email: string,
    type_user: string,
    id_role: number,
    name: string,
    surname: string,
    more: JsonObject,
  ): JsonObject => ({
    email,
    password,
    type_user,
    id_role,
    name,
    surname,
    language: 'es',
    date_created,
    ...more,
  })
}
