import AddIcon from '@mui/icons-material/AddCircleOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import HistoryIcon from '@mui/icons-material/History'
import ExpandIcon from '@mui/icons-material/KeyboardArrowRight'
import LoginIcon from '@mui/icons-material/Login'
import LogoutIcon from '@mui/icons-material/Logout'
import OffIcon from '@mui/icons-material/ToggleOffOutlined'
import OnIcon from '@mui/icons-material/ToggleOnOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { AppLink } from '../../../ui/show/AppLink'
import { dateTimeText } from '../../../ui/show/date-text'
import { useDisplayStyle } from '../../../ui/show/style'
import type { LogItem } from './log-call'
import { styled } from '@mui/material/styles'

/** The look of a line of activity: an icon, the sentence, the changes. */
const LineRoot = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '10px 0',
  borderBottom: `1px solid ${theme.palette.divider}`,
  '&:last-of-type': { borderBottom: 0 },
  '& .verb': { fontSize: 18, marginTop: 2, color: theme.palette.text.secondary, flex: 'none' },
  '& .what': { minWidth: 0, flex: 1 },
  '& .sentence': { overflowWrap: 'anywhere' },
  '& .sentence .MuiButton-root': { minWidth: 0, padding: '0 4px' },
  '& .aside': { color: theme.palette.text.secondary, fontWeight: 400 },
  '& .fold': { maxWidth: '100%', justifyContent: 'flex-start', paddingInlineStart: 0, marginInlineStart: -2 },
  '& b': { fontWeight: 600 },
  '& dl': { margin: '4px 0 0', fontSize: theme.typography.pxToRem(13) },
  '& dl > div': { display: 'flex', gap: 8, flexWrap: 'wrap' },
  '& dt': { color: theme.palette.text.secondary, minWidth: 140 },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& ins': { textDecoration: 'none' },
  '& del': { color: theme.palette.text.secondary },
  '& [data-empty=true]': { fontStyle: 'italic', textDecoration: 'none', color: theme.palette.text.secondary },
}))

const ICONS: { readonly [verb: string]: typeof HistoryIcon | undefined } = {
  create: AddIcon,
  edit: EditIcon,
  remove: DeleteIcon,
  enable: OnIcon,
  disable: OffIcon,
  login: LoginIcon,
  login_refused: OffIcon,
  login_as: LoginIcon,
  logout: LogoutIcon,
  factor_on: OnIcon,
  factor_off: OffIcon,
  factor_reset: OffIcon,
}

export interface LogLineProps {
  readonly line: LogItem
  /** Names the record too; a record's own log need not. */
  readonly names?: boolean
  /** The values before and after are shown on demand. */
  readonly folds?: boolean
  /** Shows the other lines of the same run. */
  readonly onRun?: (run: string) => void
}

/** One line of the activity: who, what, to what, when, from where, and the values before and after. */
export function LogLine({ line, names = false, folds = false, onRun }: LogLineProps) {
  const translate = useTranslate()
  const { zone } = useDisplayStyle()
  const [open, setOpen] = useState(false)
  const id = useId()
  const VerbIcon = ICONS[line.type_log] ?? HistoryIcon
  const hasChanges = line.changes.length > 0
  const targets = names || line.part ? line.targets : []
  const { run } = line
  return (
    <LineRoot>
      <VerbIcon aria-hidden className="verb" />
      <div className="what">
        <div className="sentence">
          <b>
            <Linked to={line.user_link} text={line.user_name} />
          </b>
          {line.user_as !== null && <span className="aside"> ({line.user_as})</span>}
          {line.user_key !== null && (
            <span className="aside"> ({translate('logs.by_key', { name: line.user_key })})</span>
          )}
          {' · '}
          {line.type_log_name}
          {targets
            .filter(({ link }) => link === null || link !== line.user_link)
            .map((target) => (
              <span key={target.type}>
                {' · '}
                {target.name.split(' ')[0] !== target.type.split(' ')[0] && (
                  <span className="aside">{target.type} </span>
                )}
                <Linked to={target.link} text={target.name} />
              </span>
            ))}
          {run && (
            <>
              {' '}
              {onRun ? (
                <Button size="small" color="inherit" onClick={() => onRun(run.id)}>
                  {run.name}
                </Button>
              ) : (
                <span className="aside">{run.name}</span>
              )}
            </>
          )}
        </div>
        <div className="aside">
          <time dateTime={line.date_created} title={dateTimeText(line.date_created, zone)}>
            {line.ago}
          </time>
          {' · '}
          {dateTimeText(line.date_created, zone)}
          {' · '}
          {line.se_platform}
          {names && line.type_user && ` · ${line.type_user}`}
        </div>
        {hasChanges && folds && (
          <Button
            size="small"
            color="inherit"
            className="fold"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            startIcon={
              <ExpandIcon sx={{ transition: 'transform 120ms', transform: open ? 'rotate(90deg)' : 'none' }} />
            }
          >
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {line.type_log_suffix || translate('logs.changes')}
            </Box>
          </Button>
        )}
        {hasChanges && (!folds || open) && <Changes id={id} line={line} />}
      </div>
    </LineRoot>
  )
}

const Linked = ({ to, text }: { to: string | null; text: string }) =>
  to ? (
    <AppLink to={to} color="inherit">
      {text}
    </AppLink>
  ) : (
    <>{text}</>
  )

function Changes({ id, line: { changes, type_log, rest } }: { id: string; line: LogItem }) {
  const translate = useTranslate()
  const shown = (value: string | null) => value ?? translate('detail.log_empty_value')
  return (
    <dl id={id}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{change.label}</dt>
          <dd>
            {type_log !== 'create' && (
              <>
                <del data-empty={change.from === null}>{shown(change.from)}</del>
                <span aria-hidden> → </span>
              </>
            )}
            <ins data-empty={change.to === null}>{shown(change.to)}</ins>
          </dd>
        </div>
      ))}
      {rest > 0 && (
        <div>
          <dt>{translate('logs.rest', { smart_count: rest })}</dt>
        </div>
      )}
    </dl>
  )
}
