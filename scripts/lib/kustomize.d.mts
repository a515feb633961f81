/** A Kubernetes object as YAML has it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

export function render(folder: string): Manifest[];
export function documents(path: string): Manifest[];
export function find(objects: Manifest[], kind: string, name: string): Manifest;
