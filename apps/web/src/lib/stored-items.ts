/**
 * Everything that this app keeps in a browser, by the name under which it is kept: the privacy page is made from this table, nothing else can be
 * stored (`storage.ts`, `tab-storage.ts`), and a browser test compares it with what is there after each journey.
 * `local` stays until something removes it, `tab` ends with the tab, `cookie` is set by the light page, `cache` is the app's own code.
 */
export const STORED_ITEMS = {
  token: 'local',
  user: 'local',
  keptForm: 'local',
  deviceTokens: 'local',
  device: 'local',
  browserToken: 'local',
  voterTokens: 'local',
  receipts: 'local',
  stageRemote: 'local',
  theme: 'local',
  pendingPayment: 'tab',
  voteAgain: 'tab',
  openWrites: 'tab',
  draft: 'tab',
  reloaded: 'tab',
  abato_light: 'cookie',
  abato_proof: 'cookie',
  app: 'cache',
} as const;

export type StoredItem = keyof typeof STORED_ITEMS;
type NamesOf<Place> = {
  [Name in StoredItem]: (typeof STORED_ITEMS)[Name] extends Place ? Name : never;
}[StoredItem];
export type LocalItem = NamesOf<'local'>;
/** A form's draft is kept under `draft:` and the form. */
export type TabItem = Exclude<NamesOf<'tab'>, 'draft'> | `draft:${string}`;
