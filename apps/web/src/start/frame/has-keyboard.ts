/** Whether a field may have the focus at once: on a phone it would open a keyboard over the page before anyone asked. */
export const hasKeyboard = (): boolean => matchMedia('(pointer: fine)').matches
