/** Seconds as people read a length of time: `1:35 h`, `1:35:20 h`, `35 min`, `1:30 min`, `45 s`. */
export function secondsText(seconds: number): string {
  const total_s = Math.round(seconds)
  const [h, min, s] = [Math.floor(total_s / 3600), Math.floor(total_s / 60) % 60, total_s % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  if (h > 0) return `${h}:${two(min)}${s > 0 ? `:${two(s)}` : ''}\u00a0h`
  if (min > 0 || s === 0) return `${min}${s > 0 ? `:${two(s)}` : ''}\u00a0min`
  return `${s}\u00a0s`
}
