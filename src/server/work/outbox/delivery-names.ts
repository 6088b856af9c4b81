import type { Channel } from '../../../model/effects/effect'

/** Name of the job that sends by a channel. */
export const deliveryJobName = (channel: Channel): string => `engine.deliveries.${channel}`

/** The job that tells of dates that are near. */
export const DATES_JOB = 'engine.dates'
