import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import StatsIcon from '@mui/icons-material/InsightsOutlined'
import MoreIcon from '@mui/icons-material/MoreHoriz'
import RefreshIcon from '@mui/icons-material/Refresh'
import RemovedIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { MenuItemEntry } from '../actions/entries'
import { useListEntries } from '../actions/list-entries'
import { EntriesMenu } from '../actions/EntriesMenu'
import { useListPrints } from '../actions/prints'
import { ExportMenu } from '../export/ExportMenu'
import { useListExport } from '../export/use-list-export'
import { LayoutSwitch } from '../layouts/LayoutSwitch'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import { StatsToggle } from '../stats/StatsToggle'
import { useLooks } from './list-look'
import { useReread } from './live'
import type { ColumnChoice } from './preferences'
import type { LayoutChoice } from './use-layout'
import { ViewMenu } from './ViewMenu'

// More buttons push the title away.
const MAX_BUTTONS = 2

const ACTION = { borderColor: 'divider', marginInlineStart: 0.5 } as const

interface ListActionsProps {
  readonly cards: boolean
  /** What stands in the menu alone, before and after the catalogue's own actions. */
  readonly first: readonly MenuItemEntry[]
  readonly last: readonly MenuItemEntry[]
}

/** The actions of the list as a whole: buttons, or a menu where there are many or the screen is narrow. */
function ListActions({ cards, first, last }: ListActionsProps) {
  const translate = useTranslate()
  const declared = useListEntries()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const areButtons = !cards && declared.length <= MAX_BUTTONS
  const entries = [...first, ...(areButtons ? [] : declared), ...last]
  return (
    <>
      {areButtons &&
        declared.map(({ id, label, icon, run }) => (
          <Button key={id} variant="outlined" color="inherit" startIcon={icon} onClick={run} sx={ACTION}>
            {label}
          </Button>
        ))}
      {entries.length > 0 && (
        <>
          <IconButton
            aria-label={translate('list.actions')}
            aria-haspopup="menu"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
          <EntriesMenu
            anchor={anchor}
            label={translate('list.actions')}
            entries={entries}
            onClose={() => setAnchor(null)}
          />
        </>
      )}
    </>
  )
}

export interface ListHeaderProps {
  readonly choice: ColumnChoice
  readonly layout: LayoutChoice
  readonly embedded: boolean
  readonly cards: boolean
  /** Whether the numbers above the list are open; null: it has none. */
  readonly stats: boolean | null
  readonly onStats: () => void
}

interface ListToolsProps extends ListHeaderProps {
  /** Opens what was removed; null: not here, or not for this person. */
  readonly onRemoved: (() => void) | null
}

/** What is done with a list as a whole, but for a new record: buttons, on a narrow screen most of them in one menu. */
export default function ListTools({ choice, layout, embedded, cards, stats, onStats, onRemoved }: ListToolsProps) {
  const translate = useTranslate()
  const { resource, mayCreate } = useScope()
  const { busy, reread } = useReread()
  const screen = useScreen()
  const exportList = useListExport(choice)
  const prints = useListPrints()
  const { saves } = useLooks()
  const removed: readonly MenuItemEntry[] = onRemoved
    ? [
        {
          id: 'removed',
          label: translate('removed.entry'),
          icon: <RemovedIcon fontSize="small" />,
          run: onRemoved,
          apart: true,
          ...(!embedded && { keys: 'B' }),
        },
      ]
    : []
  const bring = mayCreate ? screen.bring : undefined
  const numbers = translate(stats ? 'stats.close' : 'stats.open')
  // On a narrow screen the title needs the room.
  const folded: readonly MenuItemEntry[] = cards
    ? [
        ...(stats === null
          ? []
          : [{ id: 'stats', label: numbers, icon: <StatsIcon fontSize="small" />, run: onStats }]),
        { id: 'refresh', label: translate('list.refresh'), icon: <RefreshIcon fontSize="small" />, run: reread },
        ...(bring
          ? [{ id: 'import', label: translate('import.open'), icon: <UploadIcon fontSize="small" />, run: bring }]
          : []),
      ]
    : []
  return (
    <>
      {stats !== null && <StatsToggle open={stats} onToggle={onStats} keys={!embedded} hidden={cards} />}
      {layout.all.length > 1 && <LayoutSwitch layout={layout} narrow={cards} keys={!embedded} />}
      {!cards && (
        <Tooltip title={translate('list.refresh')}>
          <span>
            <IconButton aria-label={translate('list.refresh')} onClick={reread} disabled={busy}>
              <RefreshIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      )}
      {!cards && bring && (
        <Tooltip title={translate('import.open')}>
          <IconButton aria-label={translate('import.open')} onClick={bring}>
            <UploadIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <ExportMenu formats={resource.export} run={exportList} list prints={prints} />
      {((!cards && layout.shown.kind === 'table') || saves) && (
        <ViewMenu choice={choice} cards={cards || layout.shown.kind !== 'table'} />
      )}
      <ListActions cards={cards} first={folded} last={removed} />
    </>
  )
}
