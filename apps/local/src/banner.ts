import { DEMO_ACCOUNTS } from '@abato/platform';

const ACCOUNTS = [
  ['super admin', DEMO_ACCOUNTS.superAdmin],
  ['organiser', DEMO_ACCOUNTS.organiser],
  ['pending', DEMO_ACCOUNTS.pending],
] as const;

export interface BannerFacts {
  publicUrl: string;
  simulatorUrl: string | undefined;
  metricsPorts: [number, number];
  dataDir: string;
  demo: boolean;
  startedInMs: number;
}

/** What a person needs to know once everything runs. */
export function banner(facts: BannerFacts): string {
  const rows: [string, string][] = [
    ['Web app', facts.publicUrl],
    ['API reference', `${facts.publicUrl}/api/docs`],
    ...(facts.simulatorUrl
      ? ([
          ['Payment simulator', facts.simulatorUrl],
          ['SMS inbox', `${facts.simulatorUrl}/sms`],
          ['USSD phone', `${facts.simulatorUrl}/phone`],
        ] as [string, string][])
      : []),
    ['Metrics', facts.metricsPorts.map((port) => `http://localhost:${port}/metrics`).join('  ')],
    ['Data', facts.dataDir],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(18)} ${value}`);
  if (facts.demo) {
    lines.push('', '  Demo accounts');
    for (const [who, { email, password }] of ACCOUNTS)
      lines.push(`  ${who.padEnd(18)} ${email.padEnd(24)} ${password}`);
  }
  const title = `  Abato is running (ready in ${(facts.startedInMs / 1000).toFixed(1)} s). Ctrl-C stops it and keeps its data.`;
  const rule = '─'.repeat(Math.max(...[title, ...lines].map((line) => line.length)) + 2);
  return `\n${rule}\n${title}\n\n${lines.join('\n')}\n${rule}\n`;
}
