// Dates are typed as they are shown, not in the wire's format that the server's messages name.
const TYPED: { readonly [error: string]: string } = { date: 'field.date_wrong', datetime: 'field.datetime_wrong' }

/** The i18n key of the error of a value that a person typed, into the console or a file. */
export const errorKey = (error: string): string => TYPED[error] ?? `validation.${error}`
