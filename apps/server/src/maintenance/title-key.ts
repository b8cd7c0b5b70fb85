/**
 * The form of a title by which a service entry finds its task: trimmed, in any case, however its accents are encoded.
 * Upper case first, so that "Straße" is "STRASSE" and both sigmas are one. Stored with tasks and service entries, and
 * computed nowhere else.
 */
export const titleKey = (title: string): string =>
  title.trim().normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
