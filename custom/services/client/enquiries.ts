// Apart from `public.ts`: the bar of who rings stands above every page, and takes nothing else of the desk.
export { enquiriesOf } from './desk/enquiries'
export { deskTypeAhead } from './typed-ahead'
