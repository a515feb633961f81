import fc from 'fast-check';
import { damage, jsonText, oversize } from './values.js';

/** Fields by path, each with its value as JSON text, so that numbers and repeated keys survive being printed. */
type Fields = readonly (readonly [path: string, json: string])[];

/** Print fields as nested JSON; `repeat` writes fields once more behind all others, as a duplicate key. */
function print(fields: Fields, repeat: Fields): string {
  const inside = (list: Fields, prefix: string): string[] => {
    const names = new Set(
      list
        .filter(([path]) => path.startsWith(prefix))
        .map(([path]) => path.slice(prefix.length).split('.')[0]),
    );
    return [...names].map((name = '') => {
      const exact = list.findLast(([path]) => path === prefix + name);
      return `${JSON.stringify(name)}:${exact ? exact[1] : `{${inside(list, `${prefix}${name}.`).join(',')}}`}`;
    });
  };
  return `{${[...inside(fields, ''), ...inside(repeat, '')].join(',')}}`;
}

/** A record that would be taken, with up to three fields changed, left out, added or written twice. */
function nearly(good: Fields): fc.Arbitrary<string> {
  const path = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...good.map(([name]) => name)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'x', '', 'data', 'data.x.y'),
    },
  );
  const change = fc.record({
    path,
    kind: fc.constantFrom('change', 'change', 'change', 'leave out', 'repeat'),
    json: jsonText,
  });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    let fields = [...good];
    const repeat: [string, string][] = [];
    for (const { path: at, kind, json } of changes) {
      if (kind === 'repeat') repeat.push([at, json]);
      else fields = fields.filter(([name]) => name !== at);
      if (kind === 'change') fields.push([at, json]);
    }
    return print(fields, repeat);
  });
}

const fieldsOf = (value: Record<string, unknown>, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([name, inner]): [string, string][] =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? fieldsOf(inner as Record<string, unknown>, `${prefix}${name}.`)
      : [[prefix + name, JSON.stringify(inner)]],
  );

/** The bytes of a record on its way, most of them readable. */
export const bytesOf = (good: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    {
      weight: 60,
      arbitrary: fc
        .tuple(
          good.chain((record) => nearly(fieldsOf(record))),
          damage,
        )
        .map(([text, change]) => change(Buffer.from(text))),
    },
    { weight: 1, arbitrary: oversize },
  );
