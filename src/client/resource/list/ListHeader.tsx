import AddIcon from '@mui/icons-material/Add'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useKeys } from '../../../ui/keys'
import { ExportMenu } from '../export/ExportMenu'
import { useReread } from './live'
import { useListExport } from '../export/use-list-export'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import { useLooks } from './list-look'
import type { ColumnChoice } from './preferences'
import type { LayoutChoice } from './use-layout'
import MoreIcon from '@mui/icons-material/MoreHoriz'
import { useState, lazy, Suspense } from 'react'
import { useListEntries, type Entry } from '../actions/entries'
import { EntriesMenu } from '../actions/EntriesMenu'
import { useListPrints } from '../actions/prints'
import RemovedIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import TuneIcon from '@mui/icons-material/Tune'
import Popover from '@mui/material/Popover'

const RemovedDialog = lazy(() => import('../removed/RemovedDialog'))
const ViewPanel = lazy(() => import('./ViewPanel'))
const LayoutSwitch = lazy(() => import('../layouts/LayoutSwitch'))
const StatsToggle = lazy(() => import('../stats/StatsToggle'))

/** The list's saved views, and how its table looks: columns and the height of rows. */
function ViewMenu({ choice, cards }: { choice: ColumnChoice; cards: boolean }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={translate('list.view')}>
        <IconButton
          aria-label={translate('list.view')}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <TuneIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('list.view'), sx: { width: 320, maxWidth: 'calc(100vw - 32px)', minHeight: 120 } } }}
      >
        <Suspense>
          <ViewPanel choice={choice} cards={cards} onClose={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  )
}

// More buttons push the title away.
const MAX_BUTTONS = 2

/** The actions of the list as a whole: buttons, or a menu where there are many or the screen is narrow. */
function ListActions({ cards, removed }: { cards: boolean; removed: Entry | null }) {
  const translate = useTranslate()
  const declared = useListEntries()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const areButtons = !cards && declared.length <= MAX_BUTTONS
  const entries = [...(areButtons ? [] : declared), ...(removed ? [removed] : [])]
  return (
    <>
      {areButtons && declared.map((entry) => (
      <Button key={entry.id} variant="outlined" color="inherit" startIcon={entry.icon} onClick={entry.run} sx={{ borderColor: 'divider', marginInlineStart: 0.5 }}>
        {entry.label}
      </Button>
      ))}
      {entries.length > 0 && (
        <>
          <IconButton aria-label={translate('list.actions')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
            <MoreIcon fontSize="small" />
          </IconButton>
          <EntriesMenu anchor={anchor} label={translate('list.actions')} entries={entries} onClose={() => setAnchor(null)} />
        </>
      )}
    </>
  )
}

interface ListHeaderProps {
  readonly choice: ColumnChoice
  readonly layout: LayoutChoice
  readonly embedded: boolean
  readonly cards: boolean
  /** Whether the numbers above the list are open; null: it has none. */
  readonly stats: boolean | null
  readonly onStats: () => void
}

/** The name of the page (a list inside another page has it on its tab) and the actions of the whole list. */
export function ListHeader({ choice, layout, embedded, cards, stats, onStats }: ListHeaderProps) {
  const translate = useTranslate()
  const { resource, title, mayEdit, mayCreate } = useScope()
  const { busy, reread } = useReread()
  const screen = useScreen()
  const exportList = useListExport(choice)
  const prints = useListPrints()
  const { saves } = useLooks()
  const [showsRemoved, setShowsRemoved] = useState(false)
  const showRemoved = () => setShowsRemoved(true)
  const hasRemoved = mayEdit && resource.rest === undefined
  const removed = hasRemoved ? { id: 'removed', label: translate('removed.entry'), icon: <RemovedIcon fontSize="small" />, run: showRemoved, apart: true, ...(!embedded && { keys: 'B' }) } : null
  useKeys([
    { keys: 'n', label: translate('list.new'), run: screen.create, active: mayCreate && !embedded },
    { keys: 'b', label: translate('removed.entry'), run: showRemoved, active: hasRemoved && !embedded },
  ])
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: { xs: 0, sm: 0.5 }, minHeight: 36 }}>
      {!embedded && (
        <Typography variant="h1" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
      )}
      {stats !== null && <Suspense><StatsToggle open={stats} onToggle={onStats} keys={!embedded} /></Suspense>}
      {layout.all.length > 1 && <Suspense><LayoutSwitch layout={layout} narrow={cards} keys={!embedded} /></Suspense>}
      <Tooltip title={translate('list.refresh')}>
        <span>
          <IconButton aria-label={translate('list.refresh')} onClick={reread} disabled={busy}>
            <RefreshIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      {mayCreate && screen.bring && (
        <Tooltip title={translate('import.open')}>
          <IconButton aria-label={translate('import.open')} onClick={screen.bring}>
            <UploadIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <ExportMenu formats={resource.export} run={exportList} list prints={prints} />
      {((!cards && layout.shown.kind === 'table') || saves) && <ViewMenu choice={choice} cards={cards || layout.shown.kind !== 'table'} />}
      <ListActions cards={cards} removed={removed} />
      {showsRemoved && <Suspense><RemovedDialog onClose={() => setShowsRemoved(false)} /></Suspense>}
      {mayCreate && (
        <Button
          variant="contained"
          startIcon={!cards && <AddIcon />}
          onClick={screen.create}
          aria-label={cards ? translate('list.new') : undefined}
          aria-keyshortcuts={embedded ? undefined : 'n'}
          sx={{ marginInlineStart: { xs: 0.5, sm: 1 }, ...(cards && { minWidth: 40, px: 1 }) }}
        >
          {/* On a narrow screen the title needs the room. */}
          {cards ? <AddIcon fontSize="small" /> : translate('list.new')}
        </Button>
      )}
    </Stack>
  )
}
