interface SignInHelp {
  /** Shows the dialog. @returns whether the user gave password or code */
  askIdentity: () => Promise<boolean>;
  leadToSetUp: () => void;
}

const NONE: SignInHelp = { askIdentity: () => Promise.resolve(false), leadToSetUp: () => undefined };
let help = NONE;
let asking: Promise<boolean> | null = null;

/** Between `lib/request`, which is refused, and the app shell, which can ask. Without help a refusal stays a refusal. @returns ends helping */
export function helpSignIn(next: SignInHelp): () => void {
  help = next;
  return () => {
    help = NONE;
  };
}

/** Several refused calls at once share one dialog. @returns whether the user gave password or code */
export function confirmIdentity(): Promise<boolean> {
  asking ??= help.askIdentity().finally(() => {
    asking = null;
  });
  return asking;
}

export function secondFactorNeeded(): void {
  help.leadToSetUp();
}
