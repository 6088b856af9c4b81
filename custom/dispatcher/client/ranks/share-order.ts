import type { DriverShare } from '../../../ranks/model'

export const SHARE_COLUMNS = ['driver', 'rides', 'income', 'waiting'] as const
export type ShareColumn = (typeof SHARE_COLUMNS)[number]

type Figures = Pick<DriverShare, 'rides' | 'income' | 'waiting_s'>

/** By one column; drivers with the same stand by name. */
export function sortedShares(
  shares: readonly DriverShare[],
  { by, down }: { readonly by: ShareColumn; readonly down: boolean },
): readonly DriverShare[] {
  const name = ({ us_name, us_surname }: DriverShare): string => [us_name, us_surname].filter(Boolean).join(' ')
  const figure = (share: DriverShare): number =>
    by === 'rides' ? share.rides : by === 'income' ? share.income : by === 'waiting' ? share.waiting_s : 0
  const sign = down ? -1 : 1
  const byName = (a: DriverShare, b: DriverShare): number => name(a).localeCompare(name(b)) || a.id_driver - b.id_driver
  return [...shares].sort((a, b) =>
    by === 'driver' ? sign * byName(a, b) : sign * (figure(a) - figure(b)) || byName(a, b),
  )
}

/** What one driver has on average; zeros without any. */
export function meanOf(shares: readonly Figures[]): Figures {
  const mean = (of: (share: Figures) => number): number =>
    shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + of(share), 0) / shares.length
  return {
    rides: mean(({ rides }) => rides),
    income: mean(({ income }) => income),
    waiting_s: mean(({ waiting_s }) => waiting_s),
  }
}
