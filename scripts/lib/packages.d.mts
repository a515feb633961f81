export function ensureTool(
  name: string,
  version: string,
  plugins?: string[],
  options?: { peers?: boolean },
): Promise<string>;
