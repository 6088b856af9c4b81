import type { Db, Tx } from '#engine/server'
import type { Channel, Say } from '../model'

/** A conversation as bots know it. */
export interface BotChat {
  readonly id: number
  readonly channel: Channel
  /** Of its channel; null: nobody but people answer. */
  readonly id_bot: number | null
  /** The number that the channel vouches for; null where anybody may write it (a web chat). */
  readonly phone: string | null
  readonly name: string | null
  /** The client whom the channel vouches for. */
  readonly id_client: number | null
}

/**
 * How bots speak when nobody has just written: the result of an action, a question that was not answered.
 * `custom/chats` provides it.
 */
export interface ChatPort {
  /** Locks the conversation; null where it is closed, or a person answers in it. */
  lock(tx: Tx, id_chat: number): Promise<BotChat | null>
  /** Adds the bot's messages, and carries out what it decided, in the same transaction. */
  say(
    tx: Tx,
    id_chat: number,
    turn: { readonly says: readonly Say[]; readonly effects: readonly ('human' | 'close')[] },
  ): Promise<void>
}

declare module '#engine/server' {
  interface DatabaseContext {
    /** The conversations in which bots speak; absent where no feature brings any. */
    chats?: ChatPort
  }
}

/** Gives bots the conversations of the app on this database; returns a function that takes them away. */
export function offerChatPort({ context }: Db, port: ChatPort): () => void {
  context.chats = port
  return () => {
    if (context.chats === port) delete context.chats
  }
}
