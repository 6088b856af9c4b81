import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
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
 * @param onClose it was open in a dialog, over a list that goes on: nobody is led away from there, the dialog says
 * where the record is
 */
export function LostRecord({
  id,
  caption,
  action,
  page,
  onClose,
}: {
  id: string
  caption?: string
  action: ReactNode
  page: boolean
  onClose?: () => void
}) {
  const translate = useTranslate()
  const provider = useProvider()
  const { model, actor } = useConsole()
  const { resource, title } = useScope()
  const others = Object.values(model.resources).filter(
    (one) =>
      one.entity === resource.entity &&
      one.name !== resource.name &&
      !one.param &&
      mayOpen(actor, model, one.name, 'show'),
  )
  const { data: found, isPending } = useQuery({
    queryKey: ['lost', resource.name, id],
    queryFn: async () => {
      for (const one of others) {
        const { data } = await provider.getList(one.name, { filter: { id }, ...FIRST })
        if (data.length > 0) return one.name
      }
      return null
    },
    enabled: others.length > 0,
    retry: false,
  })
  const there = found && model.resources[found]
  if (there && onClose) {
    const name = translate(`resources.${there.name}.name`, { smart_count: 2, _: there.title })
    return (
      <Box role="status">
        <Notice
          icon="empty"
          title={translate('detail.left', { name: title })}
          text={translate('detail.left_text', { name })}
          action={
            <>
              <Button variant="outlined" color="inherit" component={LinkBase} to={recordPath(there, id)}>
                {translate('detail.left_open', { name })}
              </Button>
              <Button variant="contained" autoFocus onClick={onClose}>
                {translate('form.close')}
              </Button>
            </>
          }
        />
      </Box>
    )
  }
  if (there) return <Navigate to={recordPath(there, id)} replace />
  if (isPending && others.length > 0) return null
  return (
    <Notice
      page={page}
      icon="lost"
      title={translate('detail.not_found')}
      text={translate('detail.not_found_text')}
      caption={caption}
      action={action}
    />
  )
}
