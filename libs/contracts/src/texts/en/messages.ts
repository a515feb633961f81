/**
 * Messages of rules and of error codes by their English sentence, in which `#` is each number; `{0}` is the first of them. English has none: what
 * is not here is said as it is written (`voterMessages` lists them).
 */
export const messageTexts: Record<string, string> = {};
