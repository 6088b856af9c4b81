export { dateText, dateTimeText, hourText, timeText, weekdayText, weekHourText } from '../../model/values/shown-date'
