import { KIND } from '#app/asker'
import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import { demoWriter, type ServerFeature, type DemoWriter } from '#engine/server'
import { COMPANIES, DEMO_PARTNERS } from '../model/company-names'
import { areasOf, branchRecords, companyRecord, type DemoCompany } from '../model/company-records'
import { momentsAt, type Moments } from '../model/moments'
import { clientRecord, driverRecord } from '../model/person-records'
import { addressRecord, knownPlaceRecords, officeRecord, ownPlaceRecords } from '../model/place-records'
import { PLACES } from '../model/places'
import { randomFrom, type Random } from '../model/random'
import {
  callerRecord,
  demoPassword,
  driverLogin,
  outsideRecords,
  PRIVATE_CLIENT,
  staffRecords,
  type DemoEmployer,
} from './demo-accounts'
import { putDemoRoles } from './demo-roles'
import { putDemoSettings } from './demo-settings'
import { putDemoAlerts } from './fill-alerts'
import { putDemoBots } from './fill-bots'
import { putDemoChats } from './fill-chats'
import { putDemoDocuments } from './fill-documents'
import { fillFares } from './fill-fares'
import { putDemoForms } from './fill-forms'
import { putDemoFinance, putDemoVouchers, withCentres } from './fill-finance'
import { fillGroupings } from './fill-groupings'
import { putDemoMessages } from './fill-messages'
import { putDemoRefers } from './fill-refers'
import { putDemoPhoneCalls } from './fill-phone-calls'
import { putDemoRatings } from './fill-ratings'
import { putDemoReports } from './fill-reports'
import { fillRides } from './fill-rides'
import { putDemoUsage } from './fill-usage'
import type { DemoRideDriver } from '../model/ride-records'
import { offerLocalMap } from '../../geo/server'
import { streetMap } from '../../streets/server'
import { putDemoTexts } from './fill-texts'
import { putDemoTrade } from './fill-trade'
import { putDemoPayments } from './fill-payments'
import { putDemoValidations } from './fill-validations'
import { putDemoWallets } from './fill-wallets'
import { putDemoWidgets } from './fill-widgets'
import { putDemoWords } from './fill-words'
import type { DemoClient, DemoStop } from '../model/trips'
import { BRANDS, CARS, COLORS, TYPES } from '../model/fleet'
import { positionRecord, vehicleRecord, type DemoDriver } from '../model/fleet-records'

/**
 * The small catalogues of the fleet, then the vehicles, one for each active driver and a few without, and where they
 * are.
 * @returns types of vehicle by name, and the drivers who have a car
 */
async function fillFleet(
  writer: DemoWriter,
  random: Random,
  moments: Moments,
  count: number,
  drivers: readonly DemoDriver[],
  branches: readonly number[],
): Promise<{
  readonly types: ReadonlyMap<string, number>
  readonly cars: readonly DemoRideDriver[]
  readonly vans: readonly DemoRideDriver[]
}> {
  const catalogue = async (
    entity: string,
    rows: readonly (readonly [name: string, value: string])[],
    field: string,
  ) => {
    const ids = await writer.insert(entity, rows.length, (index) => ({
      name: rows[index]?.[0] ?? null,
      [field]: rows[index]?.[1] ?? null,
      date_created: moments.entered(random, index, rows.length * 4, 410),
    }))
    return new Map(rows.map(([name], index) => [name, ids[index] ?? 0]))
  }
  const ids = {
    types: await catalogue('type_vehicles', TYPES, 'icon'),
    brands: await catalogue('brand_vehicles', BRANDS, 'code'),
    colors: await catalogue('colors', COLORS, 'code'),
  }
  const carTypes = CARS.map((name) => ids.types.get(name))
  const isCar: boolean[] = []
  const isVan: boolean[] = []
  const vanTypes = [ids.types.get('Van'), ids.types.get('Minibús')]
  const vehicles = await writer.insert('vehicles', count, (index) => {
    const record = vehicleRecord(random, moments, index, count, ids, branches, drivers[index] ?? null)
    isCar.push(carTypes.includes(Number(record.id_type_vehicle)))
    isVan.push(vanTypes.includes(Number(record.id_type_vehicle)))
    return record
  })
  await writer.insert('vehicle_positions', vehicles.length, (index) =>
    positionRecord(random, moments, vehicles[index] ?? 0, index < drivers.length),
  )
  const driven = (is: readonly boolean[]) =>
    drivers.flatMap(({ id }, index) => (is[index] ? [{ id, id_vehicle: vehicles[index] ?? 0 }] : []))
  return { types: ids.types, cars: driven(isCar), vans: driven(isVan) }
}

/** The active clients among people, in their order. */
function ridersOf(people: readonly JsonObject[], ids: readonly number[]): readonly DemoClient[] {
  return people.flatMap(({ type_user, state = '1', id_company, id_company_area }, index): DemoClient[] =>
    type_user === KIND.client && state === '1'
      ? [{ id: ids[index] ?? 0, id_company: numberOrNull(id_company), id_company_area: numberOrNull(id_company_area) }]
      : [],
  )
}

