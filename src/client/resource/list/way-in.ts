import type { ShownColumn } from '../columns'

/**
 * The column whose cells lead into their records: the first plain text; where a record has no name of its own its number; else the first
 * column that leads nowhere itself, dates before marks of a state.
 *
 * @returns its place; -1 where every column leads elsewhere
 */
export function wayIn(columns: readonly ShownColumn[]): number {
  for (const isWay of [isName, isNumber, isFact, isMark]) {
    const place = columns.findIndex(isWay)
    if (place >= 0) return place
  }
  return -1
}

const isName = ({ f, view, from, badge }: ShownColumn): boolean => view.plain === true && f !== 'id' && !from && !badge
const isNumber = ({ f }: ShownColumn): boolean => f === 'id'
const isFact = ({ view, from, badge }: ShownColumn): boolean => !from && !badge && !view.badge && !view.wide && !view.leads
const isMark = ({ view, from }: ShownColumn): boolean => !from && !view.leads
