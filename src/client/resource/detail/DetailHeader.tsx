import BackIcon from '@mui/icons-material/ArrowBack'
import OpenIcon from '@mui/icons-material/OpenInNew'
import EditIcon from '@mui/icons-material/EditOutlined'
import MoreIcon from '@mui/icons-material/MoreHoriz'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import { useProvider } from '../../console/provider'
import { AppLink } from '../../../ui/show/AppLink'
import { useKeys } from '../../../ui/keys'
import { EntriesMenu } from '../actions/EntriesMenu'
import { useRecordEntries } from '../actions/entries'
import { shownColumns, valueIn } from '../columns'
import { ExportMenu } from '../export/ExportMenu'
import { FieldValue } from '../FieldValue'
import { useScope } from '../scope'
import { isReadBeside, recordPath } from '../../provider/paths'
import { useScreen } from '../screen'
import { MoveButtons } from './MoveButtons'
import type { Pane } from './pane'
import { useRowFiles } from './row-files'

const PeopleBar = lazy(() => import('../people/PeopleBar'))
const PagePresence = lazy(() => import('../presence/PagePresence'))

const MAX_MOVES = 2
/** In a dialog what is done with the record is why it was opened, what refuses it too. */
const MAX_MOVES_OVER = 4

/**
 * The record's name and state, a link back, and its actions.
 * @param pane beside the list: a link to its own page in place of the way back
 * @param onLost it is no longer in its catalogue, or no longer this user's to see
 */
export function DetailHeader({ record, pane, onLost }: { record: JsonObject; pane?: Pane; onLost: () => void }) {
  const translate = useTranslate()
  const { model, features } = useConsole()
  const { resource, title, label, headingOf } = useScope()
  const screen = useScreen()
  const provider = useProvider()
  const rowFiles = useRowFiles(record)
  const entriesOf = useRecordEntries()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const named = useRef<HTMLDivElement>(null)
  const name = headingOf(record)
  const badges = useMemo(() => {
    const marked = resource.list.columns.filter(({ f, as }) => f === 'state' || as === 'badge')
    return shownColumns(marked.length ? marked : [{ f: 'state' }], resource, model, label, features)
  }, [resource, model, label, features])
  const entries = entriesOf(record, {
    detail: true,
    leaves: pane === undefined,
    onRemoved: () => (pane ? pane.onGone() : screen.go(resource.route)),
  })
  // When refused, it is in the menu, with its reason.
  const edit = entries.find(({ id, refused }) => id === 'edit' && refused === undefined)
  const copy = entries.find(({ id }) => id === 'duplicate')
  // What moves the record on is why people open it; what is dangerous stays in the menu.
  const moves = entries
    .filter(({ move, danger, refused }) => move && (pane?.over || !danger) && refused === undefined)
    .slice(0, pane?.over ? MAX_MOVES_OVER : MAX_MOVES)
  const others = entries.filter((entry) => entry !== edit && !moves.includes(entry))
  useKeys([
    { keys: 'e', label: translate('record.edit'), run: () => edit?.run(), active: edit !== undefined },
    { keys: 'd', label: translate('record.duplicate'), run: () => copy?.run(), active: copy !== undefined },
    {
      keys: 'escape',
      label: translate('detail.back', { name: title }),
      run: () => screen.go(resource.route),
      active: !pane,
    },
  ])
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'flex-end', gap: 1, flexWrap: 'wrap', ...(pane?.over && { paddingInlineEnd: 5 }) }}
    >
      <Stack ref={named} tabIndex={-1} sx={{ flex: '1 1 260px', minWidth: 0, outline: 'none' }}>
        {!pane && (
          <AppLink
            to={resource.route}
            color="text.secondary"
            variant="body2"
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, alignSelf: 'flex-start' }}
          >
            <BackIcon sx={{ fontSize: 15 }} aria-hidden />
            {title}
          </AppLink>
        )}
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.25, flexWrap: 'wrap', mt: 0.25 }}>
          <Typography variant={pane ? 'h2' : 'h1'} sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          {badges.map(
            (column) =>
              valueIn(column, record) !== null && <FieldValue key={column.f} column={column} record={record} />,
          )}
          {resource.rest === undefined && (
            <Suspense>
              <PagePresence id={record['id'] as number | string} version={record['version'] ?? null} onLost={onLost} />
            </Suspense>
          )}
        </Stack>
        {(resource.tags || resource.follow) && (
          <Suspense fallback={<Box sx={{ height: 32 }} />}>
            <PeopleBar record={record} />
          </Suspense>
        )}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {pane && !pane.over && !isReadBeside(model.resources[resource.name] ?? resource) && (
          <Tooltip title={translate('two_pane.open')}>
            <IconButton
              aria-label={translate('two_pane.open')}
              onClick={() => screen.go(recordPath(resource, record['id'] as number | string))}
            >
              <OpenIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <ExportMenu
          formats={resource.export}
          prints={rowFiles}
          run={(format, options) =>
            provider.exportRecord(resource.name, record['id'] as number | string, format, options)
          }
        />
        <MoveButtons moves={moves} title={named} />
        {edit && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<EditIcon />}
            onClick={edit.run}
            aria-keyshortcuts="e"
            sx={{ borderColor: 'divider' }}
          >
            {edit.label}
          </Button>
        )}
        {others.length > 0 && (
          <IconButton
            aria-label={translate('list.row_menu', { name })}
            aria-haspopup="menu"
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
        )}
        <EntriesMenu
          anchor={anchor}
          label={translate('detail.actions')}
          entries={others}
          onClose={() => setAnchor(null)}
        />
      </Stack>
    </Stack>
  )
}
