/** The key of a message, and the numbers in it. */
export function keyOf(message: string): { key: string; numbers: string[] } {
  const numbers: string[] = [];
  const key = message.replace(/\d+([.,:]\d+)*/g, (number) => {
    numbers.push(number);
    return '#';
  });
  return { key, numbers };
}

/**
 * A message in another language.
 * @param messages by their keys; `{0}` is the first number
 * @returns undefined for a message that the language does not have
 */
export function translated(messages: Readonly<Record<string, string>>, message: string): string | undefined {
  const { key, numbers } = keyOf(message);
  // Messages may be any text, the names of every object's own functions too.
  if (!Object.hasOwn(messages, key)) return undefined;
  return messages[key]?.replace(/\{(\d)\}/g, (_, at: string) => numbers[Number(at)] ?? '');
}
