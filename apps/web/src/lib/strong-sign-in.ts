/** Between `lib/request`, which is refused, and the app shell, which can ask. Without a listener a refusal stays a refusal. */
type AskIdentity = () => Promise<boolean>;
const refuse: AskIdentity = () => Promise.resolve(false);
let askIdentity: AskIdentity = refuse;
let asking: Promise<boolean> | null = null;
let leadToSetUp = (): void => undefined;

/** One listener: shows the dialog. @returns ends listening */
export function onIdentityNeeded(listener: AskIdentity): () => void {
  askIdentity = listener;
  return () => {
    askIdentity = refuse;
  };
}

/** One listener: leads to the set-up. @returns ends listening */
export function onSecondFactorNeeded(listener: () => void): () => void {
  leadToSetUp = listener;
  return () => {
    leadToSetUp = () => undefined;
  };
}

/** Several refused calls at once share one dialog. @returns whether the user gave password or code */
export function confirmIdentity(): Promise<boolean> {
  asking ??= askIdentity().finally(() => {
    asking = null;
  });
  return asking;
}

export function secondFactorNeeded(): void {
  leadToSetUp();
}
