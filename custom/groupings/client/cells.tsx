import type { ClientFeature } from '#engine/client'
import type { CellProps } from '#engine/ui'

const number = (value: unknown): number => Number(value ?? 0)

/** Cells of groupings in lists: how many rides are over, and how many seats are taken. */
export const groupingCells: NonNullable<ClientFeature['widgets']> = {
  'grouping-progress': {
    Cell: ({ value, record }: CellProps) => (
      <>
        {number(record['num_completed_services'])} / {number(value)}
      </>
    ),
  },
  'grouping-seats': {
    Cell: ({ value, record }: CellProps) => (
      <>
        {number(value)} /{' '}
        {record['max_capacity_1'] === null || record['max_capacity_1'] === undefined
          ? '–'
          : number(record['max_capacity_1'])}
      </>
    ),
  },
}
