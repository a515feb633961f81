const GATEWAY = {
  file: 'apps/api/src/live/live.gateway.ts',
  spec: 'apps/api/src/live/live.gateway.spec.ts',
};

const BACK_OFF = { file: 'apps/web/src/lib/back-off.ts', spec: 'apps/web/src/lib/back-off.spec.ts' };

/** Mutants of what viewers are sent. */
export const LIVE = [
  {
    name: 'live: a socket watches 20,000 contests',
    text: 'const MAX_WATCHED_PER_SOCKET = 20;',
    replacement: 'const MAX_WATCHED_PER_SOCKET = 20_000;',
    ...GATEWAY,
  },
  {
    name: 'live: boards are sent without a pace',
    text: 'const pause = this.pace.pauseOf(contestId, room.size);',
    replacement: 'const pause = 0;',
    ...GATEWAY,
  },
  {
    name: 'live: nothing is sent when results are shown',
    text: '    if (changed.showResults) {\n',
    replacement: '    if (false as boolean) {\n',
    ...GATEWAY,
  },
  {
    name: 'live: hidden counts are sent',
    text: 'if (!contest?.shown) return this.fanout.forget(contestId);',
    replacement: 'if (!contest) return this.fanout.forget(contestId);',
    ...GATEWAY,
  },
  {
    name: 'live: lost hints about a contest stay lost',
    text: "    this.live.on('connected', () => this.tellLater(this.rooms.keys(), 0));\n",
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: after lost hints every viewer of every contest is told',
    text: 'if (room && !(contest && digestOf(contest) === room.told)) await',
    replacement: 'if (room) await',
    ...GATEWAY,
  },
  {
    name: 'live: what was told of a contest is forgotten',
    text: '    room.told = digestOf(contest);\n',
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: a change that could not be read is never told',
    text: '        this.tellLater([contestId], TELL_AGAIN_MS);\n',
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: lost hints are looked for once only',
    text: '    if (this.untold.size > 0) this.tellLater([], TELL_AGAIN_MS);\n',
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: without Redis the own process hears of nothing',
    text: '      (this.own as EventEmitter | undefined)?.emit(topic, message);\n',
    replacement: '',
    file: 'libs/live/src/live-bus.ts',
    spec: 'test/fault/redis-away.spec.ts',
    served: true,
  },
  {
    name: 'live: compact frames go to viewers whose list of contestants is older',
    text: 'if (this.roster && this.rosterOf.get(socket) === this.roster.number) {',
    replacement: 'if (this.roster) {',
    file: 'libs/live/src/board-room.ts',
    spec: 'libs/live/src/board-room.spec.ts',
  },
  {
    name: 'live: the pace does not follow the viewers of other processes',
    text: 'Math.max(own, this.elsewhere.get(contestId) ?? 0)',
    replacement: 'own',
    file: 'libs/live/src/live-pace.ts',
    spec: 'libs/live/src/live-pace.spec.ts',
  },
  {
    name: 'live: a crowd that was told of the first places is never told of the others',
    text: '      this.sendRestIn(contestId, room, restIn);\n',
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: the others are given up when their contest could not be looked up once',
    text: '    if (isRest && !contest) this.sendRestIn(contestId, room, REST_AGAIN_MS);\n',
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: the others are given up when they could not be read once',
    text: '        this.sendRestIn(contestId, room, REST_AGAIN_MS);\n',
    replacement: '',
    ...GATEWAY,
  },
  {
    name: 'live: the first places count as all that changed',
    text: 'version: changed.version - 0.5,',
    replacement: 'version: changed.version,',
    file: 'libs/live/src/leaders.ts',
    spec: 'libs/live/src/leaders.spec.ts',
  },
  {
    name: 'live: viewers of JSON are told of the first places only',
    text: 'this.writeChange(changed, leaders);',
    replacement: 'this.writeChange(leaders, leaders);',
    file: 'libs/live/src/board-room.ts',
    spec: GATEWAY.spec,
  },
  {
    name: 'live: pages that lost their connection together try again together',
    text: '* (0.5 + chance)',
    replacement: '* 1',
    ...BACK_OFF,
  },
  {
    name: 'live: long pauses between attempts are all the same',
    text: 'Math.min(longest, first * 2 ** attempt) * (0.5 + chance)',
    replacement: 'Math.min(longest, first * 2 ** attempt * (0.5 + chance))',
    ...BACK_OFF,
  },
  {
    name: 'live: pauses between attempts do not grow',
    text: 'first * 2 ** attempt',
    replacement: 'first',
    ...BACK_OFF,
  },
  {
    name: 'live: pages that a server sent away together come back together',
    text: 'least + spread * chance',
    replacement: 'least + spread',
    ...BACK_OFF,
  },
];
