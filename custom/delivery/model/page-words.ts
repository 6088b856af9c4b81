/** Texts of a store's page: `delivery.page.<name>` of `i18n/`. */
export const STORE_WORDS = [
  'menu', 'cart', 'orders', 'add', 'sold_out', 'less', 'more', 'article_notes', 'choose_from', 'choose_up_to', 'close', 'empty_cart', 'remove', 'address', 'choose_place',
  'no_places', 'reference', 'notes', 'payment', 'subtotal', 'delivery', 'total', 'arrives', 'minutes', 'send', 'sending', 'log_in', 'log_in_why', 'no_orders', 'order', 'ready_at', 'courier', 'follow',
  'cancel', 'cancel_yes', 'cancel_no', 'cancel_ask', 'again', 'unreached', 'session_over', 'no_places_here', 'place_first', 'code',
] as const
export type StoreWords = { readonly [word in (typeof STORE_WORDS)[number]]: string }
