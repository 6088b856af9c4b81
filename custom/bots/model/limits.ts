import type { BotChannel } from './flow'

/** What a channel shows: characters of a text, buttons and their titles, rows of a list and theirs. */
export interface ChannelLimits {
  readonly text: number
  readonly buttons: number
  readonly title: number
  readonly rows: number
  readonly rowTitle: number
}

/** WhatsApp Cloud API and Telegram Bot API as documented; the web chat's are our own. */
export const CHANNEL_LIMITS: { readonly [channel in BotChannel]: ChannelLimits } = {
  web: { text: 2000, buttons: 10, title: 64, rows: 20, rowTitle: 64 },
  whatsapp: { text: 1024, buttons: 3, title: 20, rows: 10, rowTitle: 24 },
  // Telegram limits the 64 bytes behind a button, which hold our short ids, not its title.
  telegram: { text: 4096, buttons: 20, title: 64, rows: 20, rowTitle: 64 },
}
