import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import type { DispatchRule, DriverFacts, Guard, DriverSearch } from './dispatch-rule'
import * as rules from './driver-rules'

/**
 * Every rule, in the order in which somebody who asks "why not this driver?" would look: can they at all, are they
 * there, are they free, are they near, have they been asked. A new rule is an object in `driver-rules.ts`, or a file of
 * its own, and a line here.
 */
const DISPATCH_RULES = [
  rules.inactive,
  rules.otherBranch,
  rules.otherType,
  rules.tooSmall,
  rules.noShift,
  rules.paused,
  rules.expiredPapers,
  rules.lowWallet,
  rules.busy,
  rules.full,
  rules.noPosition,
  rules.oldPosition,
  rules.tooFar,
  rules.rejectedBefore,
  rules.letPassBefore,
  rules.askedNow,
  rules.bookedSoon,
] as const

/** Name of a rule: why a driver is passed over or refused. */
export type WhyPassed = (typeof DISPATCH_RULES)[number]['name']

const ALL: readonly DispatchRule<WhyPassed>[] = DISPATCH_RULES
const BY_NAME: ReadonlyMap<string, DispatchRule> = new Map(ALL.map((rule) => [rule.name, rule]))

/** The names in their order. */
export const WHY_PASSED: readonly WhyPassed[] = ALL.map(({ name }) => name)

/**
 * Why this driver is not asked; null: they may be. Without the route by the streets it goes by what is known before.
 */
export const passedOver = (facts: DriverFacts, search: DriverSearch): WhyPassed | null =>
  ALL.find(({ stops }) => stops(facts, search))?.name ?? null

/** Condition over the open shift `h`: the drivers whom a search may ask at all. */
export const searchReads = (search: DriverSearch): RawBuilder<boolean> =>
  allOf(ALL.flatMap(({ reads }) => reads?.(search) ?? []))

/** i18n key of the sentence why a driver is passed over; undefined: no rule has that name. */
export const passedOverWhy = (name: string): string | undefined => BY_NAME.get(name)?.why

/** The error of a claim that a rule refuses. */
export function claimRefused(name: WhyPassed): AppError {
  return new AppError('CONFLICT', { say: BY_NAME.get(name)?.refusal ?? `services.why.${name}`, body: { reason: name } })
}

/** Whether a driver `d` and a vehicle `v` are switched on. */
export const ARE_ACTIVE: RawBuilder<boolean> = rules.inactive.guard.passes

/** Whether a vehicle `v` can take a service `s`, with any driver. */
export const VEHICLE_FITS: RawBuilder<boolean> = allOf(guarded(['vehicle']).map(({ guard }) => guard.passes))

/** Why a vehicle cannot take a service, with any driver; null: it can. */
export function misfitOf(tx: Tx, id_service: number, id_vehicle: number): Promise<WhyPassed | null> {
  return firstRefused(tx, ['vehicle'], sql`services s, vehicles v where s.id = ${id_service} and v.id = ${id_vehicle}`)
}

/**
 * The first rule asked at these points whose guard refuses the row; null: none does.
 * @param from what follows `from`: the tables that the guards look at
 * @throws {AppError} NOT_FOUND when there is no row
 */
export async function firstRefused(
  tx: Tx,
  at: readonly Guard['at'][],
  from: RawBuilder<unknown>,
): Promise<WhyPassed | null> {
  const asked = guarded(at)
  const passes = asked.map(({ name, guard }) => sql`coalesce(${guard.passes}, false) as ${sql.id(name)}`)
  const {
    rows: [row],
  } = await sql<{ readonly [rule: string]: boolean }>`select ${sql.join(passes)} from ${from}`.execute(tx)
  if (!row) throw new AppError('NOT_FOUND')
  return asked.find(({ name }) => !row[name])?.name ?? null
}

function guarded(at: readonly Guard['at'][]): readonly { readonly name: WhyPassed; readonly guard: Guard }[] {
  return ALL.flatMap(({ name, guard }) => (guard && at.includes(guard.at) ? [{ name, guard }] : []))
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
