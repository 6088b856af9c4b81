import { readFileSync } from 'node:fs'

/** Resident memory of a process in bytes; 0 once it has ended. */
export function rssOf(pid: string | number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
