import { useEffect, useRef, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { type Live, soundNews, useLiveCall } from '#engine/client'
import { chatsCall } from '../../model/chat-calls'
import type { InboxBox, ChatItem } from '../../model/chat-wire'

/** Milliseconds between two looks: somebody waits for an answer. */
const LOOK_MS = 3000

type Chats = CallResponse<typeof chatsCall>

export interface Inbox extends Live<Chats> {
  readonly box: InboxBox
  readonly setBox: (box: InboxBox) => void
  readonly q: string
  readonly setQ: (q: string) => void
}

/** The conversations of a box, kept current. Somebody who writes where no bot answers is heard. */
export function useInbox(): Inbox {
  const [box, setBox] = useState<InboxBox>('all')
  const [q, setQ] = useState('')
  const live = useLiveCall(chatsCall, { box, ...(q.trim() !== '' && { q: q.trim() }) }, { every_ms: LOOK_MS })
  useSound(live.answer?.items ?? null, `${box} ${q}`)
  return { ...live, box, setBox, q, setQ }
}

function useSound(items: readonly ChatItem[] | null, of: string): void {
  const known = useRef<{ readonly of: string; readonly seen: ReadonlyMap<number, number> } | null>(null)
  useEffect(() => {
    if (!items) return
    const before = known.current?.of === of ? known.current.seen : null
    known.current = { of, seen: new Map(items.map(({ id, count_messages }) => [id, count_messages])) }
    if (before && items.some(({ id, bot, count_messages }) => bot === 0 && count_messages > (before.get(id) ?? 0)))
      soundNews()
  }, [items, of])
}
