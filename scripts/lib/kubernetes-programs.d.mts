export function kubernetesProgram(program: 'helm' | 'kubectl'): Promise<string | undefined>;
