import { CodePanel } from './code-panel';
import { DialPanel } from './dial-panel';
import type { PhoneProof } from './phone-proof';

export interface ProofPanelProps {
  proof: PhoneProof;
  /** What the vote waits for meanwhile, in words. */
  progress: string | null;
  /** Another proof was begun. */
  onProof: (proof: PhoneProof) => void;
  /** Casts the vote; resolves when that has ended, in whatever way. */
  onProven: () => Promise<unknown>;
  /** Back to the form, for another number. */
  onBack: () => void;
}

/** Proves a number: it is dialled from, or a code was sent to it. The vote goes out right afterwards. */
export function ProofPanel(props: ProofPanelProps) {
  const { id, dial } = props.proof;
  return dial === null ? <CodePanel {...props} /> : <DialPanel key={id} {...props} dial={dial} />;
}
