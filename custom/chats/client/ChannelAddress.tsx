import Link from '@mui/material/Link'
import { type CellProps, useSay } from '#engine/ui'

/** Widget `chat-address`: where people find a channel, or where its provider has to call. */
export function ChannelAddress({ value, record }: CellProps) {
  const say = useSay()
  const key = typeof value === 'string' ? value : ''
  if (key === '') return null
  if (record['type'] === 'web') return <Link href={`/chat/${key}`} target="_blank" rel="noopener noreferrer" aria-label={`${say('chats.address.open')}: ${key}`}>/chat/{key}</Link>
  return <span title={say('chats.address.hook')}>/api/hooks/chats/{key}</span>
}
