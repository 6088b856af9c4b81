import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useKeys } from '../../../ui/keys'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import type { ListHeaderProps } from './ListTools'

const RemovedDialog = lazy(() => import('../removed/RemovedDialog'))
const ListTools = lazy(() => import('./ListTools'))

const TWO_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  lineHeight: 1.2,
} as const

/** The page's name (a list in another page has it on its tab), what is done with the whole list, and a new record. */
export function ListHeader(props: ListHeaderProps) {
  const { embedded, cards } = props
  const translate = useTranslate()
  const { title, resource, mayEdit, mayCreate } = useScope()
  const screen = useScreen()
  const [showsRemoved, setShowsRemoved] = useState(false)
  const showRemoved = mayEdit && resource.rest === undefined ? () => setShowsRemoved(true) : null
  // Not with the tools: a key that is pressed before those have come would do nothing.
  useKeys([
    { keys: 'n', label: translate('list.new'), run: screen.create, active: mayCreate && !embedded },
    {
      keys: 'b',
      label: translate('removed.entry'),
      run: () => showRemoved?.(),
      active: Boolean(showRemoved) && !embedded,
    },
  ])
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: { xs: 0, sm: 0.5 }, minHeight: 36 }}>
      {!embedded && (
        <Typography variant="h1" noWrap={!cards} sx={{ flex: 1, minWidth: 0, ...(cards && TWO_LINES) }}>
          {title}
        </Typography>
      )}
      <Suspense>
        <ListTools {...props} onRemoved={showRemoved} />
      </Suspense>
      {showsRemoved && (
        <Suspense>
          <RemovedDialog onClose={() => setShowsRemoved(false)} />
        </Suspense>
      )}
      {mayCreate && (
        <Button
          variant="contained"
          startIcon={!cards && <AddIcon />}
          onClick={screen.create}
          aria-label={cards ? translate('list.new') : undefined}
          aria-keyshortcuts={embedded ? undefined : 'n'}
          sx={{ marginInlineStart: { xs: 0.5, sm: 1 }, ...(cards && { minWidth: 40, px: 1 }) }}
        >
          {cards ? <AddIcon fontSize="small" /> : translate('list.new')}
        </Button>
      )}
    </Stack>
  )
}
