import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Navigate } from 'react-router-dom'
import { Notice } from '../../../ui/show/Notice'
import { useConsole } from '../../console/console'
import { mayOpen } from '../../session/may-open'
import { useProvider } from '../../console/provider'
import { recordPath } from '../../provider/paths'
import { useScope } from '../scope'

const FIRST = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const

/**
 * In place of a record that its catalogue does not have: leads to another catalogue of the same records that has it.
 * @param page there is nothing else on the page
 */
export function LostRecord({ id, caption, action, page }: { id: string; caption?: string; action: ReactNode; page: boolean }) {
  const translate = useTranslate()
  const provider = useProvider()
  const { model, actor } = useConsole()
  const { resource } = useScope()
  const others = Object.values(model.resources).filter((one) =>
    one.entity === resource.entity && one.name !== resource.name && !one.param && mayOpen(actor, model, one.name, 'show'))
  const { data: found, isPending } = useQuery({
    queryKey: ['lost', resource.name, id],
    queryFn: async () => {
      for (const one of others) {
        const { data } = await provider.getList(one.name, { filter: { id }, ...FIRST })
        if (data.length > 0) return one.name
      }
      return null
    },
    enabled: others.length > 0, retry: false,
  })
  const there = found && model.resources[found]
  if (there) return <Navigate to={recordPath(there, id)} replace />
  if (isPending && others.length > 0) return null
  return (
    <Notice
      page={page} icon="lost" title={translate('detail.not_found')} text={translate('detail.not_found_text')}
      caption={caption} action={action}
    />
  )
}
