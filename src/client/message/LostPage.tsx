import Button from '@mui/material/Button'
import { Notice } from '../../ui/show/Notice'
import { useSay } from '../../ui/show/style'
import { failureText } from '../provider/failure'

interface LostPageProps {
  readonly title: string
  readonly failure: unknown
  readonly onRetry: () => void
}

/** In the place of a page whose content could not be read: why, and a button that asks again. */
export function LostPage({ title, failure, onRetry }: LostPageProps) {
  const say = useSay()
  return (
    <Notice
      page
      icon="error"
      title={title}
      text={failureText(failure, say)}
      action={
        <Button variant="outlined" onClick={onRetry}>
          {say('list.retry')}
        </Button>
      }
    />
  )
}
