import EditIcon from '@mui/icons-material/EditOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import type { Static } from 'typebox'
import { useNotify } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { removePasskeyCall } from '../../model/passkey-calls'
import type { secondFactorCall } from '../../model/second-factor-calls'
import { useProvider } from '../console/provider'
import { hasPasskeys } from '../console/passkey'
import { useConfirm } from '../../ui/Confirm'
import { useFailure } from '../../ui/failure'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { Section } from './Section'

const PasskeyDialog = lazy(() => import('../second-factor/PasskeyDialog'))

type Passkey = Static<typeof secondFactorCall.response>['passkeys'][number]

/** The user's passkeys, with what adds, renames and removes one. */
export function PasskeySection({
  passkeys,
  at,
  onChange,
}: {
  passkeys: readonly Passkey[]
  at: string | null
  onChange: () => void
}) {
  const say = useSay()
  const fail = useFailure()
  const notify = useNotify()
  const provider = useProvider()
  const [ask, question] = useConfirm()
  const [open, setOpen] = useState<{ readonly of: Passkey | null } | null>(null)
  const remove = async ({ id, name }: Passkey): Promise<void> => {
    const sure = {
      title: say('second_factor.passkey_remove_ask', { name }),
      text: say('second_factor.passkey_remove_text'),
      accept: say('second_factor.passkey_remove_accept'),
      danger: true,
    }
    if (!(await ask(sure))) return
    try {
      notify((await provider.call(removePasskeyCall, { id })).msg, { type: 'success' })
    } catch (cause) {
      fail(cause)
    } finally {
      onChange()
    }
  }
  const why =
    at === null
      ? say('second_factor.passkeys_no_address')
      : at !== window.location.origin
        ? say('second_factor.passkeys_elsewhere', { address: at })
        : hasPasskeys()
          ? null
          : say('second_factor.passkeys_unsupported')
  const host = at === null ? null : new URL(at).hostname
  return (
    <Section title={say('second_factor.passkeys')} text={say('second_factor.passkeys_text')}>
      {passkeys.length === 0 && <Typography variant="body2">{say('second_factor.passkeys_none')}</Typography>}
      {passkeys.length > 0 && (
        <List disablePadding>
          {passkeys.map((one) => (
            <PasskeyLine
              key={one.id}
              of={one}
              host={host}
              onRename={() => setOpen({ of: one })}
              onRemove={() => void remove(one)}
            />
          ))}
        </List>
      )}
      {why === null ? (
        <div>
          <Button variant="contained" onClick={() => setOpen({ of: null })}>
            {say('second_factor.passkey_add')}
          </Button>
        </div>
      ) : (
        <Alert severity="info">{why}</Alert>
      )}
      {open && (
        <Suspense fallback={null}>
          <PasskeyDialog of={open.of} onClose={() => setOpen(null)} onDone={onChange} />
        </Suspense>
      )}
      {question}
    </Section>
  )
}

/** @param host at which passkeys are used now */
function PasskeyLine({
  of: { name, site, date_created, date_used },
  host,
  onRename,
  onRemove,
}: {
  of: Passkey
  host: string | null
  onRename: () => void
  onRemove: () => void
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const facts = [
    say('second_factor.passkey_made', { date: dateTimeText(date_created, zone) }),
    date_used === null
      ? say('second_factor.passkey_unused')
      : say('second_factor.passkey_used', { date: dateTimeText(date_used, zone) }),
    ...(site === host ? [] : [say('second_factor.passkey_old_site', { site })]),
  ]
  const [rename, remove] = [
    say('second_factor.passkey_rename', { name }),
    say('second_factor.passkey_remove', { name }),
  ]
  return (
    <ListItem
      disableGutters
      sx={{ paddingInlineEnd: 11 }}
      secondaryAction={
        <>
          <IconButton aria-label={rename} title={rename} onClick={onRename}>
            <EditIcon />
          </IconButton>
          <IconButton edge="end" aria-label={remove} title={remove} onClick={onRemove}>
            <DeleteIcon />
          </IconButton>
        </>
      }
    >
      <ListItemText
        primary={name}
        secondary={facts.join(' · ')}
        slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
      />
    </ListItem>
  )
}
