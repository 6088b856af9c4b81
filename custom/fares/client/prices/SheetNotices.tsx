import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useSay } from '#engine/ui'
import { at, type Range } from './range'
import type { Sheet, SheetAction } from './sheet-state'

/** Above the sheet: prices that somebody else changed meanwhile, and cells that are no price; each with the way to them. */
export function SheetNotices({ sheet, dispatch, onGo }: { sheet: Sheet; dispatch: (action: SheetAction) => void; onGo: (range: Range) => void }) {
  const say = useSay()
  const size = sheet.zones.length
  const { conflicts } = sheet
  const wrong = wrongPlaces(sheet)
  const next = (places: readonly number[]): void => {
    const { anchor } = sheet.range
    const here = anchor.row * size + anchor.column
    const place = places.find((one) => one > here) ?? places[0]
    if (place !== undefined) onGo(at(Math.floor(place / size), place % size))
  }
  const by = [...new Set([...conflicts.values()].flatMap((one) => one.by ?? []))].join(', ')
  return (
    <>
      {conflicts.size > 0 && (
        <Alert
          severity="info"
          action={(
            <>
              <Button color="inherit" size="small" onClick={() => next([...conflicts.keys()].toSorted(ascending))}>{say('prices.go_to')}</Button>
              <Button color="inherit" size="small" onClick={() => dispatch({ do: 'takeTheirs' })}>{say('prices.take_theirs')}</Button>
              <Button color="inherit" size="small" onClick={() => dispatch({ do: 'keepMine' })}>{say('prices.keep_mine')}</Button>
            </>
          )}
        >
          {say(by ? 'prices.conflict_by' : 'prices.conflict', { smart_count: conflicts.size, by })} {say('prices.conflict_kept')}
        </Alert>
      )}
      {wrong.length > 0 && (
        <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => next(wrong)}>{say('prices.go_to')}</Button>}>
          {say('prices.wrong', { smart_count: wrong.length })}
        </Alert>
      )}
    </>
  )
}

const ascending = (a: number, b: number): number => a - b

/** Cells that cannot be saved as they are, in their order. */
export const wrongPlaces = ({ typed, refused }: Sheet): readonly number[] =>
  [...typed].filter(([place, entry]) => 'text' in entry || refused.has(place)).map(([place]) => place).toSorted(ascending)
