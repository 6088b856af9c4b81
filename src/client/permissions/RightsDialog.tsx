import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { rightsOfCall } from '../../model/role-calls'
import { fold } from '../../model/values/fold'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import type { DialogProps } from '../feature'
import { MatrixRoot } from './TableRoot'

/** What a person may do in each module, and why: their role's own permission, what it has everywhere, or nothing. */
export default function RightsDialog({ record, onClose }: DialogProps) {
  const say = useSay()
  const titleId = useId()
  const [text, setText] = useState('')
  const { answer, failure } = useCall(rightsOfCall, { id_user: Number(record?.['id']) }, { quiet: true })
  if (failure) throw failure
  const wanted = fold(text.trim())
  const items = (answer?.items ?? []).filter(({ name, group }) => fold(`${group ?? ''} ${name}`).includes(wanted))
  return (
    <Dialog open onClose={() => onClose()} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{say('permissions.of_person', { name: answer?.name ?? '' })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        {!answer ? (
          <Skeleton variant="rounded" height={320} />
        ) : (
          <>
            <Typography>
              {answer.role ? say('permissions.by_role', { role: answer.role.name }) : say('permissions.without_role')}
            </Typography>
            {answer.off !== null && <Alert severity="warning">{say(`permissions.off.${answer.off}`)}</Alert>}
            <TextBox
              source="find"
              required={false}
              label={say('permissions.find')}
              text={text}
              onText={setText}
              disabled={false}
            />
            {items.length === 0 ? (
              <Typography variant="body2" role="status">
                {say('permissions.none_found')}
              </Typography>
            ) : (
              // It scrolls, by the keyboard too.
              <MatrixRoot tabIndex={0} role="group" aria-label={say('permissions.of_person', { name: answer.name })}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{say('permissions.module')}</th>
                      <th scope="col">{say('permissions.may')}</th>
                      <th scope="col">{say('permissions.why')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map(({ id, name, group, see, edit, why }) => (
                      <tr key={id}>
                        <th scope="row">{group === null ? name : `${group} · ${name}`}</th>
                        <td className="text">
                          {say(edit ? 'permissions.edits' : see ? 'permissions.sees' : 'permissions.nothing_there')}
                        </td>
                        <td className="text other">{say(`permissions.reasons.${why}`)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </MatrixRoot>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose()}>{say('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
