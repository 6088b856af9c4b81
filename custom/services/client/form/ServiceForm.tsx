import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useEffect, useMemo } from 'react'
import { captionOf, failureText, statusOf, useConsole } from '#engine/client'
import { Notice, prepareChoiceSearch, useSay } from '#engine/ui'
import type { FormSubject, ServiceFormProps } from '../service-form'
import { cloneOf, customFieldNames, serviceDraftOf, emptyDraft, withFields, type ServiceDraft } from './draft'
import { FilledForm } from './FilledForm'
import { subjectKey, useFormData, type FormData } from './use-form-data'

prepareChoiceSearch()

/** The form of a service: what it begins with is fetched, then it is filled in. */
export default function ServiceForm(props: ServiceFormProps) {
  const say = useSay()
  const { subject, onClosed, ahead } = props
  const { answer: data, failure, retry } = useFormData(subject)
  const { model } = useConsole()
  const first = useMemo(() => {
    const draft = data && beginning(subject, data)
    return draft && withFields(draft, customFieldNames(model))
  }, [subject, data, model])
  const isLacking = !(data && first) && (failure || data)
  useEffect(() => {
    // There is no form that the caught keys could go to.
    if (isLacking) ahead?.stop()
  }, [ahead, isLacking])
  if (data && first) return <FilledForm key={subjectKey(subject)} {...props} data={data} first={first} />
  if (failure || data) {
    const isLost = data !== null || statusOf(failure) === 404
    return (
      <Notice
        icon={isLost ? 'lost' : 'error'}
        title={
          isLost
            ? say(subject.kind === 'clone' ? 'services.form.clone_lost' : 'detail.not_found')
            : say('form.load_error')
        }
        text={isLost ? undefined : failureText(failure, say)}
        caption={isLost ? undefined : captionOf(failure)}
        action={
          <Button variant="outlined" color="inherit" onClick={isLost ? onClosed : retry}>
            {say(isLost ? 'services.form.close' : 'actions.retry')}
          </Button>
        }
      />
    )
  }
  return (
    <Box role="status" aria-busy aria-label={say('services.form.loading')} sx={{ p: 2, display: 'grid', gap: 2 }}>
      {[38, 38, 72, 38, 120].map((height, index) => (
        <Skeleton key={index} variant="rounded" height={height} />
      ))}
    </Box>
  )
}

/** What the fields begin with; null: there is no such service. */
function beginning(subject: FormSubject, { item, client }: FormData): ServiceDraft | null {
  if (subject.kind === 'new') return emptyDraft(client)
  if (!item) return null
  return subject.kind === 'clone' ? cloneOf(item, Date.now(), subject.isBack) : serviceDraftOf(item)
}
