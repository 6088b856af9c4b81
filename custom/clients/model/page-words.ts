/** Texts of the clients' page: `clients.page.<name>` of `i18n/`. */
export const CLIENT_WORDS = [
  'title', 'book', 'rides', 'account', 'active', 'past', 'no_active', 'no_past', 'more', 'log_in', 'log_in_why', 'log_out', 'back', 'session_over', 'offline', 'retry', 'waiting', 'unreached',
  'driver', 'vehicle', 'call', 'plate', 'map', 'fit', 'zoom_in', 'zoom_out', 'arrives', 'there', 'from', 'to', 'stop', 'when', 'now', 'passengers', 'payment', 'notes', 'invited', 'price', 'total', 'penalty',
  'cancel', 'cancel_ask', 'cancel_reason', 'cancel_yes', 'cancel_no', 'rate', 'rate_again', 'stars', 'star_1', 'star_2', 'star_3', 'star_4', 'star_5', 'comment', 'send', 'tip', 'tip_from', 'tip_amount',
  'receipt', 'share', 'shared', 'copy', 'repeat', 'pay', 'claim', 'claim_kind', 'complaint', 'lost_item', 'claim_text', 'claim_answer', 'claim_open', 'your_rating', 'your_tip', 'promotions', 'no_promotions',
  'wallet', 'company', 'email', 'phone', 'install', 'install_how', 'no_booking', 'may_not_book', 'valid_to', 'gone', 'chat', 'help',
] as const
export type ClientWords = { readonly [word in (typeof CLIENT_WORDS)[number]]: string }
