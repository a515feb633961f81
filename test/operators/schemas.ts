import { join } from 'node:path';
import ts from 'typescript';
import { databaseCluster } from './cloudnativepg.js';
import { wayIn } from './gateway.js';
import { scaledObject } from './keda.js';
import { type Manifest, repository } from './kustomize.js';
import { operatorsObject } from './operators-objects.js';

/** Kinds whose schema is written here, by the group of their API. */
const OURS: Record<string, { parse(manifest: Manifest): unknown }> = {
  'external-secrets.io': operatorsObject,
  'gateway.networking.k8s.io': wayIn,
  'keda.sh': scaledObject,
  'monitoring.coreos.com': operatorsObject,
  'postgresql.cnpg.io': databaseCluster,
};
const ourSchema = ({ apiVersion }: Manifest) => OURS[apiVersion.split('/')[0] ?? ''];
const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`;

/** What the schema of its kind says about each object: wrong types, missing and malformed values. */
export async function schemaMistakes(manifests: Manifest[]): Promise<string[]> {
  const mistakes: string[] = [];
  for (const manifest of manifests) {
    try {
      const schema = ourSchema(manifest);
      if (schema) {
        schema.parse(manifest);
        continue;
      }
      const library = (await import(moduleOf(manifest))) as Record<
        string,
        new (data: Manifest) => { validate(): void }
      >;
      const Model = library[manifest.kind];
      if (!Model) throw new Error('unknown kind');
      new Model(manifest).validate();
    } catch (error) {
      mistakes.push(`${nameOf(manifest)}: ${(error as Error).message}`);
    }
  }
  return mistakes;
}

/**
 * Fields that no version of the API knows. Kubernetes' schemas allow unknown fields and the server drops them silently, so a
 * misspelt `readinessprobe` would pass; the compiler's check of object literals finds it.
 */
export function unknownFields(manifests: Manifest[]): string[] {
  const checked = manifests.filter((manifest) => !ourSchema(manifest));
  const source = checked
    .map(
      (manifest, index) =>
        `import type { I${manifest.kind} as T${index} } from '${moduleOf(manifest)}';\n` +
        `export const object${index}: T${index} = ${JSON.stringify(manifest)};\n`,
    )
    .join('');
  const file = join(repository('test', 'operators'), 'manifests.generated.ts');
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const index = source.slice(0, start).split('export const object').length - 2;
    const manifest = checked[index];
    return `${manifest ? nameOf(manifest) : ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
