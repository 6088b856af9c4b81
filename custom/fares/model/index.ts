// What other features use of this one's model.

export { dispatcherDatesCall, MAX_DATES } from './dispatcher-dates-call'
export { dispatcherProductsCall, type OfferedProduct } from './dispatcher-products-call'
export type { Fare, FareLine, FareTrip, LineKind } from './fare'
export { fareCurrency } from './fare-currency'
export { RUN, sumOfLines as sumOf } from './fare-part'
export { FareLineSchema, wireLine } from './fare-schema'
export { minorText, lineSentence as ruleSentence } from './fare-text'
export { toUnits } from './money'
export { opensAt } from './open-hours'
export { quoteCall, type QuoteRequest } from './quote-call'
export { EditedPrice, MAX_STOPS, tripTerms } from './trip'
