/**
 * Whether white text reads better on a colour (`#1b222a`) than black: by its relative luminance, as WCAG reckons
 * contrast.
 */
export function isDarkColour(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  // At this luminance the contrast to both is the same.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179
}
