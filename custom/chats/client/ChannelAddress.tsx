import type { CellProps } from '#engine/ui'

/** Widget `chat-address`: where people find a channel, or where its provider has to call. */
export const ChannelAddress = ({ value, record }: CellProps) =>
  record['type'] === 'web' ? (
    <a href={`/chat/${String(value)}`} target="_blank" rel="noopener">
      /chat/{String(value)}
    </a>
  ) : (
    <>/api/hooks/chats/{String(value)}</>
  )
