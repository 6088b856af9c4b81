const SMALL = [
  'CERO',
  'UNO',
  'DOS',
  'TRES',
  'CUATRO',
  'CINCO',
  'SEIS',
  'SIETE',
  'OCHO',
  'NUEVE',
  'DIEZ',
  'ONCE',
  'DOCE',
  'TRECE',
  'CATORCE',
  'QUINCE',
  'DIECISÉIS',
  'DIECISIETE',
  'DIECIOCHO',
  'DIECINUEVE',
  'VEINTE',
  'VEINTIUNO',
  'VEINTIDÓS',
  'VEINTITRÉS',
  'VEINTICUATRO',
  'VEINTICINCO',
  'VEINTISÉIS',
  'VEINTISIETE',
  'VEINTIOCHO',
  'VEINTINUEVE',
] as const
const TENS = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA'] as const
const HUNDREDS = [
  '',
  'CIENTO',
  'DOSCIENTOS',
  'TRESCIENTOS',
  'CUATROCIENTOS',
  'QUINIENTOS',
  'SEISCIENTOS',
  'SETECIENTOS',
  'OCHOCIENTOS',
  'NOVECIENTOS',
] as const
/** What a currency is called on papers of Peru; another one by its code. */
const CURRENCIES: { readonly [code: string]: string } = { PEN: 'SOLES', USD: 'DÓLARES AMERICANOS', EUR: 'EUROS' }

function below1000(n: number): string {
  if (n === 100) return 'CIEN'
  const rest = n % 100
  const last =
    rest < 30
      ? rest === 0
        ? ''
        : (SMALL[rest] ?? '')
      : `${TENS[Math.floor(rest / 10)] ?? ''}${rest % 10 === 0 ? '' : ` Y ${SMALL[rest % 10] ?? ''}`}`
  return [HUNDREDS[Math.floor(n / 100)], last].filter(Boolean).join(' ')
}

/** Before `MIL` and `MILLONES` one is `UN`. */
const short = (words: string): string => words.replace(/VEINTIUNO$/, 'VEINTIÚN').replace(/UNO$/, 'UN')

function below1000000(n: number): string {
  const thousands = Math.floor(n / 1000)
  return [thousands === 0 ? '' : thousands === 1 ? 'MIL' : `${short(below1000(thousands))} MIL`, below1000(n % 1000)]
    .filter(Boolean)
    .join(' ')
}

/** An amount as papers of Peru say it, `SON CIENTO DIECIOCHO CON 00/100 SOLES`: the legend 1000 of SUNAT. */
export function amountInWords(cents: bigint, currency: string): string {
  const units = Number(cents / 100n)
  const millions = Math.floor(units / 1_000_000)
  const words = [
    millions === 0 ? '' : millions === 1 ? 'UN MILLÓN' : `${short(below1000000(millions))} MILLONES`,
    below1000000(units % 1_000_000),
  ]
    .filter(Boolean)
    .join(' ')
  return `SON ${words === '' ? 'CERO' : words} CON ${String(cents % 100n).padStart(2, '0')}/100 ${CURRENCIES[currency] ?? currency}`
}
