import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, parseDocument, visit } from 'yaml';
import { Problem } from '../output.mjs';
import { ROOT } from '../paths.mjs';
import { checkFields, defaults, HOST, IMAGES, NAMESPACE, ofHost } from './prepare.mjs';
import { settingNames } from './sources.mjs';
import { files, templates } from './templates.mjs';

const SOURCE = join(ROOT, 'k8s', 'chart');
const CHART = 'abato';
const source = (name) => readFileSync(join(SOURCE, name), 'utf8');

/**
 * Write the chart, whole and anew.
 * @param folder where; its name must be the chart's, because Helm wants it so. What a chart that was written there before has is deleted.
 * @param registry where the images lie unless a value says otherwise, for example `ghcr.io/owner/abato`
 * @throws Problem when the manifests and the files of k8s/chart do not fit, or the folder holds something else than this chart
 */
export function writeChart(folder, { registry = '' } = {}) {
  const made = templates();
  checkFields();
  if (holdsOthers(folder))
    throw new Problem(`${folder} holds something else than the chart: name another folder.`);
  rmSync(folder, { recursive: true, force: true });
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(join(SOURCE, 'templates'), join(folder, 'templates'), { recursive: true });
  for (const [name, text] of made) write(`templates/${name}`, checked(name, text));
  for (const [path, text] of files()) write(path, text);
  write('Chart.yaml', description());
  write('values.yaml', values(registry));
  write('values.schema.json', schema());
}

function holdsOthers(folder) {
  if (!existsSync(folder) || !readdirSync(folder).length) return false;
  const description = join(folder, 'Chart.yaml');
  return !existsSync(description) || parseDocument(readFileSync(description, 'utf8')).get('name') !== CHART;
}

/** What an operator must be able to change stands in no template. @throws Problem when it does */
function checked(name, text) {
  const fixed = [HOST, ...IMAGES.keys(), `namespace="${NAMESPACE}"`, `namespace: ${NAMESPACE}`];
  const found = fixed.filter((part) => text.includes(part));
  if (found.length) throw new Problem(`The template ${name} still has ${found.join(', ')}.`);
  return text;
}

function description() {
  const { version, description: about } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const chart = parseDocument(source('Chart.yaml'));
  chart.set('description', about);
  chart.set('version', version);
  chart.set('appVersion', version);
  return String(chart);
}

/** The values with the defaults of the manifests, wherever k8s/chart/values.yaml has `null`. */
function values(registry) {
  const text = parseDocument(source('values.yaml'));
  for (const [value, content] of defaults) {
    const path = value.split('.');
    if (text.getIn(path) !== null) throw new Problem(`k8s/chart/values.yaml must have ${value}: null.`);
    text.setIn(path, text.createNode(content));
  }
  text.setIn(['image', 'registry'], registry);
  for (const [name, how] of ofHost) text.getIn(['settings', name], true).comment = ` empty: ${how}`;
  visit(text, {
    Pair: (_, { key, value }) => {
      if (value?.value === null)
        throw new Problem(`No manifest has the value ${key}: k8s/chart/values.yaml.`);
      if (isMap(value) && !value.items.length) value.flow = true;
    },
  });
  return text.toString({ lineWidth: 0, singleQuote: true });
}

/** A setting that does not exist is a mistake in writing, and a secret one belongs into the Secret. */
function schema() {
  const text = JSON.parse(source('values.schema.json'));
  Object.assign(text.properties.settings, {
    additionalProperties: false,
    required: Object.keys(defaults.get('settings')),
    properties: Object.fromEntries(settingNames().map((name) => [name, { type: 'string' }])),
  });
  return `${JSON.stringify(text, null, 2)}\n`;
}
