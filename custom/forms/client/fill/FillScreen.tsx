import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import {
  FailedNotice,
  FormFields,
  LeaveGuard,
  randomKey,
  recordPath,
  ResourceScope,
  RestoredNotice,
  useCall,
  useConsole,
  useHeldDraft,
  useProvider,
  useSaving,
} from '#engine/client'
import { type CompiledForm, type JsonObject, versionCall } from '#engine/model'
import { useKeys, useSay } from '#engine/ui'
import { saveFormGeneralCall } from '../../model/form-calls'

/** Screen `/form/:id` (spec 1 §2): a form to be filled in; sent, it is an answer of the person's own. */
export default function FillScreen() {
  const say = useSay()
  const id = Number(useParams()['id'])
  const { model } = useConsole()
  const { answer, failure, busy, retry } = useCall(versionCall, { id })
  const resource = model.resources['form_answers']
  if (failure) {
    return <FailedNotice canBeLost title={say('detail.error')} failure={failure} busy={busy} onRetry={retry} />
  }
  if (!answer || !resource)
    return (
      <Stack sx={{ p: 2 }} aria-busy>
        <Skeleton width={260} height={32} />
        <Skeleton variant="rounded" height={260} />
      </Stack>
    )
  return (
    <ResourceScope resource={resource}>
      <Fill compiled={answer.form as CompiledForm} />
    </ResourceScope>
  )
}

interface Draft {
  readonly values: JsonObject
  readonly idempotency: string
}

function Fill({ compiled }: { readonly compiled: CompiledForm }) {
  const say = useSay()
  const navigate = useNavigate()
  const provider = useProvider()
  const { actor, model } = useConsole()
  const [first] = useState<Draft>(() => ({ values: {}, idempotency: randomKey() }))
  const held = useHeldDraft<Draft>(
    { key: `${actor.id}.form_general.${compiled.form}`, version: compiled.number },
    first,
  )
  const resource = model.resources['form_answers']
  const saver = useSaving<{ id: number }, never>(({ id }) => {
    held.forget()
    if (resource) navigate(recordPath(resource, id))
  })
  const { values, idempotency } = held.draft
  const send = () =>
    saver.save(() =>
      provider.call(saveFormGeneralCall, {
        id: compiled.form,
        version: compiled.number,
        idempotency,
        values: { ...values },
      }),
    )
  useKeys([{ keys: 'ctrl+s', label: say('forms.send'), run: send, active: !saver.busy }])
  const put = (next: JsonObject) => {
    saver.settle()
    held.change({ values: next })
  }
  return (
    <Box sx={{ p: 2, maxWidth: 860, minWidth: 0 }}>
      <Box component="h1" sx={{ m: 0, mb: 2, typography: 'h1', overflowWrap: 'anywhere' }}>
        {compiled.title}
      </Box>
      <LeaveGuard isDirty={held.isDirty && saver.saved === null} />
      <Stack
        spacing={2}
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {held.isRestored && <RestoredNotice onDiscard={() => held.restart(held.base)} />}
        {saver.refusal && <Alert severity="error">{saver.refusal.message}</Alert>}
        <Paper variant="outlined" sx={{ p: 2.5 }}>
          <FormFields
            compiled={compiled}
            values={values}
            onChange={put}
            errors={saver.refusal?.errors ?? {}}
            disabled={saver.busy}
            source="answers"
            autoFocus
            holder={model.entities['form_answers']?.fields['answers']}
          />
        </Paper>
        <Box>
          <Button type="submit" variant="contained" loading={saver.busy}>
            {say('forms.send')}
          </Button>
        </Box>
      </Stack>
    </Box>
  )
}
