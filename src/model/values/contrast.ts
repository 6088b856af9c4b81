/** Black or white, whichever reads better on a colour (`#rrggbb`), by the contrast of WCAG 2.2. */
export function contrastOf(colour: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = (/^#(..)(..)(..)$/.exec(colour) ?? [])
    .slice(1)
    .map((part) => linear(parseInt(part, 16) / 255))
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
