/**
 * The form of a title by which a service entry finds its task: trimmed, in any case, however its accents are encoded.
 * By way of upper case, so that "Straße" is "STRASSE" and both sigmas are one; and to it by way of lower case, for "STRAẞE". Stored with tasks and service entries, and
 * computed nowhere else.
 */
export const titleKey = (title: string): string =>
  title.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
