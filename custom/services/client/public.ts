// What the screens of calls take from here: loaded with them alone, and not with the console.
export { lengthWords, toPickUp } from './cells/time-words'
export { deedsOf } from './desk/deeds'
export { EnquiryChips } from './desk/EnquiryChips'
export { enquiriesOf, useEnquiries } from './desk/enquiries'
export { JustHappened } from './desk/JustHappened'
export { outboxOf, useOutbox } from './desk/outbox'
export { namedAddress } from './place-name'
export { deskTypeAhead } from './typed-ahead'
