const READINESS = { file: 'libs/platform/src/readiness.ts', spec: 'libs/platform/src/readiness.spec.ts' };
const PROBE = { file: 'libs/database/src/votes-probe.ts', spec: 'test/api/readiness.spec.ts' };
const METRICS = { file: 'libs/platform/src/metrics.ts', spec: 'libs/platform/src/metrics.spec.ts' };
const POLICY = {
  file: 'libs/platform/src/environment-policy.ts',
  spec: 'libs/platform/src/environment.spec.ts',
};
const NEWCOMER = { file: 'scripts/lib/system.mjs', spec: 'scripts/lib/system.spec.mjs' };
const STATUS = {
  file: 'libs/payments/src/status/platform-status.service.ts',
  spec: 'libs/payments/src/status/platform-status.spec.ts',
};

/** Mutants of the status page, readiness, metrics and refusals of the start. */
export const OPERATIONS = [
  {
    name: 'readiness: one failed answer is enough',
    text: 'if (!this.needed || !this.hasWorked) return 0;',
    replacement: 'if (!this.needed || !this.hasWorked || this.works) return 0;',
    ...READINESS,
  },
  {
    name: 'readiness: ready again with the first answer',
    text: 'return this.works ? FAILING_AFTER_MS : WORKING_AFTER_MS;',
    replacement: 'return this.works ? FAILING_AFTER_MS : 0;',
    ...READINESS,
  },
  {
    name: 'readiness: a part that is only reported is waited for',
    text: 'if (!this.needed || !this.hasWorked) return 0;',
    replacement: 'if (!this.hasWorked) return 0;',
    ...READINESS,
  },
  {
    name: 'readiness: the first answer is waited for',
    text: 'if (!this.needed || !this.hasWorked) return 0;',
    replacement: 'if (!this.needed) return 0;',
    ...READINESS,
  },
  {
    name: 'readiness: failures with answers between them add up',
    text: 'if (works === this.works) this.otherwiseSince = null;',
    replacement: 'if (works === this.works) void works;',
    ...READINESS,
  },
  {
    name: 'readiness: a part that only reports takes the process out of service',
    text: 'const status = failing.length ? 503 : 200;',
    replacement: 'const status = failing.length + degraded.length ? 503 : 200;',
    ...READINESS,
  },
  {
    name: 'readiness: migrations and eviction are called by the server’s name',
    text: 'error instanceof PartError ? error.part : this.part.name',
    replacement: 'error instanceof PartError ? this.part.name : this.part.name',
    ...READINESS,
  },
  {
    name: 'readiness: ready before the public port listens',
    text: "if (!isServing) failing.push('http');",
    replacement: 'void isServing;',
    ...READINESS,
  },
  {
    name: 'readiness: reasons are told on the public port',
    text: '({ reason: _, ...part }) => part',
    replacement: '(part) => part',
    ...READINESS,
  },
  {
    name: 'readiness: hints are told on the public port',
    text: "if (verbose === 'internal') return",
    replacement: 'if (verbose) return',
    ...READINESS,
  },
  {
    name: 'readiness: a part that does not answer is waited for',
    text: 'Promise.race([work, limit])',
    replacement: 'Promise.race([work])',
    ...READINESS,
    file: 'libs/platform/src/in-time.ts',
  },
  {
    name: 'readiness: the metric is that of the patient report',
    text: 'this.answered || this.failsAs !== name ? 1 : 0',
    replacement: 'this.works || this.failsAs !== name ? 1 : 0',
    ...READINESS,
  },
  {
    name: 'probe: a standby takes votes',
    text: "if (settings[0]?.read_only === 'on') throw",
    replacement: "if (settings[0]?.read_only === 'never') throw",
    ...PROBE,
  },
  {
    name: 'probe: missing migrations are no failure',
    text: 'if (applied < migrations.length) {',
    replacement: 'if (applied < 0) {',
    ...PROBE,
  },
  {
    name: 'probe: a broken connection is asked for ever',
    text: '        this.drop();\n',
    replacement: '',
    ...PROBE,
  },
  {
    name: 'probe: an empty database is an error without a name',
    text: '.code === UNDEFINED_TABLE) return 0;',
    replacement: ".code === '42P02') return 0;",
    ...PROBE,
  },
  {
    name: 'metrics: one that cannot be read takes the others with it',
    text: '        return null;\n',
    replacement: '        throw error;\n',
    ...METRICS,
  },
  {
    name: 'metrics: failures are not counted',
    text: '        errors.inc();\n',
    replacement: '',
    ...METRICS,
  },
  {
    name: 'metrics: failures are not told',
    text: '        failed(name, error as Error);\n',
    replacement: '',
    ...METRICS,
  },
  {
    name: 'metrics: the counter of failures is not exported',
    text: '  texts.push(await registry.getSingleMetricAsString(ERRORS));\n',
    replacement: '',
    ...METRICS,
  },
  {
    name: 'start: production without a mail server',
    text: "  'SMTP_URL',\n  'SMS_API_KEY',\n",
    replacement: "  'SMS_API_KEY',\n",
    ...POLICY,
  },
  {
    name: 'start: production without a key for SMS',
    text: "  'SMTP_URL',\n  'SMS_API_KEY',\n",
    replacement: "  'SMTP_URL',\n",
    ...POLICY,
  },
  {
    name: 'start: the way to switch mails off is not told',
    text: "CAN_BE_OFF.has(name) ? ' (`none` sends nothing)' : ''",
    replacement: "CAN_BE_OFF.has(name) ? '' : ''",
    ...POLICY,
  },
  {
    name: 'status: every reader asks the database',
    text: 'return (this.measured ??= this.measure());',
    replacement: 'return this.measure();',
    ...STATUS,
  },
  {
    name: 'status: processes that are not known take votes',
    text: 'casting: casting || (others ? 0 : null),',
    replacement: 'casting: casting || 1,',
    ...STATUS,
  },
  {
    name: 'status: refusals of the first seconds of a process are not seen',
    text: 'this.taken = [{ at: now(), figures: noFigures() }];',
    replacement: 'this.taken = [];',
    ...STATUS,
    file: 'libs/payments/src/status/process-figures.ts',
  },
  {
    name: 'status: what was not measured works',
    text: "return calls > 0 ? OPERATIONAL : unknown('IDLE');",
    replacement: 'return OPERATIONAL;',
    ...STATUS,
    file: 'libs/payments/src/status/status-rules.ts',
    spec: 'libs/payments/src/status/status-rules.spec.ts',
  },
  {
    name: 'newcomer: a missing Redis is installed into the system at once',
    text: '        (await unpackedRedis()) ??\n',
    replacement: '',
    ...NEWCOMER,
  },
  {
    name: 'newcomer: root gets no Redis when none can be unpacked',
    text: "((await installWithSystem('redis', ['redis-server'], 'redis')) ? find() : undefined)",
    replacement: 'undefined',
    ...NEWCOMER,
  },
];
