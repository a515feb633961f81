/** The key of a message, and the numbers in it. */
export function keyOf(message: string): { key: string; numbers: string[] } {
  const numbers: string[] = [];
  const key = message.replace(/\d+([.,:]\d+)*/g, (number) => {
    numbers.push(number);
    return '#';
  });
  return { key, numbers };
}
