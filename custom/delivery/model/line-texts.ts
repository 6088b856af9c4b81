interface Line {
  readonly article: string
  readonly quantity: number
  readonly options: readonly string[]
  readonly notes: string | null
}

/** What a kitchen reads of an order's articles, a line each: `2 × Lomo saltado (Arroz, Chimichurri) · sin sal`. */
export const lineTexts = (lines: readonly Line[]): readonly string[] =>
  lines.map(({ article, quantity, options, notes }) =>
    [`${quantity} × ${article}${options.length === 0 ? '' : ` (${options.join(', ')})`}`, notes]
      .filter(Boolean)
      .join(' · '),
  )
