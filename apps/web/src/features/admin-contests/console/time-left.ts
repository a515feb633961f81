const two = (value: number) => String(value).padStart(2, '0');

/** `3 d 4 h`, `4 h 05 min`, and `5:09` in the last hour. @param left milliseconds, not negative */
export function timeLeft(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return `${minutes}:${two(seconds % 60)}`;
}
