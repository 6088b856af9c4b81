/** One position of a device, read from whatever form it came in. */
export interface Fix {
  readonly lat: number
  readonly lng: number
  /** Degrees clockwise from north. */
  readonly course: number | null
  /** Kilometres per hour. */
  readonly speed: number | null
  /** Per cent. */
  readonly battery_level: number | null
  readonly mode: 'automotive' | 'still' | 'walking' | null
  /** Metres. */
  readonly accuracy: number | null
  /** When the device says it was there. */
  readonly date_fix: Date
}
