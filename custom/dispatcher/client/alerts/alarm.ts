import { storage } from '#engine/client'

const KEY = 'alert_sound'
const BEEPS = [0, 0.22, 0.44] as const
const BEEP_S = 0.16

/** Whether this browser may sound an alarm; on unless somebody has turned it off. */
export const isSoundOn = (): boolean => storage.read(KEY) !== false
export const setSound = (on: boolean): void => storage.write(KEY, on)

let context: AudioContext | null = null

/** Three short high tones. A browser stays silent until the first interaction; the alert itself is still visible. */
export const soundAlarm = (): void => sound(BEEPS)

/** One of them: somebody has written. */
export const soundNews = (): void => sound([0])

function sound(beeps: readonly number[]): void {
  if (!isSoundOn()) return
  try {
    context ??= new AudioContext()
    void context.resume()
    for (const at of beeps) beep(context, context.currentTime + at)
  } catch {
    // No sound device.
  }
}

function beep(audio: AudioContext, from: number): void {
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.type = 'square'
  tone.frequency.value = 880
  loudness.gain.setValueAtTime(0.0001, from)
  loudness.gain.exponentialRampToValueAtTime(0.2, from + 0.02)
  loudness.gain.exponentialRampToValueAtTime(0.0001, from + BEEP_S)
  tone.connect(loudness).connect(audio.destination)
  tone.start(from)
  tone.stop(from + BEEP_S)
}
