import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { FailedAlert } from '../console/FailedAlert'
import { useShell } from '../console/shell-context'
import type { OwnKey } from '../../model/shell-answers'
import { useConfirm } from '../../ui/Confirm'
import { useFailure } from '../../ui/failure'
import { Badge } from '../../ui/show/Badge'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { Section } from './Section'

const NewKeyDialog = lazy(() => import('./NewKeyDialog'))

const QUERY = ['own keys']
const TONES = { active: 'success', expired: 'warning', revoked: undefined } as const

/** The API keys of the user: what each may do, when it was used, a button to revoke it, and one to make another. */
export function OwnKeys() {
  const say = useSay()
  const fail = useFailure()
  const notify = useNotify()
  const queries = useQueryClient()
  const { calls } = useShell()
  const [ask, question] = useConfirm()
  const [isMaking, setMaking] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => calls.myKeys(signal),
  })
  const renew = () => queries.invalidateQueries({ queryKey: QUERY })
  const revoke = async ({ id, name }: OwnKey): Promise<void> => {
    if (
      !(await ask({
        title: say('keys.revoke_ask', { name }),
        text: say('keys.revoke_text'),
        accept: say('keys.revoke'),
        danger: true,
      }))
    )
      return
    try {
      notify(await calls.revokeKey(id), { type: 'success' })
    } catch (cause) {
      fail(cause)
    } finally {
      void renew()
    }
  }
  // Whoever has nothing to open to a program is not offered a key.
  if (data && data.items.length === 0 && (data.modules.length === 0 || data.most === 0)) return null
  return (
    <Section title={say('keys.title')} text={say('keys.text')}>
      {error && <FailedAlert failure={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={56} />}
      {data?.items.length === 0 && <Typography variant="body2">{say('keys.empty')}</Typography>}
      {data && data.items.length > 0 && (
        <List disablePadding>
          {data.items.map((one) => (
            <KeyLine key={one.id} of={one} onRevoke={() => void revoke(one)} />
          ))}
        </List>
      )}
      {data && data.modules.length > 0 && data.most > 0 && (
        <Button variant="contained" onClick={() => setMaking(true)} sx={{ alignSelf: 'flex-start' }}>
          {say('keys.add')}
        </Button>
      )}
      {isMaking && data && (
        <Suspense fallback={null}>
          <NewKeyDialog
            modules={data.modules}
            days={data.days}
            maxDays={data.max_days}
            onMade={() => void renew()}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {question}
    </Section>
  )
}

function KeyLine({
  of: { name, prefix, status, rights, date_created, date_expires, last_used, last_address },
  onRevoke,
}: {
  of: OwnKey
  onRevoke: () => void
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const at = (date: string) => dateTimeText(date, zone)
  return (
    <ListItem disableGutters divider sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {name} <Badge color={TONES[status]}>{say(`entities.api_keys.values.status.${status}`)}</Badge>
        </Typography>
        <Typography component="code" sx={{ fontFamily: 'monospace', fontSize: 13, color: 'text.secondary' }}>
          {prefix}…
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {rights
            .map((right) =>
              say(right.held ? (right.edit ? 'keys.edits' : 'keys.sees') : 'keys.lost', { name: right.name }),
            )
            .join(', ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[
            say('keys.created', { date: at(date_created) }),
            ...(status === 'revoked'
              ? []
              : [say(status === 'expired' ? 'keys.expired' : 'keys.expires', { date: at(date_expires) })]),
            last_used === null
              ? say('keys.never_used')
              : say('keys.last_used', { date: at(last_used), address: last_address ?? '' }),
          ].join(' · ')}
        </Typography>
      </div>
      {status !== 'revoked' && (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          onClick={onRevoke}
          aria-label={say('keys.revoke_named', { name })}
        >
          {say('keys.revoke')}
        </Button>
      )}
    </ListItem>
  )
}
