/** What the archive says about itself. */
export const readme = (now: Date): string => `Everything Binnacle keeps for this account
==========================================

Made on ${now.toISOString()}. What was stored by then is here; what arrived while
the archive was being made may be here too.

account.json           name, e-mail address and plan
access-keys.json       personal access keys: names and dates, never the keys
channels.json          where the account is told of alarms, without the secrets of webhooks
passkeys.json          passkeys: names and dates, never the keys
sessions.json          where the account is signed in
activity.json          sign-ins and changes of keys, connections and shares, of a year
brand-requests.json    systems that were asked for

boats/<name>/
  vessel.json          the boat; engine_hours is its hour meter
  tasks.json           what is to be done, and how often
  service-log.json     what was done; .csv has the same by date, for a spreadsheet
  hour-log.json        engine hours and fuel; .csv has the same by date
  inspections.json     inspections with every point, its verdict, note and photos
  inspection photos/   the photos, a folder for each inspection
  connections.json     the connections of onboard devices, without their keys
  alarm-rules.json     when there is an alarm
  alarms.json          when each alarm began and ended
  cameras.json         cameras, and for each image when and why it was taken
  frames/<camera>/     the images, named for the time they were taken (UTC)
  check-ins.json       pictures that were asked for
  share.json           the share link and what it shows; null without one
  telemetry/<year>.csv readings of a year (UTC)

JSON and CSV are UTF-8. Times are ISO 8601 in UTC unless they say otherwise.
Money and amounts keep their digits.

In telemetry, recorded_at, value, unit and instance are exactly what the boat
sent. Lines are in the order in which they were measured (a time in the future
counts as that of the arrival); batches over more than a day come after them,
in the year of their newest reading.
engine_hours is in h, engine_rpm in rpm, temperatures in C, engine_oil_pressure
in kPa, levels and battery_soc_pct in %, fuel_rate in l/h, fuel_used in l,
battery_voltage in V, positions in degrees, depth in m, speed_over_ground in kn;
bilge_water and shore_power are 0 or 1; bilge_pump_cycles counts pump starts.

In CSV, a text that begins with = + - @ or a tab has an apostrophe before it,
so that no spreadsheet takes it for a formula. JSON has the texts as they are.
`
