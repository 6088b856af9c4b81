import TableIcon from '@mui/icons-material/TableRowsOutlined'
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import CardsIcon from '@mui/icons-material/GridViewOutlined'
import InlineIcon from '@mui/icons-material/EditNoteOutlined'
import TwoPaneIcon from '@mui/icons-material/VerticalSplitOutlined'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { useState, type ComponentType } from 'react'
import type { LayoutKind } from '../../../model/layout'
import { useKeys } from '../../../ui/keys'
import { EntriesMenu } from '../actions/EntriesMenu'
import type { LayoutChoice } from '../list/use-layout'

const ICONS: { readonly [kind in LayoutKind]: ComponentType<{ fontSize?: 'small' }> } = {
  table: TableIcon,
  board: BoardIcon,
  map: MapIcon,
  calendar: CalendarIcon,
  cards: CardsIcon,
  inline: InlineIcon,
  'two-pane': TwoPaneIcon,
}

/** The layouts of a list: buttons, or a menu on a narrow screen; `v` goes to the next. */
export function LayoutSwitch({
  layout: { all, shown, choose },
  narrow,
  keys,
}: {
  layout: LayoutChoice
  narrow: boolean
  keys: boolean
}) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const nameOf = (kind: LayoutKind): string => translate(`layouts.${kind}`)
  const next = all[(all.findIndex(({ kind }) => kind === shown.kind) + 1) % all.length]
  useKeys([{ keys: 'v', label: translate('layouts.key_next'), run: () => next && choose(next.kind), active: keys }])
  const Shown = ICONS[shown.kind]
  if (narrow) {
    return (
      <>
        <IconButton
          aria-label={translate('layouts.choose', { name: nameOf(shown.kind) })}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Shown fontSize="small" />
        </IconButton>
        <EntriesMenu
          anchor={anchor}
          label={translate('layouts.title')}
          onClose={() => setAnchor(null)}
          entries={all.map(({ kind }) => {
            const Icon = ICONS[kind]
            return { id: kind, label: nameOf(kind), icon: <Icon fontSize="small" />, run: () => choose(kind) }
          })}
        />
      </>
    )
  }
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shown.kind}
      aria-label={translate('layouts.title')}
      sx={{ marginInlineStart: 0.5 }}
    >
      {all.map(({ kind }) => {
        const Icon = ICONS[kind]
        return (
          <Tooltip key={kind} title={nameOf(kind)}>
            <ToggleButton
              value={kind}
              selected={kind === shown.kind}
              aria-label={nameOf(kind)}
              onClick={() => choose(kind)}
              sx={{ px: 0.75, py: 0.5 }}
            >
              <Icon fontSize="small" />
            </ToggleButton>
          </Tooltip>
        )
      })}
    </ToggleButtonGroup>
  )
}
