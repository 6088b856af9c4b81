/**
 * Digits of a number of the house's country without its code: of a mobile nine, of a fixed line eight, which are
 * dialled there after a `0`.
 */
const MOBILE_DIGITS = 9
const FIXED_DIGITS = 8

/**
 * A telephone number in its one form: digits, with `+` where another country is said. `00` is how a country's code is
 * dialled, and `(0)` is left out after it. A number of the house's own country is as it is dialled there, however it is
 * written: `+51 987 654 321`, `51987654321` → `987654321`; `+51 1 445-6677`, `(01) 445 6677` → `014456677`. So is the
 * beginning of one, as a filter has it: `+51 987` → `987`.
 * @param code the country's; empty: no number is left out of it
 */
export function homePhone(text: string, code: string): string {
  const bare = text
    .replace(/^(\s*(?:\+|00)\s*\d{1,3}\s*)\(0\)/, '$1')
    .replace(/[\s().\u2010-\u2015-]/g, '')
    .replace(/^00(?=[1-9]\d{8,12}$)/, '+')
  const rest =
    code === ''
      ? undefined
      : RegExp(
          `^(?:\\+?${code}(?=\\d{${FIXED_DIGITS},${MOBILE_DIGITS}}$)|\\+${code}(?=\\d{1,${FIXED_DIGITS}}$))(\\d+)$`,
        ).exec(bare)?.[1]
  if (rest === undefined) return bare
  // No fixed line begins with 9: it is a mobile that is not all there.
  return rest.length === FIXED_DIGITS && !rest.startsWith('9') ? `0${rest}` : rest
}

/**
 * The number as it is dialled from abroad, with its country's code. A text that is no telephone number is returned
 * unchanged.
 */
export function phoneAbroad(phone: string, code: string): string {
  return code !== '' && /^\d{9}$/.test(phone) ? `+${code}${phone.replace(/^0/, '')}` : phone
}
