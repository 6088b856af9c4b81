import Button from '@mui/material/Button'
import { Notice } from '../../ui/show/Notice'
import { useSay } from '../../ui/show/style'
import { captionOf, failureText, statusOf } from '../provider/failure'

interface FailedNoticeProps {
  readonly failure: unknown
  readonly onRetry: () => void
  readonly busy?: boolean
  /** What failed; without it the failure's own sentence stands there. */
  readonly title?: string
  /** It may be that it does not exist, which is said as such. */
  readonly canBeLost?: boolean
  /** The only content of the page. */
  readonly page?: boolean
  /** Without space around it, in a place that has its own. */
  readonly tight?: boolean
}

/** Shown instead of what could not be loaded: why, and a button to try again. */
export function FailedNotice({ failure, onRetry, busy, title, canBeLost = false, page, tight }: FailedNoticeProps) {
  const say = useSay()
  const why = failureText(failure, say)
  const isLost = canBeLost && statusOf(failure) === 404
  return (
    <Notice
      icon={isLost ? 'lost' : 'error'}
      title={isLost ? say('detail.not_found') : (title ?? why)}
      text={title === undefined ? undefined : why}
      caption={captionOf(failure)}
      page={page}
      tight={tight}
      action={
        <Button variant="outlined" color="inherit" loading={busy} onClick={onRetry}>
          {say('actions.retry')}
        </Button>
      }
    />
  )
}
