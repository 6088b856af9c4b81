// Dates are typed as they are shown, and not in the form of the wire that an answer of the server tells.
const TYPED: { readonly [fault: string]: string } = { date: 'field.date_wrong', datetime: 'field.datetime_wrong' }

/** The i18n key of what is wrong with a value that somebody types in the console. */
export const errorKey = (fault: string): string => TYPED[fault] ?? `validation.${fault}`
