import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import AddIcon from '@mui/icons-material/Add'
import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useRef, useState, type ReactNode } from 'react'
import { fold } from '#engine/model'
import { ExportMenu, FailedNotice, type RunExport, useScope } from '#engine/client'
import { Notice, useKeys } from '#engine/ui'
import { AreaList, type ListedArea } from './AreaList'

interface BoardListProps {
  /** Undefined while loading. */
  readonly areas: readonly ListedArea[] | undefined
  readonly error: unknown
  readonly heading: 'h1' | 'h2'
  readonly empty: string
  readonly note?: ReactNode
  readonly onRetry: () => void
  readonly onChoose: (id: number | 'new') => void
  readonly onBring: () => void
  readonly onExport: RunExport
}

/** The side of a board while no form is open: its areas by name, and actions for all of them. */
export function BoardList(props: BoardListProps) {
  const { areas, error, heading, empty, note } = props
  const translate = useTranslate()
  const { resource, title, mayEdit } = useScope()
  const [q, setQ] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const create = () => props.onChoose('new')
  useKeys([
    { keys: 'n', label: translate('list.new'), run: create, active: mayEdit },
    { keys: '/', label: translate('list.search'), run: () => input.current?.focus() },
  ])
  const found = areas?.filter(({ name }) => fold(name).includes(fold(q.trim())))
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, px: 2, pt: 1.5, pb: 1 }}>
        <Typography variant={heading} component={heading} noWrap sx={{ flex: 1 }}>
          {title}
          {areas && areas.length > 0 ? ` (${areas.length})` : ''}
        </Typography>
        {resource.import && mayEdit && (
          <Tooltip title={translate('import.title')}>
            <IconButton aria-label={translate('import.title')} onClick={props.onBring}>
              <UploadIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        {areas && areas.length > 0 && <ExportMenu formats={resource.export} run={props.onExport} />}
        {mayEdit && (
          <Button variant="contained" size="small" startIcon={<AddIcon />} onClick={create}>
            {translate('list.new')}
          </Button>
        )}
      </Stack>
      {note}
      {areas && areas.length > 0 && (
        <OutlinedInput
          inputRef={input}
          type="search"
          size="small"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          placeholder={translate('list.search')}
          inputProps={{ 'aria-label': translate('list.search') }}
          startAdornment={
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          }
          sx={{ mx: 2, mb: 1 }}
        />
      )}
      {error !== null && !areas ? (
        <FailedNotice title={translate('list.error')} failure={error} onRetry={props.onRetry} />
      ) : !areas ? (
        <Stack spacing={1} sx={{ p: 2 }} aria-busy>
          {[0, 1, 2, 3, 4].map((line) => (
            <Skeleton key={line} variant="rounded" height={28} />
          ))}
        </Stack>
      ) : areas.length === 0 ? (
        <Notice
          icon="empty"
          title={empty}
          text={mayEdit ? translate('map.board.start') : undefined}
          action={
            mayEdit && (
              <Button variant="outlined" onClick={create}>
                {translate('list.new')}
              </Button>
            )
          }
        />
      ) : found?.length === 0 ? (
        <Notice
          icon="filter"
          title={translate('list.empty')}
          action={
            <Button variant="outlined" onClick={() => setQ('')}>
              {translate('list.clear_filters')}
            </Button>
          }
        />
      ) : (
        <AreaList areas={found ?? []} label={title} onChoose={props.onChoose} />
      )}
    </>
  )
}
