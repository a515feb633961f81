import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { kubernetesProgram } from '../kubernetes-programs.mjs';
import { document, inText } from './emit.mjs';
import { FIELDS } from './fields.mjs';
import { checkFields, prepared } from './prepare.mjs';
import { templates } from './templates.mjs';
import { Choice, choose, Each, Expression } from './tree.mjs';
import { writeChart } from './write.mjs';

/** Said by test/operators/helm.ts where it is missing. */
const helm = await kubernetesProgram('helm');

/** It takes an unquoted `on` for true. */
const AS_KUBERNETES = { version: '1.1' };

/** What Helm makes of the text of one template. */
function rendered(text, values = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'abato-template-'));
  try {
    mkdirSync(join(folder, 'templates'));
    writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: tried\nversion: 1.0.0\n');
    writeFileSync(join(folder, 'values.yaml'), JSON.stringify(values));
    writeFileSync(join(folder, 'templates', 'one.yaml'), text);
    const { status, stdout, stderr } = spawnSync(helm, ['template', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return parse(stdout, AS_KUBERNETES);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TEXTS = [
  '{{ .Values.secret }}',
  'of {{ $labels.role }}, {{ $value | humanize }} }}',
  '{{/* left out? */}}{{- end }}',
  '{{ "{{" }}',
  '{ { {{{ }}}',
  'on',
  'no',
  '0777',
  '12:30',
  '1e3',
  'true',
  '~',
  '',
  ' spaces ',
  '# no comment',
  'key: value',
  '- item',
  `it's "quoted"`,
  'back\\slash',
  '$(date -u +%Y)',
  'several\n  lines, {{ .Values.secret }}\n\nand an end\n',
  'lines without an end\n of one',
  'Größe – ₵ 5',
];

(helm ? it : it.skip)('texts of manifests come out of a template as they went in', () => {
  const tree = {
    texts: TEXTS,
    fields: Object.fromEntries(TEXTS.map((text, index) => [`key${index}`, text])),
    deep: [{ list: [{ texts: TEXTS }] }],
    'key of {{ braces }}': 1,
    others: [1, 0.5, true, null, {}, []],
  };
  expect(rendered(document(tree), { secret: 'not this' })).toEqual(tree);
});

describe('a tree', () => {
  const tree = choose(
    '.Values.on',
    { same: [{ name: 'a', port: 1 }], only: 'on', list: [1, 2], deep: { left: 1, value: 'x' } },
    { same: [{ name: 'a', port: 2 }], list: [3], deep: { left: 1, value: 'y', more: true } },
  );

  it('says once what two objects have in common', () => {
    expect(tree.same[0].name).toBe('a');
    expect(tree.same[0].port).toEqual(new Choice('.Values.on', 1, 2));
    expect(tree.deep.left).toBe(1);
  });

  (helm ? it : it.skip)('gives each of two objects where its condition holds', () => {
    expect(rendered(document(tree), { on: true })).toEqual({
      same: [{ name: 'a', port: 1 }],
      only: 'on',
      list: [1, 2],
      deep: { left: 1, value: 'x' },
    });
    expect(rendered(document(tree), { on: false })).toEqual({
      same: [{ name: 'a', port: 2 }],
      list: [3],
      deep: { left: 1, value: 'y', more: true },
    });
  });

  (helm ? it : it.skip)('takes lists and parts of texts from values', () => {
    const item = { port: new Expression('.'), of: new Expression('$.Values.name | quote') };
    const object = {
      query: `up{in="${inText('.Values.name')}"}`,
      ports: [{ port: 1 }, new Each('.Values.ports', item)],
    };
    expect(rendered(document(object), { name: 'votes', ports: [2, 3] })).toEqual({
      query: 'up{in="votes"}',
      ports: [{ port: 1 }, { port: 2, of: 'votes' }, { port: 3, of: 'votes' }],
    });
  });
});

describe('the folder of the chart', () => {
  let folder;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'abato-chart-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is written anew, without what an earlier chart had', () => {
    writeChart(folder);
    writeFileSync(join(folder, 'templates', 'earlier.yaml'), '');
    writeChart(folder);
    expect(existsSync(join(folder, 'templates', 'api.yaml'))).toBe(true);
    expect(existsSync(join(folder, 'templates', 'earlier.yaml'))).toBe(false);
  });

  it.each([
    ['work.txt', 'of a person'],
    ['Chart.yaml', 'name: another'],
  ])('is refused when it holds something else, which stays: %s', (name, content) => {
    writeFileSync(join(folder, name), content);
    expect(() => writeChart(folder)).toThrow('holds something else than the chart');
    expect(existsSync(join(folder, name))).toBe(true);
  });
});

describe('a change of the manifests that the chart does not follow', () => {
  const servers = (egress) => ({ kind: 'NetworkPolicy', metadata: { name: 'servers' }, spec: { egress } });
  const rule = { to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ protocol: 'TCP', port: 1 }] };

  it('is reported, when a field that is a value is no longer there', () => {
    templates();
    checkFields();
    FIELDS.push({ value: 'api.colour', objects: 'Deployment api', path: 'spec colour' });
    try {
      expect(checkFields).toThrow('No object has: Deployment api: spec colour.');
    } finally {
      FIELDS.pop();
    }
  });

  it('is reported, when fields of one value are no longer the same', () => {
    const policy = (name) => ({
      kind: 'Deployment',
      metadata: { name },
      spec: { template: { metadata: {}, spec: { containers: [{ name, imagePullPolicy: 'Always' }] } } },
    });
    expect(() => prepared(policy('other'))).toThrow('Two fields are the value image.pullPolicy and differ');
  });

  it('is reported, when servers have rules that a value cannot say', () => {
    expect(() => prepared(servers([rule, rule]))).toThrow('The policy `servers` has more than one rule.');
  });
});
