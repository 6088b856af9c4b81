import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { everywhereOf, rightsIn } from '../../model/rights/permissions'
import { permissionsCall } from '../../model/role-calls'
import type { CellProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { matrixRows, rightsOfValue } from './matrix-rows'

/** What a role may do, by group: each module that it sees, and whether it edits there. */
export function PermissionsCell({ value, record }: CellProps) {
  const say = useSay()
  const { answer } = useCall(permissionsCall, {}, { quiet: true })
  const rows = useMemo(() => matrixRows(answer?.rows ?? []), [answer])
  if (record['root'] === 1) return <Typography variant="body2">{say('permissions.full')}</Typography>
  if (!answer) return <Skeleton variant="rounded" height={96} />
  const [own, everywhere] = [rightsOfValue(value), everywhereOf(record['all_modules'])]
  const given = rows.filter(({ id, group }) => !group && rightsIn(own, id, everywhere).see)
  if (given.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {say('permissions.nothing')}
      </Typography>
    )
  const groups = [...new Set(given.map(({ id_parent }) => id_parent))]
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}>
      {groups.map((group) => (
        <Box key={group}>
          <Typography variant="subtitle2" component="h2">
            {rows.find(({ id }) => id === group)?.name ?? ''}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {given
              .filter(({ id_parent }) => id_parent === group)
              .map(({ id, name }) => (
                <Typography key={id} component="li" variant="body2">
                  {name}{' '}
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {say(rightsIn(own, id, everywhere).edit ? 'permissions.edits' : 'permissions.sees')}
                  </Box>
                </Typography>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
