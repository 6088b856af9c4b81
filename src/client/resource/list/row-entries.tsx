import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import { useTranslate, type Identifier } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { useRecordEntries, type MenuItemEntry } from '../actions/entries'
import { useScope } from '../scope'
import type { HandOrder } from './row-order'

/** The menu of a row: the record's own entries and, in a list ordered by hand, one step up and down. */
export function useRowEntries(record: JsonObject | undefined, order: HandOrder | null): readonly MenuItemEntry[] {
  const translate = useTranslate()
  const { nameOf } = useScope()
  const entriesOf = useRecordEntries()
  if (!record) return []
  const entries = entriesOf(record)
  if (!order) return entries
  const id = record['id'] as Identifier
  const steps: MenuItemEntry[] = []
  if (order.canMove(id, -1))
    steps.push({
      id: 'up',
      label: translate('list.move_up'),
      icon: <UpIcon fontSize="small" />,
      run: () => order.move(id, -1, nameOf(record)),
      apart: true,
    })
  if (order.canMove(id, 1))
    steps.push({
      id: 'down',
      label: translate('list.move_down'),
      icon: <DownIcon fontSize="small" />,
      run: () => order.move(id, 1, nameOf(record)),
      apart: steps.length === 0,
    })
  const last = entries.at(-1)
  return last?.danger ? [...entries.slice(0, -1), ...steps, last] : [...entries, ...steps]
}
