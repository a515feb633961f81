import { keyOf, speakGenerated, voterMessages } from '@abato/contracts';
import type { Speaker } from './catalogue';

const known = new Set(voterMessages().map((message) => keyOf(message).key));

/**
 * A language of no people, for tests: every letter has an accent and texts are a third longer, so that a text which does not come from the
 * catalogue can be seen. The server offers it outside of production only.
 */
export const generated: Speaker = {
  screen: (_, english) => speakGenerated(english as Readonly<Record<string, unknown>>, 'accents'),
  message(text) {
    if (!known.has(keyOf(text).key)) return undefined;
    const said = { text };
    speakGenerated(said, 'accents');
    return said.text;
  },
};
