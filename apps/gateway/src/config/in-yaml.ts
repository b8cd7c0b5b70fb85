/** A text as it may stand in the settings: "Bank #1" would end before its #. */
export const inYaml = (text: string): string => (/^\w[\w./-]*( [\w./-]+)*$/.test(text) ? text : JSON.stringify(text))
