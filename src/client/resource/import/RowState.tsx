import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { WHOLE_ROW, type ImportColumn, type ImportItem } from '../../../model/import-answer'
import { recordPath } from '../paths'
import { useScope } from '../scope'

export interface RowStateProps {
  readonly item: ImportItem
  readonly columns: readonly ImportColumn[]
  /** Names of fields that the file has no column for. */
  readonly targets: readonly ImportColumn[]
}

/** An icon and a word for the row, the whole list on hover, and what belongs to no column of the file. */
export function RowState({ item, columns, targets }: RowStateProps) {
  const translate = useTranslate()
  const { resource } = useScope()
  const { errors, warnings, state, excluded, msg, saved, saved_msg, id_record } = item
  const outside = [...Object.entries(errors), ...Object.entries(warnings)].filter(([key]) => !columns.some((column) => column.key === key))
  const kind = Object.keys(warnings).length > 0 && state === 'ok' ? 'warned' : state
  const word = excluded ? translate('import.excluded') : saved_msg || translate(`import.row_state.${kind}`)
  return (
    <Tooltip title={msg === '' ? '' : <span style={{ whiteSpace: 'pre-line' }}>{msg}</span>}>
      <div>
        <Stack direction="row" sx={{ gap: 0.75, alignItems: 'center', '& svg': { fontSize: 16 } }}>
          {iconOf(excluded ? 'excluded' : kind)}
          {saved && id_record !== null ? <Link href={recordPath(resource, id_record)}>{word}</Link> : <span>{word}</span>}
        </Stack>
        {!excluded &&
          !saved &&
          outside.map(([key, text]) => (
            <span key={key} className={errors[key] ? 'fault' : 'note'}>
              {key === WHOLE_ROW ? text : `${targets.find((target) => target.key === key)?.name ?? key}: ${text}`}
            </span>
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
