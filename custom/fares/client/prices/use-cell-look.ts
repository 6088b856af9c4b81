import { useCallback } from 'react'
import { useDisplayStyle, useSay } from '#engine/ui'
import { amountText } from './amount'
import type { CellLook } from './GridRow'
import { entryAt, keptAt, type PriceSheet } from './sheet-state'

/** How each cell of a sheet looks, and its description. */
export function useCellLook(sheet: PriceSheet): (row: number, column: number) => CellLook {
  const style = useDisplayStyle()
  const say = useSay()
  const size = sheet.zones.length
  return useCallback(
    (row, column) => {
      const place = row * size + column
      const entry = entryAt(sheet, place)
      if (!sheet.typed.has(place))
        return { text: 'amount' in entry ? amountText(entry.amount, style) : '', names: '', wrong: false }
      const before = amountText(keptAt(sheet, place).amount, style) || say('prices.by_distance')
      if ('text' in entry)
        return {
          text: entry.text,
          names: ' bad',
          hint: say(`validation.${entry.error.key}`, entry.error.params),
          wrong: true,
        }
      const text = amountText(entry.amount, style)
      const refused = sheet.refused.get(place)
      if (refused !== undefined) return { text, names: ' bad', hint: refused, wrong: true }
      const conflict = sheet.conflicts.get(place)
      if (conflict) {
        const now = amountText(conflict.amount, style) || say('prices.by_distance')
        return {
          text,
          names: ' conflict',
          hint: say(conflict.by ? 'prices.now_by' : 'prices.now', { now, by: conflict.by ?? '' }),
          wrong: false,
        }
      }
      return { text, names: ' changed', hint: say('prices.before', { before }), wrong: false }
    },
    [sheet, size, style, say],
  )
}
