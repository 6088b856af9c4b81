import { useNotify } from 'react-admin'
import { useCallback, useEffect, useReducer, useState, type Dispatch } from 'react'
import { bodyOf, codeOf, errorsIn, useProvider } from '#engine/client'
import { useFailure } from '#engine/ui'
import { priceMatrixCall, savePricesCall, type PriceConflict } from '../../model/prices-calls'
import type { Amount } from './amount'
import { keptAt, reduceSheet, sheetOf, type PriceMatrix, type PriceSheet, type SheetAction } from './sheet-state'

/**
 * The prices that somebody else changed, as reported by a refused save; none when it was refused for another reason.
 */
function conflictsIn(error: unknown): readonly PriceConflict[] {
  const { conflicts } = bodyOf(error)
  return Array.isArray(conflicts) ? conflicts.filter(isConflict) : []
}

const isConflict = (one: unknown): one is PriceConflict =>
  typeof one === 'object' &&
  one !== null &&
  'id_zone_from' in one &&
  'id_zone_to' in one &&
  'amount' in one &&
  'version' in one

export interface Prices {
  readonly sheet: PriceSheet
  readonly dispatch: Dispatch<SheetAction>
  /** Null until the server has answered. */
  readonly matrix: PriceMatrix | null
  readonly failure: unknown
  readonly reload: () => void
  /** Sends what was typed and is a price; what the server refuses is marked, and nothing of it is lost. */
  readonly save: () => Promise<void>
  readonly saving: boolean
}

/** A tariff's prices: read, typed over, saved. */
export function usePrices(id_tarif: number): Prices {
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [matrix, setMatrix] = useState<PriceMatrix | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [saving, setSaving] = useState(false)
  const [sheet, dispatch] = useReducer(reduceSheet, NO_MATRIX, sheetOf)

  const load = useCallback(
    (signal?: AbortSignal): void => {
      provider.call(priceMatrixCall, { id_tarif }, { signal }).then(
        (found) => {
          setMatrix(found)
          setFailure(null)
          dispatch({ do: 'load', matrix: found })
        },
        (cause: unknown) => {
          if (!signal?.aborted) setFailure(cause)
        },
      )
    },
    [provider, id_tarif],
  )
  useEffect(() => {
    const control = new AbortController()
    load(control.signal)
    return () => control.abort()
  }, [load])

  const save = async (): Promise<void> => {
    const sent = pricesIn(sheet)
    if (sent.size === 0 || saving) return
    setSaving(true)
    try {
      const size = sheet.zones.length
      const { saved, prices } = await provider.call(savePricesCall, {
        prices: [...sent].map(([place, amount]) => ({
          id_zone_from: sheet.zones[Math.floor(place / size)]?.id,
          id_zone_to: sheet.zones[place % size]?.id,
          amount,
          version: keptAt(sheet, place).version,
        })),
      })
      dispatch({ do: 'saved', sent, prices })
      notify('prices.saved', { type: 'success', messageArgs: { smart_count: saved } })
    } catch (cause) {
      const conflicts = conflictsIn(cause)
      const refused = refusedIn(cause, [...sent.keys()])
      if (conflicts.length > 0) dispatch({ do: 'conflicts', conflicts })
      else if (refused.size > 0) dispatch({ do: 'refused', refused })
      else fail(cause)
    } finally {
      setSaving(false)
    }
  }
  return { sheet, dispatch, matrix, failure, reload: () => load(), save, saving }
}

const NO_MATRIX: PriceMatrix = { tarif: { id: 1, name: '', type: '' }, can_edit: false, zones: [], prices: [] }

function pricesIn({ typed }: PriceSheet): ReadonlyMap<number, Amount> {
  return new Map(
    [...typed].flatMap(([place, entry]): [number, Amount][] => ('text' in entry ? [] : [[place, entry.amount]])),
  )
}

/** The errors of single prices, at the cells they were sent from. */
function refusedIn(cause: unknown, places: readonly number[]): ReadonlyMap<number, string> {
  if (codeOf(cause) !== 'VALIDATION') return new Map()
  return new Map(
    Object.entries(errorsIn(cause)).flatMap(([source, text]): [number, string][] => {
      const place = places[Number(/^prices\.(\d+)/.exec(source)?.[1] ?? -1)]
      return place === undefined ? [] : [[place, text]]
    }),
  )
}
