/** A random hue, equally visible on both base maps: `#rrggbb`. */
export function randomColour(random: () => number = Math.random): string {
  const hue = Math.floor(random() * 360)
  return `#${[0, 8, 4].map((n) => channel(n, hue)).join('')}`
}

// HSL with 65 % saturation and 42 % lightness, by the formula of CSS Color 4.
function channel(n: number, hue: number): string {
  const [saturation, lightness] = [0.65, 0.42]
  const k = (n + hue / 30) % 12
  const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')
}
