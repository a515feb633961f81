export interface Production {
  route?: 'gateway' | 'ingress' | 'none';
  volume?: boolean;
  keda?: boolean;
  roles?: boolean;
  backup?: boolean;
}

export function inProduction<T>(options: Production, use: (folder: string) => T): T;
