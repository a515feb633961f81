/**
 * Loaded into a process under test before its own code (`OwnProcess.startWithClock`): its time stands still when the test says so. A
 * message `{ clock: ms }` stops it there, `{ clock: null }` lets it go on; each is answered with itself.
 */
const RealDate = Date;
let stoppedAt = null;
const now = () => stoppedAt ?? RealDate.now();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(
      target,
      args.length ? args : [now()],
      newTarget === globalThis.Date ? target : newTarget,
    ),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name, target)),
});

process.on('message', (message) => {
  if (message?.clock === undefined) return;
  stoppedAt = message.clock;
  process.send({ clock: stoppedAt });
});
// Listening must not keep a process alive that has ended its work.
process.channel?.unref();
