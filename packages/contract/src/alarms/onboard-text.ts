/** Our onboard software sends `none` when a fault has ended; other senders leave the text empty or send OK. */
const NO_FAULT = /^(none|ok|)$/i

/** Whether the text of a fault_code tells of a fault, and not that there is none. */
export const isFault = (text: string): boolean => !NO_FAULT.test(text.trim())

/** How a fault text says that it is an alarm of the boat and no mere fault: as the alerts of NMEA 2000 do, for each fault in it. */
const ALARM = /(^|, )(?:emergency )?alarm: */i

/** Whether something on board sounds an alarm, by a fault text: `Alarm: Anchor drags`. */
export const isOnboardAlarm = (text: string): boolean => ALARM.test(text)

/** What the alarm is, without the word in front. */
export const onboardAlarmText = (text: string): string => text.replaceAll(new RegExp(ALARM, 'gi'), '$1')
