/** 'YYYY-MM-DD' → 'DD/MM/YYYY'; any other text is returned unchanged. */
export function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4,})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year ? `${day}/${month}/${year}` : date
}

/** 'HH:mm' → 'hh:mm A'. */
export function timeText(time: string): string {
  const hour = Number(time.slice(0, 2))
  const twelve = String(hour % 12 || 12).padStart(2, '0')
  return `${twelve}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
