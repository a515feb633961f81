/**
 * The attacks of `npm run bench -- attack`: one file each, and its name here. A file exports
 * - `title`, as it stands in the table,
 * - `variants`: [{ name, ...settings }], each a row,
 * - `attack({ host, port, variant, facts, signal })`: attacks until the signal, in a process of its own; resolves to counts for the note,
 * - `prepare({ installation, contest })`, if it needs data or tokens: resolves to `facts`, which must survive a message,
 * - `environment`, if the API needs other settings.
 */
export const ATTACKS = ['deep-json', 'socket-flood'];
