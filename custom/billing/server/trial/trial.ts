import { sql } from 'kysely'
import { isStaff } from '#app/asker'
import { visible } from '#app/tables'
import { AppError, todayIn } from '#engine/model'
import { type CallContext, type CallFile, serveCall, serveFile } from '#engine/server'
import {
  trialCall,
  trialChoicesCall,
  trialExportCall,
  type CommissionRule,
  type TrialRow,
} from '../../model/trial-call'
import { branchBounds, branchZone } from '../open-items'
import { closingBranches, liquidatedDrivers } from '../preview'
import { trialSums, type TrialSums } from './trial-sums'

interface TrialRequest extends CommissionRule {
  readonly date_from: string
  readonly date_to: string
  readonly id_branch?: number
  readonly id_subscription?: number
}

/** Driver by driver, whoever's commission changes most first. */
async function triedOf(
  context: CallContext,
  { fee_amount, fee_percentage, id_branch, id_subscription, ...period }: TrialRequest,
): Promise<{ drivers: TrialRow[]; by_hand: number }> {
  const { db, settings, actor } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const drivers = await liquidatedDrivers(context, { ...(id_branch !== undefined && { id_branch }) })
  const found: TrialSums[] = []
  for (const zone of new Set(drivers.map(({ timezone }) => branchZone(timezone, settings)))) {
    found.push(
      ...(await trialSums(db, {
        drivers: drivers.filter(({ timezone }) => branchZone(timezone, settings) === zone).map(({ id }) => id),
        bounds: branchBounds(period, zone),
        rule: { fee_amount, fee_percentage },
        ...(id_subscription !== undefined && { id_subscription }),
      })),
    )
  }
  const names = new Map(drivers.map(({ id, name, surname }) => [id, [name, surname].filter(Boolean).join(' ')]))
  const rows = found.map(
    ({ id_driver, rides, earned, was, would }): TrialRow => ({
      id_driver,
      name: names.get(id_driver) ?? '',
      rides,
      earned: earned / 100,
      was: was / 100,
      would: would / 100,
      difference: (would - was) / 100,
    }),
  )
  return {
    drivers: rows.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || a.name.localeCompare(b.name)),
    by_hand: found.reduce((sum, one) => sum + one.by_hand, 0),
  }
}

/** `POST commissions/trial`. */
export const trial = serveCall(trialCall, triedOf)

const COLUMNS = ['earned', 'was', 'would', 'difference'] as const

/** `GET commissions/trialExport`. */
export const trialExport = serveFile(
  trialExportCall,
  async (context, { export: format = 'xlsx', ...asked }): Promise<CallFile> => {
    const { say, settings } = context
    const { drivers } = await triedOf(context, asked)
    return {
      format,
      zone: branchZone(null, settings),
      title: say('modules.commission_trial'),
      columns: [
        { label: say('billing.driver') },
        { label: say('billing.services'), align: 'right' as const },
        ...COLUMNS.map((name) => ({ label: say(`billing.trial.${name}`), align: 'right' as const })),
      ],
      async *rows() {
        yield drivers.map((row) => [row.name, row.rides, ...COLUMNS.map((name) => row[name])])
      },
    }
  },
)

/** `GET commissions/trialChoices`. */
export const trialChoices = serveCall(trialChoicesCall, async (context) => {
  const { db, settings, now, actor } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const subscriptions = await visible(db, context, 'subscriptions')
    .where('state', '=', '1')
    .select(({ ref }) => [
      'id',
      'name',
      sql<number>`coalesce(${ref('fee_amount')}, 0)::float8`.as('fee_amount'),
      sql<number>`coalesce(${ref('fee_percentage')}, 0)::float8`.as('fee_percentage'),
    ])
    .orderBy('name')
    .execute()
  const otherwise = Number(settings['id_subscription_default'] ?? 0)
  return {
    branches: await closingBranches(context),
    subscriptions: subscriptions.map(({ name, ...rest }) => ({ ...rest, name: name ?? '' })),
    id_default: subscriptions.some(({ id }) => id === otherwise) ? otherwise : null,
    today: todayIn(branchZone(null, settings), now()),
  }
})
