// What other pages outside the console take of the widget: its wizard, and the boxes of its steps.
export { openBooking, type Booking } from './page/booking'
export { momentText } from './page/clock'
export { placeBox, type PlaceBox } from './page/place-box'
export { box, choiceSet as choices, field, radio, showErrors, type PageField as Field } from './page/fields'
