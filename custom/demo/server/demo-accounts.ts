import type { JsonObject } from '../../../src/model/json'
import { hashPassword } from '../../../src/server/auth/password'
import type { Moments } from '../model/moments'
import type { Employer } from '../model/person-records'
import type { DemoRoles } from './demo-roles'

const PASSWORD = 'toolrides'

/** Who may log in to the demo; told to whoever starts it. */
export const DEMO_ACCOUNTS = [
  { email: 'root@demo.test', password: PASSWORD, what: 'root: everything' },
  { email: 'operator@demo.test', password: PASSWORD, what: 'operator: edits every module' },
  { email: 'reader@demo.test', password: PASSWORD, what: 'operator: sees all, edits nothing' },
  { email: 'corporate@demo.test', password: PASSWORD, what: 'administrator of one company' },
  { email: 'member@demo.test', password: PASSWORD, what: 'employee of that company' },
  { email: 'partner@demo.test', password: PASSWORD, what: 'worker of a delivery partner' },
] as const

/** One hash for all accounts of the demo, since it costs a tenth of a second to make. */
export const demoPassword = (): Promise<string> => hashPassword(PASSWORD)

/** The accounts of the house. */
export function staffRecords(roles: DemoRoles, moments: Moments, password: string): JsonObject[] {
  const account = accountOf(moments, password)
  return [
    account('root@demo.test', '1', roles.root, 'Micaela', 'Rojas Inga', { phone: '987000101', document: '43100266' }),
    account('operator@demo.test', '1', roles.operator, 'Rosa', 'Huamán Quispe', { phone: '987000102', document: '41258763' }),
    account('reader@demo.test', '1', roles.reader, 'Julio', 'Paredes Soto', { phone: '987000103', document: '08114620' }),
  ]
}

/** The accounts of one company's people and of a delivery partner's worker. */
export function outsideRecords(roles: DemoRoles, moments: Moments, password: string, company: Employer, partner: Employer): JsonObject[] {
  const account = accountOf(moments, password)
  const at = (employer: Employer): JsonObject => ({ id_company: employer.id, id_branch: employer.id_branch })
  return [
    account('corporate@demo.test', '3', roles.companyAdmin, 'Carmen', 'Salas Ugarte', { phone: '987000104', document: '10457781', ...at(company) }),
    account('member@demo.test', '3', roles.employee, 'Diego', 'Neyra Campos', { phone: '987000105', document: '72093315', ...at(company) }),
    account('partner@demo.test', '4', roles.worker, 'Lucía', 'Oré Valdivia', { phone: '987000106', document: '45670912', ...at(partner) }),
  ]
}

function accountOf(moments: Moments, password: string) {
  return (email: string, type_user: string, id_role: number, name: string, surname: string, more: JsonObject): JsonObject => ({
    email, password, type_user, id_role, name, surname, language: 'es', date_created: moments.now.toISOString(), ...more,
  })
}
