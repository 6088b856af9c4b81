/** Texts of the visitor's page, in the order of its steps: `widgets.page.<name>` of `i18n/`. The page gets all of them in its own language. */
export const PAGE_WORDS = [
  'search', 'origin', 'destination', 'choose_place', 'when', 'now', 'later', 'date_start', 'date_return', 'with_return', 'no_return', 'passengers', 'next', 'back',
  'products', 'no_products', 'price', 'total', 'hidden_price', 'there', 'way_back',
  'email', 'password', 'log_in', 'forgot', 'recover', 'register', 'name', 'surname', 'country', 'phone', 'new_here', 'log_out', 'checking',
  'confirm', 'payment', 'promotion', 'apply', 'notes', 'book', 'booked', 'follow', 'another', 'pay', 'paid', 'waiting_payment', 'map', 'retry', 'offline',
] as const
export type PageWord = (typeof PAGE_WORDS)[number]
export type PageWords = { readonly [word in PageWord]: string }
