import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Link from '@mui/material/Link'
import { LinkBase, useLogout, useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { CallResponse } from '../../model/call'
import type { liveNoticesCall } from '../../model/notice-calls'
import { Icon } from '../../ui/show/Icon'
import { useSay } from '../../ui/show/style'

interface Props {
  /** What opens it; null: its page alone, or nothing. */
  readonly action: CallResponse<typeof liveNoticesCall>['notifications'][number]['actionable']
  /** A path of the console or an address of the web; null: it leads nowhere. */
  readonly path: string | null
  /** The notice's own title, or with `button` the action's name under it. */
  readonly text: string
  readonly button?: true
  readonly onWeb: (url: string) => void
  readonly onClose: () => void
}

/** What a press on a notice does, by the type of its action (spec 1 §2). */
export function NoticeAction({ action, path, text, button, onWeb, onClose }: Props) {
  const say = useSay()
  const notify = useNotify()
  const logout = useLogout()
  const navigate = useNavigate()
  const type = action?.action_type
  if (type === 'divider' && button) return <Divider sx={{ my: 1 }} />
  const press = ((): (() => void) | null => {
    if (type === 'logout' || type === 'force_logout') return () => void logout()
    if (type === 'divider') return null
    if (type === 'back')
      return () => {
        onClose()
        void navigate(-1)
      }
    if (path !== null && type === 'web') return () => onWeb(path)
    return path === null && action ? () => void notify(say('notices.unavailable'), { type: 'warning' }) : null
  })()
  const to = press
    ? { onClick: press }
    : path === null
      ? null
      : /^https?:/.test(path)
        ? { href: path, target: '_blank', rel: 'noopener noreferrer' }
        : { component: LinkBase, to: path, onClick: onClose }
  if (button) {
    const colour = /^#[0-9a-f]{6}$/i.test(action?.color ?? '') ? action?.color : undefined
    return (
      to && (
        <Button
          {...to}
          variant="outlined"
          color={colour ? 'inherit' : 'primary'}
          sx={{ mt: 0.5, ...(colour && { borderColor: colour, '& .MuiButton-startIcon': { color: colour } }) }}
          startIcon={action?.icon ? <Icon name={action.icon} /> : undefined}
        >
          {text}
        </Button>
      )
    )
  }
  const look = { underline: 'hover', color: 'inherit', sx: { fontWeight: 600, textAlign: 'start' } } as const
  return to ? (
    <Link {...(press ? { component: 'button' } : {})} {...to} {...look}>
      {text}
    </Link>
  ) : (
    <strong>{text}</strong>
  )
}
