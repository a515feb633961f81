interface Room {
  sentAt: number;
  lastText: string | null;
  timer: NodeJS.Timeout | null;
  sending: boolean;
  touchedMeanwhile: boolean;
}

/**
 * Sends a room its newest state when something changed: at most once per interval, one computation at a time, nothing when the
 * state is the same as what was sent last, and once in a while without being asked, because hints may be lost.
 */
export class PacedRooms<State> {
  private readonly rooms = new Map<string, Room>();
  private readonly refresher: NodeJS.Timeout;

  /**
   * @param read the room's state, or null when the room is to be closed
   * @param isEmpty the room has no listeners any more and is forgotten
   */
  constructor(
    private readonly intervalMs: number,
    refreshMs: number,
    private readonly isEmpty: (key: string) => boolean,
    private readonly read: (key: string) => Promise<State | null>,
    private readonly send: (key: string, state: State) => void,
    private readonly onError: (error: Error) => void,
  ) {
    this.refresher = setInterval(() => this.touchAll(), refreshMs);
    this.refresher.unref();
  }

  /** The first viewer joined: the room exists from now on. */
  open(key: string): void {
    if (!this.rooms.has(key)) {
      this.rooms.set(key, {
        sentAt: -Infinity,
        lastText: null,
        timer: null,
        sending: false,
        touchedMeanwhile: false,
      });
    }
  }

  /** Something changed that the room may show; unknown rooms cost nothing. */
  touch(key: string): void {
    const room = this.rooms.get(key);
    if (!room || room.timer) return;
    if (room.sending) {
      room.touchedMeanwhile = true;
      return;
    }
    const wait = Math.max(0, room.sentAt + this.intervalMs - performance.now());
    room.timer = setTimeout(() => {
      room.timer = null;
      void this.refresh(key, room);
    }, wait);
  }

  touchAll(): void {
    for (const key of this.rooms.keys()) this.touch(key);
  }

  close(): void {
    clearInterval(this.refresher);
    for (const room of this.rooms.values()) if (room.timer) clearTimeout(room.timer);
    this.rooms.clear();
  }

  private async refresh(key: string, room: Room): Promise<void> {
    if (this.isEmpty(key)) {
      this.rooms.delete(key);
      return;
    }
    room.sending = true;
    try {
      const state = await this.read(key);
      room.sentAt = performance.now();
      const text = JSON.stringify(state);
      if (state !== null && text !== room.lastText) this.send(key, state);
      room.lastText = text;
      if (state === null) this.rooms.delete(key);
    } catch (error) {
      this.onError(error as Error);
    } finally {
      room.sending = false;
      if (room.touchedMeanwhile) {
        room.touchedMeanwhile = false;
        this.touch(key);
      }
    }
  }
}
