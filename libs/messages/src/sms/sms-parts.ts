/** Lengths of one message and of each part of a longer one (3GPP TS 23.040): GSM-7, else UCS-2. */
const GSM = { one: 160, part: 153 };
const UCS2 = { one: 70, part: 67 };
/** The alphabet of GSM-7 as far as texts here use it; these count twice. */
const PLAIN = /^[\n\r !-Z_a-z£¥§¤¡¿ÄÖÑÜäöñüàèéùìòÇØøÅåÆæßÉΔΦΓΛΩΠΨΣΘΞ^{}\\[~\]|€]*$/;
const ESCAPED = /[\^{}\\[~\]|€]/g;

/** How many messages a provider charges for a text. */
export function smsParts(text: string): number {
  const isPlain = PLAIN.test(text);
  const { one, part } = isPlain ? GSM : UCS2;
  const length = isPlain ? text.length + (text.match(ESCAPED)?.length ?? 0) : text.length;
  return length <= one ? 1 : Math.ceil(length / part);
}
