/** One position each in the GSM-7 alphabet (3GPP TS 23.038). */
const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Two positions each. */
const GSM_7_EXTENDED = new Set('\f^{}\\[~]|€');
/** Characters of a message alone, and of each part of a longer one, whose parts say how they belong together. */
const GSM_7_PART = { alone: 160, joined: 153 };
const UCS_2_PART = { alone: 70, joined: 67 };

/** How many messages a text is sent as. One letter outside of GSM-7, such as ɛ or ɔ, makes all of it UCS-2. */
export function smsParts(text: string): number {
  const letters = [...text];
  const isGsm = letters.every((letter) => GSM_7.has(letter) || GSM_7_EXTENDED.has(letter));
  const length = isGsm
    ? letters.reduce((sum, letter) => sum + (GSM_7_EXTENDED.has(letter) ? 2 : 1), 0)
    : text.length;
  const { alone, joined } = isGsm ? GSM_7_PART : UCS_2_PART;
  return length <= alone ? 1 : Math.ceil(length / joined);
}
