import { useListContext } from 'react-admin'
import { useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { useProvider } from '../../console/provider'
import { useFailure } from '../../../ui/failure'
import { useDisplayStyle } from '../../../ui/show/style'

/** How many records match, as far as it is known: exact where it is cheap to count, `1.000+` where it is not. */
interface Total {
  /** Null until the first answer. */
  readonly count: number | null
  readonly exact: boolean
  readonly text: string
  /** Counts them all, whatever it costs; valid until the filters change. */
  readonly countAll: () => void
  readonly counting: boolean
}

export function useTotal(): Total {
  const { total, meta, resource, filter, filterValues, sort } = useListContext()
  const { thousands_separator } = useDisplayStyle()
  const provider = useProvider()
  const fail = useFailure()
  const [counted, setCounted] = useState<{ readonly asked: string; readonly total: number | null } | null>(null)
  const query = { ...filterValues, ...(filter as JsonObject | undefined) }
  const asked = JSON.stringify(query)
  const totals = meta as { readonly total_is_exact?: boolean } | undefined
  const all = counted?.asked === asked ? counted.total : null
  const count = all ?? total ?? null
  const exact = all !== null || totals?.total_is_exact !== false
  const digits = count === null ? '' : String(count).replace(/\B(?=(\d{3})+$)/g, thousands_separator)
  const countAll = async () => {
    setCounted({ asked, total: null })
    try {
      const answer = await provider.getList(resource, {
        filter: query,
        sort,
        pagination: { page: 1, perPage: 1 },
        meta: { count: 'exact' },
      })
      setCounted({ asked, total: answer.total ?? null })
    } catch (failure) {
      setCounted(null)
      fail(failure)
    }
  }
  return {
    count,
    exact,
    text: exact ? digits : `${digits}+`,
    countAll: () => void countAll(),
    counting: counted?.asked === asked && all === null,
  }
}
