import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { FailedAlert } from '../console/FailedAlert'
import type { CallResponse } from '../../model/call'
import { signInsCall } from '../../model/sign-in-calls'
import { useCall } from '../console/use-call'
import { Badge } from '../../ui/show/Badge'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { deviceName } from './device-name'
import { Section } from './Section'

type Line = CallResponse<typeof signInsCall>['items'][number]

const FEW = 5

/** The latest log-ins at the user's account, refused ones among them: the first few, and all at a press. */
export function OwnSignIns() {
  const say = useSay()
  const { answer, failure, retry } = useCall(signInsCall, {}, { quiet: true })
  const [all, setAll] = useState(false)
  const items = answer?.items ?? []
  return (
    <Section title={say('sign_ins.title')} text={say('sign_ins.text')}>
      {failure !== null && <FailedAlert failure={failure} onRetry={retry} />}
      {!answer && failure === null && <Skeleton variant="rounded" height={56} />}
      {items.length > 0 && (
        <List disablePadding>
          {items.slice(0, all ? undefined : FEW).map((one) => (
            <SignInLine key={one.id} of={one} />
          ))}
        </List>
      )}
      {items.length > FEW && !all && (
        <Button color="inherit" variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setAll(true)}>
          {say('sign_ins.all')}
        </Button>
      )}
    </Section>
  )
}

function SignInLine({ of }: { of: Line }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { result, how, new_device, address, date_created } = of
  return (
    <ListItem disableGutters divider sx={{ gap: 2, flexWrap: 'wrap' }}>
      <ListItemText
        primary={dateTimeText(date_created, zone)}
        sx={{ minWidth: 200 }}
        secondary={[
          deviceName(of),
          address,
          how === 'code' && result === 'ok' ? say('entities.sign_ins.values.how.code') : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {new_device === 1 && <Badge color="warning">{say('entities.sign_ins.fields.new_device')}</Badge>}
      <Badge color={result === 'ok' ? 'success' : 'error'}>{say(`entities.sign_ins.values.result.${result}`)}</Badge>
    </ListItem>
  )
}
