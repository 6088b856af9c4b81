import { integer, type Random } from '../../demo/model/random'
import type { Habits } from './driver-mind'

/** Seconds between which he answers a request, and that he waits for people to get in, out and pay, rests, or thinks about something else. */
const WAITS = {
  answer: [2, 9], onway: [4, 20], board: [25, 110], stop: [15, 60], pay: [15, 60], about: [180, 480],
  release: [20, 90], noShow: [240, 420], panic: [30, 150], rest: [120, 600], reply: [10, 60],
} as const
export type Wait = keyof typeof WAITS

/** How long a driver waits for something this time, in seconds. */
export function lasting(kind: Wait, { speed }: Pick<Habits, 'speed'>, random: Random): number {
  const [low, high] = WAITS[kind]
  return integer(random, low * 10, high * 10) / 10 / speed
}
