import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { FailedNotice } from '../console/FailedNotice'
import { mailFormCall } from '../../model/mail/mail-calls'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { PageLoading } from '../layout/PageLoading'
import { MailEditor } from './MailEditor'

/** `/mails/:id`: the template of a mail, a language at a time. */
export default function MailPage() {
  const say = useSay()
  const { id = '' } = useParams()
  const [language, setLanguage] = useState<string | undefined>(undefined)
  const { answer, failure, busy, retry } = useCall(mailFormCall, { id, ...(language !== undefined && { language }) })
  if (failure !== null) return <FailedNotice page title={say('mails.lost')} failure={failure} onRetry={retry} />
  if (!answer || busy) return <PageLoading />
  const { item } = answer
  return (
    <MailEditor
      key={`${item.id} ${item.language}`}
      item={item}
      languages={answer.languages}
      onLanguage={setLanguage}
      onSaved={retry}
    />
  )
}
