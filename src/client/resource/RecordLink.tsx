import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasWhole } from '../../model/rights/house'
import { AppLink } from '../../ui/show/AppLink'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import { mayOpen } from '../session/may-open'
import { recordPath } from '../provider/paths'

const FIRST = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const

/**
 * A name that links to its record, for pages with few of them. For a user with a scope the server is asked first
 * whether the record is in it; until then the name is shown without a link. Lists know it by their own records.
 */
export function RecordLink({ of, id, children }: { of: string; id: number | string; children: ReactNode }) {
  const { actor, model } = useConsole()
  const provider = useProvider()
  const resource = model.resources[of]
  const isSeen = resource !== undefined && mayOpen(actor, model, of, 'show')
  const isWhole = hasWhole(model.application.scopes, actor)
  const { data: isOpen = isWhole } = useQuery({
    queryKey: ['opens', of, id],
    queryFn: async () => {
      const { data } = await provider.getList(of, { filter: { id }, ...FIRST })
      return data.length > 0
    },
    enabled: isSeen && !isWhole,
    retry: false,
    staleTime: 60_000,
  })
  return isSeen && isOpen ? <AppLink to={recordPath(resource, id)}>{children}</AppLink> : children
}
