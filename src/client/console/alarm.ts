import { useSyncExternalStore } from 'react'
import { storage } from '../session/storage'

const KEY = 'alert_sound'
const BEEPS = [0, 0.22, 0.44] as const
const BEEP_S = 0.16
const ALARM_HZ = 880
/** What could not sound for longer than this is no news any more. */
const STALE_MS = 1500

/** Whether this browser may sound alarms and news; on unless somebody has turned it off. */
export const isSoundOn = (): boolean => storage.read(KEY) !== false
export function setSound(on: boolean): void {
  storage.write(KEY, on)
  for (const listener of hearers) listener(on)
}

const hearers = new Set<(on: boolean) => void>()

/** Calls back when the sound is turned on or off on this page. @returns what ends it */
export function watchSound(listener: (on: boolean) => void): () => void {
  hearers.add(listener)
  return () => void hearers.delete(listener)
}

/** Three short high tones. */
export const soundAlarm = (): void => {
  if (isSoundOn()) sound(BEEPS)
}

/** One short tone: somebody has written. */
export const soundNews = (): void => {
  if (isSoundOn()) sound([0])
}

/** Two tones, of which the second is higher, as of a bell at a counter; who rings has a mute of its own. */
export const soundCall = (): void => sound([0, 0.3], [660, 880])

/** The alarm for emergencies; it sounds even where other sounds are turned off, since a life may depend on it. */
export const soundEmergency = (): void => sound(BEEPS)

/**
 * True while the browser keeps this page silent because nobody has pressed anything on it yet; any press or key ends
 * that.
 */
export const useIsSoundHeld = (): boolean =>
  useSyncExternalStore(subscribe, () => context !== null && context.state !== 'running')

let context: AudioContext | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function opened(): AudioContext {
  if (context) return context
  const made = new AudioContext()
  context = made
  made.addEventListener('statechange', () => {
    for (const listener of listeners) listener()
  })
  const unlock = (): void => {
    if (made.state !== 'running') void made.resume()
  }
  for (const gesture of ['pointerdown', 'keydown'] as const) window.addEventListener(gesture, unlock, { capture: true })
  return made
}

/** @param tones_hz one for each beep; absent: the alarm's */
function sound(beeps: readonly number[], tones_hz: readonly number[] = []): void {
  const asked_ms = Date.now()
  try {
    const audio = opened()
    // Until the first press this stays unanswered, and then only the last one is wanted.
    void audio.resume().then(() => {
      if (Date.now() - asked_ms < STALE_MS)
        beeps.forEach((at, index) => beep(audio, audio.currentTime + at, tones_hz[index] ?? ALARM_HZ))
    })
    for (const listener of listeners) listener()
  } catch {
    // No sound device.
  }
}

function beep(audio: AudioContext, from: number, tone_hz: number): void {
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.type = 'square'
  tone.frequency.value = tone_hz
  loudness.gain.setValueAtTime(0.0001, from)
  loudness.gain.exponentialRampToValueAtTime(0.2, from + 0.02)
  loudness.gain.exponentialRampToValueAtTime(0.0001, from + BEEP_S)
  tone.connect(loudness).connect(audio.destination)
  tone.start(from)
  tone.stop(from + BEEP_S)
}
