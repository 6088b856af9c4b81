export { dateText, dateTimeText, timeText, weekdayText, weekHourText } from '../../model/values/shown-date'
