import { useEvent, useListContext, type Identifier } from 'react-admin'
import { useEffect, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { useProvider } from '../../console/provider'
import { useFailure } from '../../../ui/failure'
import { useDisplayStyle } from '../../../ui/show/style'
import { useScope } from '../scope'
import { useTotal } from './total'
import { useTree } from './tree/tree-context'

/** Whether all that the filter finds is chosen, not only the rows of this page. */
interface AllChosen {
  /** How many there are; null: only the selected rows are meant. */
  readonly chosen: number | null
  /** All rows of this page are selected. */
  readonly isPage: boolean
  readonly choosePage: () => void
  /** The page is selected, and there are more rows on others. */
  readonly offered: boolean
  readonly filter: JsonObject
  readonly filtered: boolean
  /** The number in words: exact once all are chosen, else as far as it is known. */
  readonly text: string
  readonly counting: boolean
  /** Counts them exactly and chooses them. */
  readonly choose: () => void
  readonly renumber: (total: number) => void
  readonly drop: () => void
}

/** What was chosen: all that this filter finds, seen from this page with these rows. */
interface Held {
  readonly asked: string
  readonly page: number
  readonly ids: ReadonlySet<Identifier>
  readonly total: number
}

export function useAllChosen(): AllChosen {
  const { data = [], selectedIds, onSelect, resource, filterValues, filter: bound, sort, page } = useListContext()
  const {
    resource: { rest },
  } = useScope()
  const { thousands_separator } = useDisplayStyle()
  const total = useTotal()
  const tree = useTree()
  const provider = useProvider()
  const fail = useFailure()
  const [held, setHeld] = useState<Held | null>(null)
  const [counting, setCounting] = useState(false)
  const filter: JsonObject = { ...(filterValues as JsonObject), ...(bound as JsonObject | undefined) }
  const asked = JSON.stringify(filter)
  const ids = data.map(({ id }) => id as Identifier)
  const isPage = ids.length > 0 && ids.every((id) => selectedIds.includes(id))
  // A deselected row, another page or another filter ends the choice; rows that arrive while it stands are part of it.
  const fresh = held ? ids.filter((id) => !held.ids.has(id)) : []
  const holds =
    held?.asked === asked &&
    held.page === page &&
    ids.length > 0 &&
    ids.every((id) => selectedIds.includes(id) || !held.ids.has(id))
  const chosen = holds ? held.total : null
  if (held && !holds) setHeld(null)
  const choose = async () => {
    setCounting(true)
    try {
      const answer = await provider.getList(resource, {
        filter,
        sort,
        pagination: { page: 1, perPage: 1 },
        meta: { count: 'exact' },
      })
      setHeld({ asked, page, ids: new Set(ids), total: answer.total ?? data.length })
    } catch (failure) {
      fail(failure)
    } finally {
      setCounting(false)
    }
  }
  const take = useEvent(() => {
    if (!held) return
    setHeld({ ...held, ids: new Set([...held.ids, ...fresh]) })
    onSelect([...new Set([...selectedIds, ...fresh])])
    void choose()
  })
  const arrived = holds && fresh.length > 0
  useEffect(() => {
    if (arrived) take()
  }, [arrived, take])
  return {
    chosen,
    isPage,
    choosePage: () => onSelect([...new Set([...selectedIds, ...ids])]),
    offered: chosen === null && isPage && rest === undefined && tree === null && (total.count ?? 0) > data.length,
    filter,
    filtered: Object.keys(filter).length > 0,
    text: chosen === null ? total.text : String(chosen).replace(/\B(?=(\d{3})+$)/g, thousands_separator),
    counting,
    choose: () => void choose(),
    renumber: (next) => setHeld({ asked, page, ids: new Set(ids), total: next }),
    drop: () => setHeld(null),
  }
}
