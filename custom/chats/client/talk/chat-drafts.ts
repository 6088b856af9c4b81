import { attachmentShelf, type AttachmentShelf, randomKey } from '#engine/client'

/** What is written for a conversation and not sent. It outlives its box, which goes when another one is opened. */
export interface ChatDraft {
  readonly text: () => string
  readonly watch: (changed: () => void) => () => void
  readonly write: (next: string | ((now: string) => string)) => void
  readonly shelf: AttachmentShelf
  /** The key under which something is sent: after a lost answer it is the same, and so one message. */
  readonly keyOf: (way: SendWay, what: string) => string
  /** It has gone: what is sent next is another message, even if it says the same. */
  readonly gone: (way: SendWay) => void
}

/** Texts and templates are sent from boxes of their own. */
type SendWay = 'text' | 'template'

/** The drafts of all conversations that were opened since the inbox was. */
interface ChatDrafts {
  readonly of: (id: number) => ChatDraft
  /** Ends what is under way. */
  readonly stop: () => void
}

export function chatDrafts(): ChatDrafts {
  const drafts = new Map<number, ChatDraft>()
  return {
    of(id) {
      const known = drafts.get(id) ?? chatDraft()
      drafts.set(id, known)
      return known
    },
    stop: () => drafts.forEach(({ shelf }) => shelf.stop()),
  }
}

function chatDraft(): ChatDraft {
  let text = ''
  const watchers = new Set<() => void>()
  const keys = new Map<SendWay, { readonly what: string; readonly key: string }>()
  return {
    text: () => text,
    watch(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    write(next) {
      text = typeof next === 'string' ? next : next(text)
      // Emptied by hand: who writes the same words anew says them again.
      if (text === '') keys.delete('text')
      for (const changed of watchers) changed()
    },
    shelf: attachmentShelf(),
    keyOf(way, what) {
      const known = keys.get(way)
      if (known?.what === what) return known.key
      const key = randomKey()
      keys.set(way, { what, key })
      return key
    },
    gone: (way) => void keys.delete(way),
  }
}
