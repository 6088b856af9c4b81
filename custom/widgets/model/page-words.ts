/** Texts of the visitor's page, in the order of its steps: `widgets.page.<name>` of `i18n/`. The page gets all of them in its own language. */
export const PAGE_WORDS = [
  'search', 'origin', 'destination', 'choose_place', 'no_places', 'when', 'now', 'later', 'date_start', 'date_return', 'with_return',
  'passengers', 'more_passengers', 'fewer_passengers', 'next', 'back', 'product', 'products', 'no_products', 'seats', 'total',
  'hidden_price', 'there', 'way_back', 'your_email', 'email', 'password', 'code', 'min_password', 'log_in', 'forgot', 'recover', 'send_mail',
  'register', 'name', 'surname', 'country', 'phone', 'new_here', 'log_out', 'checking', 'slow', 'confirm', 'booked_by', 'payment',
  'promotion', 'apply', 'remove', 'notes', 'trip_reason', 'book', 'booked', 'follow', 'another', 'pay', 'check_payment', 'waiting_payment', 'retry',
  // What is wrong, or new.
  'required', 'return_before', 'start_past', 'email_wrong', 'choose_product', 'choose_payment', 'near_location', 'unreached',
  'on_map', 'map', 'zoom_in', 'zoom_out', 'pin_help', 'session_over', 'guest', 'optional_email', 'company_pays', 'invited_by', 'price_renewed', 'payment_expired', 'payment_failed',
] as const
