import ArrowIcon from '@mui/icons-material/ChevronRight'
import Search from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { alertKeysCall } from '../../model/alert-calls'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { failureText } from '../provider/failure'
import { treeLines, type TreeLine } from './key-tree'

interface InsertProps {
  readonly id_module: number
  /** The text before the place where it goes. */
  readonly before: string
  readonly onInsert: (piece: string) => void
  readonly onClose: () => void
}

/**
 * What a message may say of a record, as a tree under a search: arrows lead through it and open what is below, Enter or
 * a click inserts.
 */
export default function InsertDialog({ id_module, before, onInsert, onClose }: InsertProps) {
  const say = useSay()
  const id = useId()
  const { answer, failure, retry } = useCall(alertKeysCall, { id_module })
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState(0)
  const lines = useMemo(
    () => treeLines(answer?.items ?? [], opened, search, before, (filter) => say(`alerts.filters.${filter}`)),
    [answer, opened, search, before, say],
  )
  const line = lines[Math.min(at, lines.length - 1)]
  const turn = ({ id: one }: TreeLine) =>
    setOpened((now) => (now.has(one) ? new Set([...now].filter((other) => other !== one)) : new Set([...now, one])))
  const take = (one: TreeLine) => (one.piece === null ? turn(one) : onInsert(one.piece))
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!line) return
    if (step) setAt((Math.min(at, lines.length - 1) + step + lines.length) % lines.length)
    else if (event.key === 'Enter') take(line)
    // In a search the arrows to the sides move within its text.
    else if ((event.key === 'ArrowRight' && line.open === false) || (event.key === 'ArrowLeft' && line.open === true)) {
      if (search !== '' && event.key === 'ArrowLeft') return
      turn(line)
    } else if (event.key === 'ArrowLeft' && search === '' && line.level > 1)
      setAt(lines.findLastIndex((one, index) => index < at && one.level < line.level))
    else return
    event.preventDefault()
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={`${id}-title`}>
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
          {say('alerts.insert')}
        </DialogTitle>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            px: 3,
            height: 44,
            borderBlock: 1,
            borderColor: 'divider',
          }}
        >
          <Search aria-hidden sx={{ color: 'text.secondary' }} />
          <InputBase
            autoFocus
            fullWidth
            value={search}
            placeholder={say('alerts.insert_search')}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setSearch(event.target.value)
              setAt(0)
            }}
            inputProps={{
              role: 'combobox',
              'aria-label': say('alerts.insert_search'),
              'aria-haspopup': 'tree',
              'aria-expanded': true,
              'aria-controls': id,
              'aria-activedescendant': line ? `${id}-${Math.min(at, lines.length - 1)}` : undefined,
              autoComplete: 'off',
            }}
          />
        </Box>
        <Box
          component="ul"
          role="tree"
          id={id}
          aria-label={say('alerts.insert')}
          sx={{ listStyle: 'none', m: 0, p: 1, height: '50vh', overflow: 'auto' }}
        >
          {lines.map((one, index) => (
            <Node
              key={one.id}
              line={one}
              id={`${id}-${index}`}
              active={one === line}
              onTake={() => take(one)}
              onTurn={() => {
                setAt(index)
                turn(one)
              }}
            />
          ))}
          {!answer && !failure && (
            <Box component="li" role="none" sx={{ p: 2, textAlign: 'center' }}>
              <CircularProgress size={22} aria-label={say('ra.page.loading')} />
            </Box>
          )}
        </Box>
        {Boolean(failure) && (
          <Box role="alert" sx={{ px: 3, pb: 2, display: 'flex', gap: 1, alignItems: 'center' }}>
            {failureText(failure, say)}
            <Button size="small" onClick={retry}>
              {say('actions.retry')}
            </Button>
          </Box>
        )}
        {answer && lines.length === 0 && (
          <Box component="output" sx={{ px: 3, pb: 2, color: 'text.secondary' }}>
            {say('field.no_results')}
          </Box>
        )}
        <Box
          sx={{ px: 3, py: 1.5, display: 'flex', gap: 2, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
        >
          <Box component="small" sx={{ flex: 1, color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
            {say('alerts.insert_help')}
          </Box>
          <Button onClick={onClose} sx={{ marginInlineStart: 'auto' }}>
            {say('form.close')}
          </Button>
        </Box>
      </KeyLayer>
    </Dialog>
  )
}

function Node({
  line,
  id,
  active,
  onTake,
  onTurn,
}: {
  readonly line: TreeLine
  readonly id: string
  readonly active: boolean
  readonly onTake: () => void
  readonly onTurn: () => void
}) {
  const say = useSay()
  const { title, level, piece, open } = line
  return (
    <Row
      role="treeitem"
      id={id}
      aria-level={level}
      aria-selected={active}
      aria-expanded={open ?? undefined}
      data-active={active}
      style={{ paddingInlineStart: 4 + (level - 1) * 20 }}
      onClick={(event) => (open !== null && isArrow(event.target) ? onTurn() : onTake())}
    >
      <span
        className="turn"
        data-open={open ?? undefined}
        title={open === null ? undefined : say(open ? 'alerts.close_below' : 'alerts.open_below')}
      >
        {open !== null && <ArrowIcon aria-hidden fontSize="small" />}
      </span>
      <span className="title">{title}</span>
      {piece !== null && <code>{piece}</code>}
    </Row>
  )
}

const isArrow = (target: EventTarget): boolean => target instanceof Element && target.closest('.turn') !== null

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  gap: 6,
  paddingInlineEnd: 8,
  borderRadius: theme.shape.borderRadius,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&[data-active=true]': { backgroundColor: theme.palette.action.selected },
  '& .turn': {
    width: 28,
    height: 28,
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    color: theme.palette.text.secondary,
  },
  '& .turn svg': { transition: 'transform 120ms' },
  '& .turn[data-open=true] svg': { transform: 'rotate(90deg)' },
  '& .title': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& code': {
    color: theme.palette.text.secondary,
    fontSize: theme.typography.pxToRem(12),
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '55%',
  },
}))
