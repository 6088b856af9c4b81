import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useListContext, useTranslate } from 'react-admin'
import { captionOf, messageOf } from '../failure-text'
import { Notice } from '../../../ui/Notice'

/** The list did not come: why, and again. Over rows that are still shown it is a line, else it takes their place. */
export function ListError({ line }: { line: boolean }) {
  const translate = useTranslate()
  const { error, refetch, isFetching } = useListContext()
  const retry = (
    <Button variant={line ? 'text' : 'outlined'} color="inherit" loading={isFetching} onClick={() => void refetch()}>
      {translate('list.retry')}
    </Button>
  )
  const text = messageOf(error) ?? translate('errors.default')
  if (line)
    return (
      <Alert severity="error" action={retry} sx={{ borderRadius: 0 }}>
        {text}
      </Alert>
    )
  return <Notice icon="error" title={translate('list.error')} text={text} caption={captionOf(error)} action={retry} />
}
