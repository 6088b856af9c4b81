/** Minor units in one unit of a currency (ISO 4217); 100 for a currency that nobody knows. */
export function minorUnits(currency: unknown): number {
  try {
    return (
      10 **
      (new Intl.NumberFormat('en', { style: 'currency', currency: String(currency) }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    )
  } catch {
    return 100
  }
}