/** Where companies have their offices, by the company's id. */
function officesOf(employers: readonly DemoEmployer[]): ReadonlyMap<number, DemoStop> {
  return new Map(
    employers.map(({ id, record }) => {
      const { lat, lng } = record.point as { readonly lat: number; readonly lng: number }
      return [id, { address: `${String(record.name)}, ${String(record.address)}`, lat, lng }]
    }),
  )
}

const numberOrNull = (value: JsonObject[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

/** Sample mails of the outbox after the first day: one that was sent, and one with a wrong address. */
async function putDemoMails(writer: DemoWriter, date: string): Promise<void> {
  const mails: readonly JsonObject[] = [
    {
      recipient: 'operator@demo.test',
      subject: 'Bienvenida a Toolrides',
      status: '2',
      attempts: 1,
      date_sent: date,
      body: 'Hola, Rosa:\n\nSu cuenta de Toolrides está lista. Ingrese con su correo y la contraseña que eligió.',
    },
    {
      recipient: 'sin.buzon@demo.test',
      subject: 'Cambie su contraseña',
      status: '3',
      attempts: 1,
      reason: '550 5.1.1 El buzón no existe.',
      body: 'Hola:\n\nRecibimos una solicitud para cambiar su contraseña.\n\n(enlace reservado)',
    },
  ]
  await writer.insert('mail_outbox', mails.length, (index) => ({ ...mails[index], date_created: date }))
}

const SEED = 20_261_121
/** Ten in the morning: what was told lately is kept for thirty days. */
const TOLD_S = 10 * 3600
const SMALLEST_COMPANIES = COMPANIES.length + DEMO_PARTNERS.length

/**
 * Fills a new database with a ride service in Lima. The same moment and scale give the same rows (password hashes
 * aside).
 * @param context `scale` 1 is about 1,100 records, 2,100 about a million, each with its line in the activity log
 */
export const fillDemo: NonNullable<ServerFeature['demo']> = async (demo) => {
  const { database, model, scale, log } = demo
  const started_ms = Date.now()
  const random = randomFrom(SEED)
  const moments = momentsAt(new Date())
  const writer = demoWriter(database, model, log)
  const many = (count: number): number => Math.max(1, Math.round(count * scale))

  await putDemoSettings(database)
  const opened = moments.entered(random, 0, 100, 430)
  const roles = await putDemoRoles(database, writer, opened)
  const password = await demoPassword()
  const staff = staffRecords(roles, opened, password)
  const operators = await writer.insert('users', staff.length, (index) => staff[index] ?? {})
  const [root, operator] = operators
  writer.by = operator ?? null
  await putDemoMails(writer, opened)
  await putDemoWords(writer, opened)

  const branchRows = branchRecords(random, moments)
  const branches = await writer.insert('branches', branchRows.length, (index) => branchRows[index] ?? {})

  const made: DemoCompany[] = []
  const companyCount = Math.max(SMALLEST_COMPANIES, many(SMALLEST_COMPANIES))
  const companyIds = await writer.insert('companies', companyCount, (index) => {
    const company = companyRecord(random, moments, index, companyCount, branches)
    made.push(company)
    return company.record
  })
  const areaRows = made.flatMap(({ record }, index) =>
    record.type === '1'
      ? areasOf(index).map((name) => ({
          id_company: companyIds[index] ?? 0,
          name,
          date_created: record.date_created ?? null,
        }))
      : [],
  )
  const areaIds = await writer.insert('company_areas', areaRows.length, (index) => areaRows[index] ?? {})
  const companies = made.map((one, index) => ({
    ...one,
    id: companyIds[index] ?? 0,
    id_branch: Number(one.record.id_branch),
    areas: areaIds.filter((_, at) => areaRows[at]?.id_company === companyIds[index]),
  }))
  const employers = companies.filter(({ record }) => record.type === '1')
  const company = employers[0]
  const partner = companies.find(({ record }) => record.type === '2')
  if (!company || !partner) throw new Error('The demo made no company and no partner.')
  await putDemoAlerts(database, writer, {
    date: moments.clock(-1, TOLD_S).toISOString(),
    operator: operator ?? 0,
    roleOperator: roles.operator,
    company: { id: company.id, name: String(company.record.name), email: String(company.record.email) },
  })
  await putDemoReports(writer, { owner: operator ?? 0, roles, date_created: moments.clock(-1, TOLD_S).toISOString() })
  const people = outsideRecords(roles, password, company, partner, company.areas[0] ?? 0)
  const peopleIds = await writer.insert('users', people.length, (index) => people[index] ?? {})

  await putDemoVouchers(
    writer,
    moments,
    company.id,
    peopleIds[people.findIndex(({ email }) => email === 'member@demo.test')] ?? 0,
  )
  const clientRoles = { admin: roles.companyAdmin, employee: roles.employee }
  const clientRows: JsonObject[] = []
  const clients = await writer.insert('users', many(160), (index) => {
    const client = clientRecord(random, moments, index, many(160), employers, branches, clientRoles)
    clientRows.push(client)
    return client
  })
  const drivers: JsonObject[] = []
  let driving = 0
  const driverIds = await writer.insert('users', many(60), (index) => {
    const driver = driverRecord(random, moments, index, many(60), branches)
    drivers.push({ state: driver.state ?? null, id_branch: driver.id_branch ?? null })
    return driver.state === '1' ? { ...driver, ...driverLogin((driving += 1), password) } : driver
  })
  await writer.insert('users', 1, () => callerRecord(roles, opened, password))
  const active = drivers.flatMap((driver, index) =>
    driver.state === '1' ? [{ id: driverIds[index] ?? 0, id_branch: Number(driver.id_branch) }] : [],
  )
  const { types, cars, vans } = await fillFleet(writer, random, moments, many(60), active, branches)

  await putDemoTexts(writer, moments)
  await putDemoBots(writer, database, moments, operator ?? 0)
  await putDemoForms(writer, moments, { operator: operator ?? 0, cars })
  const known = knownPlaceRecords(random, moments)
  await writer.insert('locations', known.length, (index) => known[index] ?? {})
  await writer.insert('locations', employers.length, (index) => officeRecord(employers[index] ?? company))
  const owner = people.findIndex(({ email }) => email === PRIVATE_CLIENT)
  const own = ownPlaceRecords(peopleIds[owner] ?? 0, people[owner]?.date_created ?? null)
  await writer.insert('locations', own.length, (index) => own[index] ?? {})
  const addresses = Math.max(0, many(PLACES.length) - PLACES.length)
  await writer.insert('locations', addresses, (index) => addressRecord(random, moments, index, addresses))

  const sold = await fillFares(writer, moments, { branches, companies: employers.map(({ id }) => id), clients, types })
  await putDemoWidgets(database, writer, moments, sold)
  await putDemoTrade(database, writer, randomFrom(SEED + 1), moments, {
    partners: companies.filter(({ record }) => record.type === '2'),
    clients,
    drivers: cars.map(({ id }) => id),
  })
  const centres = await putDemoFinance(
    writer,
    moments,
    employers.filter(({ record }) => record.use_cecos === 1).map(({ id }) => id),
  )
  await tables(database.db).updateTable('app_driver').set({ app_driver_wallet_enabled: true }).execute()
  await tables(database.db).updateTable('app_client').set({ app_client_wallet_enabled: true }).execute()
  // No feature is open yet: the demo's rides follow the streets all the same.
  const noStreets = offerLocalMap(database.db, streetMap())
  const riders = withCentres(ridersOf([...people, ...clientRows], [...peopleIds, ...clients]), centres)
  await putDemoRefers(database, writer, moments, riders)
  await fillRides(demo, writer, moments, {
    ...sold,
    operator: operator ?? 0,
    operators: [operator ?? 0, operator ?? 0, root ?? 0],
    clients: riders,
    offices: officesOf(employers),
    drivers: cars,
  })
  await fillGroupings(demo, writer, moments, {
    ...sold,
    operator: operator ?? 0,
    clients: riders,
    vans: [...vans, ...cars.toReversed()],
    branch: branches[0] ?? 0,
  })
  noStreets()
  const paid = await putDemoDocuments(database, writer, moments, {
    companies: employers.map(({ id }) => id),
    areas: company.areas.map((id) => ({ id, id_company: company.id })),
    drivers: cars.map(({ id }) => id),
  })
  await putDemoWallets(database, writer, randomFrom(SEED + 2), moments, {
    drivers: cars.map(({ id }) => id),
    paid,
    riders: riders.filter(({ id_company }) => id_company === null).map(({ id }) => id),
  })
  await tables(database.db)
    .updateTable('users')
    .set({ wallet_balance: sql`(select sum(w.effect) from wallets w where w.id_user = users.id)` })
    .where('id', 'in', sql<number>`(select id_user from wallets)`)
    .execute()
  await putDemoValidations(database, writer)
  await putDemoPayments(database, writer)
  await putDemoRatings(database, writer, randomFrom(SEED + 3), operator ?? 0)
  await putDemoMessages(database, writer, {
    date: moments.clock(-1, TOLD_S),
    staff: operators,
    drivers: active.map(({ id }) => id),
    clients,
  })
  await putDemoChats(database, writer, moments, { operator: operator ?? 0, clients })
  await putDemoPhoneCalls(database, writer, moments, { operator: operator ?? 0, clients })
  await putDemoUsage(database, writer, moments, { operator: operator ?? 0, drivers: cars })

  log(`Demo: ${writer.written()} records in ${((Date.now() - started_ms) / 1000).toFixed(1)} s.`)
}
