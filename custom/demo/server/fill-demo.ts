import type { JsonObject } from '#engine/model'
import { demoWriter, type ServerFeature } from '#engine/server'
import { COMPANIES, PARTNERS } from '../model/company-names'
import { areasOf, branchRecords, companyRecord, type DemoCompany } from '../model/company-records'
import { momentsAt } from '../model/moments'
import { clientRecord, driverRecord } from '../model/person-records'
import { addressRecord, knownPlaceRecords, officeRecord, ownPlaceRecords } from '../model/place-records'
import { PLACES } from '../model/places'
import { randomFrom } from '../model/random'
import { callerRecord, demoPassword, driverLogin, outsideRecords, PRIVATE_CLIENT, staffRecords } from './demo-accounts'
import { putDemoMails } from './demo-mails'
import { putDemoRoles } from './demo-roles'
import { putDemoSettings } from './demo-settings'
import { fillFares } from './fill-fares'
import { fillFleet } from './fill-fleet'
import { fillRides } from './fill-rides'
import { officesOf, ridersOf } from './riders'

const SEED = 20_261_121
const SMALLEST_COMPANIES = COMPANIES.length + PARTNERS.length

/**
 * Fills a new database with a ride service in Lima. The same moment and scale give the same rows (password hashes aside).
 * @param context `scale` 1 is about 1,100 records, 2,100 about a million, each with its line in the activity log
 */
export const fillDemo: NonNullable<ServerFeature['demo']> = async (demo) => {
  const { database, model, scale, log } = demo
  const started_ms = Date.now()
  const random = randomFrom(SEED)
  const moments = momentsAt(new Date())
  const writer = demoWriter(database, model, log)
  const many = (count: number): number => Math.max(1, Math.round(count * scale))

  await putDemoSettings(database, writer)
  const opened = moments.entered(random, 0, 100, 430)
  const roles = await putDemoRoles(database, writer, opened)
  const password = await demoPassword()
  const staff = staffRecords(roles, opened, password)
  const [, operator] = await writer.insert('users', staff.length, (index) => staff[index] ?? {})
  writer.by = operator ?? null
  await putDemoMails(writer, opened)

  const branchRows = branchRecords(random, moments)
  const branches = await writer.insert('branches', branchRows.length, (index) => branchRows[index] ?? {})

  const made: DemoCompany[] = []
  const companyCount = Math.max(SMALLEST_COMPANIES, many(SMALLEST_COMPANIES))
  const companyIds = await writer.insert('companies', companyCount, (index) => {
    const company = companyRecord(random, moments, index, companyCount, branches)
    made.push(company)
    return company.record
  })
  const areaRows = made.flatMap(({ record }, index) => record.type === '1'
    ? areasOf(index).map((name) => ({ id_company: companyIds[index] ?? 0, name, date_created: record.date_created ?? null })) : [])
  const areaIds = await writer.insert('company_areas', areaRows.length, (index) => areaRows[index] ?? {})
  const companies = made.map((one, index) => ({
    ...one, id: companyIds[index] ?? 0, id_branch: Number(one.record.id_branch),
    areas: areaIds.filter((_, at) => areaRows[at]?.id_company === companyIds[index]),
  }))
  const employers = companies.filter(({ record }) => record.type === '1')
  const company = employers[0]
  const partner = companies.find(({ record }) => record.type === '2')
  if (!company || !partner) throw new Error('The demo made no company and no partner.')
  const people = outsideRecords(roles, password, company, partner, company.areas[0] ?? 0)
  const peopleIds = await writer.insert('users', people.length, (index) => people[index] ?? {})

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
    return driver.state === '1' ? { ...driver, ...driverLogin(driving += 1, password) } : driver
  })
  await writer.insert('users', 1, () => callerRecord(roles, opened, password))
  const active = drivers.flatMap((driver, index) =>
    driver.state === '1' ? [{ id: driverIds[index] ?? 0, id_branch: Number(driver.id_branch) }] : [])
  const { types, cars } = await fillFleet(writer, random, moments, many(60), active, branches)

  const known = knownPlaceRecords(random, moments)
  await writer.insert('locations', known.length, (index) => known[index] ?? {})
  await writer.insert('locations', employers.length, (index) => officeRecord(employers[index] ?? company))
  const owner = people.findIndex(({ email }) => email === PRIVATE_CLIENT)
  const own = ownPlaceRecords(peopleIds[owner] ?? 0, people[owner]?.date_created ?? null)
  await writer.insert('locations', own.length, (index) => own[index] ?? {})
  const addresses = Math.max(0, many(PLACES.length) - PLACES.length)
  await writer.insert('locations', addresses, (index) => addressRecord(random, moments, index, addresses))

  const sold = await fillFares(writer, moments, { branches, companies: employers.map(({ id }) => id), clients, types })
  const riders = ridersOf([...people, ...clientRows], [...peopleIds, ...clients])
  await fillRides(demo, writer, moments, { ...sold, operator: operator ?? 0, clients: riders, offices: officesOf(employers), drivers: cars })

  log(`Demo: ${writer.written()} records in ${((Date.now() - started_ms) / 1000).toFixed(1)} s.`)
}
