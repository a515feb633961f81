import { stringify } from 'yaml';
import { Choice, Each, Entries, Expression, Included, isMap, Verbatim, Whole } from './tree.mjs';

/** Around an expression inside a text. Private characters: YAML leaves them alone, and no manifest has them. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
/** Kubernetes reads YAML 1.1, where an unquoted `on` or `0777` is no text. */
const YAML = { version: '1.1', lineWidth: 0, singleQuote: true };
const STEP = '  ';

/** A part of a text that a template fills in. The expression's result must need no quotes in YAML. */
export const inText = (expression) => `${OPEN}${expression}${CLOSE}`;

/** The object as a document of a template. */
export const document = (tree) => `---\n${map(tree, '').join('\n')}\n`;

function map(tree, pad) {
  const lines = [];
  const entries = Object.entries(tree);
  for (let at = 0; at < entries.length; at++) {
    const [key, node] = entries[at];
    if (!(node instanceof Choice)) {
      lines.push(...field(key, node, pad));
      continue;
    }
    // Neighbours with one condition are one block.
    const last = entries.findIndex(([, next], index) => index > at && next.condition !== node.condition);
    const block = entries.slice(at, last < 0 ? entries.length : last);
    lines.push(...choice(node.condition, block, pad));
    at += block.length - 1;
  }
  return lines;
}

function choice(condition, block, pad) {
  const [then, otherwise] = ['then', 'otherwise'].map((side) =>
    map(
      Object.fromEntries(
        block.filter(([, node]) => node[side] !== undefined).map(([key, node]) => [key, node[side]]),
      ),
      pad,
    ),
  );
  const not = /\s/.test(condition) ? `not (${condition})` : `not ${condition}`;
  return [
    `${pad}{{- if ${then.length ? condition : not} }}`,
    ...then,
    ...(then.length && otherwise.length ? [`${pad}{{- else }}`] : []),
    ...otherwise,
    `${pad}{{- end }}`,
  ];
}

function field(key, node, pad) {
  const name = escaped(stringify(key, YAML).trimEnd());
  const inner = pad + STEP;
  if (node instanceof Included) return [`${pad}{{- include "${node.name}" . | nindent ${pad.length} }}`];
  if (node instanceof Entries)
    return [
      `${pad}{{- range $name, $content := ${node.value} }}`,
      `${pad}{{ $name }}: {{ $content | quote }}`,
      `${pad}{{- end }}`,
    ];
  if (node instanceof Expression) return [`${pad}${name}: {{ ${node.text} }}`];
  if (node instanceof Whole)
    return [`${pad}${name}:`, `${inner}{{- toYaml ${node.value} | nindent ${inner.length} }}`];
  if (node instanceof Verbatim) {
    const file = `.Files.Get "${node.path}" | trimSuffix "\\n"`;
    return [`${pad}${name}: |`, `${inner}{{- ${file} | nindent ${inner.length} }}`];
  }
  if (Array.isArray(node) && node.length) return [`${pad}${name}:`, ...list(node, inner)];
  if (isMap(node) && Object.keys(node).length) return [`${pad}${name}:`, ...map(node, inner)];
  return scalar({ [key]: node }, pad);
}

function list(node, pad) {
  return node.flatMap((item) => {
    if (item instanceof Each)
      return [`${pad}{{- range ${item.value} }}`, ...list([item.item], pad), `${pad}{{- end }}`];
    if (item instanceof Expression) return [`${pad}- {{ ${item.text} }}`];
    if (!isMap(item) || !Object.keys(item).length) return scalar([item], pad);
    const [first, ...rest] = map(item, pad + STEP);
    return [`${pad}- ${first.trimStart()}`, ...rest];
  });
}

/** One field or item whose value is no tree, as the library for YAML writes it. */
function scalar(holder, pad) {
  return escaped(stringify(holder, YAML).trimEnd())
    .split('\n')
    .map((line) => (line ? pad + line : line));
}

/** Braces of the manifests are text for Helm: Prometheus writes its own templates with them. */
function escaped(text) {
  return text
    .replaceAll('{{', '{{ "{{" }}')
    .replaceAll(new RegExp(`${OPEN}(.*?)${CLOSE}`, 'g'), (_, expression) => `{{ ${expression} }}`);
}
