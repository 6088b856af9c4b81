import { useListContext, useTranslate } from 'react-admin'
import { useCallback, useMemo, useRef, useState } from 'react'
import { choiceKeys } from '../../../model/field-words'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Layout } from '../../../model/layout'
import { PLACE_KEY, type MapAnswer } from '../../../model/map-answer'
import { choices } from '../../../model/rules/choices'
import { useProvider, type MapQuery } from '../../console/provider'
import { useScope } from '../scope'
import { useLayoutRows, type LayoutAnswer } from './use-layout-rows'

type MapLayout = Extract<Layout, { readonly kind: 'map' }>

/** The part of the world that the map shows. */
export interface MapView {
  readonly box: NonNullable<MapQuery['box']>
  readonly zoom: number
}

/** What a colour of the map means. */
export interface MapTint {
  readonly value: string
  readonly label: string
  readonly color?: string
}

export interface MapRows extends Omit<LayoutAnswer<MapAnswer>, 'change'> {
  /** One for each question: what is found under other filters is elsewhere. */
  readonly filterKey: string
  readonly tints: readonly MapTint[]
  readonly placeOf: (row: JsonObject) => Json
  /** The value that colours it; of a field that is a colour, the colour itself. */
  readonly tintOf: (row: JsonObject) => string | null
  /** Since when its place is known; null: the place is its own. */
  readonly sinceOf: (row: JsonObject) => string | null
}

type Answered = MapAnswer & { readonly filterKey: string }
const rowsOf = ({ items = [], total = 0 }: MapAnswer) => ({ rows: items, total })

/**
 * The rows of the list that a map draws: all of them where they are few; else those within its view, which are asked
 * for as it moves.
 * @param view null while there is no map yet
 */
export function useMapRows(layout: MapLayout, view: MapView | null): MapRows {
  const { filter: bound, filterValues, resource } = useListContext()
  const provider = useProvider()
  const filter: JsonObject = { ...(filterValues as JsonObject), ...(bound as JsonObject | undefined) }
  const filterKey = JSON.stringify(filter)
  const [many, setMany] = useState<string | null>(null)
  const within = many === filterKey ? view : null
  const last = useRef<{ asked: string; totals: Answered } | null>(null)
  const asked: JsonObject = { filter, ...(within && { box: [...within.box], zoom: within.zoom }) }
  const ask = async (signal: AbortSignal): Promise<Answered> => {
    const key = JSON.stringify(asked)
    const known = last.current?.totals.filterKey === filterKey ? last.current : null
    // The same question again is about what has changed since; another box has other rows of the same list.
    const totals = !within || known === null || known.asked === key
    const found = await provider.mapRows(resource, { filter, totals, ...within }, { signal, quiet: known !== null })
    const answer = {
      ...(totals || !known
        ? {}
        : { total: known.totals.total, placed: known.totals.placed, extent: known.totals.extent }),
      ...found,
      filterKey,
    }
    last.current = { asked: key, totals: answer }
    return answer
  }
  const rows = useLayoutRows<Answered>('map', asked, ask, rowsOf, { live: layout.from !== undefined })
  const { answer } = rows
  if (answer?.filterKey === filterKey && !answer.items && !answer.clusters && many !== filterKey) setMany(filterKey)
  return { ...rows, filterKey, ...useReading(layout) }
}

/** How a row says where it is and in which colour. */
function useReading(layout: MapLayout): Pick<MapRows, 'tints' | 'placeOf' | 'tintOf' | 'sinceOf'> {
  const translate = useTranslate()
  const { entity } = useScope()
  const { at, colour, from } = layout
  const field = from ? from.colour : colour === undefined ? undefined : entity.fields[colour]
  const tints = useMemo(() => (field ? tintsOf(field, translate) : []), [field, translate])
  return {
    tints,
    placeOf: useCallback((row: JsonObject) => (from ? beside(row)['at'] : row[at]) ?? null, [from, at]),
    tintOf: useCallback(
      (row: JsonObject) => plainValue(from ? beside(row)['colour'] : colour === undefined ? null : row[colour]),
      [from, colour],
    ),
    sinceOf: useCallback((row: JsonObject) => plainValue(from ? beside(row)['since'] : null), [from]),
  }
}

function tintsOf(field: Field, translate: ReturnType<typeof useTranslate>): readonly MapTint[] {
  const said = (value: string, otherwise: string): string =>
    choiceKeys(field, value).reduceRight((word, key) => translate(key, { _: word }), otherwise)
  if (field.type === 'flag')
    return [
      { value: '1', label: said('1', translate('field.yes')) },
      { value: '0', label: said('0', translate('field.no')) },
    ]
  return choices(field).map(({ value, title, color }) => ({
    value,
    label: said(value, title),
    ...(color !== undefined && { color }),
  }))
}

const beside = (row: JsonObject): JsonObject => (row[PLACE_KEY] ?? {}) as JsonObject
const plainValue = (value: Json | undefined): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
