import { KIND } from '#app/asker'
import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Database, DemoWriter } from '#engine/server'

/** Ids of the roles that people of the demo have. */
export interface DemoRoles {
  readonly root: number
  readonly operator: number
  readonly reader: number
  readonly companyAdmin: number
  readonly areaAdmin: number
  readonly employee: number
  readonly worker: number
  readonly client: number
  readonly caller: number
}

const ROLES: readonly JsonObject[] = [
  { name: 'Operador', key: 'operator', type_user: KIND.operator, all_modules: '2' },
  { name: 'Lector', key: 'reader', type_user: KIND.operator, all_modules: '1' },
  {
    name: 'Administrador de empresa',
    key: 'company_admin',
    type_user: KIND.client,
    corporate: 1,
    can_set_passwords: 1,
  },
  { name: 'Administrador de área', key: 'area_admin', type_user: KIND.client, corporate: 1, corporate_admin_rea: 1 },
  { name: 'Empleado', key: 'employee', type_user: KIND.client },
  { name: 'Trabajador de aliado', key: 'worker', type_user: KIND.worker },
  { name: 'Cliente', key: 'client', type_user: KIND.client },
  { name: 'Central simulada', key: 'simulated_caller', type_user: KIND.operator },
]

/**
 * What users other than staff, and the simulated operator, may see and edit, by module key; other staff have all
 * modules through their role.
 */
const RIGHTS: { readonly [role: string]: { readonly [module: string]: 'see' | 'edit' } } = {
  companyAdmin: {
    corp_dashboard: 'see',
    summary: 'see',
    own_reports: 'edit',
    companies: 'see',
    company_areas: 'edit',
    company_cecos: 'edit',
    company_rules: 'edit',
    vouchers: 'edit',
    clients: 'edit',
    invoices: 'see',
    invoice_payments: 'see',
    credit_notes: 'see',
    locations: 'edit',
    dispatcher: 'edit',
    actives: 'see',
    services: 'see',
    map_services: 'see',
    service_validations: 'edit',
    services_import: 'edit',
  },
  areaAdmin: {
    corp_dashboard: 'see',
    summary: 'see',
    own_reports: 'see',
    company_areas: 'see',
    clients: 'edit',
    invoices: 'see',
    invoice_payments: 'see',
    credit_notes: 'see',
    locations: 'see',
    dispatcher: 'edit',
    actives: 'see',
    services: 'see',
    service_validations: 'edit',
  },
  employee: { locations: 'see', dispatcher: 'edit', actives: 'see' },
  worker: {
    locations: 'edit',
    stores: 'edit',
    category_articles: 'edit',
    articles: 'edit',
    type_stores: 'see',
    category_stores: 'see',
    orders: 'edit',
    active_orders: 'edit',
    order_incidents: 'see',
    partner_statements: 'see',
    partner_workers: 'see',
    own_reports: 'see',
  },
  client: { locations: 'edit', dispatcher: 'edit', actives: 'see' },
  // Only what simulated calls need: everybody can read this account's password.
  caller: { dispatcher: 'edit', actives: 'see', clients: 'see', panics: 'edit' },
}

/** The application's roles in addition to the engine's root role, with their rights. */
export async function putDemoRoles(database: Database, writer: DemoWriter, date_created: string): Promise<DemoRoles> {
  const root = await tables(database.db)
    .selectFrom('roles')
    .select('id')
    .where('root', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const ids = await writer.insert('roles', ROLES.length, (index) => ({
    ...ROLES[index],
    rank: index + 1,
    date_created,
  }))
  const [operator = 0, reader = 0, companyAdmin = 0, areaAdmin = 0, employee = 0, worker = 0, client = 0, caller = 0] =
    ids
  const roles = { root: root.id, operator, reader, companyAdmin, areaAdmin, employee, worker, client, caller }
  const modules = await tables(database.db).selectFrom('modules').select(['id', 'key']).execute()
  const rights = modules.flatMap(({ id, key }) =>
    Object.entries(RIGHTS).flatMap(([role, rightsOf]) => {
      const right = rightsOf[key ?? '']
      const id_role = roles[role as keyof DemoRoles]
      return right ? [{ id_role, id_module: id, see: 1, edit: right === 'edit' ? 1 : 0, date_created }] : []
    }),
  )
  await writer.insert('role_modules', rights.length, (index) => rights[index] ?? {})
  return roles
}
