import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import {
  WHOLE_ROW,
  type ImportChange,
  type ImportColumn,
  type ImportItem,
  type ImportView,
} from '../../../model/import-answer'
import { CardList, RowTable } from './import-rows-style'
import type { FollowedImport } from './use-import'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { ImportCell } from './ImportCell'
import BlockIcon from '@mui/icons-material/BlockOutlined'
import RestoreIcon from '@mui/icons-material/SettingsBackupRestoreOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Link from '@mui/material/Link'
import { recordPath } from '../../provider/paths'
import { useScope } from '../scope'

interface RowStateProps {
  readonly item: ImportItem
  readonly columns: readonly ImportColumn[]
  /** Names of fields that the file has no column for. */
  readonly targets: readonly ImportColumn[]
}

/** An icon and a word for the row, the whole list on hover, and messages of fields that the file has no column for. */
function RowState({ item, columns, targets }: RowStateProps) {
  const translate = useTranslate()
  const { resource } = useScope()
  const { errors, warnings, changes, state, excluded, msg, saved, saved_msg, id_record } = item
  const beside = changes.filter(({ key }) => !columns.some((column) => column.key === key))
  const outside = [...Object.entries(errors), ...Object.entries(warnings)].filter(
    ([key]) => !columns.some((column) => column.key === key),
  )
  const kind = Object.keys(warnings).length > 0 && state === 'ok' ? 'warned' : state
  const word = excluded ? translate('import.excluded') : saved_msg || translate(`import.row_state.${kind}`)
  return (
    <Tooltip title={msg === '' ? '' : <span style={{ whiteSpace: 'pre-line' }}>{msg}</span>}>
      <div>
        <Stack direction="row" sx={{ gap: 0.75, alignItems: 'center', '& svg': { fontSize: 16 } }}>
          {iconOf(excluded ? 'excluded' : kind)}
          {saved && id_record !== null ? (
            <Link href={recordPath(resource, id_record)}>{word}</Link>
          ) : (
            <span>{word}</span>
          )}
        </Stack>
        {!excluded &&
          !saved &&
          outside.map(([key, text]) => (
            <span key={key} className={errors[key] ? 'error' : 'note'}>
              {key === WHOLE_ROW ? text : `${targets.find((target) => target.key === key)?.name ?? key}: ${text}`}
            </span>
          ))}
        {!excluded &&
          !saved &&
          beside.map((change) => (
            <span
              key={change.key}
              className="note"
            >{`${change.name}: ${changeText(change, translate('import.nothing'))}`}</span>
          ))}
      </div>
    </Tooltip>
  )
}

function iconOf(kind: ImportItem['state'] | 'warned' | 'excluded') {
  if (kind === 'excluded') return <BlockIcon aria-hidden />
  if (kind === 'wrong' || kind === 'kept') return <ErrorIcon aria-hidden color="error" />
  return kind === 'warned' ? (
    <WarningIcon aria-hidden color="warning" />
  ) : (
    <CheckIcon aria-hidden color={kind === 'read' ? 'disabled' : 'success'} />
  )
}

/** Leaves a row out, or takes it in again. */
function ExcludeButton({ excluded, onExclude }: { excluded: boolean; onExclude: (excluded: boolean) => void }) {
  const label = useTranslate()(excluded ? 'import.include' : 'import.exclude')
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => onExclude(!excluded)}>
        {excluded ? <RestoreIcon fontSize="small" /> : <BlockIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  )
}

interface ImportRowProps extends RowStateProps {
  readonly locked: boolean
  readonly onFix: (row: number, key: string, text: string) => Promise<boolean>
  readonly onExclude: (row: number, excluded: boolean) => void
}

/** A row of the file as a row of the table. */
function ImportTableRow({ item, columns, targets, locked, onFix, onExclude }: ImportRowProps) {
  const { row, errors, warnings, excluded } = item
  return (
    <tr data-excluded={excluded}>
      <td className="number">{row}</td>
      <td className="state">
        <RowState item={item} columns={columns} targets={targets} />
      </td>
      {columns.map((column) => (
        <td
          key={column.key}
          className={errors[column.key] && !excluded ? 'wrong' : warnings[column.key] ? 'warned' : undefined}
        >
          <RowCell item={item} column={column} locked={locked} onFix={onFix} />
        </td>
      ))}
      <td>{!locked && <ExcludeButton excluded={excluded} onExclude={(out) => onExclude(row, out)} />}</td>
    </tr>
  )
}

