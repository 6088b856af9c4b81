import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useNotify } from 'react-admin'
import { mayEdit } from '#engine/model'
import { liveKey, useConsole, useLiveCall, useProvider } from '#engine/client'
import { useFailure } from '#engine/ui'
import {
  besideCall,
  chatCall,
  chatsCall,
  claimCall,
  closeCall,
  fetchFileCall,
  noteCall,
  readCall,
  releaseCall,
  retryCall,
  sendChatMessageCall,
  setClientCall,
} from '../../model/chat-calls'
import type { ChatItem, ChatMessage } from '../../model/chat-wire'
import { sendTemplateCall, type ChatTemplate } from '../../model/template-calls'
import type { ChatDraft } from './chat-drafts'

const LOOK_MS = 2000

/** What somebody has written into the box. */
export interface ComposedMessage {
  readonly text: string
  readonly asNote: boolean
  /** Uploads that go with it. */
  readonly files: readonly number[]
}

export interface Talk {
  readonly chat: ChatItem | null
  readonly messages: readonly ChatMessage[]
  readonly more: boolean
  readonly failure: unknown
  readonly again: () => void
  readonly older: () => Promise<void>
  readonly mayWrite: boolean
  readonly isMine: boolean
  /** @throws what the server answers */
  readonly send: (written: ComposedMessage) => Promise<void>
  /** @throws what the server answers */
  readonly sendTemplate: (template: ChatTemplate, values: readonly string[]) => Promise<void>
  readonly retry: (id: number) => Promise<void>
  /** Asks the channel once more for a file that came. */
  readonly fetchFile: (id: number) => Promise<void>
  readonly claim: () => Promise<void>
  readonly release: () => Promise<void>
  /** @returns whether it is closed */
  readonly close: () => Promise<boolean>
}

/** A conversation, kept current; what is shown of it is read. */
export function useTalk(id: number, draft: ChatDraft, onChanged: () => void): Talk {
  const provider = useProvider()
  const queries = useQueryClient()
  const notify = useNotify()
  const fail = useFailure()
  const { actor } = useConsole()
  const { answer, failure, again } = useLiveCall(chatCall, { id }, { every_ms: LOOK_MS })
  const [earlier, setEarlier] = useState<{ readonly messages: readonly ChatMessage[]; readonly more: boolean } | null>(
    null,
  )
  const first = answer?.messages[0]?.seq
  const messages = [
    ...(earlier?.messages.filter(({ seq }) => first === undefined || seq < first) ?? []),
    ...(answer?.messages ?? []),
  ]
  const last = answer?.messages.at(-1)?.seq ?? 0
  const unread = answer?.chat.count_messages ?? 0

  const changed = useCallback(async () => {
    onChanged()
    await Promise.all(
      [liveKey(chatCall, { id }), liveKey(chatsCall)].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }, [queries, id, onChanged])
  useEffect(() => {
    // If it fails, the next answer tries again.
    if (unread > 0 && document.visibilityState === 'visible')
      provider.call(readCall, { id, seq: last }).then(changed, () => undefined)
  }, [provider, id, unread, last, changed])

  const send = useCallback(
    async ({ text, asNote, files }: ComposedMessage) => {
      const local_id = draft.keyOf('text', JSON.stringify([asNote, text, files]))
      if (asNote) await provider.call(noteCall, { id, message: text, local_id })
      else
        await provider.call(sendChatMessageCall, {
          id,
          message: text,
          local_id,
          ...(files.length > 0 && { files: [...files] }),
        })
      draft.gone('text')
      await changed()
    },
    [provider, id, draft, changed],
  )
  const sendTemplate = useCallback(
    async ({ id: id_template }: ChatTemplate, values: readonly string[]) => {
      const local_id = draft.keyOf('template', JSON.stringify([id_template, values]))
      await provider.call(sendTemplateCall, { id, id_template, values: [...values], local_id })
      draft.gone('template')
      await changed()
    },
    [provider, id, draft, changed],
  )
  const act = async (work: () => Promise<{ readonly msg?: string }>): Promise<boolean> => {
    try {
      const { msg } = await work()
      if (msg !== undefined) notify(msg, { type: 'success' })
      await changed()
      return true
    } catch (cause) {
      fail(cause)
      await changed()
      return false
    }
  }
  const mayWrite = mayEdit(actor, { module: 'chats' })
  return {
    chat: answer?.chat ?? null,
    messages,
    more: earlier?.more ?? answer?.more ?? false,
    failure,
    again,
    mayWrite,
    isMine: answer?.chat.owner?.id === actor.id,
    send,
    sendTemplate,
    async older() {
      const before = messages[0]?.seq
      if (before === undefined) return
      const page = await provider.call(chatCall, { id, before })
      setEarlier((known) => ({ messages: [...page.messages, ...(known?.messages ?? [])], more: page.more }))
    },
    retry: async (id_message) => void (await act(() => provider.call(retryCall, { id, id_message }).then(() => ({})))),
    fetchFile: async (id_message) =>
      void (await act(() => provider.call(fetchFileCall, { id, id_message }).then(() => ({})))),
    claim: async () => void (await act(() => provider.call(claimCall, { id, from: answer?.chat.owner?.id ?? null }))),
    release: async () => void (await act(() => provider.call(releaseCall, { id }))),
    close: () => act(() => provider.call(closeCall, { id })),
  }
}

/** What is known of the person, beside their conversation. */
export const useBeside = (id: number) => useLiveCall(besideCall, { id }, { every_ms: 15_000 })

/** Takes back who was said to write. */
export function useUnlink(id: number, onDone: () => void): (from: number | null) => Promise<void> {
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  return async (from) => {
    await provider
      .call(setClientCall, { id, id_client: null, from })
      .then(({ msg }) => notify(msg, { type: 'success' }), fail)
    onDone()
  }
}
