import type { JsonObject } from '#engine/model'
import type { InboundAnswer, InboundRequest } from '#engine/server'
import type { ChannelType, ChatButton, ChatFile, SendState } from '../../model/chat-wire'

/** A channel as it is used: its secrets are open. */
export interface OpenChannel {
  readonly id: number
  readonly key: string
  readonly type: ChannelType
  readonly name: string
  readonly id_branch: number | null
  readonly id_bot: number | null
  readonly greeting: string | null
  readonly phone_number_id: string | null
  readonly business_account_id: string | null
  readonly access_token: string | null
  readonly app_secret: string | null
  readonly verify_token: string | null
  readonly bot_token: string | null
  readonly hook_secret: string | null
}

/** What conversations depend on of their channel, which is no secret. */
export type ChannelKind = Pick<OpenChannel, 'id' | 'type' | 'id_bot'>

/** What somebody says: a text, the button that they pressed, a place, a file; each with the words for it. */
export interface Content {
  readonly text: string
  readonly choice?: string
  readonly place?: { readonly lat: number; readonly lng: number }
  readonly file?: ChatFile & { readonly id: string }
  /** Something else than words: what it is called (`chats.kinds`), which stands before the text. */
  readonly kind?: MessageKind
}

/** What people send beside words, places and files. Nobody's bot answers those that ask nothing (`isSilent`). */
type MessageKind =
  | 'contacts'
  | 'order'
  | 'form'
  | 'reaction'
  | 'edit'
  | 'revoke'
  | 'notice'
  | 'call'
  | 'place'
  | 'poll'
  | 'unsupported'

const SILENT: ReadonlySet<MessageKind> = new Set(['reaction', 'edit', 'revoke', 'notice', 'unsupported'])
export const isSilent = ({ kind }: Content): boolean => kind !== undefined && SILENT.has(kind)

/** What a channel tells us. */
export type Incoming =
  | {
      readonly type: 'message'
      /** The same at each delivery, another for each message. */
      readonly external_id: string
      readonly contact: string
      readonly phone: string | null
      readonly name: string | null
      /** When it was sent by the channel's clock; null: now. */
      readonly at: Date | null
      readonly content: Content
      /** The house wrote it, on a device of its own. */
      readonly own?: true
    }
  | { readonly type: 'status'; readonly external_id: string; readonly state: SendState; readonly reason: string | null }

export interface Outgoing {
  readonly contact: string
  readonly text: string
  readonly buttons: readonly ChatButton[]
  /** What stands on the button that opens them, where there are many. */
  readonly list: string | null
  /** An approved text in place of a free one, with the values of its variables. */
  readonly template?: OutgoingTemplate
  /** Goes out with the text below it. */
  readonly file?: OutgoingFile
}

/** A file on its way out, with its bytes. */
export interface OutgoingFile {
  readonly kind: FileKind
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
}

/** What a channel tells files apart by. */
export type FileKind = 'image' | 'audio' | 'video' | 'document'

/** A text that the provider has approved; `values` in the order of `variables`. */
export interface OutgoingTemplate {
  readonly name: string
  readonly language: string
  readonly variables: readonly string[]
  readonly values: readonly string[]
}

/** A template as the provider lists it; `whole`: its text is all that has to be said. */
export interface ListedTemplate {
  readonly name: string
  readonly language: string
  readonly body: string
  readonly isApproved: boolean
  readonly whole: boolean
}

/** A file as a channel gave it, or why it did not; `again` as for what goes out. */
export type Fetched =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string; readonly again: boolean; readonly wait_s?: number }

/**
 * What became of a try. `again`: a later one may go better, not before `wait_s`. `unsure`: it may have gone out, so
 * nobody sends it again by themselves. `broken`: the channel itself is wrong (its token), and says so in its list.
 */
export type ChannelSent =
  | { readonly ok: true; readonly external_id: string | null }
  | {
      readonly ok: false
      readonly reason: string
      readonly again: boolean
      readonly wait_s?: number
      readonly broken?: true
    }

/** How a kind of channel is spoken to. */
export interface Adapter {
  /**
   * What it takes at most: characters of a text, of one above buttons (`body`), buttons of a message, characters of a
   * button.
   */
  readonly limits: { readonly text: number; readonly body: number; readonly buttons: number; readonly title: number }
  /** As what a file goes out, and how much text stands below it. */
  readonly shape: (file: { readonly mime: string; readonly size: number }) => {
    readonly kind: FileKind
    readonly caption: number
  }
  /** Hours after the person's last message in which free text is taken; null: at any time. */
  readonly window_h: number | null
  /** Answers the provider's question whether this address is ours; null: it asked none. */
  readonly handshake?: (channel: OpenChannel, request: InboundRequest) => InboundAnswer | null
  /** Whether the call is the provider's own. */
  readonly verify: (channel: OpenChannel, request: InboundRequest) => boolean
  /** What a verified body says, in its order; what is not known is named so (`unsupported`). */
  readonly parse: (channel: OpenChannel, body: JsonObject) => readonly Incoming[]
  /** What the provider wants to hear in answer to a body. */
  readonly answer?: (body: JsonObject) => string | null
  /** Sends one message. Its address comes from the settings, so that a server at hand can play the provider. */
  readonly send: (channel: OpenChannel, message: Outgoing, settings: JsonObject) => Promise<ChannelSent>
  /** The templates of the channel's account. Absent: it has none. */
  readonly templates?: (
    channel: OpenChannel,
    settings: JsonObject,
  ) => Promise<{ readonly ok: true; readonly items: readonly ListedTemplate[] } | Extract<ChannelSent, { ok: false }>>
  /** Brings a file that a person sent, by its id there. Absent: the channel keeps none. */
  readonly fetch?: (channel: OpenChannel, id: string, max_bytes: number, settings: JsonObject) => Promise<Fetched>
}
