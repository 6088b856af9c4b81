/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const DIGITS: { readonly [digits: number]: string } = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const BY_CODE = new Map(Object.entries(DIGITS)
  .flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)))

/** Decimals of a currency's minor unit: PEN 2, CLP 0, KWD 3. The browsers' own tables differ from ISO 4217 for some. */
export const currencyDigits = (code: string): number => BY_CODE.get(code) ?? 2
