import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useGetList } from 'react-admin'
import { failureText } from '#engine/client'
import type { JsonObject } from '#engine/model'
import { AppLink, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'

const SHOWN = 10

/** The publications of a form, the last first. */
export function VersionList({ id }: { readonly id: number }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { data, error, isPending, refetch } = useGetList('form_versions', {
    filter: { id_form: id },
    sort: { field: 'number', order: 'DESC' },
    pagination: { page: 1, perPage: SHOWN },
  })
  return (
    <Box component="section" aria-label={say('forms.versions')}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 1 }}>
        <Box component="h2" sx={{ m: 0, typography: 'h3' }}>
          {say('forms.versions')}
        </Box>
        <AppLink to={`/forms/${id}/versions`} sx={{ fontSize: 13 }}>
          {say('forms.all_versions')}
        </AppLink>
      </Box>
      {error && (
        <Box role="alert">
          {failureText(error, say)}{' '}
          <Button size="small" color="inherit" onClick={() => void refetch()}>
            {say('actions.retry')}
          </Button>
        </Box>
      )}
      {isPending && !error && <Skeleton variant="rounded" height={48} aria-busy />}
      {data?.length === 0 && <Box sx={{ color: 'text.secondary', fontSize: 13.5 }}>{say('forms.never_published')}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, fontSize: 13.5 }}>
        {(data as readonly JsonObject[] | undefined)?.map((one) => (
          <Box
            component="li"
            key={String(one['id'])}
            sx={{ display: 'flex', gap: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider' }}
          >
            <b>{say('forms.version', { n: Number(one['number']) })}</b>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {dateTimeText(String(one['date_created']), zone)}
            </Box>
            <Box component="span" sx={{ marginInlineStart: 'auto', color: 'text.secondary' }}>
              {String(one['id_user__label'] ?? '')}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
