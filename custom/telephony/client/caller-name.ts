import type { LivePhoneCall } from '../model/phone-call-contracts'

/** Who calls: as a client of the house, as the telephone shows them, or their number. */
export const callerName = ({
  cl_name,
  caller_name,
  phone,
}: Pick<LivePhoneCall, 'cl_name' | 'caller_name' | 'phone'>): string => cl_name ?? caller_name ?? phone
