import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import type { KeptBlock as Block } from '../../model/report'
import { Icon } from '../../ui/show/Icon'
import { useSay } from '../../ui/show/style'
import { useShortcuts } from '../console/use-shortcuts'
import { useVisited } from '../console/visited'
import { BlockFrame } from './BlockFrame'

interface Kept {
  readonly key: string
  readonly title: string
  readonly hint: string | null
  readonly icon: string | null
  readonly url: string
}

/** Pages with a star, or the records that somebody visited last. */
export function KeptBlock({ block, title }: { block: Block; title: string }) {
  const say = useSay()
  const { favourites } = useShortcuts()
  const visited = useVisited()
  const shown: readonly Kept[] =
    block.kind === 'favourites'
      ? favourites.map(({ id, title: name, group, icon, url }) => ({ key: id, title: name, hint: group, icon, url }))
      : visited.map(({ resource, id, name, url, icon, catalogue }) => ({
          key: `${resource} ${id}`,
          title: name,
          hint: catalogue,
          icon,
          url,
        }))
  return (
    <BlockFrame title={title}>
      {shown.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 1 }}>
          {say(`report.no_${block.kind}`)}
        </Typography>
      )}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
          columnGap: 2,
        }}
      >
        {shown.map(({ key, title: name, hint, icon, url }) => (
          <Box
            component="li"
            key={key}
            sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 36, minWidth: 0 }}
          >
            <Box sx={{ color: 'text.secondary', display: 'flex' }}>
              <Icon name={icon} />
            </Box>
            <Link component={LinkBase} to={url} noWrap sx={{ minWidth: 0 }}>
              {name}
            </Link>
            {hint && (
              <Typography variant="caption" component="span" sx={{ color: 'text.secondary' }} noWrap>
                {hint}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </BlockFrame>
  )
}
