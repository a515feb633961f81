/** What a walk over answers looks for: traces of persons, traces of choices, and traces of single votes, which no list may carry. */
export interface Traces {
  persons: readonly string[];
  choices: readonly string[];
  votes: readonly string[];
}

/**
 * The records of an answer that name a person beside a choice, or a single vote by its id or time. A record is an object with what it holds, without its lists: each
 * element of a list is a record of its own, and so is each line of a text.
 */
export function joinedRecords(body: unknown, { persons, choices, votes }: Traces): string[] {
  const has = (text: string, traces: readonly string[]) => traces.some((trace) => text.includes(trace));
  return recordsOf(body)
    .map((record) => JSON.stringify(record))
    .filter((text) => has(text, votes) || (has(text, persons) && has(text, choices)));
}

function recordsOf(body: unknown): unknown[] {
  if (typeof body === 'string') return body.split('\n');
  const records: unknown[] = [];
  const open = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const isRow = value.every((one) => typeof one !== 'object');
      if (isRow) return value;
      for (const one of value) records.push(open(one));
      return undefined;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, open(part)]));
  };
  records.push(open(body));
  return records;
}
