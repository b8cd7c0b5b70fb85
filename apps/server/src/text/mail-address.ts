const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i

/** Whether it is one plain e-mail address: no name, no list. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)
