import AddIcon from '@mui/icons-material/AddCircleOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import HistoryIcon from '@mui/icons-material/History'
import OffIcon from '@mui/icons-material/ToggleOffOutlined'
import OnIcon from '@mui/icons-material/ToggleOnOutlined'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import type { CallResponse } from '../../../model/call'
import { AppLink } from '../../ui/AppLink'
import { dateTimeText } from '../../ui/date-text'
import { useDisplayStyle } from '../../ui/style'
import type { logCall } from './log-call'

const ICONS: { readonly [verb: string]: typeof HistoryIcon | undefined } = {
  create: AddIcon,
  edit: EditIcon,
  remove: DeleteIcon,
  enable: OnIcon,
  disable: OffIcon,
}

/** One line of the activity: who, what, when, and the values before and after. */
export function LogLine({ line }: { line: CallResponse<typeof logCall>['items'][number] }) {
  const translate = useTranslate()
  const { zone } = useDisplayStyle()
  const VerbIcon = ICONS[line.type_log] ?? HistoryIcon
  const shown = (value: string | null) => value ?? translate('detail.log_empty_value')
  return (
    <Line>
      <VerbIcon aria-hidden className="verb" />
      <div className="what">
        <div>
          <b>
            {line.user_link ? (
              <AppLink to={line.user_link} color="inherit">
                {line.user_name}
              </AppLink>
            ) : (
              line.user_name
            )}
          </b>
          {' · '}
          {line.type_log_name}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            ·{' '}
            <time dateTime={line.date_created} title={line.ago}>
              {dateTimeText(line.date_created, zone)}
            </time>{' '}
            · {line.se_platform}
          </Box>
        </div>
        {line.changes.length > 0 && (
          <dl>
            {line.changes.map((change) => (
              <div key={change.field}>
                <dt>{change.label}</dt>
                <dd>
                  {line.type_log !== 'create' && (
                    <>
                      <del data-empty={change.from === null}>{shown(change.from)}</del>
                      <span aria-hidden> → </span>
                    </>
                  )}
                  <ins data-empty={change.to === null}>{shown(change.to)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Line>
  )
}

const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '10px 0',
  borderBottom: `1px solid ${theme.palette.divider}`,
  '&:last-of-type': { borderBottom: 0 },
  '& .verb': { fontSize: 18, marginTop: 2, color: theme.palette.text.secondary, flex: 'none' },
  '& .what': { minWidth: 0, flex: 1 },
  '& b': { fontWeight: 600 },
  '& dl': { margin: '4px 0 0', fontSize: theme.typography.pxToRem(13) },
  '& dl > div': { display: 'flex', gap: 8, flexWrap: 'wrap' },
  '& dt': { color: theme.palette.text.secondary, minWidth: 140 },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& ins': { textDecoration: 'none' },
  '& del': { color: theme.palette.text.secondary },
  '& [data-empty=true]': { fontStyle: 'italic', textDecoration: 'none', color: theme.palette.text.secondary },
}))