/** `4.50 → 5.00` */
const changeText = ({ from, to }: ImportChange, nothing: string): string => `${from ?? nothing} → ${to ?? nothing}`

/** One cell of a row, under its column's name. */
function RowCell({
  item,
  column,
  locked,
  onFix,
}: Pick<ImportRowProps, 'item' | 'locked' | 'onFix'> & { column: ImportColumn }) {
  const translate = useTranslate()
  const { row, cells, errors, warnings, excluded, changes, saved } = item
  const { key, name } = column
  const change = excluded || saved ? undefined : changes.find((one) => one.key === key)
  return (
    <ImportCell
      label={`${name}, ${translate('import.row')} ${row}`}
      name={key}
      text={cells[key] ?? ''}
      change={change ? changeText(change, translate('import.nothing')) : undefined}
      error={excluded ? undefined : (errors[key] ?? warnings[key])}
      wrong={Boolean(errors[key]) && !excluded}
      locked={locked || excluded}
      onSave={(text) => onFix(row, key, text)}
    />
  )
}

/** A row of the file on a phone: errors come first, each cell under its name. */
function ImportCard({ item, columns, targets, locked, onFix, onExclude }: ImportRowProps) {
  const translate = useTranslate()
  const { row, errors, excluded } = item
  const ordered = columns.toSorted(
    (one, other) => Number(Boolean(errors[other.key])) - Number(Boolean(errors[one.key])),
  )
  return (
    <Box
      component="li"
      data-excluded={excluded}
      sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1.25, listStyle: 'none' }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1.5 }}>
        <Typography
          variant="caption"
          sx={{ color: 'text.secondary', pt: 0.25 }}
        >{`${translate('import.row')} ${row}`}</Typography>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RowState item={item} columns={columns} targets={targets} />
        </Box>
        {!locked && <ExcludeButton excluded={excluded} onExclude={(out) => onExclude(row, out)} />}
      </Stack>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 1.5, rowGap: 0.5, mt: 0.5 }}>
        {ordered.map((column) => (
          <Box
            key={column.key}
            className={errors[column.key] && !excluded ? 'wrong' : undefined}
            sx={{ minWidth: 0, gridColumn: errors[column.key] ? '1 / -1' : undefined }}
          >
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {column.name}
            </Typography>
            <RowCell item={item} column={column} locked={locked} onFix={onFix} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** One page of staged rows; each cell shows its error and is corrected in place. */
export function ImportRows({ state, view, locked }: { state: FollowedImport; view: ImportView; locked: boolean }) {
  const translate = useTranslate()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { items, targets } = view
  // What is the same in every row, because the page says so, is a number that nobody typed.
  const columns = view.columns.filter(
    ({ key }) =>
      !Object.hasOwn(state.values, key) || items.some(({ cells }) => cells[key] !== String(state.values[key])),
  )
  if (items.length === 0) {
    return view.counts.total === 0 ? null : (
      <Typography sx={{ p: 3, color: 'text.secondary' }}>{translate('import.no_rows')}</Typography>
    )
  }
  const rows = items.map((item) => ({
    item,
    columns,
    targets,
    locked: locked || item.saved || item.state === 'undone',
    onFix: (row: number, key: string, text: string) => state.act('importFix', { row, cells: { [key]: text } }),
    onExclude: (row: number, excluded: boolean) => void state.act('importExclude', { rows: [row], excluded }),
  }))
  if (phone) {
    return (
      <CardList aria-label={translate('import.rows')}>
        {rows.map((row) => (
          <ImportCard key={row.item.row} {...row} />
        ))}
      </CardList>
    )
  }
  return (
    <RowTable aria-label={translate('import.rows')}>
      <thead>
        <tr>
          <th scope="col" className="number">
            {translate('import.row')}
          </th>
          <th scope="col" className="state">
            {translate('import.state')}
          </th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" aria-label={translate('list.actions')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ImportTableRow key={row.item.row} {...row} />
        ))}
      </tbody>
    </RowTable>
  )
}
