import { format } from './format.mjs';

/** Median of numbers (of three runs: the one in the middle). */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Run variants in turn, several times over, so that whatever else the machine does falls on all of them alike.
 * @param variants { name: async () => figure }
 * @returns {Promise<Record<string, { median: number, runs: number[] }>>}
 */
export async function inTurns(variants, turns, say) {
  const runs = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, run] of Object.entries(variants)) {
      const figure = await run();
      runs[name].push(figure);
      say(`run ${turn + 1} ${name}: ${format(figure)}`);
    }
  }
  return Object.fromEntries(
    Object.entries(runs).map(([name, all]) => [name, { median: median(all), runs: all }]),
  );
}

/**
 * One line of the result; one without a target is there to be known.
 * @typedef {{ subject: string, unit: string, ours: number, limit?: number, textbook?: number, ratio?: number, target?: string, met?: boolean, note?: string }} Row
 */

/**
 * A row whose figure is judged by a target such as `≤ 25 ms`.
 * @param {Partial<Row>} more with a `ratio` that is judged in place of the figure
 * @returns {Row}
 */
export function judged(subject, unit, ours, target, more = {}) {
  const { ratio = ours } = more;
  const [, sign, bound = ''] = /^([≤≥]) ([\d.,]+)/.exec(target) ?? [];
  const bounded = Number(bound.replaceAll(',', ''));
  return {
    subject,
    unit,
    ours,
    ratio,
    target,
    met: sign === '≤' ? ratio <= bounded : ratio >= bounded,
    ...more,
  };
}

/** Rows as a Markdown table. @param {Row[]} rows */
export function table(rows) {
  const head = ['subject', 'unit', 'ours', 'limit', 'textbook', 'figure judged', 'target', 'reached', 'note'];
  const lines = rows.map((row) => [
    row.subject,
    row.unit,
    format(row.ours),
    format(row.limit),
    format(row.textbook),
    row.judged ?? format(row.ratio),
    row.target ?? '–',
    row.met === undefined ? '–' : row.met ? 'yes' : 'no',
    row.note ?? '',
  ]);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}
